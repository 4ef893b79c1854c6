import ExactArithmetic
import Simplex
import Testing

/// Bounds that belong to no block are looked at when all is solved, and taken up where they fail.
struct BoundTests {
    /// `y[k] == x[k] - x[k + 1]`, the first less 1, with all y at least 0 and x[0] at most 0: each bound that is taken up makes the next fail.
    @Test(arguments: [1, 8, 40]) func boundsThatFailOneAfterTheOtherAreAllTakenUp(count: Int) throws {
        var rows: [LinearProgram.Row] = [row([(0, -1)], 0, .atLeast)]
        for index in 0..<count {
            let difference = count + 1 + index
            rows.append(row([(index, -1), (index + 1, 1), (difference, 1)], index == 0 ? 1 : 0, .equal))
            rows.append(row([(difference, 1)], 0, .atLeast))
        }
        guard case .feasible(let point) = try Solver().findPoint(LinearProgram(variableCount: 2 * count + 1, rows: rows)) else {
            Issue.record("x[0] == 0 and all others -1 is a point")
            return
        }
        #expect(point[0] <= 0 && point[1] <= point[0] - 1)
        #expect(point[(count + 1)...].allSatisfy { !$0.isNegative })
    }

    private func row(_ terms: [(column: Int, coefficient: Rational)], _ constant: Rational, _ role: LinearProgram.Role) -> LinearProgram.Row {
        LinearProgram.Row(SparseRow(constant: constant, entries: terms.map { SparseRow.Entry($0.column, $0.coefficient) }), role)
    }
}
