internal import ExactArithmetic

/// Carries a change of a few columns over to the variables that depend on them, without looking at the others.
///
/// Definitions of the tableau and pivots of the presolve form one list of dependents; each depends only on columns and on
/// dependents after it, so that going down the list meets each of them once.
struct Propagation {
    private struct Use {
        var dependent: Int
        var coefficient: Rational
    }

    /// The variable of each dependent: the presolve's pivots, then the tableau's definitions.
    private var variables: [Int] = []
    /// For each column the dependents that name it.
    private var uses: [[Use]]

    init(_ elimination: Elimination, _ tableau: Tableau) {
        uses = Array(repeating: [], count: tableau.position.count)
        for pivot in elimination.pivots {
            let scale = -pivot.coefficient.reciprocal
            for entry in pivot.row.entries where entry.column != pivot.variable {
                uses[entry.column].append(Use(dependent: variables.count, coefficient: entry.coefficient * scale))
            }
            variables.append(pivot.variable)
        }
        for definition in tableau.definitions {
            for entry in definition.row.entries { uses[entry.column].append(Use(dependent: variables.count, coefficient: entry.coefficient)) }
            variables.append(definition.variable)
        }
    }

    /// The changes of variables that follow from changes of columns, sorted by variable; what cancels is left out.
    ///
    /// - Parameter isVariable: columns below this are variables themselves.
    func carried(_ changes: [(column: Int, change: Rational)], variableCount: Int) -> [SparseRow.Entry] {
        var pending: [Int: Rational] = [:]
        var heap = MinHeap()
        var result: [SparseRow.Entry] = []
        func pass(_ column: Int, _ change: Rational) {
            if change.isZero { return }
            if column < variableCount { result.append(SparseRow.Entry(column, change)) }
            for use in uses[column] {
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
