public import ExactArithmetic

/// The lexicographic optimum of a program: one optimal point, proofs, and queries about the set of optima.
///
/// Variables of different blocks are independent, so each query is answered block by block, and the answers are combined through
/// the rows of fixed and peeled variables. A multiplier vector over the program's rows proves a lower bound: see `BoundProof`.
public struct Solution {
    public internal(set) var program: LinearProgram
    var decomposition: Decomposition
    var values: Values
    private(set) var budget: Budget

    /// The blocks that were solved by the tableau, by number.
    var opened: [Int: OpenBlock] = [:]
    /// Blocks that may have more than one optimum, ascending.
    var undecided: [Int] = []
    /// Blocks with one optimum whose level proofs come from the tableau.
    var provenByTableau: [Int] = []
    /// See `Decomposition.needed`; computed on first use.
    var needed: [Bool] = []
    var dependents: Dependents?
    var face: Face?

    /// Bounds outside all blocks that were made ordinary rows.
    public internal(set) var activeBounds: Set<Int32> = []
    /// The goal of the solve. If it is `anyOptimum`, nothing is known about the set of optima.
    let goal: BlockSolver.Goal

    init(program: LinearProgram, decomposition: Decomposition, values: Values, goal: BlockSolver.Goal, budget: Budget) {
        self.goal = goal
        self.program = program
        self.decomposition = decomposition
        self.values = values
        self.budget = budget
    }

    /// Sets the budget of the queries that follow.
    mutating func take(_ budget: Budget) {
        if self.budget === budget { return }
        self.budget = budget
        for block in opened.keys { opened[block]?.take(budget) }
    }

    // MARK: - The point

    /// The optimal point: a value for each variable.
    public var point: [Rational] {
        var exact = values
        exact.complete(decomposition, in: program.matrix)
        return exact.all
    }

    /// The point's values as doubles. Values with hundreds of digits are estimated rather than computed exactly.
    public var doubles: [Double] {
        values.small.indices.map(double)
    }

    private func double(of variable: Int) -> Double {
        values.small[variable].isTooLong ? values.estimate(of: variable).double : values.small[variable].double
    }

    /// Variables that no row assigns or limits, ascending: each may have any value.
    public var looseVariables: [Int] { decomposition.looseVariables.map(Int.init) }

    /// Whether every block has one optimum.
    public var isDecided: Bool { undecided.isEmpty }

    /// Solves blocks. Returns the Farkas proof if hard rows of one are infeasible.
    ///
    /// - Parameter known: optima of blocks that need not be solved again.
    mutating func solve(blocks: some Sequence<Int>, _ known: BlockSolutionCache? = nil) throws(Budget.Spent) -> Outcome? {
        var solver = BlockSolver()
        for block in blocks {
            let variables = decomposition.variables(ofBlock: block)
            if let known, known.hasOptimum(rows: decomposition.rows(ofBlock: block), variables: variables, values, program.matrix) {
                for variable in variables { values[Int(variable)] = known.value(of: Int(variable)) }
                continue
            }
            if try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget) {
                for (place, variable) in variables.enumerated() {
                    values.set(Int(variable), solver.values[place])
                }
            } else {
                if let conflict = try open(block) { return conflict }
                noteUndecided(block)
                guard let known = opened[block] else { continue }
                for (place, variable) in known.program.variables.enumerated() { values[Int(variable)] = known.solution.point[place] }
            }
        }
        return nil
    }

    mutating func noteUndecided(_ block: Int) {
        if let last = undecided.last, block <= last {
            if !isUndecided(block) { undecided.insert(block, at: undecided.firstIndex { $0 > block } ?? undecided.count) }
        } else {
            undecided.append(block)
        }
    }

    /// Solves the block by the tableau, unless that was done before. Returns the Farkas proof if its hard rows are infeasible.
    mutating func open(_ block: Int) throws(Budget.Spent) -> Outcome? {
        if opened[block] != nil { return nil }
        let local = BlockProgram(program, decomposition, values, block: block)
        switch try Solver.solve(block: local.program, budget: budget) {
        case .optimal(let solution):
            opened[block] = OpenBlock(local, solution)
            return nil
        case .infeasible(let factors):
            var clearing = DualPostsolve(program, decomposition)
            for term in local.global(factors) { clearing.add(row: term.row, term.factor) }
            clearing.clearFixed()
            return .infeasible(clearing.rowFactors, sum: clearing.constant)
        }
    }

    /// Computes a fixed variable. If its number is long and only peeled variables depend on it, it may be estimated.
    mutating func solve(fixing assignment: Decomposition.Assignment) {
        if values.solve(short: assignment, in: program.matrix) { return }
        findNeeded()
        if needed[Int(assignment.variable)] {
            values.solve(assignment, in: program.matrix)
        } else {
            values.solve(long: assignment, decomposition, in: program.matrix)
        }
    }

    mutating func findNeeded() {
        if needed.isEmpty { needed = decomposition.needed(in: program.matrix) }
    }

    /// Computes the peeled variables.
    mutating func evaluatePeeled() {
        for assignment in decomposition.peeledInwards { values.solve(estimating: assignment, decomposition, in: program.matrix) }
    }

    /// Computes the peeled variables that an updated decomposition assigns differently, and those that depend on them, on new
    /// blocks or on new loose variables.
    mutating func evaluatePeeled(after replacement: DecompositionDelta) {
        var isNew = [Bool](repeating: false, count: program.variableCount)
        for block in replacement.newBlocks {
            for variable in decomposition.variables(ofBlock: block) { isNew[Int(variable)] = true }
        }
        for variable in replacement.loosened { isNew[Int(variable)] = true }
        for (place, assignment) in decomposition.peeled.enumerated().reversed() where assignment.row >= 0 {
            let follows = program.matrix.range(of: Int(assignment.row)).contains { isNew[Int(program.matrix.columns[$0])] }
            if place < replacement.firstPeeled, !follows { continue }
            isNew[Int(assignment.variable)] = true
            values.solve(estimating: assignment, decomposition, in: program.matrix)
        }
    }

    /// Returns the variables that may not be constant on the set of optima, ascending.
    public mutating func mayVary() throws(Budget.Spent) -> [Int] {
        let flags = try varyingFlags()
        return flags.indices.filter { flags[$0] }
    }

    /// Returns the loose variables and the varying variables of blocks: the variables of `mayVary` that no peeled row assigns.
    mutating func varyingOutsidePeeled() throws(Budget.Spent) -> [Int32] {
        var found = decomposition.looseVariables
        for block in undecided {
            // The block needs a single owner while its tableau moves; otherwise all of it would be copied.
            let varying = try opened[block]?.varying() ?? []
            guard let variables = opened[block]?.program.variables else { continue }
            for local in varying.sorted() { found.append(variables[local]) }
        }
        return found
    }

    mutating func varyingFlags() throws(Budget.Spent) -> [Bool] {
        var flags = [Bool](repeating: false, count: program.variableCount)
        for variable in try varyingOutsidePeeled() { flags[Int(variable)] = true }
        for assignment in decomposition.peeledInwards {
            let row = Int(assignment.row)
            for entry in program.matrix.range(of: row) where flags[Int(program.matrix.columns[entry])] {
                flags[Int(assignment.variable)] = true
                break
            }
        }
        return flags
    }

    /// Returns whether two optima are known in which some variable of a block differs by at least `least`. False may mean
    /// unknown.
    public mutating func hasOptimaApart(by least: Rational) throws(Budget.Spent) -> Bool {
        for block in undecided {
            let part = try describe(block)
            guard let known = opened[block] else { continue }
            for place in part.interior.indices where (part.interior[place] - known.solution.point[place]).magnitude >= least { return true }
        }
        return false
    }

    // MARK: - Proofs

    /// Returns, for each level in order, the dual certificate of its least total violation.
    public mutating func levelProofs() throws(Budget.Spent) -> [BoundProof] {
        var clearings = Array(repeating: DualPostsolve(program, decomposition), count: program.levelCount)
        for row in decomposition.settled.lazy.map(Int.init) {
            guard case .soft(let level, let isEquality) = program.role(of: row) else { continue }
            let value = values.value(of: row, in: program.matrix)
            guard value.isNegative || (isEquality && value.isPositive) else { continue }
            clearings[level].add(row: row, value.isNegative ? -1 : 1)
        }
        var solver = BlockSolver(recordsSteps: true)
        var next = undecided[...]
        for block in 0..<decomposition.blockCount where !decomposition.rows(ofBlock: block).isEmpty {
            if goal == .anyOptimum, !decomposition.rows(ofBlock: block).contains(where: { program.roles[Int($0)].isSoft }) {
                // All costs of the block are 0.
                continue
            }
            if next.first == block {
                next.removeFirst()
            } else if try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget),
                let factors = solver.multipliers(program, decomposition, block: block, hardLevel: program.levelCount > 0 ? 0 : nil)
            {
                for term in factors { clearings[term.level].add(row: term.row, term.factor, ignoresBlocks: true) }
                continue
            } else if !provenByTableau.contains(block) {
                provenByTableau.append(block)
            }
            _ = try open(block)
            guard let known = opened[block] else { continue }
            for (place, proof) in known.solution.levelProofs().enumerated() {
                let level = known.program.levels[place]
                for term in known.program.global(proof.factors) { clearings[level].add(row: term.row, term.factor, ignoresBlocks: true) }
            }
        }
        return clearings.indices.map { level in
            clearings[level].clearFixed()
            return BoundProof(bound: clearings[level].constant, factors: clearings[level].rowFactors)
        }
    }
}
