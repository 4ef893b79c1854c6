public import ExactArithmetic

/// A program that is solved again after edits of its rows, at a cost proportional to what the edits affect.
///
/// A changed row changes the variable that it assigns or the block that it belongs to. From there, only rows of variables whose
/// values really changed are recomputed. If a row is added or removed, the parts of the program that it touches are decomposed
/// again (`IncrementalDecomposition`); other parts are unaffected, and blocks that no change reaches reuse their results. The decomposition
/// and the optimum are the same as those of a solve from the start. If hard rows are infeasible, the program is solved from the
/// start.
public struct IncrementalProgram {
    /// The rows and their optimum. If the program is conflicting, the optimum is that of an earlier state.
    var solution: Solution
    /// The Farkas proof if the hard rows are infeasible.
    public private(set) var conflict: (factors: [RowFactor], sum: Rational)?

    private var arrangement = DecompositionState()
    let index: ColumnIndex
    /// Whether the set of optima may have more than one point.
    var isFree = false
    /// Whether some variable in rows is loose: no row and no block determines it.
    private var hasLoose = false
    private var front = Worklist()
    private var isHalfDone = false
    /// Whether an update stops as soon as there may be several optima.
    private(set) var seeksOnlyOptimum = false
    var cold = SolverBox()

    private var edits = Edits()

    /// The rows changed since the last update.
    private struct Edits {
        var constants: [Int32] = []
        /// Soft rows with another cost.
        var costs: [Int32] = []
        /// Rows that were added, removed, or changed between hard and soft.
        var moved: [Int] = []
    }

    /// A block solver with its storage. It warm-starts from the block's last state, so it belongs to one block.
    final class SolverBox {
        var solver = BlockSolver()
        /// Whether `solver` is at an optimum of the block's present rows.
        var isWarm = false

        init() {
            solver.recordsSteps = true
        }
    }

    /// Solvers of blocks visited so far, at most `mostWarm`: solving a block from the start costs a few microseconds, a solver a
    /// few kilobytes.
    var warm: [Int: SolverBox] = [:]
    static let mostWarm = 4096

    public init(_ program: LinearProgram, budget: Budget = Budget()) throws(Budget.Spent) {
        index = ColumnIndex(program.matrix, variableCount: program.variableCount)
        solution = Solution(
            program: program, decomposition: Decomposition(program, index), values: Values(count: program.variableCount), goal: .onlyOptimum,
            budget: budget)
        try solveAnew(budget)
    }

    /// Starts from a solved program.
    ///
    /// - Parameters:
    ///   - levels: for each level of the solved program, its number in this one; ascending.
    ///   - levelCount: the number of levels of this program.
    public init(from known: Solution, levels: [Int], levelCount: Int) {
        index = ColumnIndex(known.program.matrix, variableCount: known.program.variableCount)
        solution = known
        solution.renumber(levels: levels, count: levelCount)
        begin()
    }

    public var program: LinearProgram { solution.program }

    /// Returns the part of the decomposition that a row belongs to.
    func place(of row: Int) -> Decomposition.Place { arrangement.places[row] }

    /// Runs a query on the optimum, whose cached results are retained. If the program is conflicting, the optimum is that of an
    /// earlier state.
    public mutating func ask<Answer>(
        budget: Budget = Budget(), _ question: (inout Solution) throws(Budget.Spent) -> Answer
    ) throws(Budget.Spent) -> Answer {
        solution.take(budget)
        return try question(&solution)
    }

    // MARK: - Edits

    /// Sets the constant of a row.
    public mutating func setConstant(of row: Int, _ value: Rational) {
        solution.program.setConstant(of: row, value)
        edits.constants.append(Int32(truncatingIfNeeded: row))
    }

    /// Sets the role of a row; nil removes the row.
    public mutating func setRole(of row: Int, _ role: LinearProgram.Role?) {
        let old = solution.program.roles[row]
        solution.program.setRole(of: row, role)
        let new = solution.program.roles[row]
        if old == new { return }
        if old.isSoft, new.isSoft {
            edits.costs.append(Int32(truncatingIfNeeded: row))
        } else {
            edits.moved.append(row)
        }
    }

    /// Finds the optimum of the edited program.
    public mutating func update(budget: Budget = Budget()) throws(Budget.Spent) {
        if try !updateFollowing(budget: budget) {
            try solveAnew(budget)
            isHalfDone = false
        }
    }

    /// Updates like `update` if the edits lead to a single optimum. Returns false if they cannot be followed or there may be
    /// several optima; until the next update, answers are undefined.
    public mutating func updateToOnlyOptimum(budget: Budget = Budget()) throws(Budget.Spent) -> Bool {
        seeksOnlyOptimum = true
        defer { seeksOnlyOptimum = false }
        return try updateFollowing(budget: budget)
    }

    /// Returns false, with the update half done, if the edits cannot be followed.
    private mutating func updateFollowing(budget: Budget) throws(Budget.Spent) -> Bool {
        let edits = edits
        self.edits = Edits()
        solution.take(budget)
        let canFollow = !isHalfDone && conflict == nil
        // If time runs out, the values belong to different states.
        isHalfDone = true
        guard canFollow, try follow(edits, budget) else { return false }
        isHalfDone = false
        return true
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
        warm = [:]
        front = Worklist(solution.decomposition)
        arrangement = DecompositionState(solution.decomposition, rowCount: program.rowCount, variableCount: program.variableCount)
        noteLoose()
        isFree = hasLoose || !solution.undecided.isEmpty
    }

    private mutating func noteLoose() {
        hasLoose = solution.decomposition.looseVariables.contains { variable in
            holders(of: Int(variable)).contains { !solution.program.roles[Int($0)].isGone }
        }
    }

    // MARK: - What changes lead to

    /// Follows the edits. Returns false if the program must be solved from the start.
    private mutating func follow(_ edits: Edits, _ budget: Budget) throws(Budget.Spent) -> Bool {
        var front = self.front
        self.front = Worklist()
        defer { self.front = front }
        front.begin()
        if !edits.moved.isEmpty || !solution.activeBounds.isEmpty {
            // A solve from the start begins without active bounds, so they are deactivated first.
            let bounds = solution.activeBounds
            solution.activeBounds = []
            rearrange(Array(bounds.union(edits.moved.lazy.map { Int32(truncatingIfNeeded: $0) })).sorted(), &front)
            for row in edits.moved { touch(row, &front, .roles) }
        }
        for row in edits.constants { touch(Int(row), &front) }
        for row in edits.costs { touch(Int(row), &front, .costs) }
        front.costs = edits.costs
        var activation = Solution.Activation()
        var isSettled = false
        while true {
            guard try carryOn(&front, budget) else { return false }
            var missing: [Int32] = []
            for row in front.watched where fails(Int(row)) {
                guard solution.program.isBound(Int(row)), !solution.decomposition.isFixed(solution.variable(ofBound: row)) else { return false }
                missing.append(row)
            }
            missing = Array(Set(missing)).sorted()
            let isFailing = !missing.isEmpty
            solution.face = nil
            isFree = hasLoose || !solution.undecided.isEmpty
            var impliesOthers = false
            if missing.isEmpty, isFree, seeksOnlyOptimum { return false }
            if missing.isEmpty, isFree, !isSettled { (missing, impliesOthers) = try boundsThatCut() }
            if missing.isEmpty { return true }
            let bounds = activation.next(missing, isFailing: isFailing, solution, index)
            // The bounds found in that round already imply every bound that could cut.
            isSettled = impliesOthers && bounds == missing
            solution.activeBounds.formUnion(bounds)
            front.begin()
            rearrange(bounds.sorted(), &front)
        }
    }

    /// Updates the decomposition for rows that moved, and marks everything that must be recomputed.
    private mutating func rearrange(_ moved: [Int32], _ front: inout Worklist) {
        let replacement = solution.rearrange(moved, &arrangement, index)
        for block in replacement.removedBlocks { warm[block] = nil }
        front.fit(solution.decomposition)
        for place in replacement.firstFixing..<solution.decomposition.fixing.count { front.markFixing(place) }
        for place in replacement.firstPeeled..<solution.decomposition.peeled.count { front.markPeeled(place) }
        for block in replacement.newBlocks { front.markBlock(block, .roles) }
        front.watched += replacement.watched.lazy.filter { [roles = solution.program.roles] in !roles[Int($0)].isSoft }
        for variable in replacement.loosened.lazy.map(Int.init) where solution.values.small[variable] != .zero {
            solution.values.set(variable, .zero)
            touchRows(of: variable, except: -1, &front)
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
                case .fixing, .block, .pending, .going, .gone: continue
                }
            }
        }
        return try solution.thatCut(bounds.sorted())
    }

    /// Recomputes what is marked and what follows from it. Returns false if hard rows of a block are infeasible.
    private mutating func carryOn(_ front: inout Worklist, _ budget: Budget) throws(Budget.Spent) -> Bool {
        var place = front.firstFixing
        while place < front.fixing.count {
            if front.fixing[place] {
                front.fixing[place] = false
                try solve(solution.decomposition.fixing[place], &front, budget)
            }
            place += 1
            if place > front.lastFixing { break }
        }
        front.blockList.sort()
        for block in front.blockList {
            if try !solveBlock(block, &front, budget) { return false }
        }
        place = front.lastPeeled
        while place >= 0 {
            if front.peeled[place] {
                front.peeled[place] = false
                try solve(solution.decomposition.peeled[place], &front, budget)
            }
            place -= 1
        }
        return true
    }

    /// Marks what follows from a change of the row or of a variable in it.
    func touch(_ row: Int, _ front: inout Worklist, _ mark: Worklist.BlockMark = .inputs) {
        switch place(of: row) {
        case .peeled(let place): front.markPeeled(place)
        case .fixing(let place): front.markFixing(place)
        case .block(let block): front.markBlock(block, mark)
        case .watched: if !solution.program.roles[row].isSoft { front.watched.append(Int32(truncatingIfNeeded: row)) }
        case .pending, .going, .gone: return
        }
    }

    /// The rows that contain a variable, removed ones included.
    func holders(of variable: Int) -> ArraySlice<Int32> {
        index.rows(of: variable)
    }

    private func touchRows(of variable: Int, except own: Int, _ front: inout Worklist) {
        for at in index.places(of: variable) {
            let row = Int(index.row(at: at))
            if row != own { touch(row, &front) }
        }
    }

    private mutating func solve(_ assignment: Decomposition.Assignment, _ front: inout Worklist, _ budget: Budget) throws(Budget.Spent) {
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
        touchRows(of: variable, except: Int(assignment.row), &front)
    }

    /// Returns whether a hard row outside all blocks is violated.
    private mutating func fails(_ row: Int) -> Bool {
        let role = solution.program.roles[row]
        if role.isSoft || role.isGone { return false }
        if role.isAtLeast { return solution.isFailing(row) }
        let value = solution.values.value(of: row, in: solution.program.matrix)
        return !value.isZero
    }
}
