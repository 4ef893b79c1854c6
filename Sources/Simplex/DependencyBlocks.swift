internal import ExactArithmetic

/// The partition of rows into blocks that are linearly independent of each other; constants are ignored.
///
/// Two rows are in one block if some minimal dependency contains both, or if a chain of such pairs connects them: the blocks are
/// the connected components of the rows' matroid. A minimal conflict is a minimal dependency, so it lies in one block.
///
/// Source: Oxley, Matroid Theory, 2nd edition, 2011, chapter 4: the minimal dependencies over one basis suffice to connect all.
public enum DependencyBlocks {
    /// Returns the blocks of `rows` after contraction of the (independent) rows of `contracted`. The other rows of a minimal
    /// dependency that contains all of `contracted` are in one block.
    ///
    /// - Returns: Indices into `rows`; each block is ascending, and blocks are in the order of their least index. A row that
    ///   depends on no other is in none.
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
            // Long dependencies of large numbers are expensive.
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

    /// Returns the program that requires each row, without its constant, to be 0. It is feasible, so its elimination finds no
    /// contradiction.
    private static func program(_ rows: [SparseRow], _ variableCount: Int) -> LinearProgram {
        LinearProgram(variableCount: variableCount, rows: rows.map { LinearProgram.Row(SparseRow(constant: .zero, sorted: $0.entries), .equal) })
    }
}
