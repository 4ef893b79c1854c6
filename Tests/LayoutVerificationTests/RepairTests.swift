internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct RepairTests {
    private func refusals(_ change: (inout RepairEvidence) -> Void = { _ in }) -> [Refusal] {
        let system = example()
        var evidence = RepairEvidence(relax: [system.row("c3")], witness: layout(8, 0, 54, 20), barriers: [exampleConflict(system)])
        change(&evidence)
        return Checker(system: system).checkRepair(evidence)
    }

    @Test func `a repair is proven`() {
        #expect(refusals().isEmpty)
    }

    @Test func `another repair is refused`() {
        let system = example()
        #expect(!refusals { $0.relax = [system.row("c2")] }.isEmpty)
        #expect(!refusals { $0.relax = [] }.isEmpty)
        #expect(!refusals { $0.relax = [99] }.isEmpty)
        #expect(!refusals { $0.relax = [system.row("root.width==size")] }.isEmpty, "an implicit row cannot be dropped")
        #expect(!refusals { $0.relax.append($0.relax[0]) }.isEmpty)
        #expect(!refusals { $0.witness = layout(8, 0, 60, 20) }.isEmpty)
        #expect(!refusals { $0.witness = [] }.isEmpty)
    }

    @Test func `a repair that drops more than it needs is refused`() {
        let system = example()
        let more = refusals { evidence in
            evidence.relax.append(system.row("c1"))
            evidence.barriers.append(exampleConflict(system))
        }
        #expect(!more.isEmpty)
        #expect(!refusals { $0.barriers = [] }.isEmpty)
        #expect(!refusals { $0.barriers[0].factors[0] = 1 }.isEmpty)
    }

    @Test func `the least repair is as small as the conflicts allow`() {
        let system = system([
            constraint("a", .width, 10), constraint("b", .width, 20), constraint("c", .width, 30), constraint("d", .height, 1),
            constraint("e", .height, 2),
        ])
        let widths = [
            system.conflict([("a", -1), ("b", 1)], -10), system.conflict([("a", -1), ("c", 1)], -20),
            system.conflict([("b", -1), ("c", 1)], -10),
        ]
        let heights = [system.conflict([("d", -1), ("e", 1)], -1)]
        let checker = Checker(system: system)
        #expect(checker.checkLeastRepair(size: 3, conflicts: widths + heights)?.isEmpty == true)
        #expect(checker.checkLeastRepair(size: 4, conflicts: widths + heights)?.isEmpty == false)
        #expect(checker.checkLeastRepair(size: 2, conflicts: widths)?.isEmpty == true)
        #expect(checker.checkLeastRepair(size: 1, conflicts: heights)?.isEmpty == true)
        #expect(checker.checkLeastRepair(size: 2, conflicts: heights)?.isEmpty == false)
        #expect(checker.checkLeastRepair(size: 1, conflicts: [])?.isEmpty == false)
        var wrong = heights
        wrong[0].sum = -2
        #expect(checker.checkLeastRepair(size: 1, conflicts: wrong)?.isEmpty == false)
    }

    @Test func `the least repair of many conflicts in different places is proven`() {
        let places = (0..<40).map { "p\($0)" }
        let system = system(
            places.flatMap { [constraint("\($0)a", .width, 10), constraint("\($0)b", .width, 20), constraint("\($0)c", .width, 30)] })
        let conflicts = places.flatMap {
            [
                system.conflict([("\($0)a", -1), ("\($0)b", 1)], -10), system.conflict([("\($0)a", -1), ("\($0)c", 1)], -20),
                system.conflict([("\($0)b", -1), ("\($0)c", 1)], -10),
            ]
        }
        let checker = Checker(system: system)
        #expect(checker.checkLeastRepair(size: 80, conflicts: conflicts)?.isEmpty == true)
        #expect(checker.checkLeastRepair(size: 81, conflicts: conflicts)?.isEmpty == false)
    }
}
