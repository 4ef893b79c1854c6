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
        // The constant at which nothing would be negative any more.
        let most = facts.conflicts.lazy.compactMap { facts.needed(of: culprit, in: $0) }.first
        let isPossible = most.map { $0.isZero || $0.isNegative == culprit.constant.isNegative } ?? false
        let words = isPossible ? most.map { "the \(facts.number($0.magnitude)) pt available" } : nil
        return Diagnosis(
            cause: .negativeSize, owner: .app,
            sentence:
                "The constant \(facts.number(culprit.constant.magnitude)) of \(facts.title(culprit)) is more than \(words ?? "there is room for").",
            culprits: [culprit.id], because: facts.because([culprit]),
            remedies: [
                Remedy(
                    .changeConstant, [culprit.id], from: culprit.constant,
                    sentence: "Compute the constant of \(facts.title(culprit)) (\(culprit.id)) from the actual size of its container.")
            ])
    }
}
