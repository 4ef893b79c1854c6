internal import LayoutModel
internal import StandardAdditions

/// A stack view's own distribution contradicts pins or sizes of its arranged views.
enum StackContents: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let stackRows = facts.rows.filter { $0.role == .stack }
        guard let first = stackRows.first else { return nil }
        let stacks = facts.views.filter { facts.shortClass(of: $0) == "UIStackView" || facts.shortClass(of: $0) == "NSStackView" }
        if let fill = stretched(facts, stackRows) ?? equal(facts, stackRows) { return fill }
        let arranged = Set(stackRows.flatMap(\.items)).subtracting(stacks)
        let pins = facts.own.filter { $0.second != nil && !arranged.isDisjoint(with: $0.items) }
        let ends = facts.own.filter { !stacks.isDisjoint(with: $0.items) && $0.first.attribute.isFarEdge }
        let culprit = pins.last ?? ends.last ?? facts.own.last
        guard let culprit else { return nil }
        if pins.isEmpty, !ends.isEmpty {
            let stack = culprit.items.first(where: stacks.contains) ?? (stacks.count == 1 ? stacks.first : nil)
            return tooLong(culprit, stackRows, facts, stack)
        }
        let view = culprit.items.first(where: arranged.contains) ?? first.first.item
        let stack = self.stack(arranging: view, of: stacks, by: stackRows, facts)
        let places = "\(stack.map { "The stack view \(facts.name($0))" } ?? "A stack view") already places \(facts.name(view))"
        return Diagnosis(
            cause: .stackContents, owner: .app, sentence: "\(places), but \(facts.says(culprit)).",
            culprits: [culprit.id], because: facts.because([culprit] + stackRows),
            remedies: [facts.remove(culprit, why: ": the stack view already places it"), facts.lower(culprit)])
    }

    /// Returns the stack view that arranges a view: its superview, else the one to which its own constraints connect it, else that of the
    /// views that they align with it. Nil if several may be meant.
    private static func stack(arranging view: Int, of stacks: Set<Int>, by rows: [DiagnosedRow], _ facts: ConflictFacts) -> Int? {
        var reached: Set<Int> = [view]
        var open = [view]
        while let next = open.popLast() {
            if let parent = facts.document.views[next].parent, stacks.contains(parent) { return parent }
            let beside = Set(rows.filter { $0.items.contains(next) }.flatMap(\.items))
            if let stack = beside.filter(stacks.contains).min() { return stack }
            for other in beside.sorted().reversed() where reached.insert(other).inserted { open.append(other) }
        }
        return stacks.count == 1 ? stacks.first : nil
    }

    /// Diagnoses arranged views of fixed sizes that the stack view's alignment stretches to its own size; nil if there are none.
    private static func stretched(_ facts: ConflictFacts, _ stackRows: [DiagnosedRow]) -> Diagnosis? {
        /// Returns the stack view if its alignment connects both edges of a view along an axis to its own.
        func stack(of view: Int, _ axis: Axis) -> Int? {
            let edges = stackRows.filter { row in
                row.identifier == "UISV-alignment" && row.first.item == view && row.axis == axis && row.relation == .equal
                    && row.second?.attribute == row.first.attribute && row.second.map { facts.document.views[view].parent == $0.item } == true
            }
            return Set(edges.map(\.first.attribute)).count == 2 ? edges.first?.second?.item : nil
        }
        let fixed = facts.own.filter { $0.isFixedSize && stack(of: $0.first.item, $0.axis) != nil }
        guard let first = fixed.first, let container = stack(of: first.first.item, first.axis) else { return nil }
        let same = fixed.filter { $0.axis == first.axis && stack(of: $0.first.item, $0.axis) == container }
        let (name, size) = (facts.name(container), first.axis == .horizontal ? "width" : "height")
        let views = same.map { "\(facts.name($0.first.item)) is \(facts.size($0.constant, $0.axis))" }
        var alignment = Remedy(
            .changeSetting, view: facts.document.views[container].id, axis: first.axis,
            sentence: "Set the alignment of the stack view \(name) to center, so that its views have their own \(size)s.",
            swift: "\(facts.variable(container)).alignment = .center")
        alignment.inspector = "In Interface Builder, select \(name) and set its Alignment to Center in the Attributes inspector."
        return Diagnosis(
            cause: .stackContents, owner: .app,
            sentence: "The stack view \(name) stretches its views to its own \(size) (alignment fill), but \(views.listed()).",
            culprits: same.map(\.id), because: facts.because(same + stackRows),
            remedies: [alignment, facts.remove(first, why: ": the stack view already determines its \(size)")])
    }

    /// Diagnoses arranged views of different fixed sizes in a stack view that makes all of them equally large; nil if there are none.
    private static func equal(_ facts: ConflictFacts, _ stackRows: [DiagnosedRow]) -> Diagnosis? {
        let equal = stackRows.filter { $0.identifier == "UISV-fill-equally" }
        let fixed = facts.own.filter { size in size.isFixedSize && equal.contains { $0.axis == size.axis && $0.items.contains(size.first.item) } }
        guard let first = fixed.first, let last = fixed.last, first.first.item != last.first.item, first.constant != last.constant,
            Set(fixed.map(\.axis)).count == 1
        else { return nil }
        let container = facts.document.views[first.first.item].parent
        let name = container.map { "the stack view \(facts.name($0))" } ?? "their stack view"
        let dimension = first.axis == .horizontal ? "wide" : "high"
        let sizes = fixed.map { "\(facts.name($0.first.item)) is fixed at \(facts.number($0.constant))" }
        var setting = Remedy(
            .changeSetting, view: container.map { facts.document.views[$0].id }, axis: first.axis,
            sentence: "Set the distribution of \(name) to fill, so that its views have their own sizes.",
            swift: container.map { "\(facts.variable($0)).distribution = .fill" })
        setting.inspector = container.map {
            "In Interface Builder, select \(facts.name($0)) and set its Distribution to Fill in the Attributes inspector."
        }
        return Diagnosis(
            cause: .stackContents, owner: .app,
            sentence: "The distribution of \(name) makes its views equally \(dimension), but \(sizes.listed()).",
            culprits: fixed.map(\.id), because: facts.because(fixed + stackRows),
            remedies: [facts.remove(last, why: ": the stack view already determines it"), setting])
    }

    /// Diagnoses arranged views and spaces that do not fit between the ends of their stack view.
    private static func tooLong(_ end: DiagnosedRow, _ stackRows: [DiagnosedRow], _ facts: ConflictFacts, _ stack: Int?) -> Diagnosis {
        let name = stack.map { "the stack view \(facts.name($0))" } ?? "the stack view"
        if facts.isTooLong, let size = facts.own.last(where: { $0.isSize && $0.axis == end.axis && $0.relation != .lessThanOrEqual }) {
            return Diagnosis(
                cause: .stackContents, owner: .app,
                sentence: "The arranged views of \(name) do not fit between its ends, which are both pinned: \(facts.fullSum() ?? facts.says(end)).",
                culprits: [size.id, end.id], because: facts.because([end] + stackRows),
                remedies: [facts.lower(size, why: ", so that the view can be smaller"), facts.remove(end)])
        }
        if let found = limited(end, stackRows, facts, name) { return found }
        return Diagnosis(
            cause: .stackContents, owner: .app,
            sentence: "The arranged views of \(name) do not fill it, and cannot grow, but both of its ends are pinned: \(facts.says(end)).",
            culprits: [end.id],
            because: facts.because([end] + stackRows),
            remedies: [facts.remove(end, why: ": its arranged views already determine its \(end.first.attribute.axis.sizeName)"), facts.lower(end)])
    }

    /// Diagnoses arranged views that are too long for a view around them whose size has a maximum; nil if there is no such view.
    private static func limited(_ end: DiagnosedRow, _ stackRows: [DiagnosedRow], _ facts: ConflictFacts, _ name: String) -> Diagnosis? {
        guard let conflict = facts.conflicts.first,
            let limit = facts.own.first(where: { $0.isSize && $0.relation == .lessThanOrEqual && $0.axis == end.axis }),
            let needed = facts.needed(of: limit) ?? facts.needed(of: limit, in: conflict), needed > limit.constant
        else { return nil }
        return Diagnosis(
            cause: .stackContents, owner: .app,
            sentence:
                "\(facts.name(limit.first.item)) is at most \(facts.size(limit.constant, limit.axis)), but the arranged views of \(name) and what is "
                + "pinned beside them need at least \(facts.number(needed)).",
            culprits: [limit.id], because: facts.because([end, limit] + stackRows),
            remedies: [facts.remove(limit, why: ", so that its contents fit"), facts.lower(limit)])
    }
}
