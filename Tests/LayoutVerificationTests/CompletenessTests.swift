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

    // MARK: - In parts

    /// With the root's width given, no dependency joins c1, c2, c3 to other rows.
    private func plan(shared: [String] = ["root.width==size"], without: Int = 1, parts: [[String]]) -> CompletenessPlan {
        .cut(
            shared: shared.map(system.row), without: Array(repeating: .hittingSets, count: without),
            parts: parts.map { CompletenessPlan.Part(rows: $0.map(system.row), plan: .hittingSets) })
    }

    private let other = ["root.width>=0", "root.height>=0", "root.height==size", "title.height>=0", "c4", "c5"]
    private let own = ["title.width>=0", "c1", "c2", "c3"]

    @Test func `a list is proven part by part`() {
        let checker = Checker(system: system)
        #expect(checker.checkComplete([conflict], witnesses: witnesses, plan: plan(parts: [own, other])).isEmpty)
        #expect(!checker.checkComplete([], witnesses: witnesses, plan: plan(parts: [own, other])).isEmpty, "the part of c3 has a conflict")
        for missing in witnesses.indices {
            var fewer = witnesses
            fewer.remove(at: missing)
            #expect(!checker.checkComplete([conflict], witnesses: fewer, plan: plan(parts: [own, other])).isEmpty)
        }
    }

    @Test func `parts over which a dependency reaches are refused`() {
        let checker = Checker(system: system)
        let wrong = [
            plan(parts: [["title.width>=0", "c1", "c2"], ["c3"] + other]), plan(parts: [["title.width>=0", "c1", "c2"], other]), plan(parts: []),
            plan(without: 0, parts: [own, other]), plan(parts: [own, own + other]), plan(parts: [own + ["root.width==size"], other]),
            plan(shared: ["root.width==size", "root.width>=0"], without: 2, parts: [own, Array(other.dropFirst())]),
            plan(shared: ["c3", "c3"], without: 2, parts: [own, other]),
        ]
        for plan in wrong { #expect(!checker.checkComplete([conflict], witnesses: witnesses, plan: plan).isEmpty, "\(plan)") }
    }
}
