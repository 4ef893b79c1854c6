import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Views that are stored in another frame than their constraints give them.
struct MisplacedViewTests {
    /// The findings of a field and a label in a row, whose edges some constraints pin.
    private func findings(_ pins: [String], fieldWidth: Double = 280, title: String = "Sum") throws -> [String] {
        let field = InterfaceBuilderFile.view(
            "textField", "fie-00-001", [375 - 16 - fieldWidth, 20, fieldWidth, 34],
            #"placeholder="Name" contentHorizontalAlignment="left" contentVerticalAlignment="center" borderStyle="roundedRect" userLabel="Field""#,
            #"<fontDescription key="fontDescription" type="system" pointSize="14"/>"#)
        let label = InterfaceBuilderFile.view(
            "label", "lab-00-001", [16, 80, 343, 21], #"text="\#(title)" userLabel="Title""#,
            #"<fontDescription key="fontDescription" type="system" pointSize="17"/>"#)
        let all =
            [
                pin("fie-00-001", "top", 20), pin("fie-00-001", "trailing", -16), pin("lab-00-001", "top", 80), pin("lab-00-001", "leading", 16),
            ] + pins
        let list = all.enumerated().map { $1.replacing("ID", with: "con-00-00\($0)") }
        let file = InterfaceBuilderFile(content: "<subviews>\(field)\(label)</subviews><constraints>\(list.joined())</constraints>")
        let layout = try #require(try InterfaceBuilderImporter().read(Array(file.text.utf8)).first)
        var analysis = Analyzer().analyze(layout.document)
        #expect(analysis.verdict == .clean)
        layout.complete(&analysis)
        return analysis.source?.findings.filter { $0.kind == .misplacedView }.map(\.message) ?? []
    }

    private func pin(_ view: String, _ attribute: String, _ constant: Int) -> String {
        #"<constraint firstItem="\#(view)" firstAttribute="\#(attribute)" secondItem="roo-00-001" secondAttribute="\#(attribute)" constant="\#(constant)" id="ID"/>"#
    }

    @Test func `a control that nothing stretches is not as wide as it is drawn`() throws {
        let end = pin("lab-00-001", "trailing", -16)
        let found = try findings([end])
        #expect(found.count == 1, "\(found)")
        let text = try #require(found.first)
        #expect(
            text.hasPrefix("Field is laid out about ") && text.hasSuffix(" wide, as its content, but drawn 280 wide: nothing stretches it"), "\(text)"
        )
        // The label alone is wrong, too, without what stretches it.
        #expect(try findings([pin("fie-00-001", "leading", 79)]).map { $0.hasPrefix("Title is laid out about") } == [true])
    }

    @Test func `a size that another font explains is no mistake of the author`() throws {
        let pins = [pin("fie-00-001", "leading", 79)]
        #expect(try findings(pins + [pin("lab-00-001", "trailing", -16)]) == [])
        #expect(try findings([pin("lab-00-001", "trailing", -16)], fieldWidth: 70) == [])
        #expect(try findings(pins, title: "A title that is nearly as long as its line is") == [])
    }
}
