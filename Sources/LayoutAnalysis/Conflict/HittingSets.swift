internal import Simplex

/// Enumerates the minimal hitting sets of a family: sets that intersect every member, of which no proper subset does.
///
/// Source: Murakami and Uno, Efficient algorithms for dualizing large-scale hypergraphs (MMCS), 2014.
struct HittingSets {
    private let budget: Budget
    /// The elements, ascending. Bit sets refer to them by index.
    private let elements: [Int]
    /// The elements of each member of the family.
    private let members: [BitSet]
    /// The members that each element hits.
    private let met: [BitSet]

    init(family: [Set<Int>], budget: Budget) {
        self.budget = budget
        let elements = family.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
        let places = Dictionary(uniqueKeysWithValues: elements.enumerated().map { ($1, $0) })
        var members: [BitSet] = []
        var met = [BitSet](repeating: BitSet(room: family.count), count: elements.count)
        for (number, member) in family.enumerated() {
            let own = member.compactMap { places[$0] }
            members.append(BitSet(room: elements.count, own))
            for element in own { met[element].insert(number) }
        }
        (self.elements, self.members, self.met) = (elements, members, met)
    }

    /// A partial hitting set.
    private struct Choice {
        var chosen: [Int] = []
        /// For each chosen element, the members that only it hits.
        var alone: [BitSet] = []
        /// The members that no chosen element hits.
        var open: BitSet

        /// Returns the choice with another element, or nil if an element becomes redundant.
        func adding(_ element: Int, meeting members: BitSet) -> Choice? {
            var next = self
            for place in alone.indices {
                next.alone[place].subtract(members)
                if next.alone[place].isEmpty { return nil }
            }
            let own = open.intersection(members)
            if own.isEmpty { return nil }
            next.chosen.append(element)
            next.alone.append(own)
            next.open.subtract(members)
            return next
        }
    }

    /// Calls `visit` with each minimal hitting set (in a fixed order) until it returns false.
    func forEach(_ visit: (Set<Int>) throws(Budget.Spent) -> Bool) throws(Budget.Spent) {
        _ = try extend(Choice(open: BitSet(room: members.count, members.indices)), kept: BitSet(room: elements.count), visit)
    }

    /// - Parameter kept: elements that must not be chosen.
    private func extend(_ choice: Choice, kept: BitSet, _ visit: (Set<Int>) throws(Budget.Spent) -> Bool) throws(Budget.Spent) -> Bool {
        try budget.check()
        // Branches on the open member with the fewest candidates.
        var best: (member: Int, ways: Int)?
        for member in choice.open.numbers {
            let ways = members[member].count(without: kept)
            if ways == 0 { return true }
            if best.map({ ways < $0.ways }) ?? true { best = (member, ways) }
        }
        guard let best else { return try visit(Set(choice.chosen.map { elements[$0] })) }
        var kept = kept
        for way in members[best.member].subtracting(kept).numbers {
            if let next = choice.adding(way, meeting: met[way]), try !extend(next, kept: kept, visit) { return false }
            kept.insert(way)
        }
        return true
    }
}
