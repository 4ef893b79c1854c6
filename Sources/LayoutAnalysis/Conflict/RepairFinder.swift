internal import ExactArithmetic
internal import LayoutLowering
internal import Simplex

/// A minimal set of the document's required constraints without which the required rows are feasible: a minimal correction set.
struct ProvenRepair {
    /// The rows, ascending.
    var rows: [Int]
    /// A point that satisfies all other required rows within the tolerance.
    var witness: [Rational]
}

/// Finds repairs, a smallest one first.
///
/// A repair hits every conflict, so a minimum hitting set of the known conflicts is a smallest repair if the remaining rows are
/// feasible. Otherwise they contain another conflict (the implicit hitting set algorithm, Moreno-Centeno and Karp, 2013).
/// Conflicts without a common constraint are hit independently. If few views have many redundant rows, hundreds of conflicts are
/// needed, and a minimum hitting set is hard to find: it is then searched once, and conflicts are added during that search.
struct RepairFinder {
    var required: FeasibilityOracle
    /// The known conflicts. Trying repairs adds further ones.
    private(set) var conflicts: [ProvenConflict]
    let limit: Int
    /// Whether only breakable members of a conflict count as hitting it.
    private var isOfBreakable = false
    /// The number of members that further searches for minimum hitting sets may visit.
    private var room = RepairFinder.mostRoom
    /// A minimum set of rows that resolves every conflict, if one was found. It also hits conflicts that are found later.
    private var standing: [Int]?

    init(required: FeasibilityOracle, conflicts: [ProvenConflict], limit: Int) {
        self.required = required
        self.conflicts = conflicts
        self.limit = limit
    }

    /// The number of conflicts that may be found while repairs are tried. Beyond it, a candidate that leaves a conflict is dropped
    /// without a new search, unless it is the smallest one.
    private static let mostLearned = 100

    /// The initial value of `room`. Visiting so many members takes some hundredths of a second.
    private static let mostRoom = 2_000_000

    /// Returns the repairs by size, then by rows. Empty if a conflict consists only of implicit rows, which cannot be repaired.
    ///
    /// Repairs other than the first may be missing if there are very many conflicts.
    mutating func repairs() throws(Budget.Spent) -> [ProvenRepair] {
        let listed = conflicts.count
        // Listing others before a smallest one is found would be in vain.
        try learnUntilLeastResolves()
        while true {
            guard let candidates = try candidates() else { return [] }
            var repairs: [ProvenRepair] = []
            var isStale = false
            for (place, candidate) in candidates.enumerated() {
                if try learn(from: candidate) {
                    if place > 0, conflicts.count - listed > RepairFinder.mostLearned { continue }
                    isStale = true
                    break
                }
                guard let layout = required.layout else { continue }
                repairs.append(ProvenRepair(rows: candidate, witness: layout.point))
            }
            if !isStale { return repairs }
        }
    }

    /// Returns whether a repair contains a breakable member of each known conflict.
    func hitsBreakable(_ repair: [Int]) -> Bool {
        let dropped = Set(repair)
        return conflicts.allSatisfy { !dropped.isDisjoint(with: required.system.breakable($0.rows)) }
    }

    /// Returns the fewest constraints that resolve every conflict and contain a breakable member of each. Empty if there are
    /// none.
    ///
    /// An externally imposed size is breakable only in conflicts without other breakable members. If the first repair contains
    /// such a row, the result differs from it.
    mutating func leastOfBreakable() throws(Budget.Spent) -> [Int] {
        isOfBreakable = true
        defer { isOfBreakable = false }
        (room, standing) = (RepairFinder.mostRoom, nil)
        try learnUntilLeastResolves()
        while let least = try candidates()?.first {
            if try !learn(from: least) { return least }
        }
        return []
    }

    /// Adds conflicts until a minimum hitting set of the known ones resolves all.
    private mutating func learnUntilLeastResolves() throws(Budget.Spent) {
        while let groups {
            var least: [Int]? = []
            for group in groups {
                let own = try leastSet(meeting: group)
                least = own.flatMap { own in least.map { $0 + own } }
            }
            guard let least else { return try learnInOneSearch() }
            if try !learn(from: least.sorted()) {
                standing = least
                return
            }
        }
    }

    /// Does the same as `learnUntilLeastResolves`, in one search for each group of conflicts.
    private mutating func learnInOneSearch() throws(Budget.Spent) {
        while let groups {
            var least: [Int]? = []
            for group in groups {
                let others = groups.joined().reduce(into: Set<Int>()) { $0.formUnion($1) }.subtracting(group.joined())
                var search = LeastHittingSetOfUnknown(known: group, budget: required.budget)
                let own = try search.find { (chosen) throws(Budget.Spent) -> Set<Int>? in
                    guard case .conflict(let conflict) = try required.settle(without: others.union(chosen)) else { return nil }
                    conflicts.append(conflict)
                    return droppable(conflict)
                }
                least = own.flatMap { own in least.map { $0 + own } }
                if least == nil { break }
            }
            guard let least else { continue }
            if try !learn(from: least.sorted()) {
                standing = least
                return
            }
        }
    }

    /// Returns a minimum hitting set of a group of known conflicts, or nil if none is known and the search is too long.
    private mutating func leastSet(meeting group: [Set<Int>]) throws(Budget.Spent) -> [Int]? {
        if room > 0 {
            var search = LeastHittingSet(family: group, budget: required.budget, room: room)
            let least = try search.find()
            room = search.room
            if let least { return least }
        }
        let rows = group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        return standing?.filter(rows.contains).sorted()
    }

    /// Returns whether conflicts remain if these rows are dropped, and adds as many of them as have no rows in common.
    private mutating func learn(from candidate: [Int]) throws(Budget.Spent) -> Bool {
        var dropped = Set(candidate)
        var hasLearned = false
        while case .conflict(let conflict) = try required.settle(without: dropped) {
            conflicts.append(conflict)
            hasLearned = true
            dropped.formUnion(conflict.own(in: required.system))
        }
        return hasLearned
    }

    /// The droppable rows of the known conflicts, in connected components. Nil if a conflict has no constraint of the document.
    private var groups: [[Set<Int>]]? {
        let family = conflicts.map(droppable)
        return family.contains(where: \.isEmpty) ? nil : RepairFinder.groups(RepairFinder.least(family))
    }

    /// Returns the droppable rows of a conflict.
    private func droppable(_ conflict: ProvenConflict) -> Set<Int> {
        let system = required.system
        return Set((isOfBreakable ? system.breakable(conflict.rows) : conflict.rows).filter { !system.rows[$0].isImplicit })
    }

    /// Returns hitting sets of the known conflicts, the smallest first, or nil if one has no constraint of the document.
    private mutating func candidates() throws(Budget.Spent) -> [[Int]]? {
        guard let groups else { return nil }
        var choices: [[[Int]]] = []
        for group in groups { choices.append(try sets(meeting: group)) }
        let least = choices.compactMap(\.first)
        var combined: [[Int]] = [[]]
        if choices.reduce(1, { min($0 * $1.count, 1000) }) <= 64 {
            for choice in choices { combined = combined.flatMap { part in choice.map { part + $0 } } }
        } else {
            // There are too many combinations: takes the smallest, and those that differ from it in one group.
            combined = [least.flatMap { $0 }]
            for (place, choice) in choices.enumerated() {
                for other in choice.dropFirst() {
                    var changed = least
                    changed[place] = other
                    combined.append(changed.flatMap { $0 })
                }
                // Each is as long as there are groups.
                if combined.count > 8 * limit { combined = first(of: combined) }
            }
        }
        return first(of: combined)
    }

    /// Returns the first `limit` sets by size, then by rows, each in ascending order.
    private func first(of sets: [[Int]]) -> [[Int]] {
        let sorted = sets.map { $0.sorted() }.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
        return Array(sorted.prefix(limit))
    }

    /// Returns minimal hitting sets of a group of conflicts, a smallest first.
    private mutating func sets(meeting group: [Set<Int>]) throws(Budget.Spent) -> [[Int]] {
        var sets: [[Int]] = []
        let most = 200
        try HittingSets(family: group, budget: required.budget).forEach { set in
            sets.append(set.sorted())
            return sets.count < most
        }
        if sets.count == most {
            guard let least = try leastSet(meeting: group) else { throw Budget.Spent() }
            sets.removeAll { $0 == least || $0.count < least.count }
            sets.append(least)
            // A row that the whole group shares is a repair by itself. Adds these explicitly, so that the result does not depend
            // on the order of enumeration.
            let shared = group.dropFirst().reduce(group.first ?? []) { $0.intersection($1) }
            sets.removeAll { $0.count == 1 }
            sets += shared.map { [$0] }
        }
        return sets.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
    }

    /// Returns the family without supersets of other members, which are hit whenever those are.
    private static func least(_ family: [Set<Int>]) -> [Set<Int>] {
        var least: [Set<Int>] = []
        for member in family.sorted(by: { $0.count < $1.count }) where !least.contains(where: { $0.isSubset(of: member) }) {
            least.append(member)
        }
        return least
    }

    /// Returns the connected components of the family, connected by common elements.
    private static func groups(_ family: [Set<Int>]) -> [[Set<Int>]] {
        var numbers: [Int: Int] = [:]
        for member in family {
            for element in member where numbers[element] == nil { numbers[element] = numbers.count }
        }
        var joined = DisjointSets(count: numbers.count)
        for member in family {
            let own = member.compactMap { numbers[$0] }
            for number in own.dropFirst() { joined.join(own[0], number) }
        }
        var groups: [Int: [Set<Int>]] = [:]
        for member in family {
            if let number = member.min().flatMap({ numbers[$0] }) { groups[joined.root(number), default: []].append(member) }
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
