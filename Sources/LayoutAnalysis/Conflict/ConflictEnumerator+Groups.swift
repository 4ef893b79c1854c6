internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

// Conflicts without common rows are resolved independently. Starting from one layout that violates a row or two of each group of
// conflicts, a change is searched separately for each way to resolve the conflicts of one group. If no changes of two groups
// affect a common row that could become violated, they can be combined arbitrarily, and no combination must be tried.

extension ConflictEnumerator {
    /// The maximum number of rows to branch on.
    private static let mostSplits = 6
    /// The maximum number of minimal hitting sets of one group of conflicts.
    private static let mostSets = 4000

    /// Finds the conflicts among the rows that are not dropped, and a plan that shows that none is missing.
    ///
    /// - Parameters:
    ///   - dropped: rows that are left out.
    ///   - kept: rows that may not be dropped.
    /// - Returns: the plan, or nil if the limit was reached or the groups are not separable.
    mutating func exploreGroups(dropped: Set<Int> = [], kept: Set<Int> = [], splits: Int = 0) throws(Budget.Spent) -> CompletenessPlan? {
        guard let base = try findBase(dropped, kept) else { return nil }
        if case .met = base { return .met }
        while true {
            let open = conflicts.map(own).filter(dropped.isDisjoint).map { Set($0).subtracting(kept) }
            if open.contains(where: \.isEmpty) { return .met }
            let groups = ConflictEnumerator.groups(open)
            if splits < ConflictEnumerator.mostSplits, let row = ConflictEnumerator.rowToSplit(groups) {
                guard let without = try exploreGroups(dropped: dropped.union([row]), kept: kept, splits: splits + 1),
                    let with = try exploreGroups(dropped: dropped, kept: kept.union([row]), splits: splits + 1)
                else { return nil }
                return .split(row: row, without: without, with: with)
            }
            guard case .layout(let layout) = base else { return nil }
            let known = conflicts.count
            let plan = try explore(groups, from: layout, dropped)
            if conflicts.count == known || conflicts.count >= limit { return conflicts.count < limit ? plan : nil }
        }
    }

    private enum Base {
        /// A conflict consists only of rows that may not be dropped, so nothing resolves it.
        case met
        /// A layout that violates only dropped rows and rows of conflicts.
        case layout(LocalRepair)
    }

    /// Drops a row of each known conflict, and adds conflicts that remain, until the remaining rows are feasible. Returns nil if
    /// the limit was reached.
    private mutating func findBase(_ dropped: Set<Int>, _ kept: Set<Int>) throws(Budget.Spent) -> Base? {
        var out = dropped
        while true {
            for rows in conflicts.map(own) where out.isDisjoint(with: rows) {
                guard let row = rows.last(where: { !kept.contains($0) }) else { return .met }
                out.insert(row)
            }
            if conflicts.count >= limit { return nil }
            switch try required.settle(without: out) {
            case .conflict(let conflict): conflicts.append(try required.minimal(conflict))
            case .holds: return required.layout.map { .layout($0) }
            }
        }
    }

    /// Finds a change of the layout for each minimal hitting set of each group, or adds conflicts that remain. Returns nil if
    /// groups interact or a conflict was added.
    private mutating func explore(
        _ groups: [[Set<Int>]], from base: LocalRepair, _ dropped: Set<Int>
    ) throws(Budget.Spent) -> CompletenessPlan? {
        var meetings = Meetings(base)
        var proven: [CompletenessPlan.Group] = []
        let known = conflicts.count
        for (number, group) in groups.enumerated() {
            let members = group.reduce(into: Set<Int>()) { $0.formUnion($1) }
            var search = GroupSearch(required: required, base: base, others: dropped.union(base.violated.subtracting(members)))
            search.room = limit - conflicts.count
            defer { conflicts += search.found }
            if group.count == 1, let only = group.first {
                for row in required.system.chained(only) where search.room > 0 { try search.visit([row]) { meetings.note($0, of: number, at: $1) } }
            } else {
                var count = 0
                try HittingSets(family: group, budget: required.budget).forEach { (way) throws(Budget.Spent) -> Bool in
                    try search.visit(way) { meetings.note($0, of: number, at: $1) }
                    count += 1
                    return search.room > 0 && count <= ConflictEnumerator.mostSets
                }
                if count > ConflictEnumerator.mostSets { return nil }
            }
            if search.room <= 0 { return nil }
            proven.append(CompletenessPlan.Group(rows: members.sorted(), alternatives: search.alternatives))
        }
        if conflicts.count > known || !meetings.areHarmless { return nil }
        return .independent(base: base.point, groups: proven)
    }

    /// Returns the connected components of a family of sets, connected by common elements.
    private static func groups(_ family: [Set<Int>]) -> [[Set<Int>]] {
        var numbers: [Int: Int] = [:]
        for member in family { for element in member where numbers[element] == nil { numbers[element] = numbers.count } }
        var joined = DisjointSets(count: numbers.count)
        for member in family {
            let own = member.compactMap { numbers[$0] }
            for number in own.dropFirst() { joined.join(own[0], number) }
        }
        var groups: [Int: [Set<Int>]] = [:]
        var order: [Int] = []
        for member in family {
            guard let number = member.first.flatMap({ numbers[$0] }) else { continue }
            let root = joined.root(number)
            if groups[root] == nil { order.append(root) }
            groups[root, default: []].append(member)
        }
        return order.compactMap { groups[$0] }
    }

    /// Returns a row that many conflicts of a group share, if the group has too many minimal hitting sets. Otherwise returns nil.
    private static func rowToSplit(_ groups: [[Set<Int>]]) -> Int? {
        for group in groups where group.count > 1 && hasManySets(group) {
            var counts: [Int: Int] = [:]
            for conflict in group { for row in conflict { counts[row, default: 0] += 1 } }
            let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
            if let most, most.value > 1 { return most.key }
        }
        return nil
    }
}

/// The search for a change of a layout for each minimal hitting set of one group of conflicts.
private struct GroupSearch {
    var required: FeasibilityOracle
    /// Rows that need not be satisfied here: dropped rows, and those that the layout violates in other groups.
    let others: Set<Int>
    /// The number of conflicts that may still be found.
    var room = 0
    private(set) var found: [ProvenConflict] = []
    private(set) var alternatives: [[VariableChange]] = []
    /// The rows that each alternative violates.
    private var shown: [BitSet] = []
    /// The rows of each conflict that was found.
    private var foundRows: [BitSet] = []

    init(required: FeasibilityOracle, base: LocalRepair, others: Set<Int>) {
        self.required = required
        self.others = others
        self.required.layout = base
    }

    /// Drops a minimal hitting set. Either a change of the layout satisfies the other rows, or a new conflict is found.
    mutating func visit(_ way: Set<Int>, note: ([VariableChange], LocalRepair) -> Void) throws(Budget.Spent) {
        let count = required.system.rows.count
        var ended = BitSet(room: count, way)
        // A single row is never covered by another way.
        if way.count > 1, shown.contains(where: { $0.isSubset(of: ended) }) { return }
        // Conflicts found meanwhile are resolved too before rows are tried, so that each pass finds several.
        for (place, conflict) in found.enumerated() where ended.isDisjoint(with: foundRows[place]) {
            if let row = conflict.own(in: required.system).last { ended.insert(row) }
        }
        switch try required.settle(without: others.union(ended.numbers)) {
        case .conflict(let shown):
            let conflict = try required.minimal(shown)
            found.append(conflict)
            foundRows.append(BitSet(room: count, conflict.own(in: required.system)))
            room -= 1
        case .holds(let changes):
            guard let layout = required.layout else { return }
            alternatives.append(changes)
            shown.append(BitSet(room: count, layout.violated.subtracting(others)))
            note(changes, layout)
        }
    }
}

/// The rows that the changes of several groups affect, with bounds of each group's effect on them.
private struct Meetings {
    private struct Reach {
        var group: Int
        var low: Rational
        var high: Rational
    }

    private let base: LocalRepair
    private var reaches: [Int: [Reach]] = [:]

    init(_ base: LocalRepair) {
        self.base = base
    }

    mutating func note(_ changes: [VariableChange], of group: Int, at layout: LocalRepair) {
        for row in layout.rows(touching: changes) {
            let change = layout.value(of: row) - base.value(of: row)
            var list = reaches[row] ?? []
            if let place = list.firstIndex(where: { $0.group == group }) {
                list[place].low = min(list[place].low, change)
                list[place].high = max(list[place].high, change)
            } else if !change.isZero {
                list.append(Reach(group: group, low: min(change, .zero), high: max(change, .zero)))
            }
            reaches[row] = list
        }
    }

    /// Whether every row that several groups affect is satisfied for any combination of their changes.
    var areHarmless: Bool {
        reaches.allSatisfy { row, list in
            if list.count < 2 { return true }
            let value = base.value(of: row)
            let low = list.reduce(value) { $0 + $1.low }
            let high = list.reduce(value) { $0 + $1.high }
            return low >= -Tolerance.violation && (!base.isEquality(row) || high <= Tolerance.violation)
        }
    }
}
