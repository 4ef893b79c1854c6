internal import ExactArithmetic
internal import LayoutModel

/// The constraints of two states of an animation are active at once: both edges of a view of a fixed size are pinned to one edge of another view,
/// one to hide the view behind that edge, and the other to show it.
enum HiddenAndShown: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict else { return nil }
        let sizes = facts.own.filter { $0.isFixedSize && $0.constant.isPositive }
        for size in sizes {
            let pins = facts.own.filter { row in
                row.axis == size.axis && row.relation == .equal && row.multiplier.isOne && facts.placed(row).item == size.first.item
                    && facts.reference(row) != nil
            }
            for near in pins where facts.placed(near).attribute.isNearEdge {
                guard let far = pins.first(where: { facts.placed($0).attribute.isFarEdge && facts.reference($0) == facts.reference(near) }),
                    let edge = facts.reference(near), edge.attribute.isNearEdge || edge.attribute.isFarEdge,
                    facts.document.isFragment || facts.lies(size.first.item, inside: edge.item),
                    facts.conflicts.allSatisfy({ $0.members.contains(near.id) || $0.members.contains(far.id) })
                else { continue }
                return edge.attribute.isFarEdge
                    ? diagnosis(size, hidden: near, shown: far, edge, facts) : diagnosis(size, hidden: far, shown: near, edge, facts)
            }
        }
        return nil
    }

    private static func diagnosis(
        _ size: DiagnosedRow, hidden: DiagnosedRow, shown: DiagnosedRow, _ edge: LayoutAnchor, _ facts: ConflictFacts
    ) -> Diagnosis {
        let name = facts.name(size.first.item)
        let (outer, inner) = (facts.placed(hidden).attribute.words, facts.placed(shown).attribute.words)
        return Diagnosis(
            cause: .bothVariantsActive, owner: .app,
            sentence:
                "The \(outer) and the \(inner) of \(name) are both pinned to the \(edge.attribute.words) of \(facts.name(edge.item)): "
                + "one hides it, the other shows it, and both are active at once.",
            culprits: [hidden.id, shown.id], because: facts.because([hidden, shown, size]),
            remedies: [
                Remedy(
                    .deactivateFirst, [hidden.id],
                    sentence: "Deactivate the pin that hides it (\(hidden.id)) before you activate the one that shows it (\(shown.id)).",
                    swift: "NSLayoutConstraint.deactivate([hiddenConstraint])"),
                Remedy(
                    .deactivateFirst, [shown.id],
                    sentence: "Deactivate the pin that shows it (\(shown.id)) before you activate the one that hides it (\(hidden.id)).",
                    swift: "NSLayoutConstraint.deactivate([shownConstraint])"),
            ])
    }
}
