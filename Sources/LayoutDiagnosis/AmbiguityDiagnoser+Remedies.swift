internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Converts suggestions, which are proven to settle at least part of an ambiguity, to remedies in words.

extension AmbiguityDiagnoser {
    func remedies(_ ambiguity: Ambiguity) -> [Remedy] {
        let remedies = ambiguity.suggestions.lazy.compactMap { remedy($0, ambiguity) }.prefix(3)
        if !remedies.isEmpty { return Array(remedies) }
        if let size = fixedSize(ambiguity) { return [adding(size)] }
        return [Remedy(.other, sentence: "Add the constraints that \(names.name(of: ambiguity.view)) lacks: \(needs(ambiguity)).")]
    }

    /// Returns the change as a remedy, or nil if it is unreasonable.
    private func remedy(_ change: Change, _ ambiguity: Ambiguity) -> Remedy? {
        switch change {
        case .add(_, let constraint):
            // A fraction is that of the solved layout, and no number that a developer would choose.
            if hides(constraint) || !constraint.constant.isInteger || placements.has(constraint) { return nil }
            if lacksOnlySize(ambiguity, constraint.first.attribute.axis), constraint.first.attribute.kind != .size { return nil }
            return adding(constraint)
        case .remove(let constraint):
            if let index = constraints[constraint], document.constraints[index].origin != .user { return nil }
            return Remedy(.removeConstraint, [constraint], sentence: "Remove \(title(constraint)).")
        case .constant(let constraint, let from, let to):
            // A constant with the opposite sign is on the other side of its edge, which is not intended.
            if from.isNegative != to.isNegative, !from.isZero, !to.isZero { return nil }
            return Remedy(
                .changeConstant, [constraint], from: from, to: to,
                sentence: "Change the constant of \(title(constraint)) from \(number(from)) to \(number(to)).")
        case .relax(let constraint, let priority), .priority(let constraint, let priority):
            // Constraints that a stack view or a guide creates cannot be edited.
            if let index = constraints[constraint], document.constraints[index].origin == .system { return nil }
            return self.priority(constraint, priority)
        }
    }

    /// Returns whether the view is centered along the axis, so that its position follows from the missing size.
    func lacksOnlySize(_ ambiguity: Ambiguity, _ axis: Axis) -> Bool {
        placements.isCentered(ambiguity.view, axis) && placements.isPlaced(ambiguity.view, axis)
            && ambiguity.attributes.contains { $0.dimension == (axis == .horizontal ? .width : .height) }
    }

    /// Returns a constraint for an open size, the minimum one of a touch target, or nil if no size is open or that one is outside of
    /// its range.
    private func fixedSize(_ ambiguity: Ambiguity) -> LayoutConstraint? {
        let size = ambiguity.attributes.first { $0.dimension == .width || $0.dimension == .height }
        guard let size, ambiguity.cause == .underconstrained, size.admits(AmbiguityDiagnoser.touchable) else { return nil }
        let anchor = LayoutAnchor(ambiguity.view, size.dimension == .width ? .width : .height)
        let constraint = LayoutConstraint(id: "suggestion", first: anchor, constant: AmbiguityDiagnoser.touchable)
        return hides(constraint) || placements.has(constraint) ? nil : constraint
    }

    private static let touchable: Rational = 44

    private func adding(_ constraint: LayoutConstraint) -> Remedy {
        let words = Instruction(document: document, names: names, isExample: true)
        return Remedy(adding: [constraint], to: document, names, sentence: "\(words.text(constraint)).")
    }

    /// Returns whether the constraint makes a view smaller than its content, or invisible.
    private func hides(_ constraint: LayoutConstraint) -> Bool {
        guard constraint.second == nil, constraint.first.attribute.kind == .size, constraint.relation != .greaterThanOrEqual else { return false }
        let content = document.views[constraint.first.item].intrinsicContentSize[constraint.first.attribute.axis] ?? .zero
        return !constraint.constant.isPositive || constraint.constant < content
    }

    /// Returns a remedy that adds a constraint. The sentence is built from the instruction as a clause.
    func add(_ constraint: LayoutConstraint, _ sentence: (String) -> String) -> Remedy {
        let words = Instruction(document: document, names: names).text(constraint)
        let clause = words.prefix(1).lowercased() + words.dropFirst()
        return Remedy(adding: [constraint], to: document, names, sentence: sentence(clause))
    }

    /// Returns a remedy that makes these views as wide, or as high, as the first one, or nil if there are too many.
    func equalSizes(_ views: [Int], _ axis: Axis) -> Remedy? {
        guard let first = views.first, views.count > 1, views.count <= 12 else { return nil }
        let attribute: LayoutAttribute = axis == .horizontal ? .width : .height
        let constraints = views.dropFirst().map {
            LayoutConstraint(id: "suggestion", first: LayoutAnchor($0, attribute), second: LayoutAnchor(first, attribute))
        }
        var remedy = Remedy(
            adding: constraints, to: document, names,
            sentence: "Make \(views.map(names.name).listed()) equally \(axis == .horizontal ? "wide" : "high").")
        remedy.needsTrial = true
        return remedy
    }

    func priority(_ row: String, _ priority: Rational) -> Remedy {
        let text = number(priority)
        switch implicit[row] {
        case .hugging(let view, let axis):
            return Remedy(
                .setHugging, view: document.views[view].id, axis: axis, priority: priority,
                sentence: "Set the \(axis.rawValue) content hugging priority of \(names.name(of: view)) to \(text).")
        case .compressionResistance(let view, let axis):
            return Remedy(
                .setCompressionResistance, view: document.views[view].id, axis: axis, priority: priority,
                sentence: "Set the \(axis.rawValue) compression resistance priority of \(names.name(of: view)) to \(text).")
        default: return Remedy(.lowerPriority, [row], priority: priority, sentence: "Give \(title(row)) a priority of \(text).")
        }
    }

    // MARK: Words

    func number(_ value: Rational) -> String { value.readingText }

    /// Returns the row as a phrase: `the trailing pin of UILabel (c3)`, `the hugging of UILabel`.
    func title(_ id: String, hasID: Bool = true) -> String {
        if let index = constraints[id] {
            let row = DiagnosedRow(document.constraints[index], place: index)
            return ConflictFacts(document, names, rows: [row], conflicts: []).title(row) + (hasID ? " (\(id))" : "")
        }
        switch implicit[id] {
        case .hugging(let view, let axis): return "the \(axis.rawValue) content hugging of \(names.name(of: view))"
        case .compressionResistance(let view, let axis): return "the \(axis.rawValue) compression resistance of \(names.name(of: view))"
        default: return id
        }
    }
}
