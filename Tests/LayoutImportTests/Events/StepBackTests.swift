import JSON
import LayoutModel
import Testing

@testable import LayoutImport

/// Lists of events are taken back to the very documents before them, and what leads back is told as what led there.
struct StepBackTests {
    private func document(_ json: String) throws -> LayoutDocument {
        try DocumentImporter().read(json: Array(json.replacing("'", with: "\"").utf8))
    }

    private func events(_ json: String) throws -> [LayoutEvent] {
        try JSONDocument(parsing: Array(json.replacing("'", with: "\"").utf8)).withRoot { try EventReader().read($0) }
    }

    @Test func `what was done is taken back, part by part or as a whole`() throws {
        var random = RandomEvents(state: 11)
        var (told, untold, whole) = (0, 0, 0)
        for seed in 0..<60 {
            var layout = try document(random.layout(withScroll: seed % 8 == 7))
            var text = CanonicalDocument.text(layout)
            var past: [(document: LayoutDocument, back: UndoEntry)] = []
            var former: ReusableStorage?
            func goOn(to next: LayoutDocument, _ change: DocumentChange?) {
                if let change, text.follow(change, to: next) != nil {} else { text = CanonicalDocument.text(next, after: text) }
                #expect(text.bytes == CanonicalDocument.json(next), "seed \(seed)")
                former = change.map { ReusableStorage($0) }
                layout = next
            }
            for _ in 0..<40 {
                if random.next() % 3 == 0, let last = past.popLast() {
                    let back = try #require(last.back.document(from: layout, reusing: &former))
                    #expect(back.document == last.document, "seed \(seed)")
                    if last.back.isWhole { whole += 1 } else if back.change == nil { untold += 1 } else { told += 1 }
                    if let change = back.change { #expect(change.before == layout) }
                    goOn(to: back.document, back.change)
                } else if let next = try? EventApplication().apply(try events(random.list(of: layout)), to: layout, reusing: &former) {
                    past.append((layout, next.change.map { UndoEntry(before: $0) } ?? UndoEntry(to: layout)))
                    goOn(to: next.document, next.change)
                } else {
                    former = nil
                }
            }
        }
        #expect(told > 100 && untold > 10 && whole > 10, "\(told), \(untold), \(whole)")
    }

    @Test func `nothing is taken back from another document`() throws {
        let plain = "'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], 'constraints': ['a.width == 5', 'a.height == 6']}"
        let (before, other) = (try document("{" + plain), try document("{'constraints': []}"))
        let change = try #require(try EventApplication().apply(try events("[{'op': 'removeConstraint', 'id': 'c1'}]"), to: before).change)
        var former: ReusableStorage?
        #expect(UndoEntry(before: change).document(from: other, reusing: &former) == nil)
    }

    /// A view that is read beside those around it alone is the one that the whole document would have.
    @Test(arguments: [
        "{'id': 'new', 'parent': 'a'}",
        "{'id': 'new', 'parent': 'root', 'class': 'UILabel', 'text': 'a b', 'intrinsicContentSize': {'width': '1:3', 'height': 3}}",
        "{'id': 'new', 'parent': 'b', 'kind': 'guide', 'insets': {'leading': '1:3'}, 'label': 'x', 'outlet': 'y'}",
        "{'id': 'né', 'parent': 'root', 'hugging': {'horizontal': 750.5}}",
        "{'id': 'new', 'parent': 'a', 'kind': 'scroll'}", "{'id': 'new', 'parent': 'a', 'yours': 1}",
        "{'id': 'new.more', 'parent': 'a', 'baseline': {'firstFromTop': 2}}",
        "{'id': 'new', 'parent': 'b', 'autoresizing': {'frame': {'x': 1, 'y': 2, 'width': 3, 'height': 4}, 'superview': {'width': 9, 'height': 9}}}",
    ])
    func `a view comes as it would be read`(_ view: String) throws {
        let before = try document(
            "{'metrics': {'gap': 4, 'third': '1:3'}, "
                + "'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root', 'layoutMargins': {'left': 1}}, {'id': 'b', 'parent': 'a'}], "
                + "'constraints': ['b.width == 5', 'a.left == b.left + gap'], 'assert': ['a.width >= 1']}")
        let given = try JSONTree(parsing: Array(view.replacing("'", with: "\"").utf8))
        let whole = try DocumentImporter().read(json: CanonicalDocument.json(before, adding: given, isView: true))
        let after = try EventApplication().apply(try events("[{'op': 'addView', 'view': \(view)}]"), to: before).document
        #expect(after.views == whole.views && after.root == whole.root && after.constraints == whole.constraints)
        #expect(after.warnings == whole.warnings && after.assertions == whole.assertions && after.notation.metrics == whole.notation.metrics)
        #expect(CanonicalDocument.json(after) == CanonicalDocument.json(whole))
    }

    @Test(arguments: [
        ("{'id': 'a', 'parent': 'root'}", "/events/0/view/id", "duplicate-id"),
        ("{'id': 'né', 'parent': 'root'}", "/events/0/view/id", "duplicate-id"),
        ("{'id': 'new', 'parent': 'nobody'}", "/events/0/view/parent", "unknown-parent"), ("{'id': 'new'}", "/events/0/view", "several-roots"),
        ("{'id': 'new', 'parent': 'new'}", "/events/0/view/parent", "hierarchy-cycle"), ("{'parent': 'a'}", "/events/0/view", "missing-id"),
        ("{'id': 'new', 'parent': 'a', 'kind': 'list'}", "/events/0/view/kind", "unknown-kind"),
    ])
    func `a bad view is told as before`(_ view: String, _ pointer: String, _ code: String) throws {
        let before = try document(
            "{'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}, {'id': 'ne\u{301}', 'parent': 'root'}], 'constraints': []}")
        let error = #expect(throws: ImportError.self) {
            try EventApplication().apply(try events("[{'op': 'addView', 'view': \(view)}]"), to: before)
        }
        #expect(error?.pointer == pointer && error?.code == code, "\(String(describing: error?.pointer)) \(error?.code ?? "")")
    }
}
