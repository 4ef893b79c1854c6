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
        // Members without a common element need an element each.
        var covered: Set<Int> = []
        var bound = chosen.count
        for other in open where covered.isDisjoint(with: other) {
            covered.formUnion(other)
            bound += 1
        }
        if bound >= best.count { return }
        for element in member.sorted() { try extend(chosen.union([element])) }
    }
}
