internal import ExactArithmetic

/// Finds the lexicographic optimum of one block by a piecewise-linear simplex in short exact numbers, if it is a single point.
///
/// The solution has five phases, each a value made from those before it. Their storage is reused from block to block.
///
/// 1. `EqualityElimination`: each equality defines one variable by others (`BlockDefinitions`) and disappears from the rows.
/// 2. `BlockForms`: rows that are multiples of each other become one form, a linear expression with a kink (breakpoint) for each
///    row.
/// 3. `VertexChoice`: as many forms as there are unknowns become the coordinates of the first vertex.
/// 4. `BlockVertex`: moves from vertex to vertex as long as the cost decreases. Costs are compared level by level, hard rows
///    first, so all levels are minimized at once.
/// 5. `BlockDefinitions.evaluate`: the variables follow from the forms, in the reverse order of the definitions.
///
/// If at the end each form at a kink has a slope strictly inside what the kink allows, the vertex is the only optimum. If not, or
/// if hard rows are infeasible or a number gets too long, `solve` returns false and `Tableau` takes over.
///
/// Source: R. Fourer, A simplex algorithm for piecewise-linear programming I, Mathematical Programming 33, 1985.
struct BlockSolver: ~Copyable {
    /// The goal of a solve: the only optimum or nothing, or any one of the optima.
    enum Goal {
        case onlyOptimum, anyOptimum
    }

    private(set) var rows = BlockRows()
    private(set) var definitions = BlockDefinitions()
    private(set) var elimination = EqualityElimination()
    private(set) var forms = BlockForms()
    private(set) var choice = VertexChoice()
    private(set) var vertex = BlockVertex()
    /// The optimum, by variable.
    private(set) var values = UncheckedArray<SmallRational>()
    var proving = Proving()

    /// - Parameter recordsSteps: whether to record what `multipliers` and `equation` need.
    init(recordsSteps: Bool = false) {
        elimination.recordsSteps = recordsSteps
    }

    /// Solves a block of a program. Returns whether `values` satisfies `goal`.
    mutating func solve(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values, block: Int, for goal: Goal,
        budget: Budget
    ) throws(Budget.Spent) -> Bool {
        rows.take(program, decomposition, fixed, block: block)
        guard try elimination.eliminate(&rows, &definitions, budget) else { return false }
        rows.matrix.trim()
        guard forms.make(&rows, recordsForms: elimination.recordsSteps) else { return false }
        rows.matrix.trim()
        try choice.choose(&rows, forms, &definitions, budget)
        guard goal == .anyOptimum || !choice.hasLooseVariable, !rows.isSpoilt else { return false }
        vertex.place(rows, forms, choice)
        guard try vertex.descend(&rows, forms, budget) else { return false }
        assertInvariants(ofSize: rows.count) { rows.matrix.checkInvariants() }
        guard goal == .anyOptimum || vertex.isOnlyOptimum, vertex.satisfiesHardRows(forms) else { return false }
        return definitions.evaluate(vertex.values, variableCount: rows.variableCount, &values)
    }
}
