internal import ExactArithmetic

// The block that was solved last, solved again.

extension BlockSolver {
    /// Solves the block that was solved last, now with other constants and roles, from the vertex found then: what was eliminated is gone
    /// through again with numbers alone.
    ///
    /// After false the block has to be solved from the start.
    mutating func solveAgain(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values, block: Int, budget: Budget
    ) throws(Budget.Spent) -> Bool {
        guard takeRoles(program, decomposition.rows(ofBlock: block)) else { return false }
        for row in 0..<rowCount {
            let source = rowNumbers[row]
            var constant = program.matrix.small(program.matrix.constants[Int(source)])
            for entry in program.matrix.range(of: Int(source)) where decomposition.isFixed(Int(program.matrix.columns[entry])) {
                constant = constant + program.matrix.small(program.matrix.coefficients[entry]) * fixed.small[Int(program.matrix.columns[entry])]
            }
            if constant.isTooLong { return false }
            constants[row] = constant
        }
        try budget.spend(rows: rowCount, entries: rowCount)
        var step = 0
        for place in 0..<definitions.count {
            var definition = definitions[place]
            if definition.form >= 0 { break }
            let pivot = Int(definition.row)
            definition.constant = constants[pivot]
            definitions[place] = definition
            constants[pivot] = .zero
            while step < steps.count, Int(steps[step].definition) == place {
                let other = Int(steps[step].row)
                if !definition.constant.isZero {
                    constants[other] = constants[other] - steps[step].multiple * definition.constant
                    if constants[other].isTooLong { return false }
                }
                step += 1
            }
        }
        for row in 0..<rowCount where formOf[row] < 0 {
            if roles[row] == -2 ? !constants[row].isZero : roles[row] == -1 && constants[row].isNegative { return false }
        }
        guard moveKinks() else { return false }
        return try finish(.onlyOptimum, budget)
    }

    /// In place of a role: the row is not there any more, or not again yet. Its kink costs nothing to either side.
    private static let absent: Int32 = -3

    /// Takes over which rows are there now, and what they cost; false where equalities are others, or rows that the solver does not know.
    private mutating func takeRoles(_ program: borrowing LinearProgram, _ rows: ArraySlice<Int32>) -> Bool {
        var next = rows.startIndex
        var isChanged = false
        for row in 0..<rowCount {
            var role = BlockSolver.absent
            if next < rows.endIndex, rows[next] == rowNumbers[row] {
                role = program.roles[Int(rows[next])].code
                next += 1
            }
            if role == roles[row] { continue }
            if role == -2 || roles[row] == -2 { return false }
            roles[row] = role
            isChanged = true
        }
        if next < rows.endIndex { return false }
        if !isChanged { return true }
        findLevels()
        for place in 0..<kinks.count {
            let role = roles[Int(kinks[place].row)]
            let isThere = role != BlockSolver.absent
            let isEquality = role >= 0 && role & 1 == 1
            let isPositive = kinks[place].scale.isPositive
            kinks.base[place].level = isThere ? localLevel(ofRole: role) : 0
            kinks.base[place].isCostlyBelow = isThere && (isPositive || isEquality)
            kinks.base[place].isCostlyAbove = isThere && (!isPositive || isEquality)
        }
        return levels.count > 0
    }
}
