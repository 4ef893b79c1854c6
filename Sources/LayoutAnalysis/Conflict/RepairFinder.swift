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
/// a common constraint are met independently of each other.
struct RepairFinder {
    var required: RequiredRows
    /// The conflicts known; grows as repairs are tried.
    private(set) var conflicts: [ProvenConflict]
    let limit: Int
    /// Each conflict is to be met by one of those that may break of it.
    private var isOfBreakable = false

    init(required: RequiredRows, conflicts: [ProvenConflict], limit: Int) {
        self.required = required
        self.conflicts = conflicts
        self.limit = limit
    }

    /// Once repairs have shown so many conflicts, only the least one is waited for.
    private static let mostLearned = 100

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
        try learnUntilLeastStands()
        while let least = try candidates()?.first {
            if try !learn(from: least) { return least }
        }
        return []
    }

    /// Takes in conflicts until a set with the fewest rows that meets all known leaves none.
    private mutating func learnUntilLeastStands() throws(Budget.Spent) {
        while let least = try leastCandidate(), try learn(from: least) {}
    }

    /// Whether dropping these rows leaves conflicts; takes in as many without common rows as there are.
    private mutating func learn(from candidate: [Int]) throws(Budget.Spent) -> Bool {
        var dropped = Set(candidate)
        var hasLearned = false
        while case .conflict(let conflict) = try required.settle(without: dropped) {
            conflicts.append(conflict)
            hasLearned = true
            dropped.formUnion(conflict.rows)
        }
        return hasLearned
    }

    /// What may be dropped of the conflicts known, in groups that share nothing; nil where one has no constraint of the document.
    private var groups: [[Set<Int>]]? {
        let system = required.system
        let family = conflicts.map { conflict in
            Set((isOfBreakable ? system.breakable(conflict.rows) : conflict.rows).filter { !system.rows[$0].isImplicit })
        }
        return family.contains(where: \.isEmpty) ? nil : RepairFinder.groups(RepairFinder.least(family))
    }

    /// A set with the fewest rows that meets every conflict known; nil where one has no constraint of the document.
    private func leastCandidate() throws(Budget.Spent) -> [Int]? {
        guard let groups else { return nil }
        var least: [Int] = []
        for group in groups {
            var search = LeastHittingSet(family: group, budget: required.budget)
            least += try search.find()
        }
        return least.sorted()
    }

    /// Sets that meet every conflict known, the smallest first; nil where one has no constraint of the document.
    private func candidates() throws(Budget.Spent) -> [[Int]]? {
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
    private func sets(meeting group: [Set<Int>]) throws(Budget.Spent) -> [[Int]] {
        var sets: [[Int]] = []
        let most = 200
        try HittingSets(family: group, budget: required.budget).forEach { set in
            sets.append(set.sorted())
            return sets.count < most
        }
        if sets.count == most {
            var search = LeastHittingSet(family: group, budget: required.budget)
            let least = try search.find()
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
