internal import ExactArithmetic

/// An index of the rows that contain each variable (the transpose of the matrix), whatever their roles.
struct ColumnIndex {
    /// The offset of each variable's rows in `rows`.
    private var starts: [Int32]
    private var rows: [Int32]

    init(_ matrix: SparseRows, variableCount: Int) {
        starts = Array(repeating: 0, count: variableCount + 1)
        rows = Array(repeating: 0, count: matrix.columns.count)
        matrix.columns.withUnsafeBufferPointer { columns in
            for column in columns { starts[Int(column) + 1] += 1 }
            for variable in 0..<variableCount { starts[variable + 1] += starts[variable] }
            var fill = starts
            for row in 0..<matrix.count {
                for entry in matrix.range(of: row) {
                    let column = Int(columns[entry])
                    rows[Int(fill[column])] = Int32(truncatingIfNeeded: row)
                    fill[column] += 1
                }
            }
        }
    }

    /// The places of the variable's rows, for `row(at:)`. Inner loops use these instead of `rows(of:)`, whose slices are retained
    /// and released.
    @inline(__always)
    func places(of variable: Int) -> Range<Int> {
        Int(starts[variable])..<Int(starts[variable + 1])
    }

    @inline(__always)
    func row(at place: Int) -> Int32 { rows[place] }

    /// The variable's rows, ascending.
    @inline(__always)
    func rows(of variable: Int) -> ArraySlice<Int32> {
        rows[Int(starts[variable])..<Int(starts[variable + 1])]
    }
}
