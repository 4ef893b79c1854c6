public import ExactArithmetic

/// What solving a linear program gives.
public enum Outcome {
    /// The hard rows cannot hold: these of them, with these factors, add up to a negative number alone. The rows are the only
    /// linear dependency among themselves, so none of them can be left out.
    case infeasible([RowFactor], sum: Rational)
    /// The hard rows hold; the solution answers for the optimum.
    case optimal(Solution)
}

/// Solves linear programs: substitution presolve, then a sparse simplex, all in exact arithmetic.
public struct Solver {
    public let budget: Budget

    public init(budget: Budget = Budget()) {
        self.budget = budget
    }

    /// Solves the program through all its levels.
    public func solve(_ program: LinearProgram) throws(Budget.Spent) -> Outcome {
        switch try prepare(program) {
        case .infeasible(let proof, let sum): return .infeasible(proof, sum: sum)
        case .feasible(let elimination, var tableau):
            var levels: [SparseRow] = Array(repeating: SparseRow(), count: program.levelCount)
            try tableau.minimizeLevels { levels[$0] = $1 }
            return .optimal(Solution(program: program, elimination: elimination, tableau: tableau, levels: levels))
        }
    }

    /// Only whether the hard rows can hold: a point where they do, or the proof that they cannot.
    public func findPoint(_ program: LinearProgram) throws(Budget.Spent) -> Feasibility {
        switch try prepare(program) {
        case .infeasible(let proof, let sum): return .infeasible(proof, sum: sum)
        case .feasible(let elimination, let tableau):
            var values = Array(repeating: Rational.zero, count: program.variableCount)
            tableau.fillPoint(&values)
            elimination.complete(&values)
            return .feasible(values)
        }
    }

    private enum Prepared {
        case infeasible([RowFactor], sum: Rational)
        case feasible(Elimination, Tableau)
    }

    private func prepare(_ program: LinearProgram) throws(Budget.Spent) -> Prepared {
        let elimination = try Elimination(program, budget: budget)
        if let row = elimination.contradiction {
            let constant = elimination.rows[row].constant
            let factor: Rational = constant.isPositive ? -1 : 1
            return .infeasible(elimination.originalFactors(of: [RowFactor(row, factor)]), sum: -constant.magnitude)
        }
        for index in program.roles.indices where program.role(of: index) == .atLeast {
            let reduced = elimination.rows[index]
            if reduced.entries.isEmpty, reduced.constant.isNegative {
                return .infeasible(elimination.originalFactors(of: [RowFactor(index, .one)]), sum: reduced.constant)
            }
        }
        var tableau = try Tableau(program, reduced: elimination.rows, budget: budget)
        if let proof = try tableau.restoreFeasibility() {
            var sum = Rational.zero
            for term in proof { sum += term.factor * elimination.rows[term.row].constant }
            return .infeasible(elimination.originalFactors(of: proof), sum: sum)
        }
        return .feasible(elimination, tableau)
    }
}

/// Whether hard rows can hold together.
public enum Feasibility {
    /// See `Outcome.infeasible`.
    case infeasible([RowFactor], sum: Rational)
    /// A value for each variable with which all hard rows hold.
    case feasible([Rational])
}
