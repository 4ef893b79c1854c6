internal import Simplex

/// Finds a hitting set with the fewest elements, by branch and bound.
struct LeastHittingSet {
    private let family: [Set<Int>]
    private let budget: Budget
    private var best: [Int] = []

    init(family: [Set<Int>], budget: Budget) {
        self.family = family.sorted { $0.count < $1.count }
        self.budget = budget
    }

    /// The elements, ascending; every member of the family has at least one element.
    mutating func find() throws(Budget.Spent) -> [Int] {
        best = greedy()
        try extend([])
        return best.sorted()
    }

    private func greedy() -> [Int] {
        var chosen: Set<Int> = []
        for member in family where chosen.isDisjoint(with: member) {
            var counts: [Int: Int] = [:]
            for other in family where chosen.isDisjoint(with: other) {
                for element in other where member.contains(element) { counts[element, default: 0] += 1 }
            }
            if let element = member.min(by: { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }) { chosen.insert(element) }
        }
        return Array(chosen)
    }

    private mutating func extend(_ chosen: Set<Int>) throws(Budget.Spent) {
        try budget.check()
        let open = family.filter { chosen.isDisjoint(with: $0) }
        guard let member = open.first else {
            if chosen.count < best.count { best = Array(chosen) }
            return
        }
        if chosen.count + LeastHittingSet.leastMore(open) >= best.count { return }
        for element in member.sorted() { try extend(chosen.union([element])) }
    }

    /// No fewer elements meet all members.
    ///
    /// Of elements of which each two are a member, all but one have to be chosen. Members without an element of those or of each other need
    /// an element each.
    private static func leastMore(_ open: [Set<Int>]) -> Int {
        var partners: [Int: Set<Int>] = [:]
        for pair in open where pair.count == 2 {
            for element in pair { partners[element, default: []].formUnion(pair) }
        }
        var covered: Set<Int> = []
        var least = 0
        for element in partners.keys.sorted() where !covered.contains(element) {
            guard var common = partners[element]?.subtracting(covered) else { continue }
            var group: Set<Int> = [element]
            for other in common.sorted() where other != element && common.contains(other) {
                group.insert(other)
                common.formIntersection(partners[other] ?? [])
            }
            if group.count < 2 { continue }
            covered.formUnion(group)
            least += group.count - 1
        }
        for member in open where covered.isDisjoint(with: member) {
            covered.formUnion(member)
            least += 1
        }
        return least
    }
}
