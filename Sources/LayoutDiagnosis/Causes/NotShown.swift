internal import LayoutModel

/// The constraints that a log prints are satisfiable, so the contradicting ones are not in it.
enum NotShown: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        if facts.isConflict { return nil }
        return Diagnosis(
            cause: .notShown, owner: facts.owner,
            sentence: "The printed constraints can all be satisfied; the contradicting constraint is not in this log.", culprits: [],
            because: facts.because(facts.rows),
            remedies: [
                Remedy(
                    .other,
                    sentence:
                        "Look at the whole message: its list may have more lines, or the conflict may depend on a margin or a font that is not printed."
                )
            ])
    }
}
