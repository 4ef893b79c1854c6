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
        #expect(decision.reason == "c3 was added last of the 3 constraints that can break")
    }

    @Test func lastGoesByTheOrderOfTheDocument() throws {
        #expect(try broken(layout("'a.width == 30'", "'a.width == 20'", "'a.width == 10'"), .last) == ["c2", "c3"])
        #expect(try broken(layout("'a.width == 10'", "'a.width == 20'", "'a.width == 30'"), .last) == ["c2", "c3"])
    }

    @Test func whatBreaksDoesNotDependOnHowManyConflictsAreListed() throws {
        var shortened = 0
        for seed in 0..<60 {
            var random = RandomLayouts(seed: UInt64(4200 + seed))
            let document = try document(random.json())
            let whole = Analyzer().analyze(document)
            if whole.conflicts.count < 2 { continue }
            for limit in [1, 2, whole.conflicts.count, whole.conflicts.count + 1] {
                let found = Analyzer(options: AnalysisOptions(conflictLimit: limit)).analyze(document)
                #expect(found.broken == whole.broken && found.frames == whole.frames && found.degreesOfFreedom == whole.degreesOfFreedom)
                #expect(found.decisions == whole.decisions && found.repairs == whole.repairs && found.ambiguities == whole.ambiguities)
                #expect(found.conflicts == Array(whole.conflicts.prefix(limit)))
                #expect(found.conflictsComplete == (whole.conflictsComplete && limit > whole.conflicts.count))
                #expect(found.inconclusive == whole.inconclusive)
                shortened += limit < whole.conflicts.count ? 1 : 0
            }
        }
        #expect(shortened > 10)
    }

    @Test func fewestBreaksTheFirstRepair() throws {
        // One size contradicts two others, each of which the default policies might break.
        let text = layout("'a.width >= 20'", "'a.width >= 30'", "'a.height == a.width'", "'a.width == 10'")
        let found = try analysis(document(text), AnalysisOptions(policy: .fewest))
        #expect(found.repairs.first == Repair(relax: ["c4"]) && found.broken == ["c4"])
        #expect(found.decisions.first?.reason == "c4 is part of the smallest repair, which drops 1 constraint")
        #expect(try broken(text, .uikit) == ["c2", "c1"])
    }

    /// A cell's width from outside, and views that ask for more.
    private let cell = [
        "{'id': 'enc', 'equation': 'root.width == 100', 'identifier': 'UIView-Encapsulated-Layout-Width'}",
        "{'id': 'c1', 'equation': 'a.width >= 120'}", "{'id': 'c2', 'equation': 'a.width == 130'}",
        "{'id': 'z', 'equation': 'a.width == root.width'}",
    ]

    @Test func fewestPassesOverARepairThatMayNotBreak() throws {
        let text = "{'constraints': [\(cell.joined(separator: ", "))]}"
        let found = try analysis(document(text), AnalysisOptions(policy: .fewest))
        #expect(found.repairs.map(\.relax) == [["enc"], ["z"], ["c1", "c2"]])
        #expect(found.broken == ["z"] && found.decisions.map(\.broken) == ["z"])
        #expect(found.decisions.first?.reason == "z is part of the smallest repair among constraints that can break, which drops 1 constraint")
        #expect(found.inconclusive.isEmpty)
    }

    @Test func fewestBreaksNoMoreFromOutsideThanItMust() throws {
        // One of two sizes from outside has to break, but both would only if nothing else could.
        let other = "{'id': 'other', 'equation': 'root.width == 90', 'identifier': 'fittingSizeHTarget'}"
        let text = "{'constraints': [\(([cell[0], other] + cell.dropFirst()).joined(separator: ", "))]}"
        let found = try analysis(document(text), AnalysisOptions(policy: .fewest))
        #expect(found.repairs.first == Repair(relax: ["enc", "other"]) && found.broken == ["enc", "z"] && found.inconclusive.isEmpty)
        #expect(
            found.decisions.allSatisfy {
                $0.reason.hasSuffix("is part of the smallest repair among constraints that can break, which drops 2 constraints")
            })
    }

    @Test func whatFewestBreaksIsTheSameWhereItGoesOn() throws {
        var live = IncrementalAnalyzer(options: AnalysisOptions(policy: .fewest))
        let rows = cell + ["'a.leading == root.leading'", "'a.height == 3 @ 500'", "'a.top == root.top'"]
        func layout(_ rows: [String]) throws -> LayoutDocument {
            try document("{'size': {'height': 9}, 'constraints': [\(rows.joined(separator: ", "))]}")
        }
        var steps = [rows, rows, rows, rows, rows]
        steps[1][5] = "'a.height == 3 @ 600'"
        // The same row, which now may break, and then again may not.
        steps[2][0] = "{'id': 'enc', 'equation': 'root.width == 100'}"
        steps[4].remove(at: 2)
        for step in steps {
            let found = try live.analyze(layout(step))
            let anew = try analysis(layout(step), AnalysisOptions(policy: .fewest))
            #expect(found.broken == anew.broken && found.decisions == anew.decisions && found.repairs == anew.repairs)
        }
    }

    @Test func fewestBreaksNoMoreThanAnyRepairOfWhatMayBreak() throws {
        var (others, layouts) = (0, 0)
        for seed in 0..<300 {
            var random = RandomLayouts(seed: UInt64(seed) + 77)
            let views = ["root", "a", "b"]
            let rows = (0..<5 + random.below(4)).map { _ in
                let view = random.below(3)
                let other = random.below(2) == 0 ? "\(views[(view + 1) % 3]).width" : "\(10 * random.below(4))"
                // Some of the rows come from outside.
                let identifier = random.below(3) == 0 ? ", 'identifier': 'UIView-Encapsulated-Layout-Width'" : ""
                return "{'equation': '\(views[view]).width \(random.pick(["==", "<=", ">="])) \(other)'\(identifier)}"
            }
            let layout = try document("{'constraints': [\(rows.joined(separator: ", "))]}")
            let found = analysis(layout, AnalysisOptions(policy: .fewest))
            guard found.isConflicting, found.conflictsComplete else { continue }
            layouts += 1
            #expect(found.inconclusive.isEmpty, "seed \(seed)")
            let outside = Set(layout.constraints.filter(\.isExternalSize).map(\.id))
            let ordinary = Set(layout.constraints.map(\.id)).subtracting(outside)
            let givingWay = found.repairs.first { repair in
                found.conflicts.allSatisfy { conflict in
                    let own = Set(conflict.members).intersection(ordinary)
                    return !(own.isEmpty ? Set(conflict.members).intersection(outside) : own).isDisjoint(with: repair.relax)
                }
            }
            if let givingWay { #expect(found.broken.count <= givingWay.relax.count, "seed \(seed)") }
            if let givingWay, givingWay == found.repairs.first {
                #expect(Set(found.broken) == Set(givingWay.relax), "seed \(seed)")
            } else {
                others += 1
            }
            #expect(!found.decisions.contains { $0.reason.contains("first that may") }, "seed \(seed)")
        }
        #expect(layouts > 60 && others > 10, "\(layouts) \(others)")
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
        let reason = "a conflict has no member that can be broken"
        #expect(found.inconclusive == ["decisions", "frames", "ambiguities"].map { Inconclusive(subject: $0, reason: reason) })
    }
}
