internal import ExactArithmetic

// Renders constraints in visual format, as UIKit prints them: `H:|-(8)-[title]`, `V:[title]-(>=8@750)-[body]`,
// `H:[title(==body)]`.

extension LayoutDocument {
    /// Returns the constraint in visual format, or nil if that cannot express exactly these sides, this order and these numbers.
    ///
    /// `|` is the superview of the view beside it. It is not used in a fragment, since it would hide which view that is.
    public func visualFormat(of constraint: LayoutConstraint, by names: ViewNames? = nil) -> String? {
        guard constraint.unknownConstant == nil, constraint.multiplier.isOne else { return nil }
        let format = constraint.first.attribute.kind == .size ? sizeFormat(constraint, names) : gapFormat(constraint, names)
        return format.map { "\(constraint.first.attribute.axis == .horizontal ? "H" : "V"):\($0)" }
    }

    /// Renders a size: `[title(60)]`, `[title(>=body@750)]`
    private func sizeFormat(_ constraint: LayoutConstraint, _ names: ViewNames?) -> String? {
        let object: String
        if let second = constraint.second {
            guard second.attribute == constraint.first.attribute, constraint.constant.isZero else { return nil }
            object = "\(constraint.relation.rawValue)\(itemText(second.item, by: names))"
        } else {
            guard let number = number(constraint.constant, names) else { return nil }
            object = relation(constraint) + number
        }
        return priority(constraint).map { "[\(itemText(constraint.first.item, by: names))(\(object)\($0))]" }
    }

    /// Renders a gap: `|-(8)-[title]`, `[title]-(>=8)-[body]`, `[title]-(0@750)-|`
    private func gapFormat(_ constraint: LayoutConstraint, _ names: ViewNames?) -> String? {
        guard let second = constraint.second, let ends = ends(constraint.first, second, names), let number = number(constraint.constant, names),
            let priority = priority(constraint)
        else { return nil }
        return "\(ends.from)-(\(relation(constraint))\(number)\(priority))-\(ends.to)"
    }

    /// Returns the items before and after the gap: the constraint's second side is its start, the first side its end.
    private func ends(_ first: LayoutAnchor, _ second: LayoutAnchor, _ names: ViewNames?) -> (from: String, to: String)? {
        switch (first.attribute, second.attribute) {
        case (.leading, .trailing), (.top, .bottom): ("[\(itemText(second.item, by: names))]", "[\(itemText(first.item, by: names))]")
        case (.leading, .leading), (.top, .top): isSuperview(second.item, of: first.item) ? ("|", "[\(itemText(first.item, by: names))]") : nil
        case (.trailing, .trailing), (.bottom, .bottom):
            isSuperview(first.item, of: second.item) ? ("[\(itemText(second.item, by: names))]", "|") : nil
        default: nil
        }
    }

    /// Returns whether `|` beside the view means the item. In a scroll view it is the content area.
    private func isSuperview(_ item: Int, of view: Int) -> Bool {
        guard !isFragment, let parent = views[view].parent else { return false }
        return item == parent || (views[item].kind == .content && views[item].parent == parent)
    }

    /// Returns the number: for people rounded if it is no short decimal, otherwise exact, or nil if it has no decimal.
    private func number(_ value: Rational, _ names: ViewNames?) -> String? { names == nil ? value.exactDecimal : value.writtenText }

    /// Returns the relation, which is omitted for equality.
    private func relation(_ constraint: LayoutConstraint) -> String {
        constraint.relation == .equal ? "" : constraint.relation.rawValue
    }

    /// Returns `@750`, an empty text for a required constraint, or nil for a priority that is no decimal.
    private func priority(_ constraint: LayoutConstraint) -> String? {
        constraint.isRequired ? "" : constraint.priority.exactDecimal.map { "@\($0)" }
    }
}
