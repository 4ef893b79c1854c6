import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Remedies of ties between three or more rows, which one winner does not settle.
struct TieTests {
    private func diagnosis(_ text: String) throws -> Diagnosis {
        let found = Analyzer().analyze(try DocumentImporter().read(json: Array(text.utf8)))
        #expect(found.diagnoses.count == 1, "\(found.diagnoses.map(\.sentence))")
        return try #require(found.diagnoses.first)
    }

    private func column(_ classes: [String], height: Int, more: [String] = []) -> String {
        let ids = classes.indices.map { "v\($0)" }
        let views = zip(ids, classes).map {
            #"{"id": "\#($0)", "parent": "root", "class": "\#($1)", "intrinsicContentSize": {"width": 60, "height": 20}, "hugging": {"vertical": 251}}"#
        }
        let rows = ["V:|-[\(ids.joined(separator: "]-["))]-|"] + ids.map { "H:|-[\($0)]" } + more
        return """
            {"size": {"width": 200, "height": \(height)}, "views": [{"id": "root"}, \(views.joined(separator: ", "))],
             "constraints": [\(rows.map { #""\#($0)""# }.joined(separator: ", "))]}
            """
    }

    @Test func `one view that yields settles a tie of several`() throws {
        let found = try diagnosis(column(["UILabel", "UIButton", "UILabel", "UISwitch"], height: 300))
        #expect(found.cause == .contentPriorityTie)
        let first = found.remedies[0]
        #expect(first.kind == .setHugging && first.priority == 250 && first.view == "v3", "\(first)")
        #expect(first.outcome?.verdict == .clean && !first.leavesPart)
        // Another hugging priority above the others' leaves the rest of them tied.
        #expect(!found.remedies.contains { $0.leavesPart }, "\(found.remedies)")
    }

    @Test func `two views need no further proposal`() throws {
        let found = try diagnosis(column(["UILabel", "UIButton"], height: 200))
        #expect(found.remedies[0].priority == 252 && !found.remedies.contains { $0.priority == 250 || $0.leavesPart }, "\(found.remedies)")
    }

    @Test func `the view that the canvas shows stretched yields`() throws {
        func label(_ id: String, _ y: Int, _ height: Int) -> String {
            """
            <label opaque="NO" contentMode="left" horizontalHuggingPriority="251" verticalHuggingPriority="251" text="Sum"
            translatesAutoresizingMaskIntoConstraints="NO" id="\(id)"><rect key="frame" x="8" y="\(y)" width="34" height="\(height)"/>
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        }
        let button = """
            <button opaque="NO" contentMode="scaleToFill" verticalHuggingPriority="251" translatesAutoresizingMaskIntoConstraints="NO" id="b">
            <rect key="frame" x="8" y="20" width="34" height="160"/><state key="normal" title="Buy"/></button>
            """
        let labels = [label("a", 0, 20), button, label("c", 180, 20)]
        let pins = [
            CanvasFile.pin("c1", "a.top", "root.top"), CanvasFile.pin("c2", "b.top", "a.bottom"), CanvasFile.pin("c3", "c.top", "b.bottom"),
            CanvasFile.pin("c4", "root.bottom", "c.bottom"), CanvasFile.pin("c5", "a.leading", "root.leading", 8),
            CanvasFile.pin("c6", "b.leading", "root.leading", 8), CanvasFile.pin("c7", "c.leading", "root.leading", 8),
        ]
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(labels.joined(), pins.joined()))
        #expect(found.remedies[0].view == "b" && found.remedies[0].priority == 250, "\(found.remedies)")
        #expect(found.remedies[0].inspector?.hasSuffix("set its Vertical Content Hugging Priority to 250 in the Size inspector.") == true)
    }

    @Test func `a distribution that contradicts a height is no remedy`() throws {
        func label(_ id: String) -> String {
            """
            <label opaque="NO" contentMode="left" horizontalHuggingPriority="251" verticalHuggingPriority="251" text="Sum"
            translatesAutoresizingMaskIntoConstraints="NO" id="\(id)"><rect key="frame" x="0" y="0" width="34" height="21"/>
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        }
        let box = CanvasFile.view("box", 0, 40, 300, 10)
        let views = """
            <stackView opaque="NO" contentMode="scaleToFill" axis="vertical" translatesAutoresizingMaskIntoConstraints="NO" id="s">
            <rect key="frame" x="0" y="0" width="300" height="200"/><subviews>\(label("a"))\(box)\(label("b"))</subviews></stackView>
            """
        let pins = ["leading", "top", "trailing", "bottom"].enumerated().map { CanvasFile.pin("c\($0)", "s.\($1)", "root.\($1)") }
        let height = CanvasFile.pin("h", "box.height", nil, 10)
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(views, pins.joined() + height))
        #expect(found.cause == .stackDistribution, "\(found.sentence)")
        #expect(!found.remedies.isEmpty && !found.remedies.contains { $0.kind == .changeSetting }, "\(found.remedies)")
    }

    /// The first remedy for two contents in a row of 300 points, each 60 wide.
    private func row(_ views: [(class: String, text: String)], width: Int = 300) throws -> Remedy {
        let ids = views.indices.map { "v\($0)" }
        let list = zip(ids, views).map {
            #"{"id": "\#($0)", "parent": "root", "class": "\#($1.class)", "text": "\#($1.text)", "intrinsicContentSize": {"width": 60, "height": 20}}"#
        }
        let rows = ["H:|-[\(ids.joined(separator: "]-["))]-|"] + ids.map { "V:|-[\($0)]" }
        let found = try diagnosis(
            """
            {"size": {"width": \(width), "height": 40}, "views": [{"id": "root"}, \(list.joined(separator: ", "))],
             "constraints": [\(rows.map { #""\#($0)""# }.joined(separator: ", "))]}
            """)
        #expect(found.remedies[0].outcome?.verdict == .clean && !found.remedies.contains { $0.leavesPart }, "\(found.remedies)")
        return found.remedies[0]
    }

    @Test func `a text stretches or is cut off rather than a control or an amount`() throws {
        let title = (class: "UILabel", text: "Name of the thing")
        for other in [(class: "UIButton", text: "Buy"), (class: "UILabel", text: "$ 12.50"), (class: "UISwitch", text: ""), title] {
            let stretched = try row([title, other])
            #expect(stretched.kind == .setHugging && stretched.view == "v0" && stretched.priority == 249, "\(stretched)")
            let cut = try row([title, other], width: 130)
            #expect(cut.kind == .setCompressionResistance && cut.view == "v0" && cut.priority == 749, "\(cut)")
        }
        // A caption keeps its size beside a value, and an image beside a text.
        for other in [(class: "UILabel", text: "Total:"), (class: "UIImageView", text: "")] {
            #expect(try row([other, title]).view == "v1")
        }
        #expect(try row([title, (class: "UITextField", text: "")]).view == "v1")
    }
}
