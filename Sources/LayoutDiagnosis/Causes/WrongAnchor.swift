internal import ExactArithmetic
internal import LayoutModel

/// One pin ties an edge of a view to the opposite edge of its container, unlike all others.
enum WrongAnchor: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict else { return nil }
        let mixed = facts.own.filter { isMixed($0, facts) }
        guard mixed.count == 1, let culprit = mixed.first, let reference = facts.reference(culprit) else { return nil }
        let inner = facts.placed(culprit)
        // The others must show what is customary here: a pin of equal edges along the same axis.
        let isCustomary = facts.own.contains { row in
            guard let other = facts.reference(row), row.id != culprit.id, row.axis == culprit.axis else { return false }
            return facts.placed(row).attribute.edge == other.attribute.edge && other.attribute.kind != .size
        }
        guard isCustomary else { return nil }
        let (child, container) = (facts.name(inner.item), facts.name(reference.item))
        return Diagnosis(
            cause: .wrongAnchor, owner: .app,
            sentence: "The \(inner.attribute.words) of \(child) is tied to the \(reference.attribute.words) of \(container), which lies around it.",
            culprits: [culprit.id], because: facts.because([culprit] + facts.own.filter { $0.axis == culprit.axis && $0.id != culprit.id }),
            remedies: [
                Remedy(
                    .changeItem, [culprit.id],
                    sentence:
                        "Tie the \(inner.attribute.words) of \(child) to the \(inner.attribute.words) of \(container) instead (\(culprit.id))."),
                facts.remove(culprit),
            ])
    }

    /// Whether the row puts a view that lies inside another one at or beyond the wrong edge of that: it would be outside, or have no size.
    private static func isMixed(_ row: DiagnosedRow, _ facts: ConflictFacts) -> Bool {
        guard row.relation == .equal, row.multiplier.isOne, let reference = facts.reference(row) else { return false }
        let inner = facts.placed(row)
        guard facts.document.views[inner.item].parent == reference.item else { return false }
        // Measured from the placed view: `inner == reference + offset`.
        let offset = inner == row.first ? row.constant : -row.constant
        if inner.attribute.isNearEdge, reference.attribute.isFarEdge { return !offset.isNegative }
        if inner.attribute.isFarEdge, reference.attribute.isNearEdge { return !offset.isPositive }
        return false
    }
}
