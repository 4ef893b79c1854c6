public import ExactArithmetic

/// A program that is solved again after edits of its rows, at the cost of what they touch.
///
/// A changed row changes the variable that it gives or the block that it stands in; from there changes go on along the rows of the
/// variables that really changed. Blocks that no change reaches keep what is known of them. Where an edit takes away what gives a variable, or
/// more than one layout becomes possible, or hard rows fail, the program is solved anew: so that what is found is always what solving it
/// for the first time would find.
public struct LiveProgram {
    /// Rows, and what is known of their optimum; of an earlier state where the program is conflicting.
    var solution: Solution
    /// Where hard rows cannot hold, their proof.
    public private(set) var conflict: (factors: [RowFactor], sum: Rational)?
    /// The optimum's values; of an earlier state where the program is conflicting.
    public internal(set) var doubles: [Double] = []

    var places: [Decomposition.Place] = []
    /// Where the rows that hold a variable begin in `rowsOf`; see `holders(of:)`.
    private var rowStarts: [Int32] = []
    private var rowsOf: [Int32] = []
    /// Some variable may not be the same in all optima.
    var isFree = false
    /// Peeled rows that were taken out since and left their variable to nothing, while nothing else came or went.
    private var loosened: [Int: (place: Int, assignment: Decomposition.Assignment)] = [:]
    var looseCount = 0
    private var front = Front()
    private var isHalfDone = false
    private var cold = SolverBox()

    /// How the optimum moves with the constant of the row that was changed last, once two changes of it were followed.
    var ray: Ray?
    /// The optimum's doubles have gone along the ray; everything else is of an earlier state.
    private var isAhead = false
    private var hasNewRoles = false
    var recorder = Recorder()

    /// Rows that changed since the last update, and rows that came or went or changed between hard and soft.
    private var changedRows: [Int32] = []
    private var movedRows: [(row: Int, old: LinearProgram.PackedRole)] = []

    /// A block solver with its storage; it solves a block's next state from the last, so it belongs to one block.
    final class SolverBox {
        var solver = BlockSolver()
        /// `solver` is at an optimum of the block's present rows.
        var isWarm = false

        init() {
            solver.recordsSteps = true
        }
    }

    /// Solvers of blocks that were met, at most so many: a block solved anew costs a few microseconds, its solver a few kilobytes.
    private var warm: [Int: SolverBox] = [:]
    private static let mostWarm = 4096

    public init(_ program: LinearProgram, budget: Budget = Budget()) throws(Budget.Spent) {
        solution = Solution(
            program: program, decomposition: Decomposition(program), values: Values(count: program.variableCount), goal: .onlyOptimum,
            budget: budget)
        indexRows()
        try solveAnew(budget)
    }

    public var program: LinearProgram { solution.program }

    /// Asks the optimum, which keeps what it finds out; where the program is conflicting, that of an earlier state.
    public mutating func ask<Answer>(
        budget: Budget = Budget(), _ question: (inout Solution) throws(Budget.Spent) -> Answer
    ) throws(Budget.Spent) -> Answer {
        solution.take(budget)
        if isAhead, let ray {
            isAhead = false
            if !catchUp(with: ray) {
                isHalfDone = true
                try solveAnew(budget)
                isHalfDone = false
            }
        }
        return try question(&solution)
    }

    /// The last update changed values alone, and each as it did before: what rows hold, and whether there are other optima, is as it was.
    public var wentOnAsBefore: Bool { isAhead }

    // MARK: - Edits

    /// Gives a row another constant.
    public mutating func setConstant(of row: Int, _ value: Rational) {
        solution.program.setConstant(of: row, value)
        changedRows.append(Int32(truncatingIfNeeded: row))
    }

    /// Gives a row another role; nil takes it away.
    public mutating func setRole(of row: Int, _ role: LinearProgram.Role?) {
        let old = solution.program.roles[row]
        solution.program.setRole(of: row, role)
        hasNewRoles = true
        let new = solution.program.roles[row]
        if old == new { return }
        if old.isSoft, new.isSoft {
            changedRows.append(Int32(truncatingIfNeeded: row))
            // A level is taken in at the start of a search.
            if conflict == nil, case .block(let block) = places[row] { warm[block]?.isWarm = false }
        } else {
            movedRows.append((row, old))
        }
    }

    /// Finds the optimum of the program as edited.
    public mutating func update(budget: Budget = Budget()) throws(Budget.Spent) {
        let changed = changedRows
        let moved = movedRows
        changedRows = []
        movedRows = []
        solution.take(budget)
        let single = hasNewRoles || conflict != nil ? nil : LiveProgram.only(changed)
        hasNewRoles = false
        var canFollow = !isHalfDone && conflict == nil && solution.activeBounds.isEmpty
        // An update that runs out of time leaves values of different states.
        isHalfDone = true
        if canFollow, var ray {
            self.ray = nil
            if single == ray.row {
                switch try goAlong(&ray, budget) {
                case .isThere:
                    self.ray = ray
                    isAhead = true
                    isHalfDone = false
                    return
                case .rayEnds: isAhead = true
                case .isLost: canFollow = false
                }
            }
            if canFollow, isAhead { canFollow = catchUp(with: ray) }
        }
        ray = nil
        isAhead = false
        recorder.begin(with: single)
        if canFollow, try follow(changed, moved, budget) {
            if let single {
                if recorder.isOn { try findRay(of: single, budget) }
                recorder.row = single
                recorder.constant = solution.program.matrix.constant(of: single)
            }
        } else {
            try solveAnew(budget)
        }
        isHalfDone = false
    }

    /// The only row of a list.
    private static func only(_ rows: [Int32]) -> Int? {
        guard let first = rows.first, rows.allSatisfy({ $0 == first }) else { return nil }
        return Int(first)
    }

    private mutating func solveAnew(_ budget: Budget) throws(Budget.Spent) {
        let outcome = try Solver(budget: budget).solve(solution.program, for: .onlyOptimum)
        ray = nil
        isAhead = false
        switch outcome {
        case .infeasible(let factors, let sum):
            conflict = (factors, sum)
        case .optimal(let found):
            conflict = nil
            recorder.row = -1
            solution = found
            doubles = found.doubles
            warm = [:]
            loosened = [:]
            looseCount = 0
            front = Front()
            front.fixing = Array(repeating: false, count: found.decomposition.fixing.count)
            front.peeled = Array(repeating: false, count: found.decomposition.peeled.count)
            places = found.decomposition.places(rowCount: found.program.rowCount)
            isFree = !found.undecided.isEmpty
            for variable in found.decomposition.looseVariables where !isFree {
                isFree = holders(of: variable).contains { !found.program.roles[Int($0)].isGone }
            }
        }
    }

    private mutating func indexRows() {
        let matrix = solution.program.matrix
        rowStarts = Array(repeating: 0, count: solution.program.variableCount + 1)
        for column in matrix.columns { rowStarts[Int(column) + 1] += 1 }
        for variable in 1..<rowStarts.count { rowStarts[variable] += rowStarts[variable - 1] }
        rowsOf = Array(repeating: 0, count: matrix.columns.count)
        var fill = rowStarts
        for row in 0..<matrix.count {
            for entry in matrix.range(of: row) {
                let column = Int(matrix.columns[entry])
                rowsOf[Int(fill[column])] = Int32(truncatingIfNeeded: row)
                fill[column] += 1
            }
        }
    }

    // MARK: - What changes lead to

    /// Where changes have still to be carried on: places that are marked, and how far marks reach.
    private struct Front {
        var fixing: [Bool] = []
        var firstFixing = Int.max
        var lastFixing = -1
        var peeled: [Bool] = []
        var lastPeeled = -1
        var blocks: [Bool] = []
        var blockList: [Int] = []
        var watched: [Int32] = []

        mutating func markBlock(_ block: Int) {
            while blocks.count <= block { blocks.append(false) }
            if blocks[block] { return }
            blocks[block] = true
            blockList.append(block)
        }
    }

    /// Follows the edits; false where the program has to be solved anew.
    private mutating func follow(
        _ changed: [Int32], _ moved: [(row: Int, old: LinearProgram.PackedRole)], _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        var front = self.front
        self.front = Front()
        defer { self.front = front }
        front.firstFixing = Int.max
        front.lastFixing = -1
        front.lastPeeled = -1
        for block in front.blockList { front.blocks[block] = false }
        front.blockList.removeAll(keepingCapacity: true)
        front.watched.removeAll(keepingCapacity: true)
        for move in moved {
            if !move.old.isGone, !takeOut(move.row, &front) { return false }
            if !solution.program.roles[move.row].isGone, !putIn(move.row, &front) { return false }
        }
        for row in changed { touch(Int(row), &front) }

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
        for block in front.blockList where !solution.decomposition.variables(ofBlock: block).isEmpty {
            if try !solveBlock(block, &front, budget) { return false }
        }
        place = front.lastPeeled
        while place >= 0 {
            if front.peeled[place] {
                front.peeled[place] = false
                let assignment = solution.decomposition.peeled[place]
                if !assignment.isVoid { try solve(assignment, &front, budget) }
            }
            place -= 1
        }
        for row in front.watched where fails(Int(row)) { return false }
        solution.face = nil
        if !isFree, looseCount == 0 { return true }
        return try solution.boundsThatCut().isEmpty
    }

    /// Notes what follows from a change of the row, or of a variable in it.
    private func touch(_ row: Int, _ front: inout Front) {
        switch places[row] {
        case .peeled(let place):
            front.peeled[place] = true
            if place > front.lastPeeled { front.lastPeeled = place }
        case .fixing(let place):
            front.fixing[place] = true
            if place < front.firstFixing { front.firstFixing = place }
            if place > front.lastFixing { front.lastFixing = place }
        case .block(let block): front.markBlock(block)
        case .watched: if !solution.program.roles[row].isSoft { front.watched.append(Int32(truncatingIfNeeded: row)) }
        case .gone: return
        }
    }

    /// The rows that hold a variable, those that are gone included.
    func holders(of variable: Int) -> ArraySlice<Int32> {
        rowsOf[Int(rowStarts[variable])..<Int(rowStarts[variable + 1])]
    }

    private func touchRows(of variable: Int, except own: Int, _ front: inout Front) {
        for row in holders(of: variable) where Int(row) != own { touch(Int(row), &front) }
    }

    private mutating func solve(_ assignment: Decomposition.Assignment, _ front: inout Front, _ budget: Budget) throws(Budget.Spent) {
        let variable = Int(assignment.variable)
        let old = solution.values.small[variable]
        let estimate = recorder.isOn && old.isTooLong ? solution.values.estimate(of: variable) : nil
        if solution.decomposition.isFixed(variable) {
            solution.values.solve(assignment, in: solution.program.matrix)
        } else {
            solution.values.solve(peeled: assignment, of: solution.decomposition.peeled, in: solution.program.matrix)
        }
        try budget.spend(rows: 1, entries: solution.program.matrix.range(of: Int(assignment.row)).count)
        let new = solution.values.small[variable]
        if new == old, !new.isTooLong { return }
        recorder.note(assignment.variable, old, estimate)
        doubles[variable] = solution.double(of: variable)
        touchRows(of: variable, except: Int(assignment.row), &front)
    }

    /// A solver at the block's only optimum; nil where there is no such, or none in short numbers.
    mutating func solved(_ block: Int, _ budget: Budget) throws(Budget.Spent) -> SolverBox? {
        var box = cold
        if let known = warm[block] {
            box = known
        } else if warm.count < LiveProgram.mostWarm {
            box = SolverBox()
            warm[block] = box
        }
        var isSolved = false
        if box.isWarm, box !== cold {
            isSolved = try box.solver.solveAgain(solution.program, solution.decomposition, solution.values, block: block, budget: budget)
        }
        if !isSolved {
            isSolved = try box.solver.solve(
                solution.program, solution.decomposition, solution.values, block: block, for: .onlyOptimum, budget: budget)
        }
        box.isWarm = isSolved
        return isSolved ? box : nil
    }

    private mutating func solveBlock(_ block: Int, _ front: inout Front, _ budget: Budget) throws(Budget.Spent) -> Bool {
        let variables = Array(solution.decomposition.variables(ofBlock: block))
        let wasUndecided = solution.isUndecided(block)
        solution.opened[block] = nil
        var values: [Rational]?
        let box = try solved(block, budget)
        if box != nil {
            if wasUndecided { solution.undecided.removeAll { $0 == block } }
        } else {
            // A block with more than one optimum stays as it would be in a program solved anew only where no row came or went.
            guard wasUndecided, solution.decomposition.replacedRows[block] == nil, try solution.open(block) == nil else { return false }
            values = solution.opened[block]?.solution.point
        }
        for (place, next) in variables.enumerated() {
            let variable = Int(next)
            let old = solution.values.small[variable]
            let estimate = recorder.isOn && old.isTooLong ? solution.values.estimate(of: variable) : nil
            if let box { solution.values.set(variable, box.solver.values[place]) } else if let values { solution.values[variable] = values[place] }
            let new = solution.values.small[variable]
            if new == old, !new.isTooLong { continue }
            recorder.note(next, old, estimate)
            doubles[variable] = solution.double(of: variable)
            for row in holders(of: variable) where places[Int(row)] != .block(block) {
                touch(Int(row), &front)
            }
        }
        return true
    }

    /// A hard row outside all blocks that does not hold.
    private mutating func fails(_ row: Int) -> Bool {
        let role = solution.program.roles[row]
        if role.isSoft || role.isGone { return false }
        if role.isAtLeast { return solution.isFailing(row) }
        let value = solution.values.value(of: row, in: solution.program.matrix)
        return !value.isZero
    }

    // MARK: - Rows that come and go

    /// Takes a row out; false where the variable that it gives would be given by nothing.
    private mutating func takeOut(_ row: Int, _ front: inout Front) -> Bool {
        switch places[row] {
        case .block(let block):
            if solution.isUndecided(block) { return false }
            solution.decomposition.remove(row: row, fromBlock: block)
            warm[block] = nil
            front.markBlock(block)
            loosened = [:]
        case .watched: loosened = [:]
        case .peeled(let place):
            guard leavesLoose(place, of: row) else { return false }
            let assignment = solution.decomposition.peeled[place]
            let variable = Int(assignment.variable)
            loosened[row] = (place, assignment)
            looseCount += 1
            solution.decomposition.loosen(place)
            solution.values.set(variable, .zero)
            doubles[variable] = 0
            touchRows(of: variable, except: row, &front)
        case .fixing, .gone: return false
        }
        places[row] = .gone
        return true
    }

    /// Whether without the row a program taken apart anew would differ in nothing but that the row's variable is given by nothing.
    ///
    /// Another row that holds the variable would give it instead if it were taken for that first; and a variable that the row held besides
    /// could be given by another row than now.
    private func leavesLoose(_ place: Int, of row: Int) -> Bool {
        let decomposition = solution.decomposition
        let own = decomposition.peeled[place].variable
        let matrix = solution.program.matrix
        for entry in matrix.range(of: row) {
            let variable = Int(matrix.columns[entry])
            var others = 0
            var last = -1
            for other in holders(of: variable) where Int(other) != row {
                let role = solution.program.roles[Int(other)]
                if role.isGone || solution.program.isBound(Int(other)) { continue }
                others += 1
                last = Int(other)
            }
            if variable == Int(own) {
                if others == 0 { continue }
                guard others == 1, case .peeled(let next) = places[last], decomposition.peelRoots[next] < own else { return false }
            } else if others == 0 {
                return false
            } else if others == 1, solution.program.roles[last].isEqual {
                guard case .peeled(let next) = places[last], Int(decomposition.peeled[next].variable) == variable else { return false }
            }
        }
        // A bound of the variable would have a part in what it may be.
        return !holders(of: Int(own)).contains { solution.program.isBound(Int($0)) }
    }

    /// Puts a row in: among watched rows, into the block of its variables, or into one made of all that it connects.
    private mutating func putIn(_ row: Int, _ front: inout Front) -> Bool {
        let matrix = solution.program.matrix
        if let known = loosened[row], loosened.count == 1, solution.program.roles[row].isEqual {
            loosened = [:]
            looseCount -= 1
            solution.decomposition.restore(known.assignment, at: known.place)
            places[row] = .peeled(known.place)
            touch(row, &front)
            return true
        }
        loosened = [:]
        var blocks: Set<Int> = []
        var peeled: Set<Int> = []
        var pending = [row]
        let isBound = solution.program.isBound(row)
        while let next = pending.popLast() {
            for entry in matrix.range(of: next) {
                let variable = Int(matrix.columns[entry])
                switch solution.decomposition.source(of: variable) {
                case .loose: return false
                case .fixed: continue
                case .block(let block):
                    if solution.isUndecided(block) { return false }
                    blocks.insert(block)
                case .peeled(let place):
                    if isBound || !peeled.insert(place).inserted { continue }
                    pending.append(Int(solution.decomposition.peeled[place].row))
                }
            }
        }
        if blocks.isEmpty, peeled.isEmpty {
            places[row] = .watched
            front.watched.append(Int32(truncatingIfNeeded: row))
            return true
        }
        var rows = [Int32(truncatingIfNeeded: row)]
        var variables: [Int32] = []
        for place in peeled {
            let assignment = solution.decomposition.peeled[place]
            rows.append(assignment.row)
            variables.append(assignment.variable)
            let variable = Int(assignment.variable)
            // Its bounds were watched; now they belong to the block.
            for bound in holders(of: variable)
            where places[Int(bound)] == .watched && Int(bound) != row { rows.append(bound) }
            solution.decomposition.unpeel(place)
        }
        let joined = solution.decomposition.join(blocks: blocks.sorted(), rows: rows, variables: variables)
        for member in solution.decomposition.rows(ofBlock: joined) { places[Int(member)] = .block(joined) }
        warm[joined] = nil
        for block in blocks where block != joined {
            warm[block] = nil
            solution.opened[block] = nil
        }
        front.markBlock(joined)
        return true
    }
}
