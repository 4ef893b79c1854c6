internal import ExactArithmetic
internal import LayoutLowering
internal import Simplex

// From lowered rows to the linear programs that the solver takes. Variables keep their numbers.

extension LoweredSystem {
    /// The row as `sign * e + offset`.
    func expression(of row: Int, sign: Int = 1, offset: Rational = .zero) -> SparseRow {
        let terms = terms(of: row)
        if sign < 0 {
            return SparseRow(
                constant: offset - rows[row].constant, sorted: terms.map { SparseRow.Entry($0.variable, -$0.coefficient) })
        }
        return SparseRow(constant: rows[row].constant + offset, sorted: terms.map { SparseRow.Entry($0.variable, $0.coefficient) })
    }

    /// The program of hard rows alone.
    func program(hard rows: [Int]) -> LinearProgram {
        LinearProgram(
            variableCount: variables.count,
            rows: rows.map { LinearProgram.Row(expression(of: $0), self.rows[$0].isEquality ? .equal : .atLeast) })
    }

    /// The program in which each row may be missed by the tolerance, and the row and sign of each of its rows.
    func relaxedProgram(hard rows: [Int]) -> (program: LinearProgram, sources: [(row: Int, sign: Int)]) {
        var sources: [(row: Int, sign: Int)] = []
        for row in rows {
            sources.append((row, 1))
            if self.rows[row].isEquality { sources.append((row, -1)) }
        }
        let program = LinearProgram(
            variableCount: variables.count,
            rows: sources.map { LinearProgram.Row(expression(of: $0.row, sign: $0.sign, offset: Tolerance.violation), .atLeast) })
        return (program, sources)
    }
}

extension StagedProblem {
    /// The problem as a program; its rows keep their numbers.
    func program(of system: LoweredSystem) -> LinearProgram {
        LinearProgram(
            variableCount: system.variables.count, levelCount: levels.count,
            rows: rows.map { row in
                let role: LinearProgram.Role =
                    switch row.role {
                    case .equal: .equal
                    case .atLeast: .atLeast
                    case .soft(let level, let isEquality): .soft(level: level, isEquality: isEquality)
                    }
                return LinearProgram.Row(system.expression(of: row.source, sign: row.sign, offset: row.offset), role)
            })
    }
}
