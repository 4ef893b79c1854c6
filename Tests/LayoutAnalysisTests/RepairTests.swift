import LayoutAnalysis
import LayoutModel
import Synchronization
import Testing

struct RepairTests {
    /// Each two of them are a conflict: all but one have to go, which pairs that share no row do not show.
    @Test func ofRowsThatExcludeEachOtherOneStays() throws {
        let count = 24
        let rows = (0..<count).map { "'a.width == \($0)'" }.joined(separator: ",")
        let analysis = Analyzer().analyze(try document("{'size': {'width': 9, 'height': 9}, 'constraints': [\(rows)]}"))
        #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
        let ids = Set((1...count).map { "c\($0)" })
        #expect(analysis.repairs.count == 16)
        for repair in analysis.repairs { #expect(repair.relax.count == count - 1 && ids.isSuperset(of: repair.relax)) }
        #expect(Set(analysis.repairs.map(\.relax)).count == analysis.repairs.count)
    }

    @Test func groupsOfSuchRowsAndOthersAreRepairedByTheFewest() throws {
        // Four exclude each other, three others do, and no two of them are long enough together.
        let analysis = Analyzer().analyze(
            try document(
                """
                {'size': {'width': 90, 'height': 90}, 'constraints': ['a.width == 1', 'a.width == 2', 'a.width == 3', 'a.width == 4',
                'b.width == 1', 'b.width == 2', 'b.width == 3', 'a.left == root.left', 'b.left == a.right', 'b.right >= root.left + 8']}
                """))
        #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
        #expect(analysis.repairs.first?.relax.count == 6)
        let sizes = analysis.repairs.map(\.relax.count)
        #expect(sizes == sizes.sorted())
    }

    /// Rows of six views that contradict each other in hundreds of ways: ten of them have to go at least.
    static let knot = """
        {'size': {'width': 300, 'height': 400}, 'spacing': {'sibling': 8, 'superview': 8}, 'constraints': ['H:|[b(60.5)]-20-[d][a]-(==10)-[f(==10)]|',
        'H:|-[e]-[c]-10-|', 'H:|-[e]-[a]-[c(==100,20)]-(==10)-[f(100)]-|', 'H:|[f]-[d(30)]-[a(60.5)]-|']}
        """

    @Test func `the least repair of a knot of conflicts is proven`() throws {
        let found = analysis(try document(RepairTests.knot), AnalysisOptions(deadline: 300))
        let least = try #require(found.repairs.first).relax.count
        #expect(found.conflicts.count == 64 && !found.conflictsComplete && least == 10)
        for repair in found.repairs {
            #expect(repair.relax.count >= least && found.conflicts.allSatisfy { !Set($0.members).isDisjoint(with: repair.relax) })
        }
    }

    @Test func `no further repairs are proven once nobody waits`() throws {
        let pairs = "abcd".map { "'\($0).width == 1', '\($0).width == 2'" }
        let document = try document("{'constraints': [\(pairs.joined(separator: ", "))]}")
        var counts: Set<Int> = []
        for most in 0..<40 {
            let questions = Mutex(0)
            var options = AnalysisOptions()
            options.interest = AnalysisOptions.Interest(isAwaited: {
                questions.withLock { count in
                    count += 1
                    return count <= most
                }
            })
            let found = Analyzer(options: options).analyze(document)
            counts.insert(found.repairs.count)
            if 1..<16 ~= found.repairs.count { #expect(found.inconclusive.map(\.subject).contains("repairs")) }
        }
        #expect(counts.isSuperset(of: 1...16), "\(counts.sorted())")
    }

    @Test func `random knots are analysed whole`() throws {
        var most = 0
        for seed in 0..<8 {
            var random = RandomLayouts(seed: UInt64(90_000 + seed))
            let found = analysis(try document(random.knotJSON()), AnalysisOptions(deadline: 300))
            #expect(found.isConflicting)
            most = max(most, found.repairs.first?.relax.count ?? 0)
        }
        #expect(most > 5)
    }
}
