import ExactArithmetic
import Simplex
import Testing

/// Work without pivots counts as well.
struct BudgetTests {
    @Test func theSetOfOptimaIsNotDescribedAfterTheEndOfTime() throws {
        let count = 100
        let rows = (0..<count).map { LinearProgram.Row(SparseRow(entries: [SparseRow.Entry($0, 1)]), .atLeast) }
        var isTimeUp = false
        let outcome = try Solver(budget: Budget { isTimeUp }).solve(LinearProgram(variableCount: count, rows: rows))
        guard case .optimal(var solution) = outcome else {
            Issue.record("the rows can hold")
            return
        }
        isTimeUp = true
        #expect(throws: Budget.Spent.self) { try solution.describeFace() }
        isTimeUp = false
        #expect(try solution.describeFace().dimension == count)
    }
}
