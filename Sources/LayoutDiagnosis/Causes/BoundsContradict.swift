internal import ExactArithmetic
internal import LayoutModel

/// A limit contradicts a value or another limit of the same attribute.
enum BoundsContradict: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict, facts.own.count == 2, facts.own.contains(where: { $0.relation != .equal }),
            Set(facts.own.map { LayoutAnchor($0.first.item, $0.first.attribute.edge) }).count == 1,
            Set(facts.own.map { $0.second.map { LayoutAnchor($0.item, $0.attribute.edge) } }).count == 1
        else { return nil }
        // What shows a view's content whole is right, if one of them does.
        let isFirstRight = facts.cuts(facts.own[0].first, to: facts.own[1].constant)
        let (culprit, other) = isFirstRight ? (facts.own[1], facts.own[0]) : (facts.own[0], facts.own[1])
        // A constant of the other sign would lie on the other side.
        let isPossible = culprit.constant.isNegative == other.constant.isNegative && !facts.cuts(culprit.first, to: other.constant)
        let change = Remedy(
            .changeConstant, [culprit.id], from: culprit.constant, to: isPossible ? other.constant : nil,
            sentence: "Change the constant of \(facts.title(culprit)) (\(culprit.id))"
                + (isPossible ? " to \(facts.number(other.constant)), at which both hold." : " or of \(other.id), so that both can hold."))
        return Diagnosis(
            cause: .boundsContradict, owner: .app,
            sentence: "Two limits contradict each other: \(facts.says(culprit)), and \(facts.says(other)).",
            culprits: facts.own.map(\.id), because: facts.because(facts.own), remedies: [change, facts.remove(other)],
            confidence: Rational(17, over: 20) ?? .one)
    }
}
