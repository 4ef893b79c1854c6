internal import ExactArithmetic
internal import LayoutImport
internal import LayoutLowering
internal import LayoutVerification
internal import Testing

@Suite struct ImpliedTests {
    private let system: LoweredSystem

    init() throws {
        let text = """
            {"size": {"width": 100, "height": 20}, "constraints": ["a.leading == root.leading + 8", "a.width == 20", "a.trailing == root.leading + 28",
             "a.width >= 10", "a.trailing >= root.leading + 20", "a.width == 30 @ 500", "a.width >= 25 @ 500", "a.trailing <= root.trailing",
             "a.width <= 5 @ 500", "a.width == 5 @ 500", "b.width >= 35", "b.width <= 35", "b.width == 30 @ 500"]}
            """
        system = LoweredSystem(lowering: try DocumentImporter().read(json: Array(text.utf8)))
    }

    private func row(_ id: String) -> Int { system.rows.indices.first { system.id(of: $0) == id } ?? -1 }

    private func evidence(_ id: String, _ members: KeyValuePairs<String, Rational>, rest: Rational) -> ImpliedEvidence {
        ImpliedEvidence(row: row(id), members: members.map { row($0.key) }, factors: members.map(\.value), rest: rest)
    }

    private func isImplied(_ evidence: ImpliedEvidence) -> Bool { Checker(system: system).checkImplied(evidence).isEmpty }
    private func isAlwaysMissed(_ evidence: ImpliedEvidence) -> Bool { Checker(system: system).checkAlwaysMissed(evidence).isEmpty }

    @Test func `an equation that is the sum of others is proven`() {
        #expect(isImplied(evidence("c3", ["c1": 1, "c2": 1], rest: 0)))
        #expect(isImplied(evidence("c4", ["c2": 1], rest: 10)))
        #expect(isImplied(evidence("c5", ["c1": 1, "c4": 1], rest: -2)) == false)
        #expect(isImplied(evidence("c5", ["c1": 1, "c2": 1], rest: 8)))
        // From an inequality, too.
        #expect(isImplied(evidence("a.width>=0", ["c4": 1], rest: 10)))
    }

    @Test func `another member, factor or rest is refused`() {
        #expect(!isImplied(evidence("c3", ["c1": 1, "c2": 2], rest: 0)))
        #expect(!isImplied(evidence("c3", ["c1": 1], rest: 0)))
        #expect(!isImplied(evidence("c3", ["c1": 1, "c2": 1], rest: 1)))
        #expect(!isImplied(evidence("c4", ["c2": 1], rest: 9)))
        #expect(!isImplied(evidence("c3", ["c3": 1], rest: 0)))
        #expect(!isImplied(evidence("nothing", ["c3": 1], rest: 0)))
        #expect(!isImplied(ImpliedEvidence(row: row("c3"), members: [row("c1"), row("c1")], factors: [1, 1], rest: 0)))
        #expect(!isImplied(ImpliedEvidence(row: row("c3"), members: [row("c1")], factors: [], rest: 0)))
    }

    @Test func `optional rows and the root's size prove nothing`() {
        #expect(!isImplied(evidence("c2", ["c6": 1], rest: 10)))
        // a.trailing <= root.trailing holds at 100 only.
        #expect(!isImplied(evidence("c8", ["root.width==size": 1, "c3": -1], rest: 72)))
    }

    @Test func `what equations keep from holding is proven`() {
        #expect(isAlwaysMissed(evidence("c6", ["c2": 1], rest: -10)))
        #expect(isAlwaysMissed(evidence("c7", ["c2": 1], rest: -5)))
        #expect(!isAlwaysMissed(evidence("c4", ["c2": 1], rest: 10)))
        #expect(!isAlwaysMissed(evidence("c3", ["c1": 1, "c2": 1], rest: 0)))
        #expect(!isAlwaysMissed(evidence("c7", ["c4": 1], rest: -15)))
        // An inequality keeps it from holding, but not from being missed by less.
        #expect(!isAlwaysMissed(evidence("c9", ["c4": -1], rest: -5)))
        #expect(!isAlwaysMissed(evidence("c10", ["c4": 1], rest: 5)))
    }

    @Test func `what inequalities bound from both sides by the same is forced`() {
        func isForced(_ least: ImpliedEvidence, _ greatest: ImpliedEvidence) -> Bool {
            Checker(system: system).checkForced(least: least, greatest: greatest).isEmpty
        }
        let (below, above) = (evidence("c13", ["c11": 1], rest: 5), evidence("c13", ["c12": -1], rest: 5))
        #expect(isForced(below, above))
        #expect(!isForced(below, below) && !isForced(above, above) && !isForced(above, below))
        #expect(!isForced(below, evidence("c13", ["c12": -1], rest: 4)))
        // The bound of one that is not the other's.
        #expect(!isForced(evidence("c6", ["c2": 1], rest: -10), above))
        #expect(!isForced(evidence("c13", ["c11": 2], rest: 40), above))
    }
}
