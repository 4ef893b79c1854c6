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
        Checker(system: system).checkConflict(conflict)
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
            var scaled = conflict
            scaled.factors = conflict.factors.map { $0 * scale }
            scaled.sum = conflict.sum * scale
            #expect(refusals(scaled).count == 1)
        }
    }

    @Test func `members that are more than a minimal conflict are refused`() {
        let system = system([constraint("a", .width, 10), constraint("b", .width, 20), constraint("c", .height, 1), constraint("d", .height, 3)])
        let both = system.conflict([("a", 1), ("b", -1), ("c", 1), ("d", -1)], 12)
        #expect(!refusals(system, both).isEmpty)
        let negated = system.conflict([("a", -1), ("b", 1), ("c", -1), ("d", 1)], -12)
        #expect(refusals(system, negated).map(\.reason).first == "some of its members already conflict without the others")
        let widths = system.conflict([("a", -1), ("b", 1)], -10)
        #expect(refusals(system, widths.shown(by: layout(0, 0, 10, 0), layout(0, 0, 20, 0), in: system)).isEmpty)
    }

    @Test func `an inequality's factor is positive`() {
        let system = system([constraint("a", .width, .lessThanOrEqual, 20), constraint("b", .width, .greaterThanOrEqual, 10)])
        #expect(!refusals(system, system.conflict([("a", -1), ("b", -1)], -10)).isEmpty)
        let narrow = narrow(10)
        let conflict = narrow.conflict([("a", 1), ("b", 1)], -10).shown(by: layout(0, 0, 20, 0), layout(0, 0, 30, 0), in: narrow)
        #expect(refusals(narrow, conflict).isEmpty)
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
        let apart = far.conflict([("a", 1), ("b", 1)], Rational(decimal: "-0.0000021") ?? 0)
        #expect(refusals(far, apart.shown(by: layout(0, 0, 20, 0), layout(0, 0, 21, 0), in: far)).isEmpty)
    }

    @Test func `optional rows are in no conflict`() {
        let system = system([constraint("a", .width, 10, priority: 999), constraint("b", .width, 20)])
        #expect(!refusals(system, system.conflict([("a", -1), ("b", 1)], -10)).isEmpty)
    }

    // MARK: Minimal in the rows that are not background

    /// A width of -5, from two rows.
    private let negative = system([constraint("a", .left, to: .left, 80), constraint("b", .right, to: .right, -5)])

    @Test func `a layout is needed for each member that is not background`() {
        let conflict = negative.conflict([("root.width==size", -1), ("a", 1), ("b", -1), ("title.width>=0", 1)], -15)
        let layouts = [layout(80, 0, 0, 0, root: (85, 44)), layout(65, 0, 0, 0), layout(80, 0, 0, 0)]
        #expect(refusals(negative, conflict.shown(by: layouts[0], layouts[1], layouts[2], in: negative)).isEmpty)
        #expect(
            refusals(negative, conflict.shown(by: layouts[0], layouts[1], in: negative)).map(\.reason)
                == ["no layout shows that the other members can be satisfied without b"])
        let below = conflict.shown(by: layouts[0], layouts[1], layouts[2], layout(80, 0, -15, 0), in: negative)
        #expect(!refusals(negative, below).isEmpty, "a negative width shows nothing")
    }

    @Test func `a proof without background rows may hide a smaller conflict`() {
        // Without the width the others make it negative.
        let system = system([constraint("a", .left, to: .left, 80), constraint("b", .right, to: .right, -5), constraint("c", .width, 10)])
        let conflict = system.conflict([("root.width==size", -1), ("a", 1), ("b", -1), ("c", 1)], -25)
        let layouts = [layout(80, 0, 10, 0, root: (95, 44)), layout(55, 0, 10, 0), layout(80, 0, 10, 0), layout(80, 0, -15, 0)]
        let shown = conflict.shown(by: layouts[0], layouts[1], layouts[2], layouts[3], in: system)
        #expect(refusals(system, shown).map(\.reason) == ["the layout without c violates title.width>=0"])
    }

    @Test func `a layout that moves what cannot move, or is without another row, is refused`() {
        var conflict = exampleConflict(example())
        conflict.minimality.steps[0].changes.append(VariableChange(LoweredSystem.variable(root, .x), 1))
        #expect(refusals(conflict).map(\.reason) == ["a layout changes an unknown or constant variable"])
        conflict.minimality.steps[0].changes[0].variable = 999
        #expect(!refusals(conflict).isEmpty)
        var other = exampleConflict(example())
        other.minimality.steps[0].row = example().row("c4")
        #expect(refusals(other).map(\.reason) == ["a layout is listed for a row that is not a member"])
    }
}
