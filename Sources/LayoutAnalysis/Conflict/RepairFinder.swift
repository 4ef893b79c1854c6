internal import ExactArithmetic
internal import LayoutLowering
internal import Simplex

/// A minimal set of the document's required constraints without which the required rows can hold.
struct ProvenRepair {
    /// Ascending.
    var rows: [Int]
    /// Where all other required rows hold within the tolerance.
    var witness: [Rational]
}

/// Finds repairs, a smallest one first.
///
/// A repair meets every conflict, so the least set that meets all conflicts known is the least repair once the rest can hold; while it
/// cannot, the rest shows another conflict (the implicit hitting set algorithm, Moreno-Centeno and Karp, 2013). Conflicts without
/// a common constraint are met independently of each other. Where few views have many rows too many, hundreds of conflicts are needed, and
/// the least set that meets them is hard to find: it is looked for once then, and the conflicts are learned within that search.
struct RepairFinder {
    var required: RequiredRows
    /// The conflicts known; grows as repairs are tried.
    private(set) var conflicts: [ProvenConflict]
    let limit: Int
    /// Each conflict is to be met by one of those that may break of it.
    private var isOfBreakable = false
    /// How many members of families least sets may still be sought among, one least set after the other.
    private var room = RepairFinder.mostRoom
    /// The least set of rows that ends every conflict, once there is one: it meets what is learned later as well.
    private var standing: [Int]?

    init(required: RequiredRows, conflicts: [ProvenConflict], limit: Int) {
        self.required = required
        self.conflicts = conflicts
        self.limit = limit
    }

    /// Once repairs have shown so many conflicts, only the least one is waited for.
    private static let mostLearned = 100

    /// Looking at so many members takes some hundredths of a second.
    private static let mostRoom = 2_000_000

    /// The repairs in order of size, then of their rows; empty where a conflict of implicit rows alone cannot be repaired.
    ///
    /// Where others than the first would have to meet very many conflicts, these may be left out.
    mutating func repairs() throws(Budget.Spent) -> [ProvenRepair] {
        let listed = conflicts.count
        // To list others before the least one stands would be in vain.
        try learnUntilLeastStands()
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

    /// Whether each conflict known loses a row that may break of it.
    func givesWay(_ repair: [Int]) -> Bool {
        let dropped = Set(repair)
        return conflicts.allSatisfy { !dropped.isDisjoint(with: required.system.breakable($0.rows)) }
    }

    /// The fewest constraints that end every conflict, and of each one that may break of it; empty where there are none.
    ///
    /// A row that may break of one conflict alone, such as an externally imposed size, is no help in others: where the first repair goes
    /// by such a row, this is another one.
    mutating func leastThatGivesWay() throws(Budget.Spent) -> [Int] {
        isOfBreakable = true
        defer { isOfBreakable = false }
        (room, standing) = (RepairFinder.mostRoom, nil)
        try learnUntilLeastStands()
        while let least = try candidates()?.first {
            if try !learn(from: least) { return least }
        }
        return []
    }

    /// Takes in conflicts until a set with the fewest rows that meets all known leaves none.
    private mutating func learnUntilLeastStands() throws(Budget.Spent) {
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

    /// As `learnUntilLeastStands`, group by group in one search each.
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

    /// A set with the fewest rows that meets a group of the conflicts known; nil if there is no room to find it, and none is known.
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

    /// Whether dropping these rows leaves conflicts; takes in as many without common rows as there are.
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

    /// What may be dropped of the conflicts known, in groups that share nothing; nil where one has no constraint of the document.
    private var groups: [[Set<Int>]]? {
        let family = conflicts.map(droppable)
        return family.contains(where: \.isEmpty) ? nil : RepairFinder.groups(RepairFinder.least(family))
    }

    /// What may be dropped of a conflict.
    private func droppable(_ conflict: ProvenConflict) -> Set<Int> {
        let system = required.system
        return Set((isOfBreakable ? system.breakable(conflict.rows) : conflict.rows).filter { !system.rows[$0].isImplicit })
    }

    /// Sets that meet every conflict known, the smallest first; nil where one has no constraint of the document.
    private mutating func candidates() throws(Budget.Spent) -> [[Int]]? {
        guard let groups else { return nil }
        var choices: [[[Int]]] = []
        for group in groups { choices.append(try sets(meeting: group)) }
        let least = choices.compactMap(\.first)
        var combined: [[Int]] = [[]]
        if choices.reduce(1, { min($0 * $1.count, 1000) }) <= 64 {
            for choice in choices { combined = combined.flatMap { part in choice.map { part + $0 } } }
        } else {
            // Too many combinations: the least, and what differs from it in one group.
            combined = [least.flatMap { $0 }]
            for (place, choice) in choices.enumerated() {
                for other in choice.dropFirst() {
                    var changed = least
                    changed[place] = other
                    combined.append(changed.flatMap { $0 })
                }
            }
        }
        let sorted = combined.map { $0.sorted() }.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
        return Array(sorted.prefix(limit))
    }

    /// Minimal sets that meet a group of conflicts, a smallest first.
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
            // What all of the group share is a repair by itself, and which of these come first is no matter of chance.
            let shared = group.dropFirst().reduce(group.first ?? []) { $0.intersection($1) }
            sets.removeAll { $0.count == 1 }
            sets += shared.map { [$0] }
        }
        return sets.sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
    }

    /// The family without members that hold another one: what meets that one meets them.
    private static func least(_ family: [Set<Int>]) -> [Set<Int>] {
        var least: [Set<Int>] = []
        for member in family.sorted(by: { $0.count < $1.count }) where !least.contains(where: { $0.isSubset(of: member) }) {
            least.append(member)
        }
        return least
    }

    /// The family in groups that share no element.
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
