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
}
