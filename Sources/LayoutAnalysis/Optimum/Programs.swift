internal import ExactArithmetic
internal import LayoutLowering
internal import Simplex

// Converts lowered rows to linear programs for the solver. Variables have the same numbers.

extension LoweredSystem {
    /// Returns the row's expression.
    func expression(of row: Int) -> SparseRow {
        SparseRow(constant: matrix.constant(of: row), sorted: terms(of: row).map { SparseRow.Entry($0.variable, $0.coefficient) })
    }

    /// Returns the program that consists only of hard rows.
    func program(hard rows: [Int]) -> LinearProgram {
        LinearProgram(
            variableCount: variables.count, matrix: matrix(of: rows.lazy.map { (row: $0, sign: 1, offset: .zero) }),
            roles: rows.map { LinearProgram.PackedRole(isEquality($0) ? .equal : .atLeast) })
    }

    /// Returns the program of hard rows, with a last row whose shortfall below 0 is minimized.
    func program(hard rows: [Int], cost: SparseRow) -> LinearProgram {
        var matrix = matrix(of: rows.lazy.map { (row: $0, sign: 1, offset: .zero) })
        for entry in cost.entries { matrix.add(column: entry.column, matrix.pack(entry.coefficient)) }
        matrix.endRow(constant: matrix.pack(cost.constant))
        return LinearProgram(
            variableCount: variables.count, levelCount: 1, matrix: matrix,
            roles: rows.map { LinearProgram.PackedRole(isEquality($0) ? .equal : .atLeast) }
                + [LinearProgram.PackedRole(.soft(level: 0, isEquality: false))])
    }

    /// Returns the program in which each row may be violated by the tolerance, with the row and sign of each of its rows.
    func relaxedProgram(hard rows: [Int]) -> (program: LinearProgram, sources: [(row: Int, sign: Int)]) {
        var sources: [(row: Int, sign: Int)] = []
        for row in rows {
            sources.append((row, 1))
            if isEquality(row) { sources.append((row, -1)) }
        }
        let program = LinearProgram(
            variableCount: variables.count, matrix: matrix(of: sources.lazy.map { ($0.row, $0.sign, Tolerance.violation) }),
            roles: sources.map { _ in LinearProgram.PackedRole(.atLeast) })
        return (program, sources)
    }

    /// Returns the rows `sign * row + offset`.
    func matrix(of sources: some Collection<(row: Int, sign: Int, offset: Rational)>) -> SparseRows {
        let own = matrix
        var result = SparseRows()
        result.reserve(rows: sources.count, entries: sources.reduce(0) { $0 + own.range(of: $1.row).count })
        for source in sources { result.append(source.row, of: own, sign: source.sign, offset: source.offset) }
        return result
    }
}

extension StagedProblem {
    /// Returns the problem as a program with the same row numbers and levels.
    func program(of system: LoweredSystem) -> LinearProgram {
        LinearProgram(
            variableCount: system.variables.count, levelCount: levels.count,
            matrix: rows.areSources ? system.matrix : system.matrix(of: rows.lazy.map { ($0.source, $0.sign, $0.offset) }),
            roles: rows.indices.map { row in
                switch rows.role(of: row) {
                case .equal: LinearProgram.PackedRole(.equal)
                case .atLeast: LinearProgram.PackedRole(.atLeast)
                case .soft(let level, let isEquality): LinearProgram.PackedRole(.soft(level: level, isEquality: isEquality))
                }
            })
    }
}
