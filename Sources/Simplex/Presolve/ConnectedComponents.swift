internal import ExactArithmetic

/// Connected components of a program's variables, connected by rows. Fixed variables connect nothing.
struct ConnectedComponents {
    private(set) var partCount = 0
    /// For each variable, 1 plus the number of its part; 0 if it is in none.
    private var parts: [Int32]
    private var hasRow: [Bool]

    init(_ program: LinearProgram) {
        parts = Array(repeating: 0, count: program.variableCount)
        hasRow = Array(repeating: false, count: program.rowCount)
    }

    /// Returns the part of the variable, or nil if it is in none.
    func part(of variable: Int) -> Int? {
        parts[variable] > 0 ? Int(parts[variable]) - 1 : nil
    }

    /// Adds the part that contains a variable, unless it was added before.
    mutating func add(partOf variable: Int, _ program: LinearProgram, _ decomposition: Decomposition, _ index: ColumnIndex) {
        if parts[variable] > 0 { return }
        partCount += 1
        let part = Int32(truncatingIfNeeded: partCount)
        var pending = [Int32(truncatingIfNeeded: variable)]
        parts[variable] = part
        let matrix = program.matrix
        while let next = pending.popLast() {
            for row in index.rows(of: Int(next)) where !hasRow[Int(row)] {
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
