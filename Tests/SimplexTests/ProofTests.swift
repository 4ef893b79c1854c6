import ExactArithmetic
import Simplex
import Testing

/// Every answer of the solver about random programs is proven by the program's own rows; see `Certificates`.
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
        let certificates = Certificates(program)
        switch try Solver().solve(program) {
        case .infeasible(let factors, let sum):
            let mistake = certificates.mistake(inConflict: factors, sum: sum)
            #expect(mistake == nil, "seed \(seed)")
            return true
        case .optimal(var solution):
            let levels = try solution.levelProofs()
            let mistake = certificates.mistake(inLevels: levels, at: solution.point)
            #expect(mistake == nil, "seed \(seed)")
            let face = try solution.describeFace()
            #expect(certificates.isOptimal(face.interior, levels))
            var reached: [[Rational]] = []
            for variable in 0..<program.variableCount {
                let (least, greatest) = try solution.checkedRange(of: variable, levels)
                let isVarying = least == nil || greatest == nil || least != greatest
                #expect(face.variables.contains(variable) == isVarying, "variable \(variable)")
                let ends = try solution.range(of: variable)
                reached += [solution.attained(ends.least), solution.attained(ends.greatest)]
            }
            #expect(face.dimension >= VertexOracle.rank(reached.map { zip($0, solution.point).map { $0 - $1 } }))
            #expect((face.dimension == 0) == face.variables.isEmpty)
            return false
        }
    }
}
