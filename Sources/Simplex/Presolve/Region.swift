internal import ExactArithmetic

/// Parts of a program that fall apart by themselves: variables that rows join to each other and to no others but fixed ones, with all
/// rows that hold them.
///
/// Whatever becomes of its rows, how the rest of the program falls apart stays as it is.
struct Region {
    private(set) var variables: [Int32] = []
    private(set) var rows: [Int32] = []
    /// The least variable of each part.
    private(set) var leasts: [Int32] = []
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

    func contains(row: Int) -> Bool { hasRow[row] }

    /// Adds a row for itself.
    mutating func add(row: Int) {
        if hasRow[row] { return }
        hasRow[row] = true
        rows.append(Int32(truncatingIfNeeded: row))
    }

    /// Adds the part of a variable: what rows join to it, and what is fixed from it.
    mutating func add(partOf variable: Int, _ program: LinearProgram, _ decomposition: Decomposition, _ index: RowIndex) {
        if parts[variable] > 0 { return }
        let part = Int32(truncatingIfNeeded: leasts.count + 1)
        var least = Int32.max
        var pending: [Int32] = []
        func reach(_ variable: Int32) {
            parts[Int(variable)] = part
            if variable < least { least = variable }
            variables.append(variable)
            pending.append(variable)
        }
        reach(Int32(truncatingIfNeeded: variable))
        let matrix = program.matrix
        while let next = pending.popLast() {
            for row in index.rows(of: Int(next)) where !hasRow[Int(row)] && !program.roles[Int(row)].isGone {
                hasRow[Int(row)] = true
                rows.append(row)
                for entry in matrix.range(of: Int(row)) {
                    let other = Int(matrix.columns[entry])
                    if parts[other] > 0 { continue }
                    if let fixing = decomposition.row(fixing: other), fixing != row { continue }
                    reach(matrix.columns[entry])
                }
            }
        }
        leasts.append(least)
    }

    /// Brings rows and variables into ascending order.
    mutating func sort() {
        rows.sort()
        variables.sort()
    }
}
