public import ExactArithmetic

/// A program that is solved again after changes of its right-hand side, at a cost proportional to what the changes affect.
///
/// A changed constant affects the variable that its row assigns, or the block that the row belongs to. From there, only rows of
/// variables whose values change are evaluated again, and only blocks with such variables are solved again. The decomposition and
/// the optimum always equal those of a solve from scratch. If hard rows are infeasible, the program is solved from scratch.
public struct IncrementalProgram {
    /// The rows and their optimum. If the program is conflicting, the optimum is that of an earlier state.
    var solution: Solution
    /// The Farkas proof if the hard rows are infeasible.
    public private(set) var conflict: (factors: [RowFactor], sum: Rational)?

    var state = DecompositionState()
    let index: ColumnIndex
    /// Whether the set of optima may have more than one point.
    private var isFree = false
    /// Whether some variable that occurs in rows is loose; see `Decomposition`.
    private var hasLoose = false
    var worklist = Worklist()
    /// Whether the last update ran out of time, so that some values are those of the program before it.
    private(set) var isHalfDone = false
    /// The rows whose constants changed since the last update.
    private var changedRows: [Int32] = []

    public init(_ program: LinearProgram, budget: Budget = Budget()) throws(Budget.Spent) {
        index = ColumnIndex(program.matrix, variableCount: program.variableCount)
        solution = Solution(
            program: program, decomposition: Decomposition(program, index), values: Values(count: program.variableCount), goal: .onlyOptimum,
            budget: budget)
        try solveAnew(budget)
    }

    /// Starts from a solved program.
    public init(from known: Solution) {
        index = ColumnIndex(known.program.matrix, variableCount: known.program.variableCount)
        solution = known
        begin()
    }

    public var program: LinearProgram { solution.program }

    /// Returns the part of the decomposition that a row belongs to.
    private func place(of row: Int) -> Decomposition.Place { state.places[row] }

    /// Runs a query on the optimum, which caches its results for later queries. If the program is conflicting, the optimum is
    /// that of an earlier state.
    public mutating func ask<Answer>(
        budget: Budget = Budget(), _ question: (inout Solution) throws(Budget.Spent) -> Answer
    ) throws(Budget.Spent) -> Answer {
        solution.take(budget)
        return try question(&solution)
    }

    // MARK: - Changes

    /// Sets the constant of a row.
    public mutating func setConstant(of row: Int, _ value: Rational) {
        solution.program.setConstant(of: row, value)
        changedRows.append(Int32(truncatingIfNeeded: row))
    }

    /// Finds the optimum of the changed program.
    public mutating func update(budget: Budget = Budget()) throws(Budget.Spent) {
        let rows = changedRows
        changedRows = []
        solution.take(budget)
        var isFollowed = !isHalfDone && conflict == nil
        isHalfDone = true
        if isFollowed { isFollowed = try follow(rows, budget) }
        if !isFollowed { try solveAnew(budget) }
        isHalfDone = false
        assertInvariants(ofSize: program.rowCount) { checkInvariants() }
    }

    private mutating func solveAnew(_ budget: Budget) throws(Budget.Spent) {
        let outcome = try Solver(budget: budget).solve(solution.program, for: .onlyOptimum, index)
        switch outcome {
        case .infeasible(let factors, let sum):
            conflict = (factors, sum)
        case .optimal(let found):
            solution = found
            begin()
        }
    }

    /// Resets the incremental state to the present solution.
    private mutating func begin() {
        conflict = nil
        worklist = Worklist(solution.decomposition)
        state = DecompositionState(solution.decomposition, rowCount: program.rowCount, variableCount: program.variableCount)
        noteLoose()
        isFree = hasLoose || !solution.undecided.isEmpty
    }

    private mutating func noteLoose() {
        hasLoose = solution.decomposition.looseVariables.contains { variable in
            !holders(of: Int(variable)).isEmpty
        }
    }

    // MARK: - What changes lead to

    /// Updates the optimum after changes of these rows' constants. Returns false if the program must be solved from scratch.
    private mutating func follow(_ rows: [Int32], _ budget: Budget) throws(Budget.Spent) -> Bool {
        var worklist = self.worklist
        self.worklist = Worklist()
        defer { self.worklist = worklist }
        worklist.begin()
        if !solution.activeBounds.isEmpty {
            // A solve from the start begins without active bounds, so they are deactivated first.
            let bounds = solution.activeBounds
            solution.activeBounds = []
            rearrange(bounds.sorted(), &worklist)
        }
        for row in rows { touch(Int(row), &worklist) }
        var activation = Solution.Activation()
        var isSettled = false
        while true {
            guard try propagate(&worklist, budget) else { return false }
            var missing: [Int32] = []
            for row in worklist.watched where fails(Int(row)) {
                guard solution.program.isBound(Int(row)), !solution.decomposition.isFixed(solution.variable(ofBound: row)) else { return false }
                missing.append(row)
            }
            missing = Array(Set(missing)).sorted()
            let isFailing = !missing.isEmpty
            solution.face = nil
            isFree = hasLoose || !solution.undecided.isEmpty
            var impliesOthers = false
            if missing.isEmpty, isFree, !isSettled { (missing, impliesOthers) = try boundsThatCut() }
            if missing.isEmpty { return true }
            let bounds = activation.next(missing, isFailing: isFailing, solution, index)
            // The bounds found in that round already imply every bound that could cut.
            isSettled = impliesOthers && bounds == missing
            solution.activeBounds.formUnion(bounds)
            worklist.begin()
            rearrange(bounds.sorted(), &worklist)
        }
    }

    /// Updates the decomposition after bounds became active or inactive, and marks what must be recomputed.
    private mutating func rearrange(_ moved: [Int32], _ worklist: inout Worklist) {
        let delta = solution.rearrange(moved, &state, index)
        worklist.fit(solution.decomposition)
        for place in delta.firstPeeled..<solution.decomposition.peeled.count { worklist.markPeeled(place) }
        for block in delta.newBlocks { worklist.markBlock(block) }
        worklist.watched += delta.watched.lazy.filter { [roles = solution.program.roles] in !roles[Int($0)].isSoft }
        for variable in delta.loosened.lazy.map(Int.init) where solution.values.small[variable] != .zero {
            solution.values.set(variable, .zero)
            touchRows(of: variable, except: -1, &worklist)
        }
        noteLoose()
    }

    /// Returns bounds outside all blocks that may cut off part of the set of optima found without them.
    private mutating func boundsThatCut() throws(Budget.Spent) -> (bounds: [Int32], impliesOthers: Bool) {
        var pending = try solution.varyingOutsidePeeled()
        if pending.isEmpty { return ([], false) }
        var isVarying = [Bool](repeating: false, count: solution.program.variableCount)
        for variable in pending { isVarying[Int(variable)] = true }
        var bounds: [Int32] = []
        while let variable = pending.popLast() {
            for at in index.places(of: Int(variable)) {
                let row = index.row(at: at)
                switch place(of: Int(row)) {
                case .peeled(let place):
                    let next = solution.decomposition.peeled[place].variable
                    if isVarying[Int(next)] { continue }
                    isVarying[Int(next)] = true
                    pending.append(next)
                case .watched: bounds.append(row)
                case .fixing, .block, .pending, .peelable, .detached: continue
                }
            }
        }
        return try solution.thatCut(bounds.sorted())
    }

    /// Recomputes what is marked and what follows from it. Returns false if hard rows of a block are infeasible.
    private mutating func propagate(_ worklist: inout Worklist, _ budget: Budget) throws(Budget.Spent) -> Bool {
        var place = worklist.firstFixing
        while place < worklist.fixing.count {
            if worklist.fixing[place] {
                worklist.fixing[place] = false
                try solve(solution.decomposition.fixing[place], &worklist, budget)
            }
            place += 1
            if place > worklist.lastFixing { break }
        }
        if !worklist.blockList.isEmpty {
            worklist.blockList.sort()
            // The blocks share the solver's storage.
            var solver = BlockSolver()
            for block in worklist.blockList {
                if try !solveBlock(block, by: &solver, &worklist, budget) { return false }
            }
        }
        place = worklist.lastPeeled
        while place >= 0 {
            if worklist.peeled[place] {
                worklist.peeled[place] = false
                try solve(solution.decomposition.peeled[place], &worklist, budget)
            }
            place -= 1
        }
        return true
    }

    /// Solves a marked block and marks what follows from it. Returns false if its hard rows are infeasible.
    private mutating func solveBlock(
        _ block: Int, by solver: inout BlockSolver, _ worklist: inout Worklist, _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let wasUndecided = solution.isUndecided(block)
        solution.opened[block] = nil
        var values: [Rational]?
        let isSolved = try solver.solve(
            solution.program, solution.decomposition, solution.values, block: block, for: .onlyOptimum, budget: budget)
        if isSolved {
            if wasUndecided { solution.undecided.removeAll { $0 == block } }
        } else {
            if try solution.open(block) != nil { return false }
            solution.noteUndecided(block)
            values = solution.opened[block]?.solution.point
        }
        for (place, next) in Array(solution.decomposition.variables(ofBlock: block)).enumerated() {
            let variable = Int(next)
            let old = solution.values.small[variable]
            if isSolved { solution.values.set(variable, solver.values[place]) } else if let values { solution.values[variable] = values[place] }
            let new = solution.values.small[variable]
            if new == old, !new.isTooLong { continue }
            for at in index.places(of: variable) {
                let row = Int(index.row(at: at))
                if self.place(of: row) != .block(block) { touch(row, &worklist) }
            }
        }
        return true
    }

    /// Marks what must be recomputed because the row's constant or a variable in it changed.
    private func touch(_ row: Int, _ worklist: inout Worklist) {
        switch place(of: row) {
        case .peeled(let place): worklist.markPeeled(place)
        case .fixing(let place): worklist.markFixing(place)
        case .block(let block): worklist.markBlock(block)
        case .watched: if !solution.program.roles[row].isSoft { worklist.watched.append(Int32(truncatingIfNeeded: row)) }
        case .pending, .peelable, .detached: return
        }
    }

    /// The rows that contain a variable.
    func holders(of variable: Int) -> ArraySlice<Int32> {
        index.rows(of: variable)
    }

    private func touchRows(of variable: Int, except own: Int, _ worklist: inout Worklist) {
        for at in index.places(of: variable) {
            let row = Int(index.row(at: at))
            if row != own { touch(row, &worklist) }
        }
    }

    private mutating func solve(_ assignment: Decomposition.Assignment, _ worklist: inout Worklist, _ budget: Budget) throws(Budget.Spent) {
        let variable = Int(assignment.variable)
        let old = solution.values.small[variable]
        if solution.decomposition.isFixed(variable) {
            solution.solve(fixing: assignment)
        } else {
            solution.values.solve(estimating: assignment, solution.decomposition, in: solution.program.matrix)
        }
        try budget.spend(rows: 1, entries: solution.program.matrix.range(of: Int(assignment.row)).count)
        let new = solution.values.small[variable]
        if new == old, !new.isTooLong { return }
        touchRows(of: variable, except: Int(assignment.row), &worklist)
    }

    /// Returns whether a hard row outside all blocks is violated.
    private mutating func fails(_ row: Int) -> Bool {
        let role = solution.program.roles[row]
        if role.isSoft { return false }
        if role.isAtLeast { return solution.isFailing(row) }
        let value = solution.values.value(of: row, in: solution.program.matrix)
        return !value.isZero
    }
}
