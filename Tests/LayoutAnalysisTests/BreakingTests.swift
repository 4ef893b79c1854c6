import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// What breaks by each policy, what comes back, and what may break at all.
struct BreakingTests {
    private func broken(_ text: String, _ policy: BreakingPolicy) throws -> [String] {
        try analysis(document(text), AnalysisOptions(policy: policy)).broken
    }

    private func layout(_ constraints: String..., views: String = "{'id': 'a', 'parent': 'root'}") -> String {
        "{'size': {'width': 100, 'height': 100}, 'views': [{'id': 'root'}, \(views)], 'constraints': [\(constraints.joined(separator: ", "))]}"
    }

    @Test func lastBreaksWhatEnteredLast() throws {
        let found = try analysis(document(Sample.example), AnalysisOptions(policy: .last))
        let decision = try #require(found.decisions.first)
        #expect(found.decisions.count == 1 && found.broken == ["c3"])
        #expect(decision.trigger == "c3" && decision.candidates.map(\.constraint) == ["c3", "c2", "c1"] && decision.policy == .last)
        #expect(decision.reason == "c3 entered last of the 3 that may give way")
    }

    @Test func lastGoesByTheOrderOfTheDocument() throws {
        #expect(try broken(layout("'a.width == 30'", "'a.width == 20'", "'a.width == 10'"), .last) == ["c2", "c3"])
        #expect(try broken(layout("'a.width == 10'", "'a.width == 20'", "'a.width == 30'"), .last) == ["c2", "c3"])
    }

    @Test func fewestBreaksTheFirstRepair() throws {
        // One size contradicts two others, each of which the default policies might break.
        let text = layout("'a.width >= 20'", "'a.width >= 30'", "'a.height == a.width'", "'a.width == 10'")
        let found = try analysis(document(text), AnalysisOptions(policy: .fewest))
        #expect(found.repairs.first == Repair(relax: ["c4"]) && found.broken == ["c4"])
        #expect(found.decisions.first?.reason == "c4 belongs to the smallest repair, which drops 1")
        #expect(try broken(text, .uikit) == ["c2", "c1"])
    }

    @Test func whatCanHoldAgainIsRestored() throws {
        // c2 gives way to c1, and c1 to the size from outside, with which c2 agrees.
        let text = layout(
            "'a.width == 10'", "'a.width == 20'", "{'equation': 'a.width == 20', 'identifier': 'UIView-Encapsulated-Layout-Width'}")
        let found = try analysis(document(text), AnalysisOptions(policy: .last))
        #expect(found.decisions.map(\.broken) == ["c2", "c1"])
        #expect(found.decisions.map(\.isRestored) == [true, false])
        #expect(found.broken == ["c1"] && found.frames[1].width == 20)
        #expect(found.unsatisfied.map(\.id) == ["c1"])
    }

    @Test(arguments: BreakingPolicy.allCases)
    func aSizeFromOutsideBreaksOnlyIfNothingElseCan(policy: BreakingPolicy) throws {
        for identifier in ["UIView-Encapsulated-Layout-Width", "_UITemporaryLayoutWidth", "fittingSizeHTarget"] {
            let size = "{'equation': 'a.width == 20', 'identifier': '\(identifier)'}"
            #expect(try broken(layout("'a.width == 10'", size), policy) == ["c1"])
            #expect(try broken(layout(size, "'a.width == 10'"), policy) == ["c2"])
            let alone = try analysis(
                document(layout(size, "{'equation': 'a.width == 30', 'identifier': '\(identifier)'}")), AnalysisOptions(policy: policy))
            #expect(alone.broken.count == 1)
        }
        // Before it breaks, no implicit row does.
        let size = "{'equation': 'a.width == -3', 'identifier': 'UIView-Encapsulated-Layout-Width'}"
        #expect(try broken(layout(size), policy) == ["c1"])
    }

    @Test(arguments: BreakingPolicy.allCases)
    func implicitRowsBreakWhereNoConstraintIsAMember(policy: BreakingPolicy) throws {
        let guide = "{'id': 'g', 'parent': 'root', 'kind': 'guide', 'insets': {'left': 60, 'right': 70}}"
        let found = try analysis(document(layout(views: guide)), AnalysisOptions(policy: policy))
        #expect(found.conflicts.map(\.members) == [["g.width>=0", "root.width==size", "g.insets.left", "g.insets.right"]])
        #expect(found.repairs.isEmpty && found.broken.count == 1)
        #expect(found.decisions.first?.candidates.map(\.constraint).sorted() == ["g.insets.left", "g.insets.right"])
        #expect(found.conflicts.first?.fixes.isEmpty == true)
    }

    @Test(arguments: BreakingPolicy.allCases)
    func autoresizingRowsStayWhereAConstraintIsAMember(policy: BreakingPolicy) throws {
        let view =
            "{'id': 'a', 'parent': 'root', 'autoresizing': {'frame': {'x': 0, 'y': 0, 'width': 10, 'height': 10}, 'superview': {'width': 50, 'height': 50}, 'mask': ['flexibleWidth']}}"
        let found = try analysis(document(layout("'a.width == 40'", views: view)), AnalysisOptions(policy: policy))
        #expect(found.broken == ["c1"] && found.frames[1].width == 60)
    }

    @Test(arguments: BreakingPolicy.allCases)
    func whereNothingMayBreakNoLayoutIsShown(policy: BreakingPolicy) {
        // No importer lets a root of negative size through.
        let document = LayoutDocument(root: 0, size: LayoutSize(width: -5, height: 10), views: [LayoutView(id: "root")], constraints: [])
        let found = Analyzer(options: AnalysisOptions(policy: policy)).analyze(document)
        #expect(found.verdict == .conflicting && found.conflicts.map(\.members) == [["root.width>=0", "root.width==size"]])
        #expect(found.frames.isEmpty && found.broken.isEmpty && found.repairs.isEmpty)
        #expect(found.inconclusive == [Inconclusive(subject: "decisions", reason: "a conflict has no member that may break")])
    }
}
