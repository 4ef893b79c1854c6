internal import ExactArithmetic

/// Parts of a program that have nothing to do with each other: variables that rows join to each other and to no others but fixed ones.
struct Region {
    private(set) var partCount = 0
    /// By variable, the number of its part and 1 more; 0 outside.
    private var parts: [Int32]
    private var hasRow: [Bool]

    init(_ program: LinearProgram) {
        parts = Array(repeating: 0, count: program.variableCount)
        hasRow = Array(repeating: false, count: program.rowCount)
    }

    /// The part that the variable belongs to.
    func part(of variable: Int) -> Int? {
        parts[variable] > 0 ? Int(parts[variable]) - 1 : nil
    }

    /// Adds the part of a variable: what rows join to it.
    mutating func add(partOf variable: Int, _ program: LinearProgram, _ decomposition: Decomposition, _ index: RowIndex) {
        if parts[variable] > 0 { return }
        partCount += 1
        let part = Int32(truncatingIfNeeded: partCount)
        var pending = [Int32(truncatingIfNeeded: variable)]
        parts[variable] = part
        let matrix = program.matrix
        while let next = pending.popLast() {
            for row in index.rows(of: Int(next)) where !hasRow[Int(row)] && !program.roles[Int(row)].isGone {
                hasRow[Int(row)] = true
                for entry in matrix.range(of: Int(row)) {
                    let other = Int(matrix.columns[entry])
                    if parts[other] > 0 || decomposition.isFixed(other) { continue }
                    parts[other] = part
                    pending.append(matrix.columns[entry])
                }
            }
        }
    }
}
