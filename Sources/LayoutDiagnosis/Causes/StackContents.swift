internal import LayoutModel

/// A stack view's own distribution contradicts pins or sizes of its arranged views.
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
        if pins.isEmpty, !ends.isEmpty { return tooLong(culprit, stackRows, facts, stacks) }
        let places =
            stacks.min().map { "The stack view \(facts.name($0)) already places its views" }
            ?? "A stack view already arranges \(facts.name(first.first.item))"
        return Diagnosis(
            cause: .stackContents, owner: .app, sentence: "\(places), but \(facts.says(culprit)).",
            culprits: [culprit.id], because: facts.because([culprit] + stackRows),
            remedies: [facts.remove(culprit, why: ": the stack view already places it"), facts.lower(culprit)])
    }

    /// Diagnoses arranged views and spaces that do not fit between the ends of their stack view.
    private static func tooLong(_ end: DiagnosedRow, _ stackRows: [DiagnosedRow], _ facts: ConflictFacts, _ stacks: Set<Int>) -> Diagnosis {
        let name = stacks.min().map { "the stack view \(facts.name($0))" } ?? "the stack view"
        return Diagnosis(
            cause: .stackContents, owner: .app,
            sentence: "The arranged views of \(name) do not fill it, since its ends are pinned elsewhere: \(facts.says(end)).", culprits: [end.id],
            because: facts.because([end] + stackRows),
            remedies: [facts.remove(end, why: ": its arranged views already determine its \(end.first.attribute.axis.sizeName)"), facts.lower(end)])
    }
}
