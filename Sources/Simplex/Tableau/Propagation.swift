internal import ExactArithmetic

/// An index of the variables that depend on each column of the tableau. It propagates changes without visiting unaffected
/// variables.
///
/// Definitions of the tableau and pivots of the presolve form one list of dependents. Each depends only on columns and on later
/// dependents, so a pass down the list visits each once.
struct Propagation {
    private struct Use {
        var dependent: Int
        var coefficient: Rational
    }

    /// The variable of each dependent: the presolve's pivots, then the tableau's definitions.
    private var variables: [Int] = []
    /// The dependents of each column, grouped by column.
    private var uses: [Use] = []
    /// The offset of each column's uses, and the end of the last one's.
    private var starts: [Int32]

    init(_ elimination: Elimination, _ tableau: Tableau) {
        starts = Array(repeating: 0, count: tableau.position.count + 1)
        variables.reserveCapacity(elimination.pivots.count + tableau.definitions.count)
        Propagation.forEachUse(elimination, tableau) { column, _ in starts[column + 1] += 1 }
        for column in tableau.position.indices { starts[column + 1] += starts[column] }
        uses = Array(repeating: Use(dependent: 0, coefficient: .zero), count: Int(starts.last ?? 0))
        var next = starts
        Propagation.forEachUse(elimination, tableau) { column, use in
            uses[Int(next[column])] = use
            next[column] += 1
        }
        variables += elimination.pivots.map(\.variable)
        variables += tableau.definitions.map(\.variable)
    }

    private static func forEachUse(_ elimination: Elimination, _ tableau: Tableau, _ body: (_ column: Int, Use) -> Void) {
        for (dependent, pivot) in elimination.pivots.enumerated() {
            let scale = -pivot.coefficient.reciprocal
            for entry in pivot.row.entries where entry.column != pivot.variable {
                body(entry.column, Use(dependent: dependent, coefficient: entry.coefficient * scale))
            }
        }
        for (place, definition) in tableau.definitions.enumerated() {
            let dependent = elimination.pivots.count + place
            for entry in definition.row.entries { body(entry.column, Use(dependent: dependent, coefficient: entry.coefficient)) }
        }
    }

    /// Returns the changes of variables that follow from changes of columns, sorted by variable, without zeros.
    ///
    /// - Parameter variableCount: columns below this are variables themselves.
    func propagated(_ changes: [(column: Int, change: Rational)], variableCount: Int) -> [SparseRow.Entry] {
        var pending: [Int: Rational] = [:]
        var heap = MinHeap()
        var result: [SparseRow.Entry] = []
        func pass(_ column: Int, _ change: Rational) {
            if change.isZero { return }
            if column < variableCount { result.append(SparseRow.Entry(column, change)) }
            for use in uses[Int(starts[column])..<Int(starts[column + 1])] {
                if pending[use.dependent] == nil { heap.push(-use.dependent) }
                pending[use.dependent, default: .zero] += use.coefficient * change
            }
        }
        for change in changes { pass(change.column, change.change) }
        while let next = heap.pop() {
            if let change = pending[-next] { pass(variables[-next], change) }
        }
        return result.sorted { $0.column < $1.column }
    }
}
