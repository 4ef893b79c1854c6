import ExactArithmetic
import Simplex
import Testing

/// Every answer of the solver, re-added here from the program's own rows.
struct ProofTests {
    @Test func everyAnswerOnARandomProgramIsProven() throws {
        var infeasible = 0
        for seed in 0..<2000 where try isInfeasible(seed: seed) { infeasible += 1 }
        // Both kinds of answer were met.
        #expect((200...1800).contains(infeasible))
    }

    private func isInfeasible(seed: Int) throws -> Bool {
        var random = RandomPrograms(seed: UInt64(seed))
        let program = random.program()
        switch try Solver().solve(program) {
        case .infeasible(let factors, let sum):
            let combined = program.combined(factors)
            #expect(combined.coefficients.isEmpty && combined.constant == sum && sum.isNegative)
            for term in factors {
                if case .soft = program.role(of: term.row) { Issue.record("a soft row in a proof") }
                if program.role(of: term.row) == .atLeast { #expect(term.factor.isPositive) }
            }
            return true
        case .optimal(var solution):
            #expect(program.holdsHardRows(at: solution.point))
            let levels = try solution.levelProofs()
            for (level, proof) in levels.enumerated() {
                #expect(program.total(ofLevel: level, at: solution.point) == proof.bound)
            }
            check(levels, program)
            let face = try solution.describeFace()
            #expect(program.holdsHardRows(at: face.interior))
            for level in levels.indices { #expect(program.total(ofLevel: level, at: face.interior) == levels[level].bound) }
            var reached: [[Rational]] = []
            for variable in 0..<program.variableCount {
                let (least, greatest) = try solution.range(of: variable)
                var values: [Rational?] = []
                for (end, sign) in [(least, 1), (greatest, -1)] {
                    switch end {
                    case .finite(let value, let changes, let proof):
                        let point = moved(solution.point, changes)
                        #expect(point[variable] == value && proof.bound == value * Rational(sign))
                        #expect(isOptimal(point, program, levels))
                        var combined = program.combined(proof.factors)
                        combined.coefficients[variable, default: .zero] += Rational(sign)
                        #expect(combined.coefficients.allSatisfy(\.value.isZero) && combined.constant == proof.bound)
                        #expect(reducedCosts(proof, program, cost: { _ in .zero }, after: levels))
                        values.append(value)
                        reached.append(point)
                    case .unbounded(let changes, let entries):
                        let point = moved(solution.point, changes)
                        let ray = moved(point.map { _ in 0 }, entries)
                        #expect((ray[variable] * Rational(sign)).isNegative)
                        for times in [1, 1000] as [Rational] {
                            #expect(isOptimal(zip(point, ray).map { $0 + times * $1 }, program, levels))
                        }
                        values.append(nil)
                        reached.append(zip(point, ray).map { $0 + $1 })
                    }
                }
                let isVarying = values[0] == nil || values[1] == nil || values[0] != values[1]
                #expect(face.variables.contains(variable) == isVarying, "variable \(variable)")
            }
            #expect(face.dimension >= VertexOracle.rank(reached.map { zip($0, solution.point).map { $0 - $1 } }))
            #expect((face.dimension == 0) == face.variables.isEmpty)
            return false
        }
    }

    private func moved(_ point: [Rational], _ changes: [SparseRow.Entry]) -> [Rational] {
        var point = point
        for change in changes { point[change.column] += change.coefficient }
        return point
    }

    private func isOptimal(_ point: [Rational], _ program: LinearProgram, _ levels: [BoundProof]) -> Bool {
        program.holdsHardRows(at: point) && levels.indices.allSatisfy { program.total(ofLevel: $0, at: point) == levels[$0].bound }
    }

    private func check(_ levels: [BoundProof], _ program: LinearProgram) {
        for (level, proof) in levels.enumerated() {
            let combined = program.combined(proof.factors)
            #expect(combined.coefficients.isEmpty && combined.constant == proof.bound)
            #expect(reducedCosts(proof, program, cost: { cost($0, level, program) }, after: Array(levels[..<level])))
        }
    }

    private func cost(_ side: Side, _ level: Int, _ program: LinearProgram) -> Rational {
        guard case .soft(level, let isEquality) = program.role(of: side.row) else { return .zero }
        return side.isAbove && !isEquality ? .zero : .one
    }

    /// Each side's first reduced cost that is not 0, from the first level on, is positive.
    private func reducedCosts(_ proof: BoundProof, _ program: LinearProgram, cost own: (Side) -> Rational, after levels: [BoundProof]) -> Bool {
        func factor(_ proof: BoundProof, _ row: Int) -> Rational { proof.factors.first { $0.row == row }?.factor ?? .zero }
        for row in program.roles.indices where program.role(of: row) != .equal {
            for isAbove in [true, false] {
                let side = Side(row: row, isAbove: isAbove)
                if !isAbove, program.role(of: row) == .atLeast { continue }
                let all =
                    levels.enumerated().map { level, proof in (cost(side, level, program), factor(proof, row)) } + [(own(side), factor(proof, row))]
                let costs = all.map { isAbove ? $0.0 - $0.1 : $0.0 + $0.1 }
                if let first = costs.first(where: { !$0.isZero }), first.isNegative { return false }
            }
        }
        return true
    }
}
