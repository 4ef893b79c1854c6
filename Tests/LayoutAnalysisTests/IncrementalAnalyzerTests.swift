import ExactArithmetic
import JSON
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// An analysis that goes on from the one before against one that begins anew.
struct IncrementalAnalyzerTests {
    @Test func whatIsFoundGoingOnIsWhatIsFoundAnew() throws {
        var carried: [Analysis.Verdict: Int] = [:]
        var verdicts: [Analysis.Verdict: Int] = [:]
        for seed in 700..<740 {
            var random = RandomLayouts(seed: UInt64(seed))
            var layout = try document(random.json())
            var live = IncrementalAnalyzer()
            var canonical: CanonicalText?
            var edit = random.edit(of: layout)
            var change: DocumentChange?
            for step in 0..<12 {
                let found = live.analyze(layout, change: change)
                let anew = Analyzer().analyze(layout)
                verdicts[anew.verdict, default: 0] += 1
                carried[anew.verdict, default: 0] += live.wasWarmStarted ? 1 : 0
                #expect(withoutTime(found) == withoutTime(anew), "seed \(seed), step \(step): \(edit)")
                if change.flatMap({ canonical?.follow($0, to: layout) }) == nil { canonical = CanonicalDocument.text(layout, after: canonical) }
                #expect(canonical?.bytes == CanonicalDocument.json(layout), "seed \(seed), step \(step): \(edit)")
                edit = step % 4 == 3 ? random.edit(of: layout) : random.again(edit, layout)
                let before = layout
                layout.apply(edit)
                // Half of them come as services tell them, and some tell of a document that was not analysed.
                change = step % 2 == 0 ? nil : told(edit, of: step % 5 == 0 ? try document(random.json()) : before)
            }
        }
        for verdict in [Analysis.Verdict.clean, .ambiguous, .conflicting] {
            #expect(verdicts[verdict, default: 0] > 25)
            #expect(carried[verdict, default: 0] > 15, "\(carried) of \(verdicts)")
        }
    }

    /// What is wrong stays so while constants and sizes elsewhere change.
    @Test func whatHoldsStillIsWhatIsFoundAnew() throws {
        var same: [Analysis.Verdict: Int] = [:]
        for seed in 0..<60 {
            var random = RandomLayouts(seed: UInt64(52_000 + seed))
            var layout = try document(seed % 3 == 0 ? random.settledJSON() : random.json())
            for _ in 0..<(seed % 3) { layout.apply(random.edit(of: layout)) }
            var live = IncrementalAnalyzer()
            var found = live.analyze(layout)
            for step in 0..<16 {
                guard let change = random.changeOfNumbers(of: &layout) else { continue }
                found = live.analyze(layout, change: change)
                let anew = Analyzer().analyze(layout)
                if live.hasFoundTheSame { same[anew.verdict, default: 0] += 1 }
                #expect(withoutTime(found) == withoutTime(anew), "seed \(seed), step \(step)")
                #expect(!anew.inconclusive.contains { $0.reason.contains("failed verification") })
            }
            // What was found the same goes on to other edits.
            layout.apply(random.edit(of: layout))
            #expect(withoutTime(live.analyze(layout)) == withoutTime(Analyzer().analyze(layout)), "seed \(seed)")
        }
        #expect(same[.conflicting, default: 0] > 40 && same[.ambiguous, default: 0] > 40, "\(same)")
    }

    /// What comes in the place of what went says the same, but is told of by its own name and as its own.
    @Test(arguments: ["t.leading == root.leading + 8", "t.leading >= root.leading + 8"])
    func whatIsReplacedByItsLikeIsFoundAsThat(leading: String) throws {
        let before = try document(
            #"{"size": {"width": 70, "height": 44}, "views": [{"id": "root"}, {"id": "t", "parent": "root"}, {"id": "u", "parent": "root"}], "constraints": ["#
                + #""\#(leading)", "t.trailing <= root.trailing - 8", "t.top == root.top", "t.height == 20", "u.left == root.left", "#
                + #""u.top == root.top", {"id": "u3", "equation": "u.width == 10"}, "u.height == 10", {"id": "c9", "equation": "t.width == 60"}]}"#)
        func constraint(_ id: String, _ more: [JSONTree.Member]) -> JSONTree {
            .object([.init(key: "id", value: .string(id)), .init(key: "equation", value: .string("t.width == 60"))] + more)
        }
        let replacements = [
            constraint("zz", []), constraint("c9", [.init(key: "identifier", value: .string("hello"))]),
            constraint("c9", [.init(key: "identifier", value: .string("UIView-Encapsulated-Layout-Width"))]),
        ]
        for replacement in replacements {
            var live = IncrementalAnalyzer()
            _ = live.analyze(before)
            var next = try EventApplication().apply([.setConstant(id: "u3", 11)], to: before)
            _ = live.analyze(next.document, change: next.change)
            #expect(live.hasFoundTheSame)
            next = try EventApplication().apply([.removeConstraint(id: "c9"), .addConstraint(replacement)], to: next.document)
            let found = live.analyze(next.document, change: next.change)
            #expect(withoutTime(found) == withoutTime(Analyzer().analyze(next.document)))
        }
    }

    /// What is not satisfied is told by the names of the document, also where rows are the same but for constants.
    @Test func whatComesInThePlaceOfItsLikeIsToldByItsOwnName() throws {
        let fixed = ["t", "u", "v"].map {
            "'\($0).left == root.left', '\($0).top == root.top', {'id': '\($0)W', 'equation': '\($0).width == 20'}, '\($0).height == 20'"
        }
        var layout = try document(
            """
            {'size': {'width': 70, 'height': 44}, 'views': [{'id': 'root'}, {'id': 't', 'parent': 'root'}, {'id': 'u', 'parent': 'root'},
            {'id': 'v', 'parent': 'root', 'intrinsicContentSize': {'width': 10}}],
            'constraints': [\(fixed.joined(separator: ", ")), {'id': 'opt', 'equation': 't.width == 50 @ 500'}]}
            """)
        func constraint(_ id: String, _ equation: String) -> LayoutEvent {
            .addConstraint(.object([.init(key: "id", value: .string(id)), .init(key: "equation", value: .string(equation))]))
        }
        let lists: [[LayoutEvent]] = [
            [.setConstant(id: "tW", 21)], [.setConstant(id: "uW", 22)], [.removeConstraint(id: "opt"), constraint("renamed", "t.width == 50 @ 500")],
            [.setConstant(id: "uW", 23)], [.removeConstraint(id: "renamed"), constraint("again", "t.width == 50 @ 500"), .setConstant(id: "uW", 24)],
            [.removeConstraint(id: "again"), constraint("third", "t.width == 51 @ 500")], [.setConstant(id: "tW", 25)],
        ]
        var live = IncrementalAnalyzer()
        _ = live.analyze(layout)
        for (step, events) in lists.enumerated() {
            let next = try EventApplication().apply(events, to: layout)
            layout = next.document
            let found = live.analyze(layout, change: next.change)
            #expect(live.wasWarmStarted, "step \(step)")
            #expect(withoutTime(found) == withoutTime(Analyzer().analyze(layout)), "step \(step)")
        }
        // Another view in the place of one that says the same.
        for name in ["w", "x", "y"] {
            var next = layout
            next.views[3].id = name
            let found = live.analyze(next)
            #expect(live.wasWarmStarted)
            #expect(withoutTime(found) == withoutTime(Analyzer().analyze(next)), "\(name)")
        }
    }

    /// A step may be analysed and then not be stored: the next one goes on from the one before it.
    @Test func whatWasGivenUpIsNotGoneOnFrom() throws {
        let events: [LayoutEvent] = [.resize([.width: 300, .height: 500]), .setDirection(.rtl)]
        for seed in 0..<12 {
            var random = RandomLayouts(seed: UInt64(77_000 + seed))
            let before = try document(seed % 2 == 0 ? random.settledJSON() : random.json())
            guard let constraint = before.constraints.last else { continue }
            for event in events {
                for after in [LayoutEvent.setConstant(id: constraint.id, constraint.constant + 3), .setPriority(id: constraint.id, 411)] {
                    var live = IncrementalAnalyzer()
                    _ = live.analyze(before)
                    let givenUp = try EventApplication().apply([event], to: before)
                    _ = live.analyze(givenUp.document, change: givenUp.change)
                    var text = CanonicalDocument.text(givenUp.document)
                    let next = try EventApplication().apply([after], to: before)
                    #expect(withoutTime(live.analyze(next.document, change: next.change)) == withoutTime(Analyzer().analyze(next.document)))
                    let isFollowed = next.change.flatMap { text.follow($0, to: next.document) } != nil
                    #expect(!isFollowed || text.bytes == CanonicalDocument.json(next.document))
                }
            }
        }
    }

    /// A row whose variables cancel holds nowhere, or everywhere: no layout that moves tells which.
    @Test(arguments: ["==", ">="]) func whatNoLayoutChangesIsFoundGoingOnAsWell(relation: String) throws {
        func layout(_ constant: Int) throws -> LayoutDocument {
            let equations = #""a.width == 5", "a.width == 6", {"id": "k", "equation": "a.leadingMargin \#(relation) a.leading + \#(constant)"}"#
            return try document(#"{"size": {"width": 100, "height": 100}, "constraints": [\#(equations)]}"#)
        }
        var live = IncrementalAnalyzer()
        for constant in [13, 14, 8, 19, 20] {
            let layout = try layout(constant)
            let found = live.analyze(layout)
            #expect(found.conflicts.count == (constant == 8 ? 1 : 2))
            #expect(withoutTime(found) == withoutTime(Analyzer().analyze(layout)), "\(constant)")
        }
    }

    /// A row whose variables all cancel has a constant alone, which may change again and again, alone or before other rows.
    @Test(arguments: ["==", ">=", "<="], [0, 1, 3]) func whatHasNoVariablesIsFoundGoingOnAsWell(relation: String, others: Int) throws {
        for equation in ["root.width \(relation) root.width - 5", "a.left \(relation) a.left - 5", "a.width \(relation) a.width + 5 @ 700"] {
            let rest = [", \"a.left >= root.left + 7\"", ", \"a.width >= 8\"", ", \"a.top == root.top + 9\""].prefix(others).joined()
            var layout = try document(
                #"{"size": {"width": 100, "height": 50}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["#
                    + #"{"id": "k", "equation": "\#(equation)"}\#(rest)]}"#)
            var live = IncrementalAnalyzer()
            _ = live.analyze(layout)
            for constant: Rational in [0, -5, 0, -2, 3, 0, 5, 4, 0, -1] {
                let next = try EventApplication().apply([.setConstant(id: "k", constant)], to: layout)
                layout = next.document
                let found = live.analyze(layout, change: next.change)
                #expect(withoutTime(found) == withoutTime(Analyzer().analyze(layout)), "\(equation), \(constant)")
            }
        }
    }

    /// Lists of events as sessions take them, of which some fail.
    @Test func whatIsFoundAfterEventsIsWhatIsFoundAnew() throws {
        var carried: [String: Int] = [:]
        var failed = 0
        for seed in 0..<60 {
            var random = RandomLayouts(seed: UInt64(9000 + seed))
            var layout = try document(seed % 3 == 0 ? random.json() : random.settledJSON())
            var live = IncrementalAnalyzer()
            _ = live.analyze(layout)
            for step in 0..<14 {
                let event = try random.event(of: layout)
                guard let next = try? EventApplication().apply([event], to: layout) else {
                    failed += 1
                    continue
                }
                layout = next.document
                let found = live.analyze(layout, change: next.change)
                let anew = Analyzer().analyze(layout)
                if live.wasWarmStarted { carried[event.name.rawValue, default: 0] += 1 }
                #expect(withoutTime(found) == withoutTime(anew), "seed \(seed), step \(step): \(event)")
                var read = try DocumentImporter().read(json: CanonicalDocument.json(layout))
                read.warnings = layout.warnings
                #expect(read == layout, "seed \(seed), step \(step): \(event)")
            }
        }
        #expect(failed > 10, "\(failed)")
        for name in ["addConstraint", "removeConstraint", "setPriority", "activate", "deactivate", "resize", "setConstant", "setHugging"] {
            #expect(carried[name, default: 0] > 2, "\(name): \(carried)")
        }
    }

    /// Masks, frames and insets, which change rows of views.
    @Test func `what is found after a mask or insets change is what is found anew`() throws {
        var taken: [String: Int] = [:]
        for seed in 0..<45 {
            var random = RandomLayouts(seed: UInt64(31_000 + seed))
            var layout = try document(random.placedJSON())
            var live = IncrementalAnalyzer()
            _ = live.analyze(layout)
            for step in 0..<14 {
                let event = try random.placeEvent(of: layout)
                guard let next = try? EventApplication().apply([event], to: layout) else { continue }
                layout = next.document
                taken[event.name.rawValue, default: 0] += 1
                let found = live.analyze(layout, change: next.change)
                #expect(withoutTime(found) == withoutTime(Analyzer().analyze(layout)), "seed \(seed), step \(step): \(event)")
                var read = try DocumentImporter().read(json: CanonicalDocument.json(layout))
                read.warnings = layout.warnings
                #expect(read == layout, "seed \(seed), step \(step): \(event)")
            }
        }
        for name in ["setFrame", "setMask", "setTranslatesMask", "setInsets"] { #expect(taken[name, default: 0] > 10, "\(name): \(taken)") }
    }

    /// Rows that come and go again and again are followed in one program.
    @Test func whatIsFoundWhileRowsComeAndGoIsWhatIsFoundAnew() throws {
        var carried = 0
        for seed in 0..<60 {
            var random = RandomLayouts(seed: UInt64(77_000 + seed))
            var layout = try document(random.settledJSON())
            var live = IncrementalAnalyzer()
            _ = live.analyze(layout)
            var former: LayoutEvent?
            for step in 0..<24 {
                let event = try random.rowEvent(of: layout, after: former)
                guard let next = try? EventApplication().apply([event], to: layout), !next.document.constraints.isEmpty else { continue }
                (layout, former) = (next.document, event)
                let found = live.analyze(layout, change: next.change)
                let anew = Analyzer().analyze(layout)
                if live.wasWarmStarted, anew.verdict == .clean { carried += 1 }
                #expect(withoutTime(found) == withoutTime(anew), "seed \(seed), step \(step): \(event)")
            }
        }
        #expect(carried > 600, "\(carried)")
    }

    /// A size of the root that is given is a constant, and joins what it has to do with where it is taken away.
    @Test func whatIsFoundWhileSizesOfTheRootComeAndGoIsWhatIsFoundAnew() throws {
        var verdicts: [Analysis.Verdict: Int] = [:]
        var random = RandomLayouts(seed: 52_000)
        for seed in 0..<80 {
            var equations: [String] = []
            for view in ["a", "b"] {
                for (start, end) in [("leading", "trailing"), ("top", "bottom")] {
                    for side in [start, end, end] where random.below(4) > 0 {
                        equations.append("\(view).\(side) == root.\(side) + \(random.pick([0, 8, 10])) @ \(random.pick([1000, 1000, 750]))")
                    }
                }
                let (own, other) = (random.pick(["width", "height"]), random.pick(["width", "height"]))
                equations.append("\(view).\(own) \(random.pick(["==", ">=", "<="])) root.\(other) * \(random.pick([1, 2]))")
            }
            let text = equations.map { "'\($0)'" }.joined(separator: ", ")
            var layout = try document("{'size': {'width': 200, 'height': 100}, 'constraints': [\(text)]}")
            var live = IncrementalAnalyzer()
            _ = live.analyze(layout)
            for step in 0..<8 {
                let sizes: [Rational?] = [200, 210, 100, nil]
                var events: [LayoutEvent] = [.resize([.width: random.pick(sizes), .height: random.pick(sizes)])]
                if random.below(3) == 0 { events = [.setConstant(id: "c1", Rational(random.pick([1, 8, 30])))] }
                let next = try EventApplication().apply(events, to: layout)
                layout = next.document
                let found = live.analyze(layout, change: next.change)
                let anew = Analyzer().analyze(layout)
                verdicts[anew.verdict, default: 0] += 1
                #expect(withoutTime(found) == withoutTime(anew), "seed \(seed), step \(step): \(events) of \(text)")
            }
        }
        #expect(verdicts[.conflicting, default: 0] > 100 && verdicts[.ambiguous, default: 0] > 30 && verdicts[.clean, default: 0] > 10, "\(verdicts)")
    }

    @Test func whatIsFoundOfStrangeLayoutsIsWhatIsFoundAnew() throws {
        var verdicts: [Analysis.Verdict: Int] = [:]
        var carried = 0
        for seed in 0..<40 {
            var random = RandomLayouts(seed: UInt64(31_000 + seed))
            var layout = try document(random.strangeJSON())
            var live = IncrementalAnalyzer()
            _ = live.analyze(layout)
            for step in 0..<12 {
                let event = try random.strangeEvent(of: layout)
                guard let next = try? EventApplication().apply([event], to: layout) else { continue }
                layout = next.document
                let found = live.analyze(layout, change: next.change)
                let anew = Analyzer().analyze(layout)
                verdicts[anew.verdict, default: 0] += 1
                carried += live.wasWarmStarted ? 1 : 0
                #expect(withoutTime(found) == withoutTime(anew), "seed \(seed), step \(step): \(event)")
                #expect(!anew.inconclusive.contains { $0.reason.contains("failed verification") }, "seed \(seed), step \(step): \(anew.inconclusive)")
            }
        }
        #expect(carried > 100 && verdicts[.conflicting, default: 0] > 100 && verdicts[.ambiguous, default: 0] > 30, "\(carried) of \(verdicts)")
    }

    /// The document's own parts count, not their places.
    @Test func textsOfDocumentsWithOtherNamesAreNotMixed() throws {
        let one = try document("{'constraints': ['a.width == 1', 'b.width == 2', 'b.left == a.right']}")
        let other = try document("{'constraints': ['c.width == 1', 'b.width == 2', 'b.left == c.right']}")
        let scroll = try document(
            """
            {'views': [{'id': 'root'}, {'id': 's', 'parent': 'root', 'kind': 'scroll'}, {'id': 'c', 'parent': 's'}], 'constraints': ['c.left == s.left',
            'c.width == 5']}
            """)
        var changed = scroll
        changed.apply(.constant(constraint: 1, 7))
        for (before, after) in [(one, other), (other, one), (scroll, changed), (changed, scroll), (one, scroll)] {
            #expect(CanonicalDocument.text(after, after: CanonicalDocument.text(before)).bytes == CanonicalDocument.json(after))
        }
        var shorter = one
        shorter.constraints.removeLast()
        #expect(CanonicalDocument.text(shorter, after: CanonicalDocument.text(one)).bytes == CanonicalDocument.json(shorter))
        #expect(CanonicalDocument.text(one, after: CanonicalDocument.text(shorter)).bytes == CanonicalDocument.json(one))
    }

    /// What a change of a constant is told as.
    private func told(_ edit: LayoutEdit, of before: LayoutDocument) -> DocumentChange? {
        guard case .constant(let constraint, _) = edit else { return nil }
        return DocumentChange(from: before, views: [], constraints: [constraint], isOfConstants: true)
    }

    /// All of an analysis but the time that it took.
    private func withoutTime(_ analysis: Analysis) -> String {
        var analysis = analysis
        analysis.timing = Analysis.Timing()
        return "\(analysis)"
    }
}
