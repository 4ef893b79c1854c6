import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Remedies of one layout do not defeat each other, and can be made by the developer who reads them.
struct OneRemedyTests {
    private func layout(_ json: String) throws -> LayoutDocument { try DocumentImporter().read(json: Array(json.utf8)) }

    private func message(_ rows: String...) throws -> Diagnosis {
        let text = "(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)"
        let document = try #require(ConsoleLogImporter().read(text).messages.first)
        return try #require(Analyzer().analyze(document).diagnoses.first)
    }

    @Test func `a centered view of fixed width between two pins has one diagnosis`() throws {
        let document = try layout(
            """
            {"size": {"width": 320, "height": 100},
             "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UILabel", "intrinsicContentSize": {"width": 96, "height": 20}}],
             "constraints": ["a.width == 100", "a.leading == root.leading + 130", "a.trailing == root.trailing - 130", "a.centerX == root.centerX",
                             "a.top == root.top"]}
            """)
        let found = Analyzer().analyze(document)
        #expect(found.conflicts.count > 1 && found.diagnoses.count == 1, "\(found.diagnoses.map(\.sentence))")
        let first = try #require(found.diagnoses.first?.remedies.first)
        #expect(first.kind == .lowerPriority && first.constraints == ["c2", "c3"], "\(first)")
        // Applied, it leaves nothing to do, and the content is shown.
        var changed = document
        for index in changed.constraints.indices where first.constraints.contains(changed.constraints[index].id) {
            changed.constraints[index].priority = 999
        }
        let again = Analyzer().analyze(changed)
        #expect(again.verdict == .clean && again.frames[1].width == 100, "\(again.verdict) \(again.frames)")
    }

    @Test(arguments: [
        ([], ["share.bottom == page.bottom - 16", "page.bottom == \"scroll.content\".bottom"]),
        (["page.bottom == scroll.bottom"], ["share.bottom == page.bottom - 16"]),
    ])
    func `content gets its size from the last view in it`(more: [String], additions: [String]) throws {
        let constraints = ["H:|[scroll]|", "V:|[scroll]|", "page.top == scroll.top", "H:|[page(scroll)]|", "V:|-16-[text]-12-[share]"] + more
        let found = Analyzer().analyze(
            try layout(
                """
                {"size": {"width": 320, "height": 500}, "views": [{"id": "root"}, {"id": "scroll", "parent": "root", "kind": "scroll"},
                 {"id": "page", "parent": "scroll"},
                 {"id": "text", "parent": "page", "intrinsicContentSize": {"width": 200, "height": 20}},
                 {"id": "share", "parent": "page", "intrinsicContentSize": {"width": 80, "height": 34}}],
                 "constraints": [\((constraints + ["text.leading == page.leading + 16", "share.leading == page.leading + 16"])
                    .map { "\"\($0.replacing("\"", with: "\\\""))\"" }.joined(separator: ", "))]}
                """))
        #expect(found.diagnoses.map(\.cause) == [.scrollContent])
        let remedy = try #require(found.diagnoses.first?.remedies.first)
        #expect(remedy.constraints == additions && remedy.left == nil, "\(remedy)")
    }

    @Test func `all first remedies together leave no conflict and no more change than one needs`() throws {
        var tried = 0
        for width in [40, 96, 120] {
            for pin in [60, 110, 130] {
                let document = try layout(
                    """
                    {"size": {"width": 320, "height": 100},
                     "views": [{"id": "root"}, {"id": "a", "parent": "root", "intrinsicContentSize": {"width": \(width), "height": 20}}],
                     "constraints": ["a.width == 100", "a.leading == root.leading + \(pin)", "a.trailing == root.trailing - \(pin)",
                                     "a.centerX == root.centerX", "a.leading == root.leading + 20", "a.top == root.top"]}
                    """)
                let found = Analyzer().analyze(document)
                for (index, diagnosis) in found.diagnoses.enumerated() {
                    let changed = Set(diagnosis.remedies[0].constraints)
                    for earlier in found.diagnoses[..<index] {
                        let conflicts = found.conflicts.filter { earlier.explains.contains($0.id) }
                        #expect(!conflicts.allSatisfy { !changed.isDisjoint(with: $0.members) }, "\(earlier.sentence) \(diagnosis.sentence)")
                        tried += 1
                    }
                }
            }
        }
        #expect(tried > 0)
    }

    @Test(arguments: [
        ("UITableViewCellContentView", "width", "Give the table view its width before it lays out its cells."),
        ("UITableViewCellContentView", "height", "Use an automatic row height with an estimate."),
        ("_UITableViewHeaderFooterContentView", "width", "Give the table view its width before it lays out its cells."),
        ("_UICollectionViewListCellContentView", "width", "Give the collection view its width before it lays out its cells."),
        ("Shop.Card", "width", "Give Card its size before its first layout pass."),
    ])
    func `a size is given to what an app owns`(_ name: String, _ attribute: String, _ expected: String) throws {
        let axis = attribute == "width" ? "H" : "V"
        let found = try message(
            "NSLayoutConstraint:0x1 \(axis):|-(8)-[UILabel:0xb] (active, names: '|':\(name):0xa )",
            "NSLayoutConstraint:0x2 \(axis):[UILabel:0xb]-(8)-| (active, names: '|':\(name):0xa )",
            "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-\(attribute == "width" ? "Width" : "Height")' \(name):0xa.\(attribute) == 0 (active)")
        #expect(found.cause == .transientZero && found.sentence.contains("in an early layout pass this is transient"), "\(found.sentence)")
        #expect(found.remedies.contains { $0.sentence == expected }, "\(found.remedies)")
        let isOwned = name.hasPrefix("Shop")
        #expect(found.remedies.allSatisfy { isOwned || $0.kind == .lowerPriority || !$0.sentence.contains(name) }, "\(found.remedies)")
    }

    @Test func `a size that nothing marks as transient is only said to be likely`() throws {
        let found = try message(
            "NSLayoutConstraint:0x1 UITableViewCellContentView:0xa.width == 300", "NSLayoutConstraint:0x2 UITableViewCellContentView:0xa.width == 0")
        #expect(found.cause == .transientZero && found.sentence.contains("; if this is an early layout pass, it is transient"), "\(found.sentence)")
    }

    @Test func `a file has places in Interface Builder, and no variables`() throws {
        let views = CanvasFile.view("a", 20, 10, 260, 40)
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 20), CanvasFile.pin("c2", "root.trailing", "a.trailing", 20),
            CanvasFile.pin("c3", "a.width", nil, 100), CanvasFile.pin("c4", "a.top", "root.top", 10), CanvasFile.pin("c5", "a.height", nil, 40),
        ]
        let document = try CanvasFile.layout(views, pins.joined())
        let found = try CanvasFile.diagnosis(document)
        let line = try #require(document.constraints.first { $0.id == "c3" }?.source?.line)
        try #require(found.remedies.map(\.kind) == [.changeConstant, .removeConstraint], "\(found.remedies)")
        #expect(found.remedies.allSatisfy { $0.swift == nil }, "\(found.remedies)")
        #expect(found.remedies[0].inspector == "In Interface Builder, select the constraint (line \(line) of the file) and set its Constant to 260.")
        #expect(found.remedies[1].inspector == "In Interface Builder, select the constraint (line \(line) of the file) and delete it.")
        let missing = try CanvasFile.diagnosis(
            try CanvasFile.layout(views, pins.filter { !$0.contains(#"id="c4""#) }.joined().replacing("100", with: "260")))
        #expect(missing.remedies[0].swift == nil && missing.remedies[0].inspector?.contains("Add New Constraints") == true, "\(missing.remedies)")
        // A document has code.
        let json = #"{"size": {"width": 300, "height": 50}, "constraints": ["a.width == 10", "a.width == 20"]}"#
        let plain = Analyzer().analyze(try layout(json))
        let own = try #require(plain.diagnoses.first?.remedies.first)
        #expect(own.swift == "widthConstraint.isActive = false" && own.inspector == nil, "\(own)")
    }
}
