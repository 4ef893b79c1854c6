internal import Simplex

/// Enumerates the minimal hitting sets of a family: sets that meet every member of it and of which no proper subset does.
///
/// Source: Murakami and Uno, Efficient algorithms for dualizing large-scale hypergraphs (MMCS), 2014.
struct HittingSets {
    let family: [Set<Int>]
    let budget: Budget

    /// Calls `visit` with each minimal hitting set (in a fixed order) until it returns false.
    func forEach(_ visit: (Set<Int>) throws(Budget.Spent) -> Bool) throws(Budget.Spent) {
        _ = try extend([], kept: [], visit)
    }

    private func extend(_ chosen: [Int], kept: Set<Int>, _ visit: (Set<Int>) throws(Budget.Spent) -> Bool) throws(Budget.Spent) -> Bool {
        try budget.check()
        let set = Set(chosen)
        // The unmet member with the fewest ways on.
        var best: [Int]?
        for member in family where set.isDisjoint(with: member) {
            let ways = member.subtracting(kept)
            if ways.isEmpty { return true }
            if best == nil || ways.count < best?.count ?? 0 { best = ways.sorted() }
        }
        guard let ways = best else { return try visit(set) }
        var kept = kept
        for way in ways {
            let next = chosen + [way]
            if isIrredundant(next), try !extend(next, kept: kept, visit) { return false }
            kept.insert(way)
        }
        return true
    }

    /// Each element is the only one to meet some member.
    private func isIrredundant(_ chosen: [Int]) -> Bool {
        var needed: Set<Int> = []
        for member in family {
            var only: Int?
            var count = 0
            for element in chosen where member.contains(element) {
                only = element
                count += 1
                if count > 1 { break }
            }
            if count == 1, let only { needed.insert(only) }
        }
        return needed.count == chosen.count
    }
}
