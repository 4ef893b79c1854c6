internal import ExactArithmetic

// Follows repeated changes of one row's constant: values move along lines, and only blocks in which a row changes sides are
// solved.

extension LiveProgram {
    /// Records former values while changes of a single row's constant are followed.
    struct Recorder {
        var isOn = false
        var former: [(variable: Int32, value: SmallRational, estimate: Estimate?)] = []
        /// The only row that changed in the last update, or -1, and the constant to which the values belong.
        var row = -1
        var constant = Rational.zero
        /// The number of further changes of one row to follow before the next attempt to find a ray.
        var pause = 0
        var failures = 0

        mutating func begin(with row: Int?) {
            former.removeAll(keepingCapacity: true)
            isOn = row != nil && row == self.row && pause == 0
            if pause > 0 { pause -= 1 }
            self.row = -1
        }

        mutating func note(_ variable: Int32, _ old: SmallRational, _ estimate: Estimate?) {
            if isOn { former.append((variable, old, estimate)) }
        }
    }

    /// Looks for a ray through the former and the present state, with exponential backoff after failures.
    mutating func findRay(of row: Int, _ budget: Budget) throws(Budget.Spent) {
        let found = try makeRay(of: row, budget)
        recorder.failures = found == nil ? min(recorder.failures + 1, 5) : 0
        recorder.pause = recorder.failures > 2 ? 1 << (recorder.failures - 2) : 0
        ray = found
    }

    private mutating func makeRay(of row: Int, _ budget: Budget) throws(Budget.Spent) -> Ray? {
        let matrix = solution.program.matrix
        let constant = SmallRational(matrix.constant(of: row))
        let change = constant - SmallRational(recorder.constant)
        guard !isFree, solution.activeBounds.isEmpty, !constant.isTooLong, !change.isZero, !change.isTooLong else { return nil }
        let inverse = change.reciprocal
        var ray = Ray(row: row, at: constant, values: solution.values, rowCount: matrix.count)
        for old in recorder.former {
            let now = solution.values.small[Int(old.variable)]
            let step = (now - old.value) * inverse
            if ray.setLine(old.variable, through: now, at: constant, step: step) == nil {
                let start = solution.values.estimate(of: Int(old.variable))
                let before = old.estimate ?? Estimate(old.value)
                ray.setLine(old.variable, through: start, at: constant, step: (start + -before) * inverse)
            }
        }
        // A line through two states is valid for a block if every row of the block has the same sign in both. Other blocks are
        // doubtful.
        var doubtful = Set<Int>()
        var isKnown = [Bool](repeating: false, count: matrix.count)
        var watched: [Int32] = []
        let former = SmallRational(recorder.constant).double
        func add(_ row: Int32) -> Bool {
            let role = solution.program.roles[Int(row)]
            if role.isGone || isKnown[Int(row)] { return true }
            isKnown[Int(row)] = true
            switch place(of: Int(row)) {
            case .block(let block):
                if !ray.setLimit(of: row, block: Int32(truncatingIfNeeded: block), at: constant, solution.values, matrix) { return false }
                if let limit = ray.limit(of: row), !limit.contains(constant.double) || !limit.contains(former) { doubtful.insert(block) }
            case .watched: if !role.isSoft { watched.append(row) }
            case .peeled, .fixing, .pending, .going, .gone: break
            }
            return true
        }
        if !add(Int32(truncatingIfNeeded: row)) { return nil }
        for old in recorder.former {
            for row in holders(of: Int(old.variable)) where !add(row) { return nil }
        }
        for row in watched where !ray.setLimit(of: row, block: -1, at: constant, solution.values, matrix) { return nil }
        for block in doubtful.sorted() where try !rebase(block, of: &ray, at: constant, towards: change, budget) { return nil }
        ray.closeLimits()
        return ray.contains(constant) ? ray : nil
    }

    enum Progress {
        case isThere
        /// The constant lies beyond the ray's end; some doubles may have been moved.
        case rayEnds
        /// The doubles belong to different states.
        case isLost
    }

    /// Moves the optimum's doubles along the ray to the present constant of its row. Everything else is left at the former state.
    mutating func goAlong(_ ray: inout Ray, _ budget: Budget) throws(Budget.Spent) -> Progress {
        let constant = SmallRational(solution.program.matrix.constant(of: ray.row))
        if constant.isTooLong { return .rayEnds }
        var rounds = 0
        while !ray.contains(constant) {
            var broken = Set<Int>()
            for limit in ray.limits where !limit.contains(constant.double) {
                if limit.block < 0 { return rounds == 0 ? .rayEnds : .isLost }
                broken.insert(Int(limit.block))
            }
            rounds += 1
            if rounds > 2 { return .isLost }
            for block in broken.sorted() where try !rebase(block, of: &ray, at: constant, towards: constant - ray.here, budget) { return .isLost }
            ray.closeLimits()
        }
        try budget.spend(rows: 1, entries: ray.movingCount)
        if ray.fill(&doubles, at: constant) {
            ray.here = constant
            return .isThere
        }
        return rounds == 0 ? .rayEnds : .isLost
    }

    /// Moves everything else that is stored about the optimum to the ray's present point. Returns false if a number gets too
    /// long.
    mutating func catchUp(with ray: Ray) -> Bool {
        epoch += 1
        var hasEstimates = false
        for variable in ray.moving {
            if ray.isEstimated(variable) {
                hasEstimates = true
                continue
            }
            let value = ray.value(of: Int(variable), at: ray.here)
            if value.isTooLong { return false }
            solution.values.set(Int(variable), value)
            doubles[Int(variable)] = value.double
        }
        if hasEstimates {
            let decomposition = solution.decomposition
            for assignment in decomposition.fixingInOrder where ray.isEstimated(assignment.variable) {
                solution.solve(fixing: assignment)
                doubles[Int(assignment.variable)] = solution.double(of: Int(assignment.variable))
            }
            for assignment in decomposition.peeledInwards where ray.isEstimated(assignment.variable) {
                solution.values.solve(estimating: assignment, decomposition, in: solution.program.matrix)
                doubles[Int(assignment.variable)] = solution.double(of: Int(assignment.variable))
            }
        }
        solution.opened = [:]
        solution.face = nil
        recorder.constant = ray.here.rational
        // The estimates belong to the row's present constant, not to `ray.here`.
        if hasEstimates { recorder.row = -1 }
        return true
    }

    // MARK: - Blocks in which a row changes sides

    private struct BlockState {
        var values: [SmallRational] = []
        var rows: [SmallRational] = []

        /// Returns whether this state is the midpoint of `a` and `b`.
        func leads(to a: BlockState, awayFrom b: BlockState) -> Bool {
            values.indices.allSatisfy { values[$0] - a.values[$0] == b.values[$0] - values[$0] }
        }

        /// Returns whether every row has the same sign in both states. With `besidesZeros`, a row that is 0 here may have any
        /// sign there.
        func hasSides(of other: BlockState, besidesZeros: Bool = false) -> Bool {
            zip(rows, other.rows).allSatisfy { here, there in
                (besidesZeros && here.isZero) || (here.isNegative == there.isNegative && here.isPositive == there.isPositive)
            }
        }
    }

    /// Recomputes a block's lines, and those that follow from them, from two states of the block close to each other. Returns
    /// false if the lines cannot be determined.
    ///
    /// - Parameter change: its sign is the side on which the lines are wanted if rows change sides exactly here.
    private mutating func rebase(
        _ block: Int, of ray: inout Ray, at constant: SmallRational, towards change: SmallRational, _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        // The values of the program belong to another state, so they are restored.
        let former = inputsAndValues(of: block, ray)
        defer { for old in former { solution.values.set(old.variable, old.value) } }
        guard let present = try state(of: block, ray, at: constant, budget) else { return false }
        for probe in LiveProgram.probes {
            let step = change.isNegative ? -probe : probe
            guard let near = try state(of: block, ray, at: constant + step, budget) else { continue }
            let inverse = step.reciprocal
            if !present.hasSides(of: near) {
                // A row changes sides here, so the line is determined by two states beyond. It must lead to this state.
                guard present.hasSides(of: near, besidesZeros: true), let far = try state(of: block, ray, at: constant + step + step, budget),
                    near.hasSides(of: far), near.leads(to: present, awayFrom: far)
                else { continue }
            }
            var changed: [Int32] = []
            for (place, variable) in solution.decomposition.variables(ofBlock: block).enumerated() {
                let slope = (near.values[place] - present.values[place]) * inverse
                guard let isNew = ray.setLine(variable, through: present.values[place], at: constant, step: slope) else { return false }
                if isNew { changed.append(variable) }
            }
            for (place, row) in solution.decomposition.rows(ofBlock: block).enumerated() {
                let rate = (near.rows[place] - present.rows[place]) * inverse
                if rate.isTooLong { return false }
                ray.setLimit(
                    of: row, block: Int32(truncatingIfNeeded: block), at: constant, sum: present.rows[place].double, rate: rate.double)
            }
            return carryOn(from: changed, block, of: &ray, at: constant)
        }
        return false
    }

    /// Returns the values that `state` overwrites: those of the block's variables, and of fixed variables in its rows that move.
    private func inputsAndValues(of block: Int, _ ray: Ray) -> [(variable: Int, value: SmallRational)] {
        let matrix = solution.program.matrix
        var variables = solution.decomposition.variables(ofBlock: block).map(Int.init)
        for row in solution.decomposition.rows(ofBlock: block) {
            for entry in matrix.range(of: Int(row)) {
                let variable = Int(matrix.columns[entry])
                if solution.decomposition.isFixed(variable), !ray.steps[variable].isZero { variables.append(variable) }
            }
        }
        return variables.map { ($0, solution.values.small[$0]) }
    }

    /// The distances in points by which the constant is moved to sample a block's next state.
    private static let probes = [4, 64, -4, -64].map { SmallRational(Int32($0)).reciprocal }

    /// Returns the block's values and the values of its rows if the ray's row has the given constant. Returns nil if there is no
    /// single optimum in short numbers.
    private mutating func state(of block: Int, _ ray: Ray, at constant: SmallRational, _ budget: Budget) throws(Budget.Spent) -> BlockState? {
        let own = solution.program.matrix.constant(of: ray.row)
        let isOwn = place(of: ray.row) == .block(block)
        if isOwn { solution.program.setConstant(of: ray.row, constant.rational) }
        defer { if isOwn { solution.program.setConstant(of: ray.row, own) } }
        let matrix = solution.program.matrix
        for row in solution.decomposition.rows(ofBlock: block) {
            for entry in matrix.range(of: Int(row)) {
                let variable = Int(matrix.columns[entry])
                if !solution.decomposition.isFixed(variable) || ray.steps[variable].isZero { continue }
                let value = ray.value(of: variable, at: constant)
                if value.isTooLong { return nil }
                solution.values.set(variable, value)
            }
        }
        guard let box = try solved(block, budget) else { return nil }
        var found = BlockState()
        for (place, variable) in solution.decomposition.variables(ofBlock: block).enumerated() {
            found.values.append(box.solver.values[place])
            solution.values.set(Int(variable), box.solver.values[place])
        }
        for row in solution.decomposition.rows(ofBlock: block) {
            let value = solution.values.smallValue(of: Int(row), in: matrix).sum
            if value.isTooLong { return nil }
            found.rows.append(value)
        }
        return found
    }

    /// Recomputes the lines of peeled variables that follow from `variables`, and the limits of watched rows that contain them.
    private func carryOn(from variables: [Int32], _ block: Int, of ray: inout Ray, at constant: SmallRational) -> Bool {
        let matrix = solution.program.matrix
        var pending = MinHeap()
        var watched = Set<Int32>()
        func mark(_ variable: Int32) {
            for row in holders(of: Int(variable)) {
                switch place(of: Int(row)) {
                // Descending order: each row contains variables that later places assign.
                case .peeled(let place): pending.push(-place)
                case .watched: if !solution.program.roles[Int(row)].isSoft { watched.insert(row) }
                case .block, .fixing, .pending, .going, .gone: continue
                }
            }
        }
        for variable in variables { mark(variable) }
        var last = 1
        while let key = pending.pop() {
            if key == last { continue }
            last = key
            let assignment = solution.decomposition.peeled[-key]
            var start = SmallRational(matrix.constant(of: Int(assignment.row)))
            var step = SmallRational.zero
            if Int(assignment.row) == ray.row { (start, step) = (.zero, .one) }
            var inverse = SmallRational.zero
            for entry in matrix.range(of: Int(assignment.row)) {
                let column = matrix.columns[entry]
                let factor = matrix.small(matrix.coefficients[entry])
                if column == assignment.variable {
                    inverse = -factor.reciprocal
                } else {
                    start = start + factor * ray.starts[Int(column)]
                    step = step + factor * ray.steps[Int(column)]
                }
            }
            guard let isNew = ray.setLine(assignment.variable, start: start * inverse, step: step * inverse) else { return false }
            if isNew { mark(assignment.variable) }
        }
        for row in watched.sorted() where !ray.setLimit(of: row, block: -1, at: constant, solution.values, matrix) { return false }
        return true
    }
}
