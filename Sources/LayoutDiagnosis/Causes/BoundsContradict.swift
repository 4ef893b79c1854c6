internal import ExactArithmetic
internal import LayoutModel

/// A limit contradicts a value or another limit of the same attribute.
enum BoundsContradict: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? { ofContent(facts) ?? ofLimits(facts) }

    /// Diagnoses a fixed size against a content size of priority 1000.
    private static func ofContent(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict, facts.own.count == 1, facts.rows.count == 2, let size = facts.own.first, size.isSize,
            let content = facts.rows.first(where: { $0.role == .content && $0.first == size.first })
        else { return nil }
        let name = facts.name(size.first.item)
        let view = facts.document.views[size.first.item].id
        let isTooSmall = content.relation == .greaterThanOrEqual
        let content999 = Remedy(
            isTooSmall ? .setCompressionResistance : .setHugging, view: view, axis: size.axis, priority: 999,
            sentence: "Give the \(size.axis.rawValue) \(isTooSmall ? "compression resistance" : "content hugging") of \(name) a priority of 999.")
        return Diagnosis(
            cause: .boundsContradict, owner: .app,
            sentence: "\(facts.says(size)), but its content is \(facts.size(content.constant, size.axis)) and its "
                + "\(isTooSmall ? "compression resistance" : "content hugging") is required.",
            culprits: [size.id], because: facts.because([size, content]),
            remedies: [
                Remedy(
                    .changeConstant, [size.id], from: size.constant, to: content.constant,
                    sentence:
                        "Change the constant of \(facts.title(size)) (\(size.id)) to \(facts.number(content.constant)), which the content needs."),
                facts.remove(size, why: ": the content already determines it"), content999,
            ])
    }

    private static func ofLimits(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict, facts.own.count == 2, facts.own.contains(where: { $0.relation != .equal }),
            Set(facts.own.map { LayoutAnchor($0.first.item, $0.first.attribute.edge) }).count == 1,
            Set(facts.own.map { $0.second.map { LayoutAnchor($0.item, $0.attribute.edge) } }).count == 1
        else { return nil }
        // The limit that shows a view's content completely is right, if only one does.
        let isFirstRight = facts.cuts(facts.own[0].first, to: facts.own[1].constant)
        let (culprit, other) = isFirstRight ? (facts.own[1], facts.own[0]) : (facts.own[0], facts.own[1])
        // Constants of other multiples cannot be compared.
        guard culprit.multiplier == other.multiplier else {
            let equality = culprit.relation == .equal ? culprit : other
            return diagnosis(facts, culprit, other, [facts.lower(equality), facts.remove(culprit), facts.remove(other)])
        }
        // A constant with the opposite sign would be on the other side.
        let isPossible = culprit.constant.isNegative == other.constant.isNegative && !facts.cuts(culprit.first, to: other.constant)
        let change = Remedy(
            .changeConstant, [culprit.id], from: culprit.constant, to: isPossible ? other.constant : nil,
            sentence: "Change the constant of \(facts.title(culprit)) (\(culprit.id))"
                + (isPossible ? " to \(facts.number(other.constant)), which satisfies both." : " or of \(other.id), so that both can be satisfied."))
        return diagnosis(facts, culprit, other, [change, facts.remove(other)])
    }

    private static func diagnosis(_ facts: ConflictFacts, _ culprit: DiagnosedRow, _ other: DiagnosedRow, _ remedies: [Remedy]) -> Diagnosis {
        Diagnosis(
            cause: .boundsContradict, owner: .app,
            sentence: "Two limits contradict each other: \(facts.says(culprit)), and \(facts.says(other)).",
            culprits: facts.own.map(\.id), because: facts.because(facts.own), remedies: remedies)
    }
}
