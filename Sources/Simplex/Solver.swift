public import ExactArithmetic

/// What solving a linear program gives.
public enum Outcome {
    /// The hard rows cannot hold: these of them, with these factors, add up to a negative number alone. The rows are the only
    /// linear dependency among themselves, so none of them can be left out.
    case infeasible([RowFactor], sum: Rational)
    /// The hard rows hold; the solution answers for the optimum.
    case optimal(Solution)
}

/// Whether hard rows can hold together.
public enum Feasibility {
    /// See `Outcome.infeasible`.
    case infeasible([RowFactor], sum: Rational)
    /// A value for each variable with which all hard rows hold.
    case feasible([Rational])
}

/// Solves linear programs, in exact arithmetic: what can be peeled off and fixed goes first (`Decomposition`), then each block by itself.
public struct Solver {
    public let budget: Budget

    public init(budget: Budget = Budget()) {
        self.budget = budget
    }

    /// Solves the program through all its levels, and finds out whether there are other optima.
    public func solve(_ program: LinearProgram) throws(Budget.Spent) -> Outcome {
        try solve(program, for: .onlyOptimum)
    }

    /// One optimum with the levels' proofs, and nothing of the others: the solution answers for its point and `levelProofs` alone.
    ///
    /// - Parameter bounds: where to begin, the `Solution.activeBounds` of a program that has the same hard rows.
    public func findOptimum(_ program: LinearProgram, from bounds: Set<Int32> = []) throws(Budget.Spent) -> Outcome {
        try solve(program, for: .anyOptimum, from: bounds)
    }

    /// Only whether the hard rows can hold: a point where they do, or the proof that they cannot.
    public func findPoint(_ program: LinearProgram) throws(Budget.Spent) -> Feasibility {
        switch try solve(program, for: .anyOptimum) {
        case .infeasible(let proof, let sum): .infeasible(proof, sum: sum)
        case .optimal(let solution): .feasible(solution.point)
        }
    }

    /// Tries again with more and more of the bounds outside all blocks until none fails: one that holds often brings the others with it.
    func solve(
        _ program: LinearProgram, for goal: BlockSolver.Goal, from bounds: Set<Int32> = []
    ) throws(Budget.Spent) -> Outcome {
        var active = bounds
        var most = 1
        var rounds = 0
        while true {
            let outcome = try attempt(program, active: active, for: goal)
            guard case .optimal(var solution) = outcome else { return outcome }
            var missing = solution.failingBounds()
            if missing.count > most { missing.removeLast(missing.count - most) }
            if missing.isEmpty, goal == .onlyOptimum { missing = try solution.boundsThatCut() }
            if missing.isEmpty {
                solution.activeBounds = active
                return .optimal(solution)
            }
            // Bounds that come up one after the other are not waited for.
            rounds += 1
            if rounds > 8 { missing = solution.decomposition.looseBounds }
            active.formUnion(missing)
            most = min(8 * most, max(1, program.rowCount))
        }
    }

    /// Solves without the bounds that belong to no block, `active` ones excepted.
    private func attempt(_ program: LinearProgram, active: Set<Int32>, for goal: BlockSolver.Goal) throws(Budget.Spent) -> Outcome {
        let decomposition = Decomposition(program, active: active)
        try budget.spend(rows: 0, entries: program.matrix.columns.count)
        var values = Values(count: program.variableCount)
        for assignment in decomposition.fixing { values.solve(assignment, in: program.matrix) }
        try budget.spend(rows: decomposition.fixing.count, entries: decomposition.fixing.count)
        if let contradiction = contradiction(program, decomposition, values) { return contradiction }

        var solution = Solution(program: program, decomposition: decomposition, values: values, goal: goal, budget: budget)
        if let conflict = try solution.solveBlocks() { return conflict }
        solution.evaluatePeeled()
        return .optimal(solution)
    }

    /// A row whose variables are all fixed and that does not hold.
    private func contradiction(_ program: LinearProgram, _ decomposition: Decomposition, _ values: Values) -> Outcome? {
        for row in decomposition.settled.lazy.map(Int.init) where !program.roles[row].isSoft {
            if let proof = failure(of: row, program, decomposition, values) { return proof }
        }
        for row in decomposition.looseBounds.lazy.map(Int.init) {
            let variable = Int(program.matrix.columns[Int(program.matrix.starts[row])])
            guard decomposition.isFixed(variable) else { continue }
            if let proof = failure(of: row, program, decomposition, values) { return proof }
        }
        return nil
    }

    private func failure(of row: Int, _ program: LinearProgram, _ decomposition: Decomposition, _ values: Values) -> Outcome? {
        let small = values.smallValue(of: row, in: program.matrix).sum
        let isEqual = program.roles[row].isEqual
        if !small.isTooLong, isEqual ? small.isZero : !small.isNegative { return nil }
        let value = values.value(of: row, in: program.matrix)
        if isEqual ? value.isZero : !value.isNegative { return nil }
        var clearing = Clearing(program, decomposition)
        clearing.add(row: row, value.isPositive ? -1 : 1)
        clearing.clearFixed()
        return .infeasible(clearing.rowFactors, sum: -value.magnitude)
    }

    /// Solves one block by the tableau, which also answers where optima are many or hard rows fail.
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
