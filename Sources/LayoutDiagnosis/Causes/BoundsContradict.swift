internal import ExactArithmetic
internal import LayoutModel

/// A limit contradicts a value or another limit of the same attribute.
enum BoundsContradict: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict, facts.own.count == 2, facts.own.contains(where: { $0.relation != .equal }),
            Set(facts.own.map { LayoutAnchor($0.first.item, $0.first.attribute.edge) }).count == 1,
            Set(facts.own.map { $0.second.map { LayoutAnchor($0.item, $0.attribute.edge) } }).count == 1
        else { return nil }
        let culprit = facts.own[0]
        let other = facts.own[1]
        let isSameSign = culprit.constant.isNegative == other.constant.isNegative
        let change = Remedy(
            .changeConstant, [culprit.id], from: culprit.constant, to: isSameSign ? other.constant : nil,
            sentence: "Change \(culprit.id) or \(other.id), so that both can hold: at \(facts.number(other.constant)) they do.")
        return Diagnosis(
            cause: .boundsContradict, owner: .app,
            sentence: "Two limits contradict each other: \(facts.says(culprit)), and \(facts.says(other)).",
            culprits: facts.own.map(\.id), because: facts.because(facts.own), remedies: [change, facts.remove(other)],
            confidence: Rational(17, over: 20) ?? .one)
    }
}
