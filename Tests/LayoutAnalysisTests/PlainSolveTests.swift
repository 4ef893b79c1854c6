import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import LayoutVerification
import Testing

/// The plain solve finds what the analysis finds.
struct PlainSolveTests {
    private func solve(_ text: String) throws -> (solve: PlainSolve, system: LoweredSystem) {
        let system = try LoweredSystem(lowering: document(text))
        return (try PlainSolve(system), system)
    }

    @Test func aConflictHasItsProof() throws {
        let (solve, system) = try solve(Sample.example)
        #expect(solve.verdict == .conflicting && solve.values.isEmpty && solve.violations() == nil)
        let conflict = try #require(solve.conflict)
        #expect(conflict.members.map(system.id) == ["root.width==size", "c1", "c2", "c3"])
        #expect(conflict.factors == [-1, 1, -1, 1] && conflict.sum == -6)
    }

    @Test func aLayoutHasValuesAndRanges() throws {
        var (solve, _) = try solve(Sample.example.replacing("'title.width == 60'", with: "'title.width == 50 @ 600'"))
        #expect(solve.verdict == .ambiguous && solve.conflict == nil)
        #expect(solve.values.prefix(4) == [0, 0, 70, 44] && solve.values[4] == 8 && solve.values[6...] == [54, 20])
        #expect(try solve.ambiguous() == [PlainSolve.Ambiguous(variable: 5, min: 0, max: nil)])
        let violations = try #require(solve.violations())
        #expect(violations.map(\.priority) == [600] && violations.map(\.sum) == [4])
        #expect(solve.work.pivots > 0)
    }

    @Test func theVerdictIsThatOfTheAnalysis() throws {
        let root = "'views': [{'id': 'root'}], 'size': {'height': 1}, 'constraints'"
        let tolerable = [
            "{\(root): ['root.width == 5', 'root.width == 5.000002']}", "{\(root): ['root.width == 5', 'root.width == 5.0000020001']}",
            "{\(root): ['root.width >= 5', 'root.width <= 5.0000005', 'root.width == 6 @ 10', 'root.width == 4 @ 10']}",
            "{\(root): ['root.width >= 5', 'root.width <= 5.0000015', 'root.width == 6 @ 10', 'root.width == 4 @ 10']}",
        ]
        for text in Sample.all + tolerable {
            let layout = try document(text)
            let found = analysis(layout)
            var solve = try PlainSolve(LoweredSystem(lowering: layout))
            #expect(solve.verdict == found.verdict, "\(text)")
            if solve.verdict == .conflicting { continue }
            #expect(solve.values.prefix(4).map { $0 } == [0, 0, found.width.double, found.height.double])
            #expect(try solve.ambiguous().count == found.ambiguities.flatMap(\.attributes).count)
        }
    }
}
