internal import ExactArithmetic
internal import LayoutModel

/// A stack view's own distribution disagrees with pins or sizes of what it arranges.
enum StackContents: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let stackRows = facts.rows.filter { $0.role == .stack }
        guard let first = stackRows.first else { return nil }
        let stacks = facts.views.filter { facts.shortClass(of: $0) == "UIStackView" || facts.shortClass(of: $0) == "NSStackView" }
        let arranged = Set(stackRows.flatMap(\.items)).subtracting(stacks)
        let pins = facts.own.filter { $0.second != nil && !arranged.isDisjoint(with: $0.items) }
        let ends = facts.own.filter { !stacks.isDisjoint(with: $0.items) && $0.first.attribute.isFarEdge }
        let culprit = pins.last ?? ends.last ?? facts.own.last
        guard let culprit else { return nil }
        let places =
            stacks.min().map { "The stack view \(facts.name($0)) already places its views" }
            ?? "A stack view already arranges \(facts.name(first.first.item))"
        return Diagnosis(
            cause: .stackContents, owner: .app, sentence: "\(places), but \(facts.says(culprit)).",
            culprits: [culprit.id], because: facts.because([culprit] + stackRows),
            remedies: [facts.remove(culprit, why: ": the stack view places what it arranges"), facts.lower(culprit)],
            confidence: Rational(7, over: 10) ?? .one)
    }
}
