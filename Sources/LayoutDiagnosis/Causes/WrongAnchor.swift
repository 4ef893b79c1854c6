internal import ExactArithmetic
internal import LayoutModel

/// A pin connects an edge of a view to the opposite edge of its container, unlike all others.
enum WrongAnchor: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict else { return nil }
        let mixed = facts.own.filter(facts.isBeyondItsContainer)
        guard mixed.count == 1, let culprit = mixed.first, let reference = facts.reference(culprit) else { return nil }
        let inner = facts.placed(culprit)
        // If another constraint already determines the edge, the corrected pin would be a duplicate.
        if facts.setTwice.contains(where: { $0.rows.contains { $0.id == culprit.id } }) { return nil }
        // The others must show the usual form: a pin of equal edges along the same axis.
        let isCustomary = facts.own.contains { row in
            guard let other = facts.reference(row), row.id != culprit.id, row.axis == culprit.axis else { return false }
            return facts.placed(row).attribute.edge == other.attribute.edge && other.attribute.kind != .size
        }
        guard isCustomary else { return nil }
        let (child, container) = (facts.name(inner.item), facts.name(reference.item))
        return Diagnosis(
            cause: .wrongAnchor, owner: .app,
            sentence: "The \(inner.attribute.words) of \(child) is pinned to the \(reference.attribute.words) of \(container), which contains it.",
            culprits: [culprit.id], because: facts.because([culprit] + facts.own.filter { $0.axis == culprit.axis && $0.id != culprit.id }),
            remedies: [
                Remedy(
                    .changeItem, [culprit.id],
                    sentence:
                        "Pin the \(inner.attribute.words) of \(child) to the \(inner.attribute.words) of \(container) instead (\(culprit.id))."),
                facts.remove(culprit),
            ])
    }
}
