import ExactArithmetic
import Simplex
import Testing

/// Every answer about the set of optima of small programs, against all points in which rows meet.
@Suite struct VertexOracleTests {
    @Test(arguments: 0..<12) func `answers are those of brute force`(seed: Int) throws {
        var (infeasible, unique, flat) = (0, 0, 0)
        for part in 0..<25 {
            var random = RandomPrograms(seed: UInt64(seed * 100 + part))
            let program = random.boxedProgram()
            let oracle = VertexOracle(program)
            switch try Solver().solve(program) {
            case .infeasible(let factors, let sum):
                #expect(!oracle.isFeasible, "\(part)")
                #expect(Certificates(program).mistake(inConflict: factors, sum: sum) == nil, "\(part)")
                infeasible += 1
            case .optimal(var solution):
                guard oracle.isFeasible else {
                    Issue.record("\(part): no point satisfies the hard rows")
                    continue
                }
                try check(&solution, oracle, program, expressions: (0..<2).map { _ in random.expression(program.variableCount) }, "\(part)")
                if oracle.optima.count == 1 { unique += 1 } else { flat += 1 }
            }
        }
        // All three kinds occur.
        #expect(infeasible > 0 && unique > 0 && flat > 0)
    }

    private func check(
        _ solution: inout Solution, _ oracle: VertexOracle, _ program: LinearProgram, expressions: [SparseRow], _ comment: String
    ) throws {
        let levels = try solution.levelProofs()
        #expect(levels.map(\.bound) == oracle.totals, "\(comment)")
        let mistake = Certificates(program).mistake(inLevels: levels, at: solution.point)
        #expect(mistake == nil, "\(comment)")
        if oracle.optima.count == 1 { #expect(solution.point == oracle.optima[0], "\(comment)") }
        if solution.isDecided, solution.looseVariables.isEmpty { #expect(oracle.optima.count == 1, "\(comment)") }
        // Before the set is described and after.
        let possible = try solution.mayVary()
        let face = try solution.describeFace()
        #expect(face.dimension == oracle.dimension, "\(comment)")
        let varying = (0..<program.variableCount).filter { variable in
            let range = oracle.range(of: SparseRow(entries: [SparseRow.Entry(variable, 1)]))
            return range.least != range.greatest
        }
        #expect(face.variables == varying && Set(possible).isSuperset(of: varying), "\(comment)")
        for variable in 0..<program.variableCount {
            let expected = oracle.range(of: SparseRow(entries: [SparseRow.Entry(variable, 1)]))
            let found = try solution.checkedRange(of: variable, levels)
            #expect(found.least == expected.least && found.greatest == expected.greatest, "\(comment): variable \(variable)")
        }
        for expression in expressions {
            let expected = oracle.range(of: expression)
            let found = try solution.checkedRange(of: expression, levels)
            #expect(found.least == expected.least && found.greatest == expected.greatest, "\(comment): \(expression)")
        }
        try checkSides(&solution, face, levels, oracle, program, comment)
        for (variable, cause) in try solution.causes() {
            switch cause {
            case .free: #expect(!oracle.isTied(variable), "\(comment): variable \(variable)")
            case .tie(let rows):
                #expect(oracle.isTied(variable) && !rows.isEmpty && Set(rows).isSubset(of: face.varyingRows), "\(comment): variable \(variable)")
            }
        }
        #expect(Set(try solution.causes().keys) == Set(varying), "\(comment)")
    }

    /// A side is positive in the interior if it is positive at some optimum; where it never is, there is a proof.
    private func checkSides(
        _ solution: inout Solution, _ face: Face, _ levels: [BoundProof], _ oracle: VertexOracle, _ program: LinearProgram, _ comment: String
    ) throws {
        #expect(Certificates(program).isOptimal(face.interior, levels), "\(comment)")
        for row in program.roles.indices {
            let values = oracle.optima.map { program.value(row, at: $0) }
            let inside = program.value(row, at: face.interior)
            #expect(
                inside.isPositive == values.contains(where: \.isPositive) && inside.isNegative == values.contains(where: \.isNegative), "\(comment)")
            let isVarying = Set(oracle.violations.map { $0[row] }).count > 1
            #expect(face.varyingRows.contains(row) == isVarying, "\(comment): row \(row)")
        }
        for zero in try solution.zeroSides() {
            let row = zero.side.row
            #expect(
                oracle.optima.allSatisfy { !(zero.side.isAbove ? program.value(row, at: $0) : -program.value(row, at: $0)).isPositive }, "\(comment)")
            #expect(zero.proof.bound.isZero, "\(comment)")
        }
        // Variables that move in proportion do so between all optima.
        for variable in face.variables {
            let leader = face.leader(of: variable)
            for point in oracle.optima {
                let (own, other) = (point[variable] - oracle.optima[0][variable], point[leader.variable] - oracle.optima[0][leader.variable])
                #expect(own == leader.factor * other, "\(comment): variable \(variable)")
            }
        }
    }

    /// An optimum that need not be the only one has the same totals, whatever bounds it starts from.
    @Test(arguments: 0..<10) func `any optimum has the totals of brute force`(seed: Int) throws {
        for part in 0..<10 {
            var random = RandomPrograms(seed: UInt64(5000 + seed * 100 + part))
            let program = random.boxedProgram()
            let oracle = VertexOracle(program)
            var starts: [Set<Int32>] = [[]]
            if case .optimal(let solution) = try Solver().solve(program) { starts.append(solution.activeBounds) }
            starts.append(Set(program.roles.indices.filter { program.role(of: $0) == .atLeast && random.below(2) == 0 }.map { Int32($0) }))
            for start in starts {
                switch try Solver().findOptimum(program, from: start) {
                case .infeasible: #expect(!oracle.isFeasible, "\(part)")
                case .optimal(var solution):
                    let levels = try solution.levelProofs()
                    #expect(levels.map(\.bound) == oracle.totals, "\(part)")
                    #expect(Certificates(program).isOptimal(solution.point, levels), "\(part)")
                }
            }
            switch try Solver().findPoint(program) {
            case .infeasible(let factors, let sum):
                #expect(!oracle.isFeasible && Certificates(program).mistake(inConflict: factors, sum: sum) == nil, "\(part)")
            case .feasible(let point): #expect(oracle.isFeasible && program.holdsHardRows(at: point), "\(part)")
            }
        }
    }

    // MARK: Conflicts

    /// A refutation needs each of its rows: without any one of them the others can hold.
    @Test(arguments: 0..<10) func `a refutation is a minimal infeasible set`(seed: Int) throws {
        var checked = 0
        for part in 0..<40 {
            var random = RandomPrograms(seed: UInt64(9000 + seed * 100 + part))
            let program = random.program()
            guard case .infeasible(let factors, _) = try Solver().solve(program) else { continue }
            let rows = Set(factors.map(\.row))
            #expect(rows.count == factors.count && factors.allSatisfy { !$0.factor.isZero })
            let rest = Set(program.roles.indices).subtracting(rows)
            for row in rows {
                guard case .feasible(let point) = try Solver().findPoint(program.removing(rest.union([row]))) else {
                    Issue.record("\(part): row \(row) of \(rows.sorted()) is not needed")
                    continue
                }
                #expect(program.removing(rest.union([row])).holdsHardRows(at: point))
            }
            checked += 1
        }
        #expect(checked > 5)
    }
}
