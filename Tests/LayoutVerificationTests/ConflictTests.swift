internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct ConflictTests {
    private func refusals(_ conflict: ConflictEvidence) -> [Refusal] {
        refusals(example(), conflict)
    }

    private func refusals(_ system: LoweredSystem, _ conflict: ConflictEvidence) -> [Refusal] {
        Checker(system: system).checkConflict(members: conflict.members, factors: conflict.factors, sum: conflict.sum)
    }

    @Test func `the example's conflict is proven`() {
        #expect(refusals(exampleConflict(example())).isEmpty)
    }

    @Test func `another member is refused`() {
        var conflict = exampleConflict(example())
        conflict.members[3] = example().row("c4")
        #expect(!refusals(conflict).isEmpty)
        conflict.members[3] = conflict.members[2]
        #expect(!refusals(conflict).isEmpty)
        conflict.members[3] = 99
        #expect(!refusals(conflict).isEmpty)
        #expect(!refusals(ConflictEvidence(members: [], factors: [], sum: -6)).isEmpty)
    }

    @Test func `another factor is refused`() {
        for factor: Rational in [2, 0, -1] {
            var conflict = exampleConflict(example())
            conflict.factors[3] = factor
            #expect(!refusals(conflict).isEmpty)
        }
        var short = exampleConflict(example())
        short.factors.removeLast()
        #expect(!refusals(short).isEmpty)
    }

    @Test func `another sum is refused`() {
        var conflict = exampleConflict(example())
        conflict.sum = -7
        #expect(!refusals(conflict).isEmpty)
        conflict = exampleConflict(example())
        conflict = ConflictEvidence(members: conflict.members, factors: conflict.factors.map { -$0 }, sum: 6)
        #expect(!refusals(conflict).isEmpty)
    }

    @Test func `factors with a common divisor, or fractions, are refused`() {
        for scale: Rational in [2, .half] {
            let conflict = exampleConflict(example())
            let scaled = ConflictEvidence(members: conflict.members, factors: conflict.factors.map { $0 * scale }, sum: conflict.sum * scale)
            #expect(refusals(scaled).count == 1)
        }
    }

    @Test func `members that are more than a minimal conflict are refused`() {
        let system = system([constraint("a", .width, 10), constraint("b", .width, 20), constraint("c", .height, 1), constraint("d", .height, 3)])
        let both = system.conflict([("a", 1), ("b", -1), ("c", 1), ("d", -1)], 12)
        #expect(!refusals(system, both).isEmpty)
        let negated = system.conflict([("a", -1), ("b", 1), ("c", -1), ("d", 1)], -12)
        #expect(refusals(system, negated).map(\.reason) == ["a part of its members conflicts already"])
        #expect(refusals(system, system.conflict([("a", -1), ("b", 1)], -10)).isEmpty)
    }

    @Test func `an inequality's factor is positive`() {
        let system = system([constraint("a", .width, .lessThanOrEqual, 20), constraint("b", .width, .greaterThanOrEqual, 10)])
        #expect(!refusals(system, system.conflict([("a", -1), ("b", -1)], -10)).isEmpty)
        let narrow = narrow(10)
        #expect(refusals(narrow, narrow.conflict([("a", 1), ("b", 1)], -10)).isEmpty)
    }

    private func narrow(_ gap: Rational) -> LoweredSystem {
        system([constraint("a", .width, .lessThanOrEqual, 20), constraint("b", .width, .greaterThanOrEqual, 20 + gap)])
    }

    @Test func `what holds within the tolerance is no conflict, only not exact`() {
        let close = narrow(Rational(decimal: "0.000002") ?? 0)
        let conflict = close.conflict([("a", 1), ("b", 1)], Rational(decimal: "-0.000002") ?? 0)
        #expect(!refusals(close, conflict).isEmpty)
        #expect(Checker(system: close).checkCannotHoldExactly(conflict).isEmpty)
        let far = narrow(Rational(decimal: "0.0000021") ?? 0)
        #expect(refusals(far, far.conflict([("a", 1), ("b", 1)], Rational(decimal: "-0.0000021") ?? 0)).isEmpty)
    }

    @Test func `optional rows are in no conflict`() {
        let system = system([constraint("a", .width, 10, priority: 999), constraint("b", .width, 20)])
        #expect(!refusals(system, system.conflict([("a", -1), ("b", 1)], -10)).isEmpty)
    }
}
