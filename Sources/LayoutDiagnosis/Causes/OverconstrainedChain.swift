internal import LayoutModel

/// Gaps and sizes along a line do not sum to the distance between its ends. This is the fallback if no other cause applies.
enum OverconstrainedChain: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict else { return nil }
        let culprit = tooShort(facts) ?? facts.own.last(where: \.isFarPin) ?? facts.own.last { $0.second != nil } ?? facts.own.last
        let arithmetic = facts.conflicts.first?.explanation ?? ""
        guard let culprit else {
            return Diagnosis(
                cause: .other, owner: .app, sentence: "The constraints contradict each other: \(arithmetic).", culprits: [],
                because: facts.because(facts.rows),
                remedies: [Remedy(.other, sentence: "None of these constraints can be changed: change the size of the layout instead.")])
        }
        return Diagnosis(
            cause: .overconstrainedChain, owner: .app,
            sentence: "The constraints do not add up \(facts.own.first.map { "\($0.axis.rawValue)ly: " } ?? "")\(arithmetic).",
            culprits: [culprit.id], because: facts.because(facts.own),
            remedies: [facts.remove(culprit), facts.lower(culprit)])
    }

    /// Returns the fixed size to give up if several fixed sizes do not fill the line, or nil if the line is too long. For a log,
    /// it is the size that the system broke.
    private static func tooShort(_ facts: ConflictFacts) -> DiagnosedRow? {
        guard let conflict = facts.conflicts.first, let axis = facts.own.first?.axis else { return nil }
        let sizes = facts.own.filter { row in
            let isContainer = facts.own.contains { $0.items.contains { facts.lies($0, inside: row.first.item) } }
            guard row.isFixedSize, row.axis == axis, !isContainer, let needed = facts.needed(of: row, in: conflict) else { return false }
            return needed > row.constant
        }
        guard sizes.count > 1 else { return nil }
        let broken = facts.document.recordedBroken.flatMap { index in
            facts.document.constraints.indices.contains(index) ? facts.document.constraints[index].id : nil
        }
        return sizes.first { $0.id == broken } ?? sizes.last
    }
}
