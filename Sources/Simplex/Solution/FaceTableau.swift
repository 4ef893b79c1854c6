internal import ExactArithmetic

/// A block's tableau on its way through the set of optima.
///
/// Columns that a level holds at 0 are left out of its rows, so that these are short however many rows compete for the optimum. What
/// proofs need of those columns is read off the tableau that described the set, which is not moved any more.
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

    /// Goes on to where the objective is least.
    ///
    /// - Parameter objective: over columns that are not basic in the tableau that described the set.
    mutating func minimize(_ objective: SparseRow, _ described: Tableau) throws(Budget.Spent) -> Tableau.Minimum {
        let moving = objective.entries.filter { !described.isFrozen[$0.column] }
        tableau.objective = tableau.resolved(SparseRow(constant: objective.constant, sorted: moving))
        return try tableau.minimize()
    }

    /// The objective that was minimised, in columns that are 0 where it is least or that a level holds at 0.
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
