import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

/// Views of composed classes, and what they become.
@Suite struct CompositionTests {
    /// A xib for the class CardView whose root has these children.
    private func options(_ children: String, root: String = "view", attributes: String = "", further: String = "") throws -> InterfaceBuilderOptions {
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22155" targetRuntime="iOS.CocoaTouch" \
            useAutolayout="YES"><objects>
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="CardView"><connections>
            <outlet property="heading" destination="lab-00-001" id="out-00-001"/></connections></placeholder>
            <\(root) contentMode="scaleToFill" id="car-00-001" \(attributes)><rect key="frame" x="0" y="0" width="200" height="100"/>
            \(children)</\(root)></objects>\(further)</document>
            """
        var options = InterfaceBuilderOptions()
        try options.composition.add("CardView", file: "Card.xib", Array(text.utf8))
        try options.composition.checkCycles()
        return options
    }

    private func host(_ children: String = "", _ attributes: String = "") -> InterfaceBuilderFile {
        InterfaceBuilderFile(
            content: "<subviews>"
                + InterfaceBuilderFile.view(
                    "view", "pla-00-001", [0, 0, 100, 50], "contentMode=\"scaleToFill\" customClass=\"CardView\" \(attributes)", children)
                + "</subviews>")
    }

    private let label = InterfaceBuilderFile.view("label", "lab-00-001", [0, 0, 50, 20.5], "text=\"Title\"")

    @Test func `constraints, outlets and images of the file become those of the placeholder`() throws {
        let image = InterfaceBuilderFile.view("imageView", "ima-00-001", [0, 0, 30, 40], "image=\"star\"")
        let options = try options(
            "<subviews>\(label)\(image)</subviews><constraints>"
                + "<constraint firstItem=\"lab-00-001\" firstAttribute=\"top\" secondItem=\"car-00-001\" secondAttribute=\"top\" id=\"top-00-001\"/>"
                + "</constraints>", further: "<resources><image name=\"star\" width=\"30\" height=\"40\"/></resources>")
        let document = try host().document(options)
        let label = try #require(document.view("pla-00-001/lab-00-001"))
        #expect(label.outlet == "heading" && label.source == SourceReference(file: "Card.xib", line: 5, column: 11))
        #expect(document.content("pla-00-001/ima-00-001") == [30, 40])
        let top = try #require(document.constraints.first { $0.id == "pla-00-001/top-00-001" })
        #expect(top.second.map { document.views[$0.item].id } == "pla-00-001" && top.source?.file == "Card.xib")
    }

    @Test func `a guide of the placeholder takes the place of the root view's`() throws {
        let guide = "<viewLayoutGuide key=\"safeArea\" id=\"saf-00-001\"/>"
        let bottom =
            "<subviews>\(label)</subviews><constraints><constraint firstItem=\"lab-00-001\" firstAttribute=\"bottom\" secondItem=\"saf-00-001\" "
            + "secondAttribute=\"bottom\" id=\"bot-00-001\"/></constraints>\(guide)"
        let alone = try host().document(options(bottom))
        #expect(alone.view("pla-00-001/saf-00-001") != nil)
        let both = try host(guide.replacing("saf-", with: "own-")).document(options(bottom))
        #expect(both.view("own-00-001") != nil && both.view("pla-00-001/saf-00-001") == nil)
    }

    @Test func `a root of another kind gives a plain placeholder its kind and what it does not state`() throws {
        let options = try options("<subviews>\(label)</subviews>", root: "stackView", attributes: "axis=\"vertical\" spacing=\"7\" hidden=\"YES\"")
        let document = try host().document(options)
        #expect(document.constraints.contains { $0.identifier?.hasPrefix("UISV") == true })
        #expect(document.view("pla-00-001")?.className == "CardView")
    }

    @Test func `a placeholder in a cell's place, or for another system, is an error`() throws {
        let options = try options("<subviews>\(label)</subviews>")
        #expect(throws: ImportError.self) {
            try InterfaceBuilderFile.documents(host().text.replacing("iOS.CocoaTouch", with: "MacOSX.Cocoa"), options)
        }
        let cell = host().text.replacing("<view translates", with: "<tableViewCell translates").replacing(
            "</view></subviews>", with: "</tableViewCell></subviews>")
        let error = #expect(throws: ImportError.self) { try InterfaceBuilderFile.documents(cell, options) }
        #expect(error?.message.contains("is a cell, which is registered with its table") == true && error?.line == 3)
        #expect(throws: ImportError.self) { try self.options("", root: "tableViewCell") }
    }
}
