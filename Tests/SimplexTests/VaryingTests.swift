import ExactArithmetic
@testable import Simplex
import Testing

/// Which variables vary over the set of optima is the same whether it is told by the vertex or by the whole set, and asking for it changes
/// nothing of what is found afterwards.
struct VaryingTests {
    @Test func askingWhatVariesChangesNothingElse() throws {
        var many = 0
        var extra = 0
        for seed in 0..<1500 {
            var random = RandomPrograms(seed: UInt64(seed))
            let program = random.program()
            guard case .optimal(var asked) = try Solver().solve(program), case .optimal(var plain) = try Solver().solve(program) else { continue }
            let varying = Set(try asked.mayVary())
            let face = try asked.describeFace()
            let other = try plain.describeFace()
            #expect(face.dimension == other.dimension && face.interior == other.interior, "\(seed)")
            #expect(face.varying == other.varying && face.violations == other.violations, "\(seed)")
            #expect(varying.isSuperset(of: other.varying.keys), "\(seed)")
            if !varying.isEmpty { many += 1 }
            // A variable that follows from others may keep its value though they move.
            if varying.count > other.varying.count { extra += 1 }
        }
        #expect(many > 200 && 10 * extra < many, "\(many), \(extra)")
    }

    @Test func rangesAreTheSameWhereItWasAskedBefore() throws {
        for seed in 0..<400 {
            var random = RandomPrograms(seed: UInt64(seed))
            let program = random.program()
            guard case .optimal(var asked) = try Solver().solve(program), case .optimal(var described) = try Solver().solve(program) else { continue }
            let varying = try asked.mayVary()
            _ = try described.describeFace()
            for variable in varying {
                let one = try asked.range(of: variable)
                let two = try described.range(of: variable)
                #expect(told(one.least) == told(two.least) && told(one.greatest) == told(two.greatest), "\(seed)")
            }
        }
    }

    /// All of an answer, its proof too.
    private func told(_ end: RangeEnd) -> String {
        switch end {
        case .finite(let value, let changes, let proof): "\(value) \(changes) \(proof)"
        case .unbounded(let changes, let ray): "\(changes) \(ray)"
        }
    }
}
