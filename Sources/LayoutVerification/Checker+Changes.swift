internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

extension Checker {
    /// Checks that a fix changes a single member of a conflict and ends it. `checkConflict` must have accepted the conflict.
    public func checkFix(_ change: Change, of conflict: ConflictEvidence) -> [Refusal] {
        guard let identifier = change.constraintIdentifier else { return [Refusal("fix", "the changed row is not a member of the conflict")] }
        let claim = "fix of \(identifier)"
        guard let place = conflict.members.firstIndex(where: { isRow($0) && system.id(of: $0) == identifier }),
            conflict.factors.indices.contains(place), let constraint = constraint(of: conflict.members[place])
        else { return [Refusal(claim, "the changed row is not a constraint of the document that is a member of the conflict")] }
        switch change {
        case .relax(_, let priority):
            return lowers(priority) ? [] : [Refusal(claim, "the new priority is not below required")]
        case .remove:
            return []
        case .constant(_, let from, let to):
            guard from == constraint.constant else { return [Refusal(claim, "the constraint's current constant is not \(from.decimalText())")] }
            let ends = ends(conflict, movingConstantOf: conflict.members[place], of: constraint, by: to - from)
            return ends ? [] : [Refusal(claim, "the conflict remains after the change")]
        case .add, .priority:
            return [Refusal(claim, "a change of this kind cannot resolve a conflict")]
        }
    }

    /// Checks that suggestions change something that exists. Their effect is not checked, as that would require solving the
    /// changed layouts.
    ///
    /// - Parameter near: rows that the changes probably refer to, which are searched first.
    public func checkSuggestions(_ changes: [Change], near: [Int] = []) -> [Refusal] {
        var wanted = Set(changes.compactMap(\.constraintIdentifier))
        var rows: [String: Int] = [:]
        for row in wanted.isEmpty ? [] : Set(near) where isRow(row) {
            if let identifier = wanted.remove(system.id(of: row)) { rows[identifier] = row }
        }
        if !wanted.isEmpty {
            for row in system.rows.indices {
                let identifier = system.id(of: row)
                if wanted.contains(identifier) { rows[identifier] = row }
            }
        }
        return changes.compactMap { change in
            guard let identifier = change.constraintIdentifier else {
                if case .add(let equation, _) = change, !equation.isEmpty { return nil }
                return Refusal("suggestion", "the change adds an empty constraint")
            }
            let claim = "suggestion for \(identifier)"
            guard let row = rows[identifier] else { return Refusal(claim, "the row is unknown") }
            return whyNoSuggestion(change, for: row).map { Refusal(claim, $0) }
        }
    }

    private func whyNoSuggestion(_ change: Change, for row: Int) -> String? {
        let constraint = constraint(of: row)
        switch change {
        case .relax(_, let priority):
            guard constraint != nil || isContentPriority(row) else { return "the row's priority cannot be changed" }
            return system.rows[row].isRequired && lowers(priority) ? nil : "the change does not make a required row optional"
        case .priority(_, let priority):
            guard constraint != nil || isContentPriority(row) else { return "the row's priority cannot be changed" }
            let isOther = priority != system.rows[row].priority && priority.isPositive && priority <= LayoutPriority.required
            return isOther ? nil : "the new priority is invalid or the same as before"
        case .constant(_, let from, let to):
            guard constraint?.constant == from else { return "the constraint's current constant is not \(from.decimalText())" }
            return from == to ? "the new constant is the same as before" : nil
        case .remove, .add:
            return constraint == nil ? "only a constraint of the document can be removed" : nil
        }
    }

    private func lowers(_ priority: Rational) -> Bool {
        priority.isPositive && priority < LayoutPriority.required
    }

    private func constraint(of row: Int) -> LayoutConstraint? {
        guard case .constraint(let index) = system.rows[row].kind else { return nil }
        return system.document.constraints[index]
    }

    private func isContentPriority(_ row: Int) -> Bool {
        switch system.rows[row].kind {
        case .implicit(.hugging), .implicit(.compressionResistance): true
        default: false
        }
    }

    /// Returns whether some layout of the conflict's evidence, which satisfies all other members and the background, satisfies a
    /// member as well once its constant has increased by `step`.
    private func ends(_ conflict: ConflictEvidence, movingConstantOf row: Int, of constraint: LayoutConstraint, by step: Rational) -> Bool {
        conflict.minimality.holds(row, movedBy: constraint.relation == .lessThanOrEqual ? step : -step, in: system)
    }
}

extension Change {
    /// The id of the row that the change refers to; nil for an addition.
    fileprivate var constraintIdentifier: String? {
        switch self {
        case .add: nil
        case .relax(let constraint, _), .priority(let constraint, _), .constant(let constraint, _, _), .remove(let constraint): constraint
        }
    }
}
