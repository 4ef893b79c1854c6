import Simplex
import Testing

@testable import LayoutAnalysis

@Suite struct HittingSetTests {
    private func found(_ family: [Set<Int>], first count: Int = .max) throws -> [Set<Int>] {
        var sets: [Set<Int>] = []
        try HittingSets(family: family, budget: Budget()).forEach { (set) throws(Budget.Spent) -> Bool in
            sets.append(set)
            return sets.count < count
        }
        return sets
    }

    /// By trying every set of elements.
    private func tried(_ family: [Set<Int>]) -> Set<Set<Int>> {
        let elements = family.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
        func hits(_ set: Set<Int>) -> Bool { family.allSatisfy { !set.isDisjoint(with: $0) } }
        var all: Set<Set<Int>> = []
        for bits in 0..<(1 << elements.count) {
            let set = Set(elements.indices.filter { bits & 1 << $0 != 0 }.map { elements[$0] })
            if hits(set), set.allSatisfy({ !hits(set.subtracting([$0])) }) { all.insert(set) }
        }
        return all
    }

    @Test func `all minimal hitting sets are found, each once`() throws {
        var random = RandomLayouts(seed: 5)
        for _ in 0..<200 {
            let family = (0..<1 + random.below(6)).map { _ in Set((0..<1 + random.below(4)).map { _ in 1000 * random.below(9) }) }
            let sets = try found(family)
            #expect(Set(sets) == tried(family) && Set(sets).count == sets.count, "\(family)")
            #expect(try found(family) == sets)
            if sets.count > 1 { #expect(try found(family, first: sets.count - 1) == Array(sets.dropLast())) }
        }
    }

    @Test func `families of many members and elements are met`() throws {
        let pairs = (0..<100).map { Set([2 * $0, 2 * $0 + 1]) }
        #expect(try found(pairs, first: 2) == [Set(pairs.indices.map { 2 * $0 }), Set(pairs.indices.map { $0 == 99 ? 199 : 2 * $0 })])
        #expect(try found([Set(0..<200)]).map(\.count) == [Int](repeating: 1, count: 200))
        #expect(try found([]) == [[]])
        #expect(try found([[1], []]).isEmpty)
    }

    /// Families whose members share elements, of numbers that take more than one word of bits.
    private func families(_ count: Int, seed: UInt64) -> [[Set<Int>]] {
        var random = RandomLayouts(seed: seed)
        return (0..<count).map { _ in (0..<1 + random.below(14)).map { _ in Set((0..<1 + random.below(5)).map { _ in 11 * random.below(10) }) } }
    }

    @Test func `a least set is as small as any`() throws {
        for family in families(60, seed: 6) {
            let sets = tried(family)
            // Members of their own besides, so that there are more elements than bits of a word.
            let others = (0..<70).map { Set([1000 + $0]) }
            var search = LeastHittingSet(family: family, budget: Budget())
            let least = try #require(try search.find())
            #expect(sets.contains(Set(least)) && least.count == sets.map(\.count).min(), "\(family)")
            var wider = LeastHittingSet(family: family + others, budget: Budget())
            #expect(try wider.find()?.filter { $0 < 1000 } == least)
            var given = LeastHittingSet(family: family, budget: Budget(), room: 0)
            #expect(try given.find() == nil)
        }
    }

    @Test func `members of a family are learned as they are missed`() throws {
        var whole = 0
        for family in families(60, seed: 7) {
            let known = Array(family.prefix(1 + family.count / 3))
            var search = LeastHittingSetOfUnknown(known: known, budget: Budget())
            var learned: [Set<Int>] = []
            let found = try search.find { (set) throws(Budget.Spent) -> Set<Int>? in
                let missed = family.first { $0.isDisjoint(with: set) }
                if let missed { learned.append(missed) }
                return missed
            }
            if let found {
                let sets = tried(family)
                #expect(sets.contains(Set(found)) && found.count == sets.map(\.count).min(), "\(family)")
                whole += learned.isEmpty ? 0 : 1
            } else {
                let elements = known.reduce(into: Set<Int>()) { $0.formUnion($1) }
                #expect(learned.last.map { !$0.isSubset(of: elements) } ?? false)
            }
            #expect(Set(learned).count == learned.count)
        }
        #expect(whole > 5)
    }

    /// Sets of four of nine: any three of the nine may be left out.
    @Test func `sets that overlap in every way are met by the fewest`() throws {
        let family = (0..<1 << 9).filter { $0.nonzeroBitCount == 4 }.map { bits in Set((0..<9).filter { bits >> $0 & 1 == 1 }) }
        var search = LeastHittingSet(family: family, budget: Budget())
        #expect(try search.find() == Array(0..<6))
        var unknown = LeastHittingSetOfUnknown(known: [family[0], Set(4..<9)], budget: Budget())
        #expect(try unknown.find { (set) throws(Budget.Spent) -> Set<Int>? in family.first { $0.isDisjoint(with: set) } }?.count == 6)
    }
}
