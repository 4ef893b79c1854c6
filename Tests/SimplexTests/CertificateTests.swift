import ExactArithmetic
import Simplex
import Testing

/// Presolve fixes variables, peels rows and splits the rest into blocks; proofs are of the original program all the same.
@Suite struct CertificateTests {
    @Test(arguments: 0..<30) func `proofs hold for the original rows after presolve`(seed: Int) throws {
        var (solved, blocks, peeled) = (0, 0, 0)
        for part in 0..<10 {
            var random = RandomPrograms(seed: UInt64(seed * 100 + part))
            let program = part % 4 == 3 ? random.ratioProgram(links: 12) : random.viewProgram()
            let structure = program.structure()
            blocks += structure.blocks
            peeled += structure.peeledVariables
            switch try Solver().solve(program) {
            case .infeasible(let factors, let sum): #expect(Certificates(program).mistake(inConflict: factors, sum: sum) == nil, "\(part)")
            case .optimal(var solution):
                solved += 1
                let levels = try solution.levelProofs()
                let mistake = Certificates(program).mistake(inLevels: levels, at: solution.point)
                #expect(mistake == nil, "\(part)")
                let varying = try solution.mayVary()
                let face = try solution.describeFace()
                #expect(Certificates(program).isOptimal(face.interior, levels), "\(part)")
                for variable in 0..<program.variableCount where random.below(3) == 0 || varying.contains(variable) {
                    let range = try solution.checkedRange(of: variable, levels)
                    let isSingle = range.least != nil && range.least == range.greatest
                    #expect(isSingle == !face.variables.contains(variable), "\(part): variable \(variable)")
                    #expect(isSingle || varying.contains(variable), "\(part): variable \(variable)")
                    if let least = range.least { #expect(least <= solution.point[variable], "\(part)") }
                    if let greatest = range.greatest { #expect(greatest >= solution.point[variable], "\(part)") }
                }
            }
        }
        #expect(solved > 0 && blocks > 0 && peeled > 0)
    }

    /// The parts of an optimum, read as they are described: fixed variables, blocks, then peeled variables.
    @Test(arguments: 0..<20) func `the parts of an optimum are a triangular order`(seed: Int) throws {
        for part in 0..<6 {
            var random = RandomPrograms(seed: UInt64(3000 + seed * 100 + part))
            let program = random.viewProgram()
            guard case .optimal(var solution) = try Solver().solve(program) else { continue }
            let (parts, matrix, point) = (solution.parts, program.matrix, solution.point)
            func columns(_ row: Int32) -> [Int32] { matrix.range(of: Int(row)).map { matrix.columns[$0] } }
            var known = Set<Int32>()
            for assignment in parts.fixed {
                #expect(Set(columns(assignment.row)).subtracting(known) == [assignment.variable])
                known.insert(assignment.variable)
            }
            for block in parts.blocks.indices {
                let own = Set(parts.variables[block])
                #expect(known.isDisjoint(with: own))
                for row in parts.rows[block] {
                    #expect(Set(columns(row)).isSubset(of: known.union(own)) && !Set(columns(row)).isDisjoint(with: own))
                }
            }
            for block in parts.blocks.indices { known.formUnion(parts.variables[block]) }
            known.formUnion(solution.looseVariables.map { Int32($0) })
            for assignment in parts.following {
                #expect(Set(columns(assignment.row)).subtracting(known) == [assignment.variable])
                known.insert(assignment.variable)
            }
            #expect(known.count == program.variableCount)
            // Each assignment's row is 0.
            for assignment in parts.fixed + parts.following { #expect(program.value(Int(assignment.row), at: point).isZero) }
            try checkMultipliers(&solution, program)
        }
    }

    /// The blocks' own multipliers: no variable of a block remains in the sum of its rows with the costs' signs.
    private func checkMultipliers(_ solution: inout Solution, _ program: LinearProgram) throws {
        let parts = solution.parts
        let decided = parts.blocks.filter { !solution.undecidedBlocks.contains($0) }
        var sums: [(place: Int, sums: [Int: [Int: Rational]])] = []
        let rows = program.rows
        try solution.findMultipliers(ofBlocks: decided) { place, multipliers in
            guard let multipliers else { return }
            var levels: [Int: [Int: Rational]] = [:]
            for term in multipliers {
                for entry in rows[term.row].expression.entries {
                    levels[term.level, default: [:]][entry.column, default: .zero] += term.factor * entry.coefficient
                }
            }
            sums.append((place, levels))
        }
        #expect(decided.isEmpty || !sums.isEmpty)
        for (place, levels) in sums {
            guard let block = parts.blocks.firstIndex(of: decided[place]) else { continue }
            for variable in parts.variables[block] {
                #expect(levels.allSatisfy { ($0.value[Int(variable)] ?? .zero).isZero })
            }
        }
        let factors = try solution.levelFactors(ofBlocks: decided)
        for (place, block) in parts.blocks.enumerated() where decided.contains(block) {
            let own = Set(parts.rows[place].map(Int.init))
            for level in factors {
                let combined = program.combined(level.filter { own.contains($0.row) })
                #expect(parts.variables[place].allSatisfy { combined.coefficients[Int($0)] == nil })
            }
        }
    }

    // MARK: Structure

    private func row(_ terms: [(column: Int, coefficient: Rational)], _ constant: Rational, _ role: LinearProgram.Role) -> LinearProgram.Row {
        LinearProgram.Row(SparseRow(constant: constant, entries: terms.map { SparseRow.Entry($0.column, $0.coefficient) }), role)
    }

    @Test func `presolve finds singletons and components`() throws {
        let program = LinearProgram(
            variableCount: 9, levelCount: 1,
            rows: [
                // 0 and 1 are fixed, one from the other.
                row([(0, 2)], -6, .equal), row([(0, 1), (1, 1)], -10, .equal),
                // 2 and 3, and 4 and 5, compete.
                row([(2, 1), (3, 1), (1, -1)], 0, .equal), row([(2, 1)], -1, .soft(level: 0, isEquality: true)),
                row([(3, 1)], -1, .soft(level: 0, isEquality: true)), row([(4, 1), (5, -1)], 0, .equal),
                row([(4, 1)], -2, .soft(level: 0, isEquality: true)),
                row([(5, 1)], -9, .soft(level: 0, isEquality: false)),
                // 6 follows from both, and 7 from 6.
                row([(6, 1), (2, -1), (4, -1)], 0, .equal), row([(7, 3), (6, -1)], 0, .equal), row([(7, 1)], 100, .atLeast),
            ])
        let structure = program.structure()
        #expect(structure.fixedVariables == 2 && structure.peeledVariables == 2 && structure.blocks == 2)
        #expect(structure.mostBlockRows == 3 && structure.mostBlockVariables == 2)
        var solution = try optimum(program)
        #expect(Array(solution.point[...1]) == [3, 7] && solution.looseVariables == [8])
        #expect(Set(solution.blockVariables) == [[2, 3], [4, 5]])
        // 2 and 3 share 7 points, of which each wants one; 4 is 2 at least and 9 at most.
        let levels = try solution.levelProofs()
        #expect(levels.map(\.bound) == [12])
        let ranges = try (0..<9).map { try solution.checkedRange(of: $0, levels) }
        #expect(ranges[2].least == 1 && ranges[2].greatest == 6 && ranges[4].least == 2 && ranges[4].greatest == 9)
        #expect(ranges[6].least == 3 && ranges[6].greatest == 15 && ranges[7].least == 1 && ranges[7].greatest == 5)
        #expect(ranges[8].least == nil && ranges[8].greatest == nil)
        #expect(try solution.describeFace().dimension == 3)
        #expect(try solution.hasOptimaApart(by: 1) && !solution.hasOptimaApart(by: 1000))
        let causes = try solution.causes()
        #expect(causes[8] == .free && causes[2] == .tie(rows: [3, 4]) && causes[4] == .tie(rows: [6, 7]))
        #expect(causes[7] == .tie(rows: [3, 4, 6, 7]))
    }

    @Test func `a program without rows or variables has an optimum`() throws {
        var empty = try optimum(LinearProgram(variableCount: 0, levelCount: 2, rows: []))
        #expect(empty.point.isEmpty && empty.isDecided)
        #expect(try empty.levelProofs().map(\.bound) == [0, 0] && empty.describeFace().dimension == 0)
        var loose = try optimum(LinearProgram(variableCount: 3, rows: []))
        #expect(loose.looseVariables == [0, 1, 2])
        #expect(try loose.describeFace().dimension == 3)
        // A row without variables is a constant.
        let constant = { (value: Rational, role: LinearProgram.Role) in
            LinearProgram(variableCount: 1, levelCount: 1, rows: [LinearProgram.Row(SparseRow(constant: value), role)])
        }
        for (value, role, isFeasible) in [(0, .equal, true), (1, .equal, false), (-1, .atLeast, false), (1, .atLeast, true)]
            as [(Rational, LinearProgram.Role, Bool)]
        {
            let program = constant(value, role)
            switch try Solver().solve(program) {
            case .optimal: #expect(isFeasible)
            case .infeasible(let factors, let sum):
                #expect(!isFeasible && factors.map(\.row) == [0])
                #expect(Certificates(program).mistake(inConflict: factors, sum: sum) == nil)
            }
        }
        var soft = try optimum(constant(-3, .soft(level: 0, isEquality: false)))
        #expect(try soft.levelProofs().map(\.bound) == [3])
    }

    // MARK: Reuse

    @Test func `rows are sorted, and read as they were written`() {
        let expression = SparseRow(
            constant: 7, entries: [SparseRow.Entry(5, 2), SparseRow.Entry(1, 0), SparseRow.Entry(3, -1), SparseRow.Entry(0, .half)])
        #expect(expression.entries.map(\.column) == [0, 3, 5])
        let roles: [LinearProgram.Role] = [
            .equal, .atLeast, .soft(level: 0, isEquality: false), .soft(level: 0, isEquality: true), .soft(level: 900, isEquality: true),
        ]
        let program = LinearProgram(variableCount: 6, levelCount: 901, rows: roles.map { LinearProgram.Row(expression, $0) })
        #expect(program.rows.map(\.role) == roles && program.roles.indices.map(program.role) == roles && program.rowCount == 5)
        #expect(program.rows.allSatisfy { $0.expression == expression } && program.expression(of: 2) == expression)
    }
}
