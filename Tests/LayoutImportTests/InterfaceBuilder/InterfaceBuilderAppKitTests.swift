import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

/// Files of macOS: alignment rectangles by the look of controls, sizes of text, baselines, stack views.
@Suite struct InterfaceBuilderAppKitTests {
    /// A root of 400 x 300 points with views and constraints.
    private func document(_ build: String, plugIn: String? = nil, _ views: String, _ constraints: String = "", resources: String = "") throws
        -> LayoutDocument
    {
        let text = """
            <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="\(build)" targetRuntime="MacOSX.Cocoa" \
            useAutolayout="YES"><dependencies><deployment identifier="macosx"/>\
            <plugIn identifier="com.apple.InterfaceBuilder.CocoaPlugin" version="\(plugIn ?? build)"/></dependencies><objects>
            <customView id="roo"><rect key="frame" x="0.0" y="0.0" width="400" height="300"/><subviews>\(views)</subviews>
            <constraints>\(constraints)</constraints></customView></objects><resources>\(resources)</resources></document>
            """
        let layouts = try InterfaceBuilderImporter().read(Array(text.utf8))
        return try #require(layouts.first).document
    }

    private func view(_ kind: String, _ id: String, _ frame: [Double], _ attributes: String = "", _ children: String = "") -> String {
        InterfaceBuilderFile.view(kind, id, frame, attributes, children)
    }

    private func button(_ id: String, _ frame: [Double], type: String = "push", position: String = "left") -> String {
        let style =
            type == "push"
            ? #"bezelStyle="rounded" borderStyle="border" imageScaling="proportionallyDown""#
            : #"bezelStyle="regularSquare" imagePosition="\#(position)""#
        return view("button", id, frame, "", #"<buttonCell key="cell" type="\#(type)" title="Title" \#(style)/>"#)
    }

    private func label(_ id: String, _ frame: [Double], _ attributes: String = "", cell: String = #"lineBreakMode="clipping" title="Label""#)
        -> String
    {
        view("textField", id, frame, attributes, #"<textFieldCell key="cell" \#(cell)><font key="font" metaFont="system"/></textFieldCell>"#)
    }

    /// The insets of a view's alignment rectangle: top, left, bottom, right.
    private func insets(_ document: LayoutDocument, _ id: String) throws -> [Double] {
        let sides = try #require(document.view(id)).alignmentRectInsets.resolved(.ltr, default: .zero)
        return [sides.top, sides.left, sides.bottom, sides.right].map(\.double)
    }

    // MARK: - Looks

    @Test(arguments: [
        ("11762", 32.0, [4.0, 6, 7, 6]), ("20037", 32, [5, 7, 7, 7]), ("23727", 32, [5, 7, 7, 7]), ("24765", 24, [0, 0, 0, 0]),
    ])
    func `a push button has the room of its release`(_ build: String, _ height: Double, _ expected: [Double]) throws {
        #expect(try insets(document(build, button("b", [20, 20, 90, height])), "b") == expected)
    }

    @Test func `a scene that an earlier system drew retains its look`() throws {
        // Its height is that of macOS 15, although the file was saved by a release that also runs on macOS 26.
        #expect(try insets(document("24765", button("b", [13, 13, 90, 32])), "b") == [5, 7, 7, 7])
    }

    @Test func `distances show the look if constraints state the height`() throws {
        let constraints = #"""
            <constraint firstItem="b" firstAttribute="leading" secondItem="roo" secondAttribute="leading" constant="20" id="c1"/>
            <constraint firstAttribute="bottom" secondItem="b" secondAttribute="bottom" constant="20" id="c2"/>
            <constraint firstItem="b" firstAttribute="height" constant="30" id="c3"/>
            """#
        #expect(try insets(document("24765", button("b", [13, 13, 90, 42]), constraints), "b") == [5, 7, 7, 7])
        #expect(try insets(document("24765", button("b", [20, 20, 90, 30]), constraints), "b") == [0, 0, 0, 0])
    }

    @Test func `the plug-in states the release if the tools state a wrong one`() throws {
        #expect(try insets(document("32700.99.1234", plugIn: "22690", button("b", [13, 13, 90, 32])), "b") == [5, 7, 7, 7])
    }

    @Test func `a check box has its room on the side of the box`() throws {
        let views = button("a", [18, 20, 90, 18], type: "check") + button("b", [18, 60, 90, 18], type: "check", position: "right")
        let document = try document("21507", views)
        #expect(try insets(document, "a") == [1, 2, 1, 0])
        #expect(try insets(document, "b") == [1, 0, 1, 2])
    }

    @Test func `a label has room at its sides unless it shows a background`() throws {
        let views =
            label("a", [18, 20, 60, 16]) + label("b", [20, 60, 60, 16], cell: #"drawsBackground="YES" lineBreakMode="clipping" title="Label""#)
        let document = try document("22690", views)
        #expect(try insets(document, "a") == [0, 2, 0, 2])
        #expect(try insets(document, "b") == [0, 0, 0, 0])
    }

    @Test func `a box without a title has room at its top`() throws {
        let views =
            view("box", "a", [17, 16, 200, 80], #"titlePosition="noTitle""#) + view("box", "b", [17, 116, 200, 80], #"title="Box""#)
            + view("box", "c", [20, 200, 200, 5], #"boxType="separator""#)
        let document = try document("22690", views)
        #expect(try insets(document, "a") == [2, 3, 4, 3])
        #expect(try insets(document, "b") == [0, 3, 4, 3])
        #expect(try insets(document, "c") == [2, 0, 2, 0])
    }

    @Test func `the system's plus and minus have alignment rectangles of their own since macOS 11`() throws {
        func square(_ id: String, _ image: String, _ frame: [Double]) -> String {
            view(
                "button", id, frame, "",
                #"<buttonCell key="cell" type="square" bezelStyle="shadowlessSquare" image="\#(image)" imagePosition="only"/>"#)
        }
        let views =
            square("a", "NSAddTemplate", [0, 0, 20, 24]) + square("b", "NSRemoveTemplate", [20, 0, 20, 15]) + square("c", "dot", [40, 0, 20, 20])
        let document = try document("22690", views)
        #expect(try insets(document, "a") == [2, 0, 2, 0])
        #expect(try insets(document, "b") == [-2, 0, -3, 0])
        #expect(try insets(document, "c") == [0, 0, 0, 0])
        #expect(try insets(self.document("11762", views), "b") == [0, 0, 0, 0])
    }

    @Test func `a switch and a slider have room around them until macOS 26`() throws {
        let slider = #"<sliderCell key="cell" tickMarkPosition="above" sliderType="linear"/>"#
        let views =
            view("switch", "a", [18, 20, 42, 25]) + view("slider", "b", [18, 60, 200, 28], "", slider)
            + view("slider", "c", [18, 90, 200, 20], "", slider.replacing("key=", with: #"controlSize="small" key="#))
        let document = try document("23090", views)
        #expect(try insets(document, "a") == [1, 2, 2, 2])
        #expect(try insets(document, "b") == [2, 2, 6, 2])
        #expect(try insets(document, "c") == [2, 2, 2, 2])
        #expect(try insets(self.document("24765", view("switch", "a", [20, 20, 38, 22])), "a") == [0, 0, 0, 0])
    }

    @Test(arguments: [(52.0, 52.0), (0, 0), (40, 0)])
    func `a window's title bar insets what is tied to its safe area`(_ drawn: Double, _ inset: Double) throws {
        let bar = view("customView", "b", [0, 250 - drawn, 400, 50])
        let text = """
            <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="24765" targetRuntime="MacOSX.Cocoa" \
            useAutolayout="YES"><dependencies><plugIn identifier="com.apple.InterfaceBuilder.CocoaPlugin" version="24765"/></dependencies><objects>
            <customView id="roo"><rect key="frame" x="0.0" y="0.0" width="400" height="300"/><subviews>\(bar)</subviews><constraints>
            <constraint firstItem="b" firstAttribute="top" secondItem="saf" secondAttribute="top" id="c1"/></constraints>
            <viewLayoutGuide key="safeArea" id="saf"/></customView></objects></document>
            """
        let document = try #require(try InterfaceBuilderImporter().read(Array(text.utf8)).first).document
        #expect(document.insets("saf")?.first == inset)
    }

    @Test func `the frame of a smaller image shows its alignment rectangle, too`() throws {
        let image = view("imageView", "i", [20, 20, 30, 15], "", #"<imageCell key="cell" image="NSRemoveTemplate"/>"#)
        let constraint = #"<constraint firstItem="i" firstAttribute="height" constant="20" id="c1"/>"#
        #expect(try insets(document("22690", image, constraint), "i") == [-2.5, 0, -2.5, 0])
        // A view that is much smaller than its constraint was drawn before the constraint was there.
        let other = constraint.replacing("20", with: "60")
        #expect(try insets(document("22690", image, other), "i") == [0, 0, 0, 0])
    }

    @Test func `a stated size shows the room of an image`() throws {
        let image = view("imageView", "i", [20, 20, 30, 33], "", #"<imageCell key="cell" image="NSShareTemplate"/>"#)
        let constraints = #"""
            <constraint firstItem="i" firstAttribute="height" constant="19" id="c1"/>
            <constraint firstItem="i" firstAttribute="width" constant="30" id="c2"/>
            """#
        #expect(try insets(document("22690", image, constraints), "i") == [7, 0, 7, 0])
    }

    // MARK: - Content

    @Test func `a label is as wide as its text and as tall as its lines`() throws {
        let text = "A text that is far too long for a width of a hundred points"
        let views =
            label("a", [18, 20, 300, 16], cell: #"lineBreakMode="clipping" title="Short""#)
            + label("b", [18, 60, 104, 64], cell: #"title="\#(text)""#)
        let document = try document("22690", views)
        let short = document.content("a").compactMap(\.self)
        #expect(short.count == 2 && (30...38).contains(short[0]) && short[1] == 16, "\(short)")
        #expect(document.content("b") == [100, 64])
    }

    @Test func `a field has a height but no width of its own`() throws {
        let cell = #"lineBreakMode="clipping" editable="YES" borderStyle="bezel" title="Text""#
        let views = label("a", [20, 20, 100, 21], cell: cell) + label("b", [20, 60, 100, 24], cell: cell)
        #expect(try document("22690", views).content("a") == [nil, 21])
        #expect(try document("24765", views).content("b") == [nil, 24])
    }

    @Test func `baselines of a label, a field and a button are on one line`() throws {
        let field = label("f", [100, 97, 80, 21], cell: #"lineBreakMode="clipping" editable="YES" borderStyle="bezel" title="Text""#)
        let document = try document("22690", label("l", [18, 100, 60, 16]) + field + button("b", [200, 90, 90, 32]))
        // From the bottoms of frames at 100, 97 and 90.
        let lasts = ["l", "f", "b"].map { document.view($0)?.lastBaselineFromBottom.double }
        #expect(lasts == [3, 6, 6])
        #expect(try insets(document, "b")[2] == 7)
    }

    @Test func `what is not understood is listed and as large as it is drawn`() throws {
        let document = try document("22690", view("orbitView", "o", [20, 20, 30, 40]))
        #expect(document.content("o") == [30, 40])
        #expect(document.warnings.contains { $0.hasPrefix("the element <orbitView>") })
    }

    // MARK: - Views that others place

    @Test func `scroll views and tables place what is in them`() throws {
        let cell = view("tableCellView", "cell", [1, 1, 100, 17])
        let table = "<tableView id=\"table\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"200\" height=\"100\"/>\(cell)</tableView>"
        let clip = view("clipView", "clip", [1, 1, 198, 98], #"key="contentView""#, "<subviews>\(table)</subviews>")
        let document = try document("22690", view("scrollView", "scroll", [20, 20, 200, 100], "", clip))
        #expect(document.view("clip")?.autoresizing?.mask == [.flexibleWidth, .flexibleHeight])
        #expect(document.view("cell")?.autoresizing?.mask == [])
    }

    // MARK: - Stack views

    private func stack(_ attributes: String, _ children: String, _ frame: [Double] = [20, 20, 300, 40]) -> String {
        view("stackView", "s", frame, attributes, children)
    }

    private func rows(_ document: LayoutDocument, _ name: String) -> [LayoutConstraint] {
        document.constraints.filter { $0.identifier == name && $0.origin == .system }
    }

    private let three = #"<customView id="v1"/><customView id="v2"/><customView id="v3"/>"#

    @Test func `gaps are the stack view's own or those of single views`() throws {
        let spacings = #"<customSpacing><real value="30"/><real value="3.4028234663852886e+38"/><real value="1"/></customSpacing>"#
        let document = try document("22690", stack(#"distribution="fill" spacing="12""#, "<subviews>\(three)</subviews>\(spacings)"))
        #expect(rows(document, "UISV-spacing").map(\.constant.double) == [30, 12])
    }

    @Test func `gravity areas gather at the start, in the middle and at the end`() throws {
        let areas = ["beginningViews", "middleViews", "endViews"].enumerated().map { number, area in
            "<\(area)>\(view("customView", "v\(number)", [Double(number) * 100, 0, 50, 40]))</\(area)>"
        }.joined()
        let document = try document("22690", stack(#"orientation="horizontal""#, areas))
        #expect(rows(document, "UISV-spacing").map(\.relation) == [.greaterThanOrEqual, .greaterThanOrEqual])
        let connections = rows(document, "UISV-canvas-connection")
        #expect(connections.map(\.relation) == [.equal, .equal, .equal])
        #expect(connections.map(\.first.attribute) == [.leading, .trailing, .centerX])
    }

    @Test func `edge insets move what is arranged`() throws {
        let insets = #"<edgeInsets key="edgeInsets" left="8" right="9" top="1" bottom="2"/>"#
        let document = try document("22690", stack(#"distribution="fill" alignment="top""#, "<subviews>\(three)</subviews>\(insets)"))
        #expect(rows(document, "UISV-canvas-connection").map(\.constant.double) == [8, 9])
        #expect(Set(rows(document, "UISV-spanning-boundary").map(\.constant.double)) == [1, 2])
    }

    @Test func `a view that hugs less than the stack view is stretched`() throws {
        let views = label("v1", [-2, 0, 104, 16], #"horizontalHuggingPriority="249""#) + label("v2", [-2, 24, 60, 16])
        let attributes = #"distribution="fill" orientation="vertical" alignment="leading" horizontalStackHuggingPriority="249.99998474121094""#
        let document = try document("22690", stack(attributes, "<subviews>\(views)</subviews>", [20, 20, 100, 40]))
        let stretched = Set(
            rows(document, "UISV-hugging").flatMap { [$0.first.item, $0.second?.item] }.compactMap { $0.map { document.views[$0].id } })
        #expect(stretched == ["s", "v1"])
    }

    @Test func `an arranged separator keeps the length with which it is drawn`() throws {
        let separator = view("box", "v1", [0, 0, 96, 5], #"boxType="separator""#)
        let document = try document("22690", stack(#"distribution="fill""#, "<subviews>\(separator)</subviews>"))
        #expect(document.content("v1") == [96, 1])
        let alone = view("box", "v1", [0, 0, 96, 5], #"boxType="separator""#)
        #expect(try self.document("22690", alone).content("v1") == [nil, 1])
    }

    @Test func `a hidden view takes no room only if the stack view detaches it`() throws {
        let views = #"<customView id="v1"/><customView hidden="YES" id="v2"/>"#
        for (attribute, gaps) in [(#"detachesHiddenViews="YES""#, 0), ("", 1)] {
            let document = try document("22690", stack(#"distribution="fill" \#(attribute)"#, "<subviews>\(views)</subviews>"))
            #expect(rows(document, "UISV-spacing").count == gaps)
        }
    }

    @Test(arguments: [(0, 0), (1000, 1)])
    func `a view with a visibility priority of 0 takes no room`(priority: Int, gaps: Int) throws {
        let views = #"<subviews><customView id="v1"/><customView id="v2"/></subviews>"#
        let priorities = #"<visibilityPriorities><integer value="1000"/><integer value="\#(priority)"/></visibilityPriorities>"#
        let document = try document("22690", stack(#"distribution="fill""#, views + priorities))
        #expect(rows(document, "UISV-spacing").count == gaps)
    }
}
