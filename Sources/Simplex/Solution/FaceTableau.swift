internal import ExactArithmetic

/// A block's tableau during the search through the set of optima.
///
/// Columns that a level freezes at 0 are removed from its rows, so the rows are short however many rows compete for the optimum.
/// Proofs read those columns from the tableau that described the set, which does not move any more.
struct FaceTableau {
    var tableau: Tableau

    init(_ described: Tableau) {
        tableau = described
        tableau.entryCount = 0
        for at in tableau.rows.indices {
            let row = tableau.rows[at]
            tableau.rows[at] = SparseRow(constant: row.constant, sorted: row.entries.filter { !tableau.isFrozen[$0.column] })
            tableau.entryCount += tableau.rows[at].entries.count
        }
        for column in tableau.occurrences.indices where tableau.isFrozen[column] { tableau.occurrences[column] = [] }
    }

    /// Continues to the vertex at which the objective is least.
    ///
    /// - Parameter objective: over columns that are non-basic in the tableau that described the set.
    mutating func minimize(_ objective: SparseRow, _ described: Tableau) throws(Budget.Spent) -> Tableau.Minimum {
        let moving = objective.entries.filter { !described.isFrozen[$0.column] }
        tableau.objective = tableau.resolved(SparseRow(constant: objective.constant, sorted: moving))
        return try tableau.minimize()
    }

    /// Returns the minimized objective in columns that are 0 at its minimum or frozen at 0.
    func reducedCosts(of objective: SparseRow, _ described: Tableau) -> SparseRow {
        var sum = RowSum()
        sum.add(objective)
        for entry in tableau.objective.entries where described.position[entry.column] >= 0 {
            sum.add(described.rows[described.position[entry.column]], times: -entry.coefficient)
            sum.add(entry.column, entry.coefficient)
        }
        return sum.row
    }
}
