internal import ExactArithmetic
internal import LayoutLowering

/// Which rows of a system are joined by variables, directly or through others.
struct RowComponents {
    /// Made when it is asked for.
    private var columns: RequiredColumns?

    /// Ascending.
    mutating func rows(joinedTo row: Int, in system: LoweredSystem) -> [Int] {
        let matrix = system.matrix
        let columns = columns ?? RequiredColumns(Array(system.rows.indices), in: system)
        self.columns = columns
        var found: Set<Int> = [row]
        var seen: Set<Int32> = []
        var pending = [row]
        while let next = pending.popLast() {
            for entry in matrix.range(of: next) where seen.insert(matrix.columns[entry]).inserted {
                for other in columns.rows(of: Int(matrix.columns[entry])) where found.insert(Int(other)).inserted { pending.append(Int(other)) }
            }
        }
        return found.sorted()
    }
}

extension LoweredSystem {
    /// Rows with all variables that they have.
    func section(rows chosen: [Int]) -> LoweredSystem {
        var variables: Set<Int32> = []
        for row in chosen { variables.formUnion(matrix.columns[matrix.range(of: row)]) }
        return section(rows: chosen, variables: variables.sorted(), at: [])
    }
}
