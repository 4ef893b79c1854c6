import ExactArithmetic
import Testing

struct DisjointSetsTests {
    @Test(arguments: 0..<10) func `sets that are joined have one root, the least member`(seed: Int) {
        var random = SeededNumbers(UInt64(400 + seed))
        var sets = DisjointSets(count: 30)
        var groups = (0..<30).map { Set([$0]) }
        for _ in 0..<25 {
            let (a, b) = (random.below(30), random.below(30))
            sets.join(a, b)
            let joined = groups[a].union(groups[b])
            for member in joined { groups[member] = joined }
            for member in 0..<30 {
                let root = sets.root(member)
                #expect(root == groups[member].min())
            }
        }
    }

    @Test func `members that are separated are sets of their own`() {
        var sets = DisjointSets(count: 6)
        for (a, b) in [(0, 1), (1, 2), (4, 5)] { sets.join(a, b) }
        sets.separate([0, 1, 2])
        var roots = (0..<6).map { sets.root($0) }
        #expect(roots == [0, 1, 2, 3, 4, 4])
        sets.join(2, 1)
        roots = (0..<6).map { sets.root($0) }
        #expect(roots == [0, 1, 1, 3, 4, 4])
    }
}
