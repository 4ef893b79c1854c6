internal import ExactArithmetic

/// A block as a program of its own: fixed variables are folded into the constants, and variables, rows and levels are renumbered.
struct BlockProgram {
    let program: LinearProgram
    /// For each row, variable and level of the block, its number in the whole program.
    let rows: [Int32]
    let variables: [Int32]
    private(set) var levels: [Int]

    init(_ whole: LinearProgram, _ decomposition: Decomposition, _ values: Values, block: Int) {
        rows = Array(decomposition.rows(ofBlock: block))
        variables = Array(decomposition.variables(ofBlock: block))
        var used: Set<Int> = []
        for row in rows {
            if case .soft(let level, _) = whole.role(of: Int(row)) { used.insert(level) }
        }
        levels = used.sorted()
        var place: [Int: Int] = [:]
        for (index, level) in levels.enumerated() { place[level] = index }

        var matrix = SparseRows()
        for row in rows {
            var constant = whole.matrix.constant(of: Int(row))
            for entry in whole.matrix.range(of: Int(row)) {
                let variable = Int(whole.matrix.columns[entry])
                let coefficient = whole.matrix.coefficient(at: entry)
                if decomposition.isFixed(variable) {
                    constant += coefficient * values[variable]
                } else {
                    matrix.add(column: Int(decomposition.localIndex[variable]), matrix.pack(coefficient))
                }
            }
            matrix.endRow(constant: matrix.pack(constant))
        }
        let roles = rows.map { row in
            let role = whole.role(of: Int(row))
            guard case .soft(let level, let isEquality) = role else { return LinearProgram.PackedRole(role) }
            return LinearProgram.PackedRole(.soft(level: place[level] ?? 0, isEquality: isEquality))
        }
        program = LinearProgram(variableCount: variables.count, levelCount: levels.count, matrix: matrix, roles: roles)
    }

    func global(_ entries: [SparseRow.Entry]) -> [SparseRow.Entry] {
        entries.map { SparseRow.Entry(Int(variables[$0.column]), $0.coefficient) }
    }

    func global(_ factors: [RowFactor]) -> [RowFactor] {
        factors.map { RowFactor(Int(rows[$0.row]), $0.factor) }
    }
}
