import ExactArithmetic
import JSON
import LayoutModel
import Testing

@testable import LayoutImport

/// Events on documents: what they change, and that the outcome is a document by every rule.
struct EventTests {
    private func document(_ json: String) throws -> LayoutDocument {
        try DocumentImporter().read(json: Array(json.replacing("'", with: "\"").utf8))
    }

    private func events(_ json: String) throws -> [LayoutEvent] {
        try JSONDocument(parsing: Array(json.replacing("'", with: "\"").utf8)).withRoot { try EventReader().read($0) }
    }

    private let scroll = """
        {'size': {'width': 300, 'height': 400}, 'views': [{'id': 'root'}, {'id': 'list', 'parent': 'root', 'kind': 'scroll'},
          {'id': 'row', 'parent': 'list', 'intrinsicContentSize': {'width': 40, 'height': 20}}, {'id': 'note', 'parent': 'row'}],
         'constraints': ['list.left == root.left', 'row.left == list.left', 'row.right == list.right', 'row.width == list.width', 'note.top == row.top']}
        """

    @Test(arguments: [
        ("[{'op': 'setConstant', 'id': 'c1', 'constant': 3.5}]", "list.left == root.left + 3.5"),
        ("[{'op': 'setConstant', 'id': 'c1', 'constant': '1:3'}]", "list.left == root.left + 1:3"),
        ("[{'op': 'setPriority', 'id': 'c1', 'priority': 'low'}]", "list.left == root.left @ 250"),
    ])
    func aConstraintIsChanged(_ list: String, _ equation: String) throws {
        let changed = try EventApplication().apply(try events(list), to: try document(scroll)).document
        let wanted = try document(scroll.replacing("'list.left == root.left'", with: "'\(equation)'"))
        #expect(CanonicalDocument.json(changed) == CanonicalDocument.json(wanted))
    }

    /// What a document's own constraints may be written with, later ones may be, too, whatever came between.
    @Test(arguments: [
        "{'id': 'new', 'equation': 'a.width == third'}", "{'id': 'new', 'first': {'item': 'a', 'attribute': 'width'}, 'constant': 'third'}",
        "{'id': 'new', 'visual': 'H:[a(third)]'}", "{'id': 'new', 'visual': 'H:|[a(40%)]'}", "'a.width == 1:3 * root.width + gap @ 700'",
    ])
    func aConstraintThatComesMayBeWrittenAsTheDocumentIs(_ constraint: String) throws {
        let text = """
            {'metrics': {'third': '1:3', 'gap': 7}, 'extended': true, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'},
            {'id': 's', 'parent': 'root', 'kind': 'scroll'}],
            """
        for more in ["{'op': 'setConstant', 'id': 'c1', 'constant': 2}, ", "{'op': 'addView', 'view': {'id': 'b', 'parent': 'a'}}, "] {
            let events = try events("[\(more){'op': 'addConstraint', 'constraint': \(constraint)}]")
            let changed = try EventApplication().apply(events, to: try document(text + "'constraints': ['a.left == root.left']}")).document
            let wanted = try EventApplication().apply(
                Array(events.prefix(1)), to: try document(text + "'constraints': ['a.left == root.left', \(constraint)]}")
            ).document
            #expect(changed.constraints.map(\.constant) == wanted.constraints.map(\.constant) && changed.views == wanted.views)
            #expect(changed.notation == wanted.notation && changed.notation.metrics["gap"] == 7)
        }
    }

    @Test func aContentAreaComesAndGoesWithWhatMeansIt() throws {
        let document = try document(scroll)
        #expect(document.views.map(\.id).contains("list.content"))
        let without = try EventApplication().apply(try events("[{'op': 'deactivate', 'id': 'c2'}, {'op': 'deactivate', 'id': 'c3'}]"), to: document)
            .document
        #expect(!without.views.map(\.id).contains("list.content"))
        #expect(without.constraints[1].second.map { without.views[$0.item].id } == "list")
        let back = try EventApplication().apply(try events("[{'op': 'activate', 'id': 'c2'}, {'op': 'activate', 'id': 'c3'}]"), to: without).document
        #expect(CanonicalDocument.json(back) == CanonicalDocument.json(document))
    }

    @Test(arguments: [
        ("{'op': 'deactivate', 'id': 'wide'}", "wide"), ("{'op': 'removeConstraint', 'id': 'wide'}", "high"),
    ])
    func whatNamesAContentAreaDoesNotCometoMeanTheScrollView(_ event: String, _ namer: String) throws {
        let document = try document(
            """
            {'size': {'width': 100, 'height': 50}, 'views': [{'id': 'root'}, {'id': 'list', 'parent': 'root', 'kind': 'scroll'}],
             'constraints': ['list.left == root.left', {'id': 'wide', 'equation': '\\'list.content\\'.width == 300'},
                             {'id': 'high', 'equation': '\\'list.content\\'.height == 80', 'active': false}]}
            """)
        let error = #expect(throws: ImportError.self) { try EventApplication().apply(try events("[\(event)]"), to: document) }
        #expect(error?.code == "content-area-in-use" && error?.pointer == "/events/0/id", "\(String(describing: error))")
        #expect(error?.message.contains("\"\(namer)\" names the content area \"list.content\"") == true, "\(String(describing: error))")
        // In the other order nothing is left that names it; and as long as one is active, others come and go.
        let gone = try events("[{'op': 'removeConstraint', 'id': 'high'}, {'op': 'removeConstraint', 'id': 'wide'}]")
        #expect(try EventApplication().apply(gone, to: document).document.views.map(\.id) == ["root", "list"])
        let changed = try EventApplication().apply(
            try events("[{'op': 'activate', 'id': 'high'}, {'op': 'deactivate', 'id': 'wide'}, {'op': 'activate', 'id': 'wide'}]"), to: document)
        #expect(changed.document.constraints.map(\.first.item) == [1, 2, 2])
    }

    @Test func aViewGoesWithItsSubtreeAndItsConstraints() throws {
        let changed = try EventApplication().apply(try events("[{'op': 'removeView', 'id': 'row'}]"), to: try document(scroll)).document
        #expect(changed.views.map(\.id) == ["root", "list"])
        #expect(changed.constraints.map(\.id) == ["c1"])
    }

    @Test func whatWasAddedHasAnIdOfItsOwn() throws {
        let list = try events(
            "[{'op': 'removeConstraint', 'id': 'c2'}, {'op': 'addConstraint', 'constraint': 'H:[row(40)]'}, {'op': 'addConstraint', 'constraint': 'row.top == list.top'}]"
        )
        let (changed, added, change) = try EventApplication().apply(list, to: try document(scroll))
        #expect(changed.constraints.map(\.id) == ["c1", "c3", "c4", "c5", "c6.1", "c7"])
        #expect(added[1]?["visual"]?.string == "H:[row(40)]" && added[2]?["id"]?.string == "c7")
        #expect(changed.views.last?.id == "list.content")
        #expect(change == nil)
    }

    @Test(arguments: [
        ("[{'op': 'setConstant', 'id': 'c4', 'constant': 3}, {'op': 'setConstant', 'id': 'c1', 'constant': 3}]", [], [0, 3], true),
        ("[{'op': 'setConstant', 'id': 'c1', 'constant': 3}, {'op': 'setPriority', 'id': 'c3', 'priority': 5}]", [], [0, 2], false),
        ("[{'op': 'setHugging', 'view': 'row', 'axis': 'horizontal', 'priority': 5}]", [2], [], false),
        ("[{'op': 'setIntrinsicContentSize', 'view': 'note', 'width': 5}]", [3], [], false),
        ("[{'op': 'resize', 'width': 5}]", [], [], false), ("[{'op': 'setDirection', 'direction': 'rtl'}]", [], [], false),
    ])
    func whereTheDocumentDiffersIsTold(_ list: String, _ views: [Int], _ constraints: [Int], _ isOfConstants: Bool) throws {
        let document = try document(scroll)
        let change = try #require(try EventApplication().apply(try events(list), to: document).change)
        #expect(change.views == views && change.constraints == constraints && change.isOfConstants == isOfConstants)
        #expect(change.begins(at: document))
        let other = try self.document(scroll)
        #expect(!change.begins(at: other))
    }

    @Test(arguments: [
        ("[{'op': 'removeConstraint', 'id': 'c1'}]", [0], 0, []),
        (
            "[{'op': 'removeConstraint', 'id': 'c3'}, {'op': 'removeConstraint', 'id': 'c1'}, {'op': 'removeConstraint', 'id': 'c2'}]",
            [0, 1, 2], 0, []
        ),
        ("[{'op': 'addConstraint', 'constraint': 'a.width == 3'}, {'op': 'setPriority', 'id': 'c3', 'priority': 5}]", [], 1, [2]),
        (
            "[{'op': 'addConstraint', 'constraint': 'a.width == 3'}, {'op': 'setConstant', 'id': 'c5', 'constant': 5}, {'op': 'removeConstraint', 'id': 'c1'}]",
            [0], 1, []
        ),
        ("[{'op': 'addConstraint', 'constraint': 'a.width == 3'}, {'op': 'removeConstraint', 'id': 'c5'}]", [], 0, []),
        (
            "[{'op': 'setConstant', 'id': 'c3', 'constant': 5}, {'op': 'removeConstraint', 'id': 'c2'}, {'op': 'deactivate', 'id': 'c4'}]", [1],
            0, [1, 2]
        ),
        ("[{'op': 'deactivate', 'id': 'c4'}]", [], 0, [3]),
    ])
    func constraintsThatCameAndWentAreTold(_ list: String, _ gone: [Int], _ came: Int, _ changed: [Int]) throws {
        let document = try document("{'constraints': ['a.width == 1', 'a.height == 2', 'b.width == 3', 'b.height == 4']}")
        let (after, _, change) = try EventApplication().apply(try events(list), to: document)
        let found = try #require(change)
        #expect(found.gone == gone && found.came == came && found.constraints == changed && found.views.isEmpty)
        #expect(found.isOfConstants == (gone.isEmpty && came == 0 && changed.isEmpty))
        for run in found.runs {
            for (place, index) in run.before.enumerated() { #expect(after.constraints[run.after + place] == document.constraints[index]) }
        }
        let same = found.runs.reduce(0) { $0 + $1.before.count }
        #expect(same == document.constraints.count - gone.count - changed.count && same == after.constraints.count - came - changed.count)
        var text = CanonicalDocument.text(document)
        #expect(text.follow(found, to: after) != nil)
        #expect(text.bytes == CanonicalDocument.json(after))
    }

    /// The text that follows lists of events is the one that is written anew, and is shared with the one before as far as is told.
    @Test func theTextThatFollowsIsTheOneWrittenAnew() throws {
        var random = RandomEvents(state: 3)
        var (followed, alone) = (0, 0)
        for seed in 0..<40 {
            var layout = try document(random.layout(withScroll: seed % 8 == 7))
            var text = CanonicalDocument.text(layout)
            var former: ReusableStorage?
            for step in 0..<25 {
                let list = try events(random.list(of: layout))
                let next = try? EventApplication().apply(list, to: layout)
                let reusing = try? EventApplication().apply(list, to: layout, reusing: &former)
                #expect(next?.document == reusing?.document)
                former = next?.change.map { ReusableStorage($0) }
                guard let next else { continue }
                let before = text
                layout = next.document
                if let change = next.change, let shared = text.follow(change, to: layout) {
                    followed += 1
                    #expect(text.bytes.prefix(shared) == before.bytes.prefix(shared))
                } else {
                    alone += 1
                    text = CanonicalDocument.text(layout, after: before)
                }
                #expect(text.bytes == CanonicalDocument.json(layout), "seed \(seed), step \(step)")
            }
        }
        #expect(followed > 300 && alone > 20, "\(followed), \(alone)")
    }

    /// What a document was warned of stays, and a constraint comes as it does without; its own warnings come after those.
    @Test func aConstraintComesIntoADocumentThatWasWarnedOf() throws {
        let plain = "'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], 'constraints': ['a.width == 5']}"
        let (known, warned) = (try document("{" + plain), try document("{'mine': 1, " + plain))
        #expect(warned.warnings.count == 1)
        let list = try events("[{'op': 'addConstraint', 'constraint': 'a.height == 7'}]")
        let (after, added, change) = try EventApplication().apply(list, to: warned)
        let expected = try EventApplication().apply(list, to: known)
        #expect(change != nil && change?.came == expected.change?.came && added == expected.added)
        #expect(after.warnings == warned.warnings && after.constraints == expected.document.constraints)
        let further = try events("[{'op': 'addConstraint', 'constraint': {'equation': 'a.left == root.left', 'yours': 2}}]")
        let (last, _, _) = try EventApplication().apply(further, to: after)
        #expect(last.warnings.count == 2 && last.warnings.first == warned.warnings.first && last.warnings.last?.contains("yours") == true)
    }

    @Test func anIdMayNotBecomeThatOfAnImplicitRow() throws {
        let document = try document(
            "{'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], 'constraints': [{'id': 'a.hugging.horizontal', 'equation': 'a.width == 3'}]}")
        let error = #expect(throws: ImportError.self) {
            try EventApplication().apply(try events("[{'op': 'setIntrinsicContentSize', 'view': 'a', 'width': 3}]"), to: document)
        }
        #expect(error?.pointer == "/events/0/width" && error?.code == "duplicate-id")
    }

    @Test(arguments: ["-1", "-1.0", "null"]) func aViewMayLoseALengthOfItsOwn(_ none: String) throws {
        let document = try document(
            "{'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root', 'intrinsicContentSize': {'width': 5, 'height': 6}}], 'constraints': []}")
        let list = try events("[{'op': 'setIntrinsicContentSize', 'view': 'a', 'width': \(none), 'height': 6}]")
        #expect(try EventApplication().apply(list, to: document).0.views[1].intrinsicContentSize == LayoutSize(width: nil, height: 6))
    }

    /// Whatever events do, what comes of it is read again as it is.
    @Test func whatEventsMakeIsADocument() throws {
        var state: UInt64 = 7
        func below(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(max(count, 1)))
        }
        var current = try document(scroll)
        var taken = 0
        for step in 0..<600 {
            let view = current.views[below(current.views.count)].id
            let other = current.views[below(current.views.count)].id
            let constraint = current.constraints.isEmpty ? "c1" : current.constraints[below(current.constraints.count)].id
            let edges = ["left", "right", "top", "bottom", "width", "height"]
            let kind = ["", "'kind': 'scroll', ", "'kind': 'guide', 'insets': {}, "][below(3)]
            let list = [
                "{'op': 'setConstant', 'id': '\(constraint)', 'constant': \(below(50))}",
                "{'op': 'setPriority', 'id': '\(constraint)', 'priority': \(1 + below(1000))}",
                "{'op': 'activate', 'id': '\(constraint)'}", "{'op': 'deactivate', 'id': '\(constraint)'}",
                "{'op': 'removeConstraint', 'id': '\(constraint)'}",
                "{'op': 'addConstraint', 'constraint': '\"\(view)\".\(edges[below(6)]) == \"\(other)\".\(edges[below(6)])'}".replacing(
                    "\"", with: "\\\""),
                "{'op': 'addView', 'view': {'id': 'v\(step)', \(kind)'parent': '\(view)'}}", "{'op': 'removeView', 'id': '\(view)'}",
                "{'op': 'setIntrinsicContentSize', 'view': '\(view)', 'width': \(below(40))}",
                "{'op': 'setHugging', 'view': '\(view)', 'axis': 'vertical', 'priority': 700}",
                "{'op': 'resize', 'height': \(below(500))}", "{'op': 'setDirection', 'direction': '\(["ltr", "rtl"][below(2)])'}",
            ]
            guard let next = try? EventApplication().apply(try events("[\(list[below(list.count)])]"), to: current).document else { continue }
            taken += 1
            let json = CanonicalDocument.json(next)
            var again = try DocumentImporter().read(json: json)
            again.warnings = next.warnings
            #expect(again == next, "step \(step)")
            current = next.views.count > 25 ? try document(scroll) : next
        }
        #expect(taken > 200)
    }
}
