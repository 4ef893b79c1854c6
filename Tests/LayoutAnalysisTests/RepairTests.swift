import LayoutAnalysis
import LayoutModel
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
}
