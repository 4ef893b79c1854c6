internal import ExactArithmetic

// Solves the last block again, with a warm start.

extension BlockSolver {
    /// Solves the last block again, with other constants and roles, from its last vertex. The recorded elimination is repeated
    /// for the constants alone.
    ///
    /// If it returns false, the block must be solved from the start.
    ///
    /// - Parameters:
    ///   - news: what may have changed. If only the set of rows and their costs changed, the search continues from the present
    ///     vertex.
    ///   - costs: the program's rows with other costs, if nothing else changed.
    mutating func solveAgain(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values, block: Int,
        _ news: Worklist.BlockMark, _ costs: [Int32], budget: Budget
    ) throws(Budget.Spent) -> Bool {
        isAsBefore = false
        newRoles.removeAll()
        if news == .costs {
            guard takeRoles(program, among: costs) else { return false }
        } else {
            guard takeRoles(program, of: decomposition.rows(ofBlock: block)) else { return false }
        }
        if news != .inputs, newRoles.count == 0 || hasOldConstants(program, decomposition, fixed) {
            try budget.spend(rows: news == .costs ? newRoles.count : rowCount, entries: 0)
            if takeCosts() {
                if let isOptimum = isStillOptimum() {
                    isAsBefore = isOptimum
                    return isOptimum
                }
            } else {
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

    /// Returns the value of a row when the block's variables are 0.
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

    /// Returns whether the rows with new roles have their old constants. Constants of absent rows are not updated, so they may be
    /// stale.
    private func hasOldConstants(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values
    ) -> Bool {
        for place in 0..<newRoles.count {
            let row = Int(newRoles[place].row)
            if constant(ofRow: row, program, decomposition, fixed) != given[row] { return false }
            // A row that became a constant has no kink.
            if formOf[row] < 0, roles[row] == -1, constants[row].isNegative { return false }
        }
        return true
    }

    /// The role of a row that is absent at present. Its kink has no cost.
    private static let absent: Int32 = -3

    /// A row whose role changed, and its former role.
    struct NewRole: BitwiseCopyable {
        var row: Int32
        var former: Int32
    }

    /// Updates the roles of all rows. Returns false if equalities changed or there are rows that the solver does not contain.
    private mutating func takeRoles(_ program: borrowing LinearProgram, of rows: ArraySlice<Int32>) -> Bool {
        var next = rows.startIndex
        for row in 0..<rowCount {
            var role = BlockSolver.absent
            if next < rows.endIndex, rows[next] == rowNumbers[row] {
                role = program.roles[Int(rows[next])].code
                next += 1
            }
            if role != roles[row], !take(role, ofRow: row) { return false }
        }
        return next == rows.endIndex
    }

    /// Updates the roles of the given rows, which may include rows of other blocks.
    private mutating func takeRoles(_ program: borrowing LinearProgram, among changed: [Int32]) -> Bool {
        for number in changed {
            for row in 0..<rowCount where rowNumbers[row] == number && roles[row] != BlockSolver.absent {
                let role = program.roles[Int(number)].code
                if role != roles[row], !take(role, ofRow: row) { return false }
                break
            }
        }
        return true
    }

    private mutating func take(_ role: Int32, ofRow row: Int) -> Bool {
        if role == -2 || roles[row] == -2 { return false }
        newRoles.append(NewRole(row: Int32(truncatingIfNeeded: row), former: roles[row]))
        roles[row] = role
        return true
    }

    /// Sets the costs of kinks to those of their rows' new roles, and updates the slopes. Returns false if there are too many new
    /// levels; slopes are then invalid.
    private mutating func takeCosts() -> Bool {
        for place in 0..<newRoles.count {
            let row = Int(newRoles[place].row)
            if formOf[row] >= 0, roles[row] != BlockSolver.absent, !hasLevel(ofRole: roles[row]), !addLevel(ofRole: roles[row]) {
                findLevels()
                for kink in 0..<kinks.count { setCosts(ofKink: kink) }
                return false
            }
        }
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

    /// The most levels. Levels without rows have no cost and remain until there are this many.
    private static let mostLevels = 64

    private mutating func addLevel(ofRole role: Int32) -> Bool {
        if levels.count >= BlockSolver.mostLevels { return false }
        let place = localLevel(ofRole: role)
        let former = levels.count
        levels.append(role < 0 ? -1 : role >> 1)
        var at = former
        while at > Int(place) {
            levels[at] = levels[at - 1]
            at -= 1
        }
        levels[Int(place)] = role < 0 ? -1 : role >> 1
        for kink in 0..<kinks.count where kinks[kink].level >= place { kinks.base[kink].raiseLevel() }
        spreadSlopes(from: former, newLevel: Int(place))
        return true
    }

    private func hasLevel(ofRole role: Int32) -> Bool {
        let place = Int(localLevel(ofRole: role))
        return place < levels.count && levels[place] == (role < 0 ? -1 : role >> 1)
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
}
