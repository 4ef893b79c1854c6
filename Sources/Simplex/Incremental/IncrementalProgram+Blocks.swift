internal import ExactArithmetic

// Solves blocks that changes reach.

extension IncrementalProgram {
    /// Returns a solver at the block's only optimum, or nil if there is no single optimum or none in short numbers.
    ///
    /// - Parameters:
    ///   - news: what may have changed since the solver's present state.
    ///   - costs: see `Worklist.costs`.
    mutating func solved(
        _ block: Int, news: Worklist.BlockMark = .inputs, costs: [Int32] = [], _ budget: Budget
    ) throws(Budget.Spent) -> SolverBox? {
        var box = cold
        if let known = warm[block] {
            box = known
        } else if warm.count < IncrementalProgram.mostWarm {
            box = SolverBox()
            warm[block] = box
        }
        var isSolved = false
        if box.isWarm, box !== cold {
            isSolved = try box.solver.solveAgain(
                solution.program, solution.decomposition, solution.values, block: block, news, costs,
                budget: budget)
        }
        if !isSolved {
            isSolved = try box.solver.solve(
                solution.program, solution.decomposition, solution.values, block: block, for: .onlyOptimum, budget: budget)
        }
        box.isWarm = isSolved
        return isSolved ? box : nil
    }

    /// Solves a marked block and marks what follows from it. Returns false if its hard rows are infeasible.
    mutating func solveBlock(_ block: Int, _ front: inout Worklist, _ budget: Budget) throws(Budget.Spent) -> Bool {
        let wasUndecided = solution.isUndecided(block)
        solution.opened[block] = nil
        var values: [Rational]?
        let box = try solved(block, news: front.blocks[block], costs: front.costs, budget)
        if let box {
            if wasUndecided { solution.undecided.removeAll { $0 == block } }
            if box.solver.isAsBefore { return true }
        } else {
            if seeksOnlyOptimum { return false }
            if try solution.open(block) != nil { return false }
            solution.noteUndecided(block)
            values = solution.opened[block]?.solution.point
        }
        for (place, next) in Array(solution.decomposition.variables(ofBlock: block)).enumerated() {
            let variable = Int(next)
            let old = solution.values.small[variable]
            if let box { solution.values.set(variable, box.solver.values[place]) } else if let values { solution.values[variable] = values[place] }
            let new = solution.values.small[variable]
            if new == old, !new.isTooLong { continue }
            for at in index.places(of: variable) {
                let row = Int(index.row(at: at))
                if self.place(of: row) != .block(block) { touch(row, &front) }
            }
        }
        return true
    }
}
