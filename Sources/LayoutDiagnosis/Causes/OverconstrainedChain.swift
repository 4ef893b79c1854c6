internal import LayoutModel

/// Gaps and sizes along a line do not sum to the distance between its ends. This is the fallback if no other cause applies.
enum OverconstrainedChain: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict else { return nil }
        let culprit = facts.own.last(where: \.isFarPin) ?? facts.own.last { $0.second != nil } ?? facts.own.last
        let arithmetic = facts.conflicts.first?.explanation ?? ""
        guard let culprit else {
            return Diagnosis(
                cause: .other, owner: .app, sentence: "The constraints contradict each other: \(arithmetic).", culprits: [],
                because: facts.because(facts.rows),
                remedies: [Remedy(.other, sentence: "None of these constraints can be changed by itself: change the size that is given.")])
        }
        return Diagnosis(
            cause: .overconstrainedChain, owner: .app, sentence: "The constraints along one line do not add up: \(arithmetic).",
            culprits: [culprit.id], because: facts.because(facts.own),
            remedies: [facts.remove(culprit), facts.lower(culprit)])
    }
}
