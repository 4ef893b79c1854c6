internal import ExactArithmetic

// The block that was solved last, solved again.

extension BlockSolver {
    /// Solves the block that was solved last, now with other constants and roles, from the vertex found then: what was eliminated is gone
    /// through again with numbers alone.
    ///
    /// After false the block has to be solved from the start.
    ///
    /// - Parameter hasOldInputs: nothing is new but which of its rows are there and what they cost. Where the levels stay, the vertex is gone on
    ///   from as it is.
    mutating func solveAgain(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values, block: Int,
        hasOldInputs: Bool, budget: Budget
    ) throws(Budget.Spent) -> Bool {
        guard takeRoles(program, decomposition.rows(ofBlock: block)) else { return false }
        if hasOldInputs, newRoles.count == 0 || hasOldConstants(program, decomposition, fixed) {
            try budget.spend(rows: rowCount, entries: 0)
            if !takeCosts() {
                guard levels.count > 0, moveKinks() else { return false }
            }
            return try finish(.onlyOptimum, budget)
        }
        for row in 0..<rowCount {
            let constant = self.constant(ofRow: row, program, decomposition, fixed)
            if constant.isTooLong { return false }
            constants[row] = constant
            given[row] = constant
        }
        try budget.spend(rows: rowCount, entries: rowCount)
        var step = 0
        for place in 0..<definitions.count {
            var definition = definitions[place]
            if definition.form >= 0 { break }
            let pivot = definition.row
            let constant = constants[pivot]
            definition.packedConstant = numbers.pack(constant, insteadOf: definition.packedConstant)
            definitions[place] = definition
            constants[pivot] = .zero
            while step < steps.count, Int(steps[step].definition) == place {
                let other = Int(steps[step].row)
                if !constant.isZero {
                    constants[other] = constants[other] - multiple(of: steps[step]) * constant
                    if constants[other].isTooLong { return false }
                }
                step += 1
            }
        }
        for row in 0..<rowCount where formOf[row] < 0 {
            if roles[row] == -2 ? !constants[row].isZero : roles[row] == -1 && constants[row].isNegative { return false }
        }
        guard takeCosts() || levels.count > 0, moveKinks() else { return false }
        return try finish(.onlyOptimum, budget)
    }

    /// What a row says where the block's variables are 0.
    private func constant(
        ofRow row: Int, _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values
    ) -> SmallRational {
        let source = Int(rowNumbers[row])
        var constant = program.matrix.small(program.matrix.constants[source])
        for entry in program.matrix.range(of: source) where decomposition.isFixed(Int(program.matrix.columns[entry])) {
            constant = constant + program.matrix.small(program.matrix.coefficients[entry]) * fixed.small[Int(program.matrix.columns[entry])]
        }
        return constant
    }

    /// Rows that are not there are not told of: those with new roles may say something else now.
    private func hasOldConstants(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values
    ) -> Bool {
        for place in 0..<newRoles.count {
            let row = Int(newRoles[place].row)
            if constant(ofRow: row, program, decomposition, fixed) != given[row] { return false }
            // One that has become a constant is no kink.
            if formOf[row] < 0, roles[row] == -1, constants[row].isNegative { return false }
        }
        return true
    }

    /// In place of a role: the row is not there any more, or not again yet. Its kink costs nothing to either side.
    private static let absent: Int32 = -3

    /// A row whose role has changed, and the role that it had.
    struct NewRole: BitwiseCopyable {
        var row: Int32
        var former: Int32
    }

    /// Takes over which rows are there now, and what they cost; false where equalities are others, or rows that the solver does not know.
    private mutating func takeRoles(_ program: borrowing LinearProgram, _ rows: ArraySlice<Int32>) -> Bool {
        newRoles.removeAll()
        var next = rows.startIndex
        for row in 0..<rowCount {
            var role = BlockSolver.absent
            if next < rows.endIndex, rows[next] == rowNumbers[row] {
                role = program.roles[Int(rows[next])].code
                next += 1
            }
            if role == roles[row] { continue }
            if role == -2 || roles[row] == -2 { return false }
            newRoles.append(NewRole(row: Int32(truncatingIfNeeded: row), former: roles[row]))
            roles[row] = role
        }
        return next == rows.endIndex
    }

    /// Gives kinks the costs of their rows' new roles, and takes those into the slopes; false where the levels are others, and slopes of no use.
    private mutating func takeCosts() -> Bool {
        if newRoles.count == 0 { return true }
        if hasOldLevels() {
            for place in 0..<newRoles.count {
                let row = Int(newRoles[place].row)
                if formOf[row] < 0 { continue }
                let form = Int(formOf[row])
                for kink in firstKink(of: form)..<endKink(of: form) where Int(kinks[kink].row) == row {
                    addOwnSlope(form, kink, sign: -1)
                    setCosts(ofKink: kink)
                    addOwnSlope(form, kink, sign: 1)
                }
            }
            return !isSpoilt
        }
        findLevels()
        for kink in 0..<kinks.count { setCosts(ofKink: kink) }
        return false
    }

    private mutating func setCosts(ofKink kink: Int) {
        let role = roles[Int(kinks[kink].row)]
        let isThere = role != BlockSolver.absent
        let isEquality = role >= 0 && role & 1 == 1
        let isPositive = scale(of: kinks[kink]).isPositive
        kinks.base[kink].setCosts(
            level: isThere ? localLevel(ofRole: role) : 0, isCostlyBelow: isThere && (isPositive || isEquality),
            isCostlyAbove: isThere && (!isPositive || isEquality))
    }

    /// Whether rows with the new roles have levels that there were, and others have the levels that rows left.
    private func hasOldLevels() -> Bool {
        for place in 0..<newRoles.count {
            let role = roles[Int(newRoles[place].row)]
            if role != BlockSolver.absent, !isLevel(ofRole: role) { return false }
            let former = newRoles[place].former
            if former == BlockSolver.absent { continue }
            var other = 0
            while other < rowCount, roles[other] < -1 || roles[other] >> 1 != former >> 1 { other += 1 }
            if other == rowCount { return false }
        }
        return true
    }

    private func isLevel(ofRole role: Int32) -> Bool {
        let place = Int(localLevel(ofRole: role))
        return place < levels.count && levels[place] == (role < 0 ? -1 : role >> 1)
    }
}
