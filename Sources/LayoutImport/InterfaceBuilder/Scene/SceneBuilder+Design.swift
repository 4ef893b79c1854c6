internal import ExactArithmetic
internal import LayoutModel
internal import XML

// Properties that the file stores besides the layout, for diagnoses.

extension SceneBuilder {
    func design(of index: Int) -> ViewDesign {
        let view = scene.views[index]
        var design = ViewDesign()
        // The canvas determines the end of a scene's root, not the file.
        if !view.isComposed, let frame = view.superview == nil ? canvas.absolute[index] : view.frame {
            let isRoot = view.superview == nil
            design.frame = LayoutFrame(
                x: isRoot ? .zero : IBNumber.length(frame.x), y: isRoot ? .zero : IBNumber.length(frame.y),
                width: IBNumber.length(max(0, frame.width)),
                height: IBNumber.length(max(0, frame.height)))
        }
        if view.isStack, file.platform != .macOS {
            design.distribution = view.attribute("distribution").map { ViewDesign.Distribution(rawValue: $0) } ?? .fill
        }
        design.placeholderSize = LayoutSize(
            width: view.attribute("placeholderIntrinsicWidth").flatMap(IBNumber.exact).flatMap { $0.isPositive ? $0 : nil },
            height: view.attribute("placeholderIntrinsicHeight").flatMap(IBNumber.exact).flatMap { $0.isPositive ? $0 : nil })
        return design
    }

    /// Adds the constraints of the file that are not in the layout: those that are not installed for these size classes, and
    /// placeholders in a layout at run time.
    ///
    /// Constraints that the framework would reject, or that have no id, are left out.
    mutating func addInactiveConstraints() throws(ImportError) {
        let named = Set(constraints.flatMap { [$0.first.item, $0.second?.item ?? $0.first.item] })
        for (index, constraint) in scene.constraints.enumerated() {
            try limits.checkInterest(index)
            let isRemoved = options.mode == .run && constraint.isPlaceholder && !constraint.isUninstalled
            guard constraint.isUninstalled || isRemoved, var inactive = inactive(constraint) else { continue }
            // Only active constraints can mean a content area.
            let isMeant = [inactive.first, inactive.second ?? inactive.first].allSatisfy {
                views[$0.item].kind != .content || named.contains($0.item)
            }
            guard isMeant, !constraint.id.utf8.contains(UInt8(ascii: ".")), constraintIDs.insert(constraint.id).inserted,
                constraintNames.take(constraint.id) == constraint.id
            else { continue }
            inactive.isPlaceholder = isRemoved
            constraints.append(inactive)
        }
    }

    /// Returns the constraint as an inactive one, or nil if its items are not in the layout or the framework would reject it.
    private func inactive(_ constraint: IBConstraint) -> LayoutConstraint? {
        let element = constraint.element
        guard element["id"] != nil, let (first, second) = items.sides(of: constraint), !isPutAside(first), second.map({ !isPutAside($0) }) ?? true,
            let one = anchor(first, paired: second), let relation = LayoutRelation(interfaceBuilder: element["relation"])
        else { return nil }
        let other = second.flatMap { anchor($0, paired: first) }
        guard second == nil || other != nil, isNumber(element["constant"]), let multiplier = multiplier(element, isAlone: other == nil),
            let priority = element["priority"].map(IBNumber.exact) ?? 1000, priority.isPositive, priority <= LayoutPriority.required,
            (try? ConstraintRules.check(one.attribute, other?.attribute, multiplier: multiplier, at: .document)) != nil
        else { return nil }
        let identifier = element["identifier"]
        return withoutContentMargins(
            LayoutConstraint(
                id: constraint.id, first: one, relation: relation, second: other, multiplier: multiplier,
                constant: items.exactConstant(of: constraint), priority: priority, isActive: false, identifier: identifier,
                source: reference(element), origin: LayoutConstraint.Origin(identifier: identifier)))
    }

    /// Returns whether the item's view is not part of the layout.
    private func isPutAside(_ side: IBItems.Side) -> Bool {
        guard let owner = side.owner(in: scene) else { return false }
        return scene.views[owner].isUninstalled || scene.views[owner].isDropped
    }

    private func isNumber(_ text: String?) -> Bool { text.map { IBNumber.exact($0) != nil } ?? true }

    /// Returns the multiplier, or nil if that of the file is not a number.
    private func multiplier(_ element: XMLElement, isAlone: Bool) -> Rational? {
        guard !isAlone, let text = element["multiplier"] else { return .one }
        return IBNumber.multiplier(text)
    }
}

extension LayoutRelation {
    /// Creates the relation from the file's word, or returns nil if there is none.
    fileprivate init?(interfaceBuilder word: String?) {
        switch word {
        case nil, "equal": self = .equal
        case "greaterThanOrEqual": self = .greaterThanOrEqual
        case "lessThanOrEqual": self = .lessThanOrEqual
        default: return nil
        }
    }
}
