internal import LayoutModel

// Reports facts that a log states in place of predictions.

extension Analysis {
    /// Adopts facts that a console log states: which constraint the system broke, or that it reported no conflict.
    mutating func followLog(_ document: LayoutDocument) {
        guard document.isFragment else { return }
        if let recorded = document.recordedBroken, document.constraints.indices.contains(recorded) {
            follow(document.constraints[recorded], document)
        } else if document.isWithoutConstraints {
            decisions = []
            if !isUndecided { missing = ["the constraints, because the text contains none"] }
        } else if document.isList, !isConflicting {
            // Nothing was broken, so there is nothing to predict.
            decisions = []
            log?.prediction = BreakingPrediction(
                candidates: [], reason: "the text is a list of constraints without a conflict message, and they can all be satisfied")
            if !isUndecided {
                missing = ["whether anything is wrong: this is a list of constraints that can all be satisfied, not a conflict message"]
            }
        }
    }

    /// Reports the constraint that the system broke, in place of the predicted one.
    private mutating func follow(_ recorded: LayoutConstraint, _ document: LayoutDocument) {
        broken = [recorded.id]
        let known = decisions.first { $0.conflict.contains(recorded.id) }
        let members =
            known?.conflict ?? conflicts.first { $0.members.contains(recorded.id) }?.members
            ?? document.constraints.filter { $0.isActive && $0.isRequired }.map(\.id)
        let printed = recorded.printed ?? document.phrase(of: recorded)
        let listed = Set(members)
        let lines = document.constraints.filter { listed.contains($0.id) }.map { "    \"\($0.printed ?? document.phrase(of: $0))\"" }
        var decision = Decision(
            sequence: 1, trigger: known?.trigger ?? members.last ?? recorded.id, conflict: members, broken: recorded.id,
            candidates: [BreakingCandidate(constraint: recorded.id)], policy: known?.policy ?? decisions.first?.policy ?? .uikit,
            reason: "the log says that \(recorded.id) was broken",
            log: "Unable to simultaneously satisfy constraints.\n(\n\(lines.joined(separator: ",\n"))\n)\n\n"
                + "Will attempt to recover by breaking constraint \n\(printed)\n")
        decision.isAssumed = known == nil && conflicts.allSatisfy { !$0.members.contains(recorded.id) }
        decisions = [decision]
    }
}
