internal import ExactArithmetic

/// Which rows depend on each other linearly, constants left aside.
///
/// Two rows are in one block where some minimal dependency has both, or a chain of such pairs joins them: the connected components
/// of the rows' matroid. A minimal conflict is a minimal dependency, so it lies in one block.
///
/// Source: Oxley, Matroid Theory, 2nd edition, 2011, chapter 4: the minimal dependencies over one basis already join all.
public enum DependencyBlocks {
    /// The blocks of `rows` once the (independent) rows of `contracted` are given: a minimal dependency that holds all of them has its
    /// other rows in one block.
    ///
    /// - Returns: places in `rows`, each block ascending, blocks by their least place. A row that depends on no other is in none.
    public static func blocks(
        of rows: [SparseRow], contracting contracted: [SparseRow] = [], variableCount: Int, budget: Budget
    ) throws(Budget.Spent) -> [[Int]] {
        let given = try Elimination(program(contracted, variableCount), budget: budget)
        var reduced: [SparseRow] = []
        for row in rows {
            reduced.append(given.reduce(row).row)
            try budget.spend(entries: row.entries.count)
        }
        let elimination = try Elimination(program(reduced, variableCount), budget: budget)
        let pivots = Set(elimination.pivots.map(\.source))
        var sets = DisjointSets(count: rows.count)
        var isJoined = Array(repeating: false, count: rows.count)
        for row in rows.indices where !pivots.contains(row) {
            isJoined[row] = true
            let dependency = elimination.originalFactors(of: [RowFactor(row, .one)])
            // Long dependencies of large numbers take their time.
            try budget.spend(entries: 10 * dependency.count)
            for term in dependency {
                isJoined[term.row] = true
                sets.join(term.row, row)
            }
        }
        var blocks: [Int: [Int]] = [:]
        for row in rows.indices where isJoined[row] { blocks[sets.root(row), default: []].append(row) }
        return blocks.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Without constants no equality contradicts another, so each is either given a pivot or depends on those that have one.
    private static func program(_ rows: [SparseRow], _ variableCount: Int) -> LinearProgram {
        LinearProgram(variableCount: variableCount, rows: rows.map { LinearProgram.Row(SparseRow(constant: .zero, sorted: $0.entries), .equal) })
    }
}
