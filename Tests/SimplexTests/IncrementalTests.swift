import ExactArithmetic
import Simplex
import Testing

/// A program that is edited has the answers of one that is solved from scratch.
@Suite struct IncrementalTests {
    /// Compares the state after an update with a solution from scratch.
    private func expectSame(_ edited: inout EditedProgram, withProofs: Bool = false, _ comment: @autoclosure () -> String) throws {
        let program = edited.program
        switch try Solver().solve(program) {
        case .infeasible(let factors, let sum):
            guard let conflict = edited.conflict else {
                Issue.record("\(comment()): the conflict is missed")
                return
            }
            #expect(conflict.factors == factors && conflict.sum == sum, "\(comment())")
        case .optimal(var fresh):
            guard edited.conflict == nil else {
                Issue.record("\(comment()): there is no conflict")
                return
            }
            var solution = try edited.solution()
            let point = solution.point
            #expect(point == fresh.point, "\(comment())")
            #expect(solution.isDecided == fresh.isDecided && solution.looseVariables == fresh.looseVariables, "\(comment())")
            #expect(solution.activeBounds == fresh.activeBounds, "\(comment())")
            for (double, exact) in zip(solution.doubles, point) {
                #expect(abs(double - exact.double) <= 1e-12 * max(1, abs(exact.double)), "\(comment())")
            }
            guard withProofs else { return }
            let levels = try solution.levelProofs()
            let mistake = Certificates(program).mistake(inLevels: levels, at: point)
            #expect(mistake == nil, "\(comment())")
            let (one, two) = (try solution.describeFace(), try fresh.describeFace())
            #expect(one.dimension == two.dimension && one.variables == two.variables && one.interior == two.interior, "\(comment())")
            let (causes, others) = (try solution.causes(), try fresh.causes())
            #expect(causes == others, "\(comment())")
            for variable in one.variables.prefix(3) {
                let (own, other) = (try solution.checkedRange(of: variable, levels), try fresh.checkedRange(of: variable, levels))
                #expect(own.least == other.least && own.greatest == other.greatest, "\(comment())")
            }
        }
    }

    private func constant(_ random: inout RandomPrograms, near value: Rational) -> Rational {
        switch random.below(4) {
        case 0: Rational(random.below(120) - 60)
        case 1: value + (Rational(random.below(9) - 4, over: 1 + random.below(3)) ?? .half)
        default: value + Rational(random.below(9) - 4)
        }
    }

    /// A few edits, then an update, again and again.
    @Test(arguments: 0..<40) func `random edits lead to what a first solve finds`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(seed))
        let program = seed % 4 == 0 ? random.program() : seed % 4 == 1 ? random.weightedTreeProgram() : random.viewProgram()
        var edited = try EditedProgram(program)
        for step in 0..<25 {
            for _ in 0..<(1 + random.below(3)) {
                let row = random.below(program.rowCount)
                edited.setConstant(of: row, constant(&random, near: edited.program.expression(of: row).constant))
            }
            try edited.update()
            try expectSame(&edited, withProofs: step % 6 == 5, "seed \(seed), step \(step)")
        }
    }

    /// One constant moves in steps, as a width that is dragged, with an edit of something else from time to time.
    @Test(arguments: 0..<40) func `a constant that moves step by step leads through the same optima`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(1000 + seed))
        let program = seed % 8 == 7 ? random.ratioProgram(links: 10) : random.viewProgram()
        var edited = try EditedProgram(program)
        var constant = program.expression(of: 0).constant
        let steps: [Rational] = [1, -1, Rational(1, over: 2) ?? 1, Rational(-7, over: 3) ?? 1, 13, -40]
        for drag in 0..<6 {
            let row = drag % 3 == 2 ? random.below(program.rowCount) : 0
            if row != 0 { constant = edited.program.expression(of: row).constant }
            let step = steps[random.below(steps.count)]
            for place in 0..<8 {
                constant += step
                edited.setConstant(of: row, constant)
                try edited.update()
                // What is asked on the way must not change what follows, nor what is not.
                if place % 3 == drag % 3 { try expectSame(&edited, withProofs: place == 6, "seed \(seed), drag \(drag), step \(place)") }
            }
            try expectSame(&edited, withProofs: true, "seed \(seed), after drag \(drag)")
            constant = edited.program.expression(of: 0).constant
        }
    }

    @Test(arguments: 0..<20) func `edits that are undone lead back`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(3000 + seed))
        let program = random.viewProgram()
        var edited = try EditedProgram(program)
        let before = edited.conflict == nil ? try edited.solution().point : nil
        for _ in 0..<6 {
            let rows = Array(Set((0..<4).map { _ in random.below(program.rowCount) })).sorted()
            for row in rows { edited.setConstant(of: row, 77) }
            try edited.update()
            try expectSame(&edited, "seed \(seed), \(rows) moved")
            for row in rows { edited.setConstant(of: row, program.expression(of: row).constant) }
            try edited.update()
            if let before { #expect(try edited.solution().point == before, "seed \(seed), with \(rows) again") }
            try expectSame(&edited, withProofs: true, "seed \(seed), with \(rows) again")
        }
    }

    /// A solved program is continued without being solved again.
    @Test(arguments: 0..<20) func `a solved program is continued`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(5000 + seed))
        let program = random.viewProgram()
        guard case .optimal(let solution) = try Solver().solve(program) else { return }
        var edited = EditedProgram(solution)
        try expectSame(&edited, withProofs: true, "seed \(seed)")
        for step in 0..<15 {
            edited.setConstant(of: random.below(program.rowCount), Rational(random.below(60) - 30))
            try edited.update()
            try expectSame(&edited, withProofs: step % 5 == 4, "seed \(seed), step \(step)")
        }
    }

    // MARK: Conflicts and time

    @Test(arguments: 0..<12) func `a conflict begins and ends with a constant`(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(7000 + seed))
        var program = random.viewProgram()
        guard case .optimal(let solution) = try Solver().solve(program) else { return }
        // Variable 0 has the value that it has anyway, until the constant moves.
        let extra = program.rowCount
        let resting = -solution.point[0]
        program.append(LinearProgram.Row(SparseRow(constant: resting, entries: [SparseRow.Entry(0, 1)]), .equal))
        program.append(LinearProgram.Row(SparseRow(constant: 4000, entries: [SparseRow.Entry(0, -1)]), .atLeast))
        var edited = try EditedProgram(program)
        try expectSame(&edited, "seed \(seed)")
        #expect(edited.conflict == nil)
        edited.setConstant(of: extra, -5000)
        try edited.update()
        #expect(edited.conflict != nil)
        try expectSame(&edited, "seed \(seed), conflict")
        // Another change while the program is infeasible.
        edited.setConstant(of: random.below(extra), 12)
        try edited.update()
        try expectSame(&edited, "seed \(seed), changed conflict")
        edited.setConstant(of: extra, resting)
        try edited.update()
        try expectSame(&edited, withProofs: true, "seed \(seed), moved back")
    }

    /// Time runs out at any moment: the next update finds the optimum all the same.
    @Test func `an update after one that ran out of time finds the optimum`() throws {
        var interrupted = 0
        for seed in 0..<6 { interrupted += try interruptions(seed: seed) }
        #expect(interrupted > 6)
    }

    private func interruptions(seed: Int) throws -> Int {
        var random = RandomPrograms(seed: UInt64(8000 + seed))
        // Many programs side by side, so that the clock is looked at several times.
        var rows: [LinearProgram.Row] = []
        var variables = 0
        for _ in 0..<24 {
            let part = random.viewProgram()
            guard case .optimal = try Solver().solve(part) else { continue }
            for row in part.rows {
                let entries = row.expression.entries.map { SparseRow.Entry($0.column + variables, $0.coefficient) }
                rows.append(LinearProgram.Row(SparseRow(constant: row.expression.constant, entries: entries), row.role))
            }
            variables += part.variableCount
        }
        let program = LinearProgram(variableCount: variables, levelCount: 4, rows: rows)
        var edited = try EditedProgram(program)
        var interrupted = 0
        for step in 0..<8 {
            for _ in 0..<20 {
                let row = random.below(program.rowCount)
                edited.setConstant(of: row, edited.program.expression(of: row).constant + Rational(random.below(5)))
            }
            var looks = 0
            let most = random.below(4)
            let budget = Budget {
                looks += 1
                return looks > most
            }
            do { try edited.update(budget: budget) } catch is Budget.Spent {
                interrupted += 1
                try edited.update()
            }
            try expectSame(&edited, "seed \(seed), step \(step)")
        }
        return interrupted
    }
}

extension RandomPrograms {
    /// A tree of equalities with bounds, as `treeProgram`, with constants, and wishes for some variables.
    mutating func weightedTreeProgram() -> LinearProgram {
        var program = LinearProgram(variableCount: 0, levelCount: 3, rows: [])
        let tree = treeProgram()
        program.variableCount = tree.variableCount
        for row in tree.rows {
            let entries = row.expression.entries.map { SparseRow.Entry($0.column, [1, -1, 1, 2, .half][below(5)]) }
            program.append(LinearProgram.Row(SparseRow(constant: Rational(below(21) - 6), entries: entries), row.role))
        }
        for _ in 0..<below(5) {
            let expression = SparseRow(constant: Rational(-below(30)), entries: [SparseRow.Entry(below(program.variableCount), 1)])
            program.append(LinearProgram.Row(expression, .soft(level: below(3), isEquality: below(2) == 0)))
        }
        return program
    }
}
