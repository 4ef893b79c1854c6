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
    private let witnesses = exampleLayouts

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

    // MARK: - In groups

    /// From c3 broken to the root's width given up, then c1, then c2: each as it differs from the one before.
    private var changes: [[VariableChange]] {
        let point = witnesses.map { $0 }
        func change(_ one: [Rational], _ two: [Rational]) -> [VariableChange] {
            one.indices.filter { one[$0] != two[$0] }.map { VariableChange($0, two[$0] - one[$0]) }
        }
        let way = [point[2], point[3], point[0], point[1]]
        return [[]] + zip(way, way.dropFirst()).map(change)
    }

    private func groups(_ alternatives: [[VariableChange]], rows: [Int]? = nil) -> CompletenessPlan {
        .independent(base: witnesses[2], groups: [CompletenessPlan.Group(rows: rows ?? conflict, alternatives: alternatives)])
    }

    private func refusals(_ plan: CompletenessPlan, _ conflicts: [[Int]]? = nil) -> [Refusal] {
        Checker(system: system).checkComplete(conflicts ?? [conflict], witnesses: [], plan: plan)
    }

    @Test func `a list is proven by changes of one layout`() {
        #expect(refusals(groups(changes)).isEmpty)
        #expect(!refusals(groups(Array(changes.dropLast()))).isEmpty, "nothing shows that without one member the rest can hold")
        #expect(!refusals(groups([])).isEmpty)
        #expect(!refusals(groups(changes, rows: Array(conflict.dropLast()))).isEmpty, "a member is in no group")
        #expect(!refusals(groups([[VariableChange(0, 1)]] + changes.dropFirst())).isEmpty, "the root's origin cannot move")
        #expect(!refusals(groups([[VariableChange(-1, 1)]])).isEmpty)
        #expect(!refusals(.independent(base: [], groups: [])).isEmpty)
        #expect(!refusals(.independent(base: witnesses[2], groups: [])).isEmpty)
        let group = CompletenessPlan.Group(rows: conflict, alternatives: changes)
        #expect(!refusals(.independent(base: witnesses[2], groups: [group, group])).isEmpty, "two groups have all rows in common")
        #expect(!refusals(groups(changes), []).isEmpty, "the layout violates c3, and no conflict is listed")
    }

    @Test func `a list is proven with a row dropped and with it kept`() {
        let row = system.row("root.width==size")
        let wide = CompletenessPlan.independent(base: exampleLayouts[3], groups: [])
        let with = CompletenessPlan.independent(
            base: witnesses[2],
            groups: [
                CompletenessPlan.Group(rows: conflict.filter { $0 != row }, alternatives: [[]] + [point(from: 2, to: 0), point(from: 0, to: 1)])
            ])
        #expect(refusals(.split(row: row, without: wide, with: with)).isEmpty)
        #expect(!refusals(.split(row: row, without: with, with: wide)).isEmpty)
        #expect(!refusals(.split(row: row, without: wide, with: wide)).isEmpty)
        #expect(!refusals(.split(row: row, without: wide, with: .met)).isEmpty, "the conflict has rows that are not kept")
        #expect(!refusals(.split(row: row, without: wide, with: .hittingSets)).isEmpty)
        let all = conflict.reversed().reduce(CompletenessPlan.met) { .split(row: $1, without: dropping($1), with: $0) }
        #expect(refusals(all).isEmpty)
    }

    private func point(from one: Int, to two: Int) -> [VariableChange] {
        witnesses[one].indices.filter { witnesses[one][$0] != witnesses[two][$0] }
            .map { VariableChange($0, witnesses[two][$0] - witnesses[one][$0]) }
    }

    /// Without one member a layout holds all rows.
    private func dropping(_ row: Int) -> CompletenessPlan {
        let base = witnesses.first { system.violation(of: row, at: $0).isPositive } ?? []
        return .independent(base: base, groups: [])
    }
}
