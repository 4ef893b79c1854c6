public import ExactArithmetic

/// The result of solving a linear program.
public enum Outcome {
    /// The hard rows are infeasible. The sum of these rows, each multiplied by its factor, is a negative constant (a Farkas
    /// proof). The rows have only one linear dependency, so none of them can be omitted.
    case infeasible([RowFactor], sum: Rational)
    /// The hard rows are feasible; the solution answers queries about the optimum.
    case optimal(Solution)
}

/// The result of a feasibility check of the hard rows.
public enum Feasibility {
    /// See `Outcome.infeasible`.
    case infeasible([RowFactor], sum: Rational)
    /// A value for each variable that satisfies all hard rows.
    case feasible([Rational])
}

/// An exact solver for linear programs: it presolves (`Decomposition`), then solves each block by itself.
public struct Solver {
    public let budget: Budget

    public init(budget: Budget = Budget()) {
        self.budget = budget
    }

    /// Solves the program through all its levels, and determines whether there are other optima.
    ///
    /// - Parameter blocks: the only optimum of an earlier program, whose unchanged blocks are not solved again.
    public func solve(
        _ program: LinearProgram, knowing blocks: BlockSolutionCache? = nil
    ) throws(Budget.Spent) -> Outcome {
        try solve(program, for: .onlyOptimum, knowing: blocks)
    }

    /// Finds one optimum. Of the solution, only `point` and `levelProofs` may be used: nothing is known about other optima.
    ///
    /// - Parameter bounds: a warm start, the `Solution.activeBounds` of a program that has the same hard rows.
    public func findOptimum(_ program: LinearProgram, from bounds: Set<Int32> = []) throws(Budget.Spent) -> Outcome {
        try solve(program, for: .anyOptimum, from: bounds)
    }

    /// Checks the hard rows alone: returns a point that satisfies them, or the proof that there is none.
    public func findPoint(_ program: LinearProgram) throws(Budget.Spent) -> Feasibility {
        switch try solve(program, for: .anyOptimum) {
        case .infeasible(let proof, let sum): .infeasible(proof, sum: sum)
        case .optimal(let solution): .feasible(solution.point)
        }
    }

    /// Solves without the bounds outside all blocks. Bounds that are violated or cut the set of optima then become ordinary rows,
    /// and what they affect is solved again.
    ///
    /// - Parameters:
    ///   - bounds: bounds that count as ordinary rows from the start.
    ///   - known: the index of the program's columns, if already computed.
    ///   - blocks: the only optimum of an earlier program, whose unchanged blocks are not solved again.
    func solve(
        _ program: LinearProgram, for goal: BlockSolver.Goal, from bounds: Set<Int32> = [], _ known: ColumnIndex? = nil,
        knowing blocks: BlockSolutionCache? = nil
    ) throws(Budget.Spent) -> Outcome {
        let index = known ?? ColumnIndex(program.matrix, variableCount: program.variableCount)
        let decomposition = Decomposition(program, active: bounds, index)
        try budget.spend(rows: 0, entries: program.matrix.columns.count)
        var solution = Solution(
            program: program, decomposition: decomposition, values: Values(count: program.variableCount), goal: goal, budget: budget)
        solution.activeBounds = bounds
        for assignment in decomposition.fixing { solution.solve(fixing: assignment) }
        try budget.spend(rows: decomposition.fixing.count, entries: decomposition.fixing.count)
        if let contradiction = solution.contradiction() { return contradiction }
        if let conflict = try solution.solve(blocks: 0..<decomposition.blockCount, blocks) { return conflict }
        solution.evaluatePeeled()
        var activation = Solution.Activation()
        var arrangement: DecompositionState?
        while let bounds = try solution.activateBounds(&activation, index) {
            if let conflict = try solution.redo(bounds, &arrangement, index) { return conflict }
        }
        return .optimal(solution)
    }

    /// Solves one block by the tableau, which also handles several optima and infeasible hard rows.
    static func solve(block program: LinearProgram, budget: Budget) throws(Budget.Spent) -> BlockOutcome {
        let elimination = try Elimination(program, budget: budget)
        if let row = elimination.contradiction {
            let constant = elimination.rows[row].constant
            let factor: Rational = constant.isPositive ? -1 : 1
            return .infeasible(elimination.originalFactors(of: [RowFactor(row, factor)]))
        }
        for index in program.roles.indices where program.roles[index].isAtLeast {
            let reduced = elimination.rows[index]
            if reduced.entries.isEmpty, reduced.constant.isNegative {
                return .infeasible(elimination.originalFactors(of: [RowFactor(index, .one)]))
            }
        }
        var tableau = try Tableau(program, reduced: elimination.rows, budget: budget)
        if let proof = try tableau.restoreFeasibility() { return .infeasible(elimination.originalFactors(of: proof)) }
        var levels: [SparseRow] = Array(repeating: SparseRow(), count: program.levelCount)
        try tableau.minimizeLevels { levels[$0] = $1 }
        return .optimal(BlockSolution(program: program, elimination: elimination, tableau: tableau, levels: levels))
    }

    enum BlockOutcome {
        case infeasible([RowFactor])
        case optimal(BlockSolution)
    }
}
