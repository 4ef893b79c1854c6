internal import ExactArithmetic
internal import LayoutLowering

/// The connected components of a system's rows, connected by shared variables.
struct RowComponents {
    /// The index of the system's rows by variable, created on first use.
    private var columns: RequiredRowIndex?

    /// Returns the connected component of a row, ascending.
    mutating func rows(joinedTo row: Int, in system: LoweredSystem) -> [Int] {
        let matrix = system.matrix
        let columns = columns ?? RequiredRowIndex(Array(system.rows.indices), in: system)
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
    /// Returns the system of these rows with all their variables.
    func subsystem(rows chosen: [Int]) -> LoweredSystem {
        var variables: Set<Int32> = []
        for row in chosen { variables.formUnion(matrix.columns[matrix.range(of: row)]) }
        return subsystem(rows: chosen, variables: variables.sorted(), at: [])
    }
}
