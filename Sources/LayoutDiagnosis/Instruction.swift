internal import ExactArithmetic
internal import LayoutModel

/// Renders a constraint as an instruction: `Pin the top of UILabel “Hello” to the top of its superview, 8 pt apart`.
struct Instruction {
    let document: LayoutDocument
    let names: ViewNames
    /// Whether a length is one of many that would do, and neither drawn nor chosen by a developer.
    var isExample = false

    /// Returns the instruction without a full stop, with the views' names.
    func text(_ constraint: LayoutConstraint) -> String {
        var text = body(constraint)
        if !constraint.isRequired { text += ", with a priority of \(number(constraint.priority))" }
        return text
    }

    /// Returns several instructions as one sentence.
    func text(all constraints: [LayoutConstraint]) -> String {
        if let text = allEdges(constraints) { return text }
        var parts = constraints.map(text)
        for index in parts.indices.dropFirst() { parts[index] = parts[index].prefix(1).lowercased() + parts[index].dropFirst() }
        return parts.joined(separator: "; ") + "."
    }

    /// Returns `Pin all edges of UIView to its superview, 8 pt apart.`, or nil unless the constraints do that.
    private func allEdges(_ constraints: [LayoutConstraint]) -> String? {
        guard constraints.count == 4, let first = constraints.first, let second = first.second else { return nil }
        let isEdge = constraints.allSatisfy { constraint in
            constraint.first.item == first.first.item && constraint.second?.item == second.item && constraint.relation == .equal
                && constraint.isRequired && constraint.multiplier.isOne && constraint.first.attribute == constraint.second?.attribute
                && (constraint.first.attribute.isNearEdge ? constraint.constant : -constraint.constant) == first.constant.magnitude
        }
        let edges = Set(constraints.map(\.first.attribute))
        guard isEdge, edges == [.leading, .trailing, .top, .bottom] || edges == [.left, .right, .top, .bottom] else { return nil }
        let gap = first.constant.isZero ? "" : ", inset by \(number(first.constant.magnitude)) pt"
        return "Pin all edges of \(names.name(of: first.first.item)) to \(other(second.item, first.first.item))\(gap)."
    }

    private func body(_ constraint: LayoutConstraint) -> String {
        let first = constraint.first
        let name = names.name(of: first.item)
        guard let second = constraint.second else {
            if first.attribute.kind == .size {
                let length = "\(number(constraint.constant)) pt"
                return constraint.relation == .equal
                    ? "Set the \(side(first.attribute)) of \(name)\(isExample ? ", for example" : "") to \(length)"
                    : "Make the \(side(first.attribute)) of \(name) \(limit(constraint.relation))\(length)"
            }
            let at = constraint.relation == .equal ? "at " : limit(constraint.relation)
            return "Place the \(side(first.attribute)) of \(name) \(at)\(number(constraint.constant)) pt"
        }
        if first.attribute.kind == .size { return size(constraint, second) }
        if !constraint.multiplier.isOne {
            let at = constraint.relation == .equal ? "at " : limit(constraint.relation)
            return "Place the \(side(first.attribute)) of \(name) \(at)\(number(constraint.multiplier)) times the "
                + "\(side(second.attribute)) of \(other(second.item, first.item))\(offset(constraint.constant))"
        }
        // The inner one of two views is the subject.
        if isParent(first.item, of: second.item) {
            var turned = constraint
            (turned.first, turned.second) = (second, first)
            (turned.constant, turned.relation) = (-constraint.constant, constraint.relation.reversed)
            return place(turned, first)
        }
        return place(constraint, second)
    }

    // MARK: Sizes

    private func size(_ constraint: LayoutConstraint, _ second: LayoutAnchor) -> String {
        let first = constraint.first
        let name = names.name(of: first.item)
        if second.attribute != first.attribute {
            let whose = second.item == first.item ? "its" : "the"
            let of = second.item == first.item ? "" : " of \(other(second.item, first.item))"
            return "Make the \(side(first.attribute)) of \(name) \(limit(constraint.relation))\(number(constraint.multiplier)) times \(whose) "
                + "\(side(second.attribute))\(of)\(offset(constraint.constant))"
        }
        let factor = constraint.multiplier.isOne ? "" : "\(number(constraint.multiplier)) times "
        return "Make \(name) \(limit(constraint.relation))\(factor)as \(dimension(first.attribute)) as \(other(second.item, first.item))"
            + offset(constraint.constant)
    }

    private func dimension(_ attribute: LayoutAttribute) -> String { attribute == .width ? "wide" : "high" }

    // MARK: Locations

    private func place(_ constraint: LayoutConstraint, _ second: LayoutAnchor) -> String {
        let (first, constant) = (constraint.first, constraint.constant)
        let name = names.name(of: first.item)
        let isSame = first.attribute == second.attribute
        if isSame, first.attribute.isCenter, isParent(second.item, of: first.item), constant.isZero, constraint.relation == .equal {
            return "Center \(name) \(first.attribute.axis == .horizontal ? "horizontally" : "vertically") in \(superview(second.item))"
        }
        let verb = first.attribute.isCenter || first.attribute.isBaseline ? "Align" : "Pin"
        let with = verb == "Align" ? "with" : "to"
        let text = "\(verb) the \(side(first.attribute)) of \(name) \(with) the \(side(second.attribute)) of \(other(second.item, first.item))"
        if constant.isZero {
            switch constraint.relation {
            case .equal: return text
            case .lessThanOrEqual: return text + ", or before it"
            case .greaterThanOrEqual: return text + ", or beyond it"
            }
        }
        if isGap(constraint, second) {
            // A constant of at most -8 leaves a gap of at least 8.
            let relation = constant.isNegative ? constraint.relation.reversed : constraint.relation
            return "\(text), \(limit(relation))\(number(constant.magnitude)) pt apart"
        }
        return "\(text), with an offset of \(limit(constraint.relation))\(number(constant)) pt"
    }

    /// Returns whether a pin leaves a gap between two views, or between a view and its superview around it.
    private func isGap(_ constraint: LayoutConstraint, _ second: LayoutAnchor) -> Bool {
        let (first, isNegative) = (constraint.first.attribute, constraint.constant.isNegative)
        // Inside a superview or its safe area, a gap is between equal edges. Between neighbors it is between opposite edges.
        let isInside =
            isParent(second.item, of: constraint.first.item) || document.views[second.item].kind == .content
            || isSafeArea(second.item, around: constraint.first.item)
        if first.isNearEdge { return !isNegative && (isInside ? second.attribute.isNearEdge : second.attribute.isFarEdge) }
        return first.isFarEdge && isNegative && (isInside ? second.attribute.isFarEdge : second.attribute.isNearEdge)
    }

    // MARK: Words

    private func isParent(_ view: Int, of child: Int) -> Bool {
        document.views.indices.contains(child) && document.views[child].parent == view
    }

    private func isSafeArea(_ guide: Int, around view: Int) -> Bool {
        document.views[guide].design?.isSafeArea == true && document.views[guide].parent == document.views[view].parent
    }

    private func other(_ view: Int, _ first: Int) -> String {
        if isSafeArea(view, around: first) { return "the \(names.name(of: view))" }
        if document.views[view].kind == .content, let scroll = document.views[view].parent { return "the content of \(names.name(of: scroll))" }
        // The name of a scroll view must show whether its frame or its content is meant.
        let isNamed = document.views[first].kind != .view || document.views[view].kind == .scroll
        return isParent(view, of: first) && !isNamed ? superview(view) : names.name(of: view)
    }

    /// Returns `its superview`, with the name of one that has more than a general class.
    private func superview(_ index: Int) -> String {
        let view = document.views[index]
        let general: Set = ["UIView", "NSView"]
        let hasClass = view.className.map { !general.contains(ClassName.short($0)) } ?? (index != document.root)
        return hasClass || view.label != nil ? "its superview \(names.name(of: index))" : "its superview"
    }

    private func number(_ value: Rational) -> String { value.readingText }

    private func limit(_ relation: LayoutRelation) -> String {
        switch relation {
        case .equal: ""
        case .lessThanOrEqual: "at most "
        case .greaterThanOrEqual: "at least "
        }
    }

    private func offset(_ constant: Rational) -> String {
        constant.isZero ? "" : constant.isNegative ? ", minus \(number(constant.magnitude)) pt" : ", plus \(number(constant)) pt"
    }

    /// Returns the attribute in words: `top`, `leading edge`, `vertical center`.
    private func side(_ attribute: LayoutAttribute) -> String {
        switch attribute {
        case .top, .bottom: attribute.rawValue
        default: attribute.words
        }
    }
}

extension LayoutAttribute {
    var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

extension LayoutRelation {
    /// The relation after both sides change their signs.
    var reversed: LayoutRelation {
        switch self {
        case .equal: .equal
        case .lessThanOrEqual: .greaterThanOrEqual
        case .greaterThanOrEqual: .lessThanOrEqual
        }
    }
}
