internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

// Converts suggestions, which are proven to settle at least part of an ambiguity, to remedies in words.

extension AmbiguityDiagnoser {
    func remedies(_ ambiguity: Ambiguity) -> [Remedy] {
        let remedies = ambiguity.suggestions.lazy.compactMap(remedy).prefix(3)
        if !remedies.isEmpty { return Array(remedies) }
        return [Remedy(.other, sentence: "Add the constraints that \(names.name(of: ambiguity.view)) lacks: \(needs(ambiguity)).")]
    }

    /// Returns the change as a remedy, or nil if it is unreasonable.
    private func remedy(_ change: Change) -> Remedy? {
        switch change {
        case .add(_, let constraint):
            if hides(constraint) { return nil }
            let words = Instruction(document: document, names: names, isExample: true)
            return Remedy(adding: [constraint], to: document, names, sentence: "\(words.text(constraint)).")
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
    func title(_ id: String) -> String {
        if let index = constraints[id] {
            let row = DiagnosedRow(document.constraints[index], place: index)
            return "\(ConflictFacts(document, names, rows: [row], conflicts: []).title(row)) (\(id))"
        }
        switch implicit[id] {
        case .hugging(let view, let axis): return "the \(axis.rawValue) content hugging of \(names.name(of: view))"
        case .compressionResistance(let view, let axis): return "the \(axis.rawValue) compression resistance of \(names.name(of: view))"
        default: return id
        }
    }
}
