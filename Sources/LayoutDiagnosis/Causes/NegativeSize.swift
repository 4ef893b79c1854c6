internal import ExactArithmetic
internal import LayoutModel

/// A constant leaves a view with a negative size.
enum NegativeSize: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.conflicts.contains(where: { $0.members.contains { $0.hasSuffix(">=0") } }),
            let room = facts.rows.filter({ $0.isFixedSize && $0.constant.isPositive }).map(\.constant).max(),
            let culprit = facts.own.filter({ $0.second != nil && $0.constant.magnitude > room }).max(by: {
                $0.constant.magnitude < $1.constant.magnitude
            })
        else { return nil }
        return Diagnosis(
            cause: .negativeSize, owner: .app,
            sentence:
                "The constant \(facts.number(culprit.constant.magnitude)) of \(facts.title(culprit)) is more than the \(facts.number(room)) pt available.",
            culprits: [culprit.id], because: facts.because([culprit]),
            remedies: [
                Remedy(
                    .changeConstant, [culprit.id], from: culprit.constant,
                    sentence: "Compute the constant of \(facts.title(culprit)) (\(culprit.id)) from the actual size of its container.")
            ])
    }
}
