public import ExactArithmetic

/// The only optimum of an earlier program, reused for blocks that an edit leaves unchanged.
///
/// A *part* is a block of the earlier program with its optimum and the rows that prove it. A block with the same variables has
/// the same optimum under three conditions: no row of the proof was removed, every row of the block was in the earlier program
/// with the same terms and constant, and the fixed variables in these rows have the same values. Rows of the block outside the
/// proof are then satisfied as before.
public struct BlockSolutionCache: Sendable {
    /// For each part, the rows that prove its optimum the only one, in the new program's numbering, or -1 if removed.
    private let rows: IndexLists
    private let variables: IndexLists
    private let point: [Rational]
    private let isSame: [Bool]
    /// For each variable and each row, 1 plus the number of its part.
    private var partOfVariable: [Int32]
    private var partOfRow: [Int32]

    /// - Parameters:
    ///   - rows: for each part, the rows that prove its optimum the only one, in the new program's numbering; -1 for one that was
    ///     removed.
    ///   - variables: the variables of each part.
    ///   - point: the optimum.
    ///   - isSame: for each row of the new program, whether the earlier one had it with the same terms, constant and role.
    public init(rows: IndexLists, variables: IndexLists, at point: [Rational], isSame: [Bool]) {
        self.rows = rows
        self.variables = variables
        self.point = point
        self.isSame = isSame
        partOfVariable = [Int32](repeating: 0, count: point.count)
        partOfRow = [Int32](repeating: 0, count: isSame.count)
        for part in variables.indices {
            let number = Int32(truncatingIfNeeded: part + 1)
            for variable in variables[part] { partOfVariable[Int(variable)] = number }
            for row in rows[part] where row >= 0 { partOfRow[Int(row)] = number }
        }
    }

    /// Returns whether the earlier optimum is a block's only optimum.
    ///
    /// - Parameter values: the values of fixed variables.
    func hasOptimum(rows blockRows: ArraySlice<Int32>, variables blockVariables: ArraySlice<Int32>, _ values: Values, _ matrix: SparseRows) -> Bool {
        guard point.count == values.small.count, isSame.count == matrix.count, let first = blockVariables.first, partOfVariable[Int(first)] > 0
        else { return false }
        let number = partOfVariable[Int(first)]
        let part = Int(number) - 1
        guard variables[part] == blockVariables else { return false }
        var provers = 0
        for row in blockRows.lazy.map(Int.init) {
            guard isSame[row] else { return false }
            if partOfRow[row] == number { provers += 1 }
        }
        guard provers == rows.range(of: part).count else { return false }
        for row in blockRows.lazy.map(Int.init) {
            for column in matrix.columns[matrix.range(of: row)] where partOfVariable[Int(column)] != number {
                let value = values.small[Int(column)]
                if value.isTooLong || value.rational != point[Int(column)] { return false }
            }
        }
        return true
    }

    func value(of variable: Int) -> Rational { point[variable] }
}
