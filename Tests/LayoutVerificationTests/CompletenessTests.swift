internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct CompletenessTests {
    /// The example has one conflict, of c1, c2, c3 and the root's width: dropping any one of them ends it.
    private let system = example()
    private var conflict: [Int] { ["root.width==size", "c1", "c2", "c3"].map(system.row) }
    /// Layouts that violate c1, c2, c3 and the root's size alone.
    private let witnesses: [[Rational]] = [
        layout(2, 0, 60, 20), layout(8, 0, 60, 20), layout(8, 0, 54, 20), CompletenessTests.wideRoot,
    ]

    private static var wideRoot: [Rational] {
        var point = layout(8, 0, 60, 20)
        point[LoweredSystem.variable(0, .width)] = 76
        return point
    }

    @Test func `a list of all conflicts is proven`() {
        #expect(Checker(system: system).checkComplete([conflict], witnesses: witnesses).isEmpty)
    }

    @Test func `a list that may lack one is refused`() {
        let checker = Checker(system: system)
        #expect(!checker.checkComplete([], witnesses: witnesses).isEmpty, "no conflict is listed, and no layout holds every row")
        for missing in witnesses.indices {
            var fewer = witnesses
            fewer.remove(at: missing)
            #expect(!checker.checkComplete([conflict], witnesses: fewer).isEmpty, "nothing shows that without one member the rest can hold")
        }
        #expect(!checker.checkComplete([conflict], witnesses: []).isEmpty)
        #expect(!checker.checkComplete([conflict], witnesses: [[1]]).isEmpty)
    }
}
