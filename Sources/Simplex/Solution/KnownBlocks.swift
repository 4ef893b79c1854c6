public import ExactArithmetic

/// The only optimum of an earlier program, for blocks that an edit leaves alone.
///
/// A block with the variables of a part that was proven before has the part's optimum, as long as no row that proves the part is gone, every
/// row of the block was there and says what it said, and what fixes their constants has its values: rows that do not prove a part held at its optimum.
public struct KnownBlocks: Sendable {
    /// By part: the rows that prove its optimum the only one, by the new program's numbers, or -1.
    private let rows: IndexLists
    private let variables: IndexLists
    private let point: [Rational]
    private let isSame: [Bool]
    /// By variable and by row: 1 more than the part that has it.
    private var partOfVariable: [Int32]
    private var partOfRow: [Int32]

    /// - Parameters:
    ///   - rows: by part those that prove its optimum the only one, by the new program's numbers; -1 for one that is gone.
    ///   - variables: by part.
    ///   - point: the optimum.
    ///   - isSame: by row of the new program: the earlier one had it, with the same terms, constant and role.
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

    /// Whether a block's only optimum is the one before.
    ///
    /// - Parameter values: of what is fixed.
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
