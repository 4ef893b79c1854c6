internal import ExactArithmetic
internal import LayoutLowering

/// Which rows of a system are joined by variables, directly or through others.
struct RowComponents {
    /// By variable the rows that have it; made when it is asked for.
    private var holders: [[Int]] = []

    /// Ascending.
    mutating func rows(joinedTo row: Int, in system: LoweredSystem) -> [Int] {
        let matrix = system.matrix
        if holders.isEmpty {
            holders = Array(repeating: [], count: system.variables.count)
            for row in system.rows.indices { for entry in matrix.range(of: row) { holders[Int(matrix.columns[entry])].append(row) } }
        }
        var found: Set<Int> = [row]
        var seen: Set<Int32> = []
        var pending = [row]
        while let next = pending.popLast() {
            for entry in matrix.range(of: next) where seen.insert(matrix.columns[entry]).inserted {
                for other in holders[Int(matrix.columns[entry])] where found.insert(other).inserted { pending.append(other) }
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
