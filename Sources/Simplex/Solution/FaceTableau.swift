internal import ExactArithmetic

/// A block's tableau during the search through the set of optima.
///
/// Frozen columns, that is columns that a level forces to 0, are removed from its rows, so the rows are short although many rows
/// of the program compete. Proofs need those columns and read them from the *described* tableau, that of `describeFace`, which is
/// not pivoted any more.
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

    /// Moves from the present vertex to one at which the objective is least.
    ///
    /// - Parameter objective: over columns that are non-basic in the described tableau.
    mutating func minimize(_ objective: SparseRow, _ described: Tableau) throws(Budget.Spent) -> Tableau.Minimum {
        let moving = objective.entries.filter { !described.isFrozen[$0.column] }
        tableau.objective = tableau.resolved(SparseRow(constant: objective.constant, sorted: moving))
        return try tableau.minimize()
    }

    /// Returns the reduced costs of the minimized objective: its expression in columns that are non-basic now or frozen.
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
