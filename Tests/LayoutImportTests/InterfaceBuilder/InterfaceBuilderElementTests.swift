import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

/// The elements of files of Xcode 13 and later: what each becomes in the layout.
@Suite struct InterfaceBuilderElementTests {
    private typealias File = InterfaceBuilderFile

    // MARK: - Scroll views

    @Test func `a scroll view's margins are those of its content for what is inside it`() throws {
        let inside = File.view(
            "view", "ins-00-001", [20, 5, 400, 100], "",
            #"<constraints><constraint firstAttribute="width" constant="400" id="con-00-w"/><constraint firstAttribute="height" constant="100" id="con-00-h"/></constraints>"#
        )
        func row(_ id: String, _ first: String, _ side: String, _ second: String, _ other: String, _ constant: Double) -> String {
            #"<constraint firstItem="\#(first)" firstAttribute="\#(side)" secondItem="\#(second)" secondAttribute="\#(other)" constant="\#(constant)" id="\#(id)"/>"#
        }
        let rows = [
            row("con-00-001", "ins-00-001", "leading", "scr-00-001", "leadingMargin", 4),
            row("con-00-002", "ins-00-001", "top", "scr-00-001", "topMargin", -3),
            row("con-00-003", "scr-00-001", "trailingMargin", "ins-00-001", "trailing", 1),
            row("con-00-004", "scr-00-001", "bottomMargin", "ins-00-001", "bottom", 2),
            row("con-00-005", "ins-00-001", "width", "scr-00-001", "width", 0),
        ]
        let scroll = File.view(
            "scrollView", "scr-00-001", [0, 0, 375, 667], "",
            #"<edgeInsets key="layoutMargins" top="8" left="16" bottom="10" right="12"/><subviews>\#(inside)</subviews>"#
                + "<constraints>\(rows.joined())</constraints>")
        let document = try File(content: "<subviews>\(scroll)</subviews>").document()
        let equations = document.constraints.filter { $0.id.hasPrefix("con-00-0") }.map { document.equation(of: $0) }
        #expect(
            equations.prefix(4) == [
                #""ins-00-001".leading == "scr-00-001.content".leading + 20"#, #""ins-00-001".top == "scr-00-001.content".top + 5"#,
                #""scr-00-001.content".trailing == "ins-00-001".trailing + 13"#, #""scr-00-001.content".bottom == "ins-00-001".bottom + 12"#,
            ])
        // Widths are the frame's.
        #expect(equations.last == #""ins-00-001".width == "scr-00-001".width"#)
    }

    // MARK: - Images

    @Test func `an image reference gives its view the recorded size`() throws {
        let image = File.view(
            "imageView", "ima-00-001", [0, 0, 10, 10], "", #"<imageReference key="image" image="badge" renderingMode="template"/>"#)
        let file = File(content: "<subviews>\(image)</subviews>", resources: #"<image name="badge" width="48" height="31"/>"#)
        #expect(try file.document().content("ima-00-001") == [48, 31])
    }

    @Test func `a symbol of a reference is as large as it is drawn`() throws {
        let image = File.view(
            "imageView", "ima-00-001", [8, 8, 25, 22.5], "", #"<imageReference key="image" image="flag" catalog="system" symbolScale="large"/>"#)
        let file = File(content: "<subviews>\(image)</subviews>", resources: #"<image name="flag" catalog="system" width="128" height="110"/>"#)
        #expect(try file.document().content("ima-00-001") == [25, 22.5])
    }

    @Test func `a symbol's frame beside a stated height shows its alignment rectangle`() throws {
        let height = #"<constraints><constraint firstAttribute="height" constant="100" id="con-00-001"/></constraints>"#
        let image = File.view("imageView", "ima-00-001", [0, -1.5, 320, 101.5], #"image="tray" catalog="system""#, height)
        let file = File(content: "<subviews>\(image)</subviews>", resources: #"<image name="tray" catalog="system" width="128" height="88"/>"#)
        let insets = try #require(try file.document().view("ima-00-001")).alignmentRectInsets.resolved(.ltr, default: .zero)
        #expect([insets.top, insets.bottom].map(\.double) == [0.75, 0.75])
    }

    // MARK: - Text

    @Test(arguments: [17, 20.5, 24.5])
    func `a text style is as tall as the user's text size and languages need it`(_ height: Double) throws {
        let label = File.view(
            "label", "lab-00-001", [16, 20, 35, height], #"text="Title""#,
            #"<fontDescription key="fontDescription" style="UICTFontTextStyleHeadline"/>"#)
        #expect(try File(content: "<subviews>\(label)</subviews>").document().content("lab-00-001").last == height)
        // A font of a stated size is the same everywhere.
        let plain = label.replacing(#"style="UICTFontTextStyleHeadline""#, with: #"type="system" pointSize="17""#)
        #expect(try File(content: "<subviews>\(plain)</subviews>").document().content("lab-00-001").last == 20.5)
    }

    // MARK: - Buttons

    private func button(build: Int = 22155, _ frame: [Double], _ configuration: String, resources: String = "") throws -> LayoutDocument {
        let button = File.view(
            "button", "but-00-001", frame, #"buttonType="system""#, #"<state key="normal" title="A longer title"/>\#(configuration)"#)
        return try File(build: build, content: "<subviews>\(button)</subviews>", resources: resources).document()
    }

    @Test func `a configuration's title counts and not the state's`() throws {
        let document = try button([0, 0, 0, 0], #"<buttonConfiguration key="configuration" style="filled" title="OK"/>"#)
        #expect(document.view("but-00-001")?.text == "OK")
        let size = document.content("but-00-001").compactMap(\.self)
        // 17 points within insets of 12 and 7.
        #expect(size.count == 2 && (42...58).contains(size[0]) && size[1] == 34.5, "\(size)")
    }

    @Test(arguments: [("small", 28.0), ("medium", 34.5), ("large", 50.5)])
    func `a configuration's size changes its insets and font`(_ name: String, _ height: Double) throws {
        let document = try button([0, 0, 0, 0], #"<buttonConfiguration key="configuration" style="gray" buttonSize="\#(name)" title="OK"/>"#)
        #expect(document.content("but-00-001").last == height)
    }

    @Test func `before Xcode 14 the configuration's font is smaller`() throws {
        let document = try button(build: 20020, [0, 0, 0, 0], #"<buttonConfiguration key="configuration" style="plain" title="OK"/>"#)
        #expect(document.content("but-00-001").last == 31)
    }

    @Test func `stated insets, an image and its padding add up`() throws {
        let stated = #"<directionalEdgeInsets key="contentInsets" top="4" leading="10" bottom="6" trailing="20"/>"#
        let image = #"<image name="dot" width="16" height="40"/>"#
        let beside = try button(
            [0, 0, 0, 0], #"<buttonConfiguration key="configuration" style="plain" image="dot">\#(stated)</buttonConfiguration>"#, resources: image)
        #expect(beside.content("but-00-001") == [46, 50])
        let above = try button(
            [0, 0, 0, 0],
            #"<buttonConfiguration key="configuration" style="plain" image="dot" imagePlacement="top" imagePadding="3" title="OK">\#(stated)</buttonConfiguration>"#,
            resources: image)
        #expect(above.content("but-00-001").last == 73.5)
    }

    // MARK: - Guides

    private static let keyboard = File(
        content: """
            <subviews>\(File.view("view", "box-00-001", [0, 0, 375, 667]))</subviews><viewLayoutGuide key="safeArea" id="saf-00-001"/>
            <keyboardLayoutGuide key="keyboard" id="key-00-001"/><constraints>
            <constraint firstItem="key-00-001" firstAttribute="top" secondItem="box-00-001" secondAttribute="bottom" id="con-00-001"/>
            </constraints>
            """)

    @Test func `the keyboard's guide is the root's bottom edge on the canvas`() throws {
        let document = try InterfaceBuilderElementTests.keyboard.document()
        let guide = try #require(document.views.firstIndex { $0.id == "key-00-001" })
        #expect(document.views[guide].kind == .guide)
        let height = document.constraints.first { $0.first == LayoutAnchor(guide, .height) }
        #expect(height?.constant == 0)
        #expect(document.constraints.contains { $0.id == "con-00-001" && $0.first.item == guide })
    }

    @Test func `what is tied to a guide that is not understood is where it is drawn`() throws {
        let file = File(
            content: """
                <subviews>\(File.view("view", "box-00-001", [0, 12, 375, 40]))</subviews><foldLayoutGuide key="fold" id="fol-00-001"/><constraints>
                <constraint firstItem="box-00-001" firstAttribute="top" secondItem="fol-00-001" secondAttribute="bottom" id="con-00-001"/>
                <constraint firstItem="fol-00-001" firstAttribute="leading" secondItem="box-00-001" secondAttribute="leading" id="con-00-002"/>
                </constraints>
                """)
        let document = try file.document()
        #expect(document.warnings.count { $0.contains("the element <foldLayoutGuide>") } == 1)
        let row = try #require(document.constraints.first { $0.id == "con-00-001" })
        #expect(row.constant == 12 && row.origin == .system && !row.isRequired)
        #expect(document.constraints.contains { $0.id == "con-00-002" })
    }

    @Test func `a navigation bar's stored frame tells where the safe area begins`() throws {
        func text(_ bar: String) -> String {
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="24412" targetRuntime="iOS.CocoaTouch" \
            useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES"><device id="retina6_3" orientation="portrait"/><scenes>
            <scene sceneID="sce-00-001"><objects><navigationController id="nav-00-001" sceneMemberID="viewController">
            <navigationBar key="navigationBar" id="bar-00-001">\(bar)</navigationBar><connections>
            <segue destination="vie-00-001" kind="relationship" relationship="rootViewController" id="seg-00-001"/></connections>
            </navigationController></objects></scene>
            <scene sceneID="sce-00-002"><objects><viewController id="vie-00-001" sceneMemberID="viewController">
            <view key="view" contentMode="scaleToFill" id="roo-00-001"><rect key="frame" x="0" y="0" width="402" height="874"/>
            <viewLayoutGuide key="safeArea" id="saf-00-001"/><constraints>
            <constraint firstItem="saf-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="1" id="con-00-001"/>
            </constraints></view></viewController></objects></scene></scenes></document>
            """
        }
        func top(_ bar: String) throws -> Double? {
            try File.documents(text(bar)).compactMap { $0.insets("saf-00-001") }.first?.first
        }
        #expect(try top(#"<rect key="frame" x="0.0" y="62" width="402" height="54"/>"#) == 116)
        // A bar that was never laid out tells nothing.
        #expect(try top(#"<rect key="frame" x="0.0" y="0.0" width="402" height="44"/>"#) == 106)
    }

    @Test(arguments: [("24405", "", [47.0, 47, 55, 47]), ("22155", "", [0.0, 47, 21, 47]), ("24405", "tab", [47.0, 47, 86, 47])])
    func `in landscape Xcode 26 adds the insets of the upright screen`(_ build: String, _ bar: String, _ expected: [Double]) throws {
        let tabs =
            bar.isEmpty
            ? ""
            : """
            <scene sceneID="sce-00-001"><objects><tabBarController id="tab-00-001" sceneMemberID="viewController"><tabBar key="tabBar" id="bar-00-001"/>
            <connections><segue destination="vie-00-001" kind="relationship" relationship="viewControllers" id="seg-00-001"/></connections>
            </tabBarController></objects></scene>
            """
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="\(build)" targetRuntime="iOS.CocoaTouch" \
            useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES"><device id="retina6_0" orientation="landscape"/><scenes>\(tabs)
            <scene sceneID="sce-00-002"><objects><viewController id="vie-00-001" sceneMemberID="viewController">
            <view key="view" contentMode="scaleToFill" id="roo-00-001"><rect key="frame" x="0" y="0" width="844" height="390"/>
            <viewLayoutGuide key="safeArea" id="saf-00-001"/><constraints>
            <constraint firstItem="saf-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="1" id="con-00-001"/>
            </constraints></view></viewController></objects></scene></scenes></document>
            """
        #expect(try File.documents(text).compactMap { $0.insets("saf-00-001") }.first == expected)
    }

    @Test func `a view in the middle of a safe area tells its insets`() throws {
        let box = File.view("view", "box-00-001", [100, 323.5, 20, 20])
        let file = File(
            content: """
                <subviews>\(box)</subviews><viewLayoutGuide key="safeArea" id="saf-00-001"/><constraints>
                <constraint firstItem="box-00-001" firstAttribute="centerY" secondItem="saf-00-001" secondAttribute="centerY" id="con-00-001"/>
                </constraints>
                """)
        #expect(try file.document().insets("saf-00-001")?.first == 0)
    }

    @Test func `a view in the middle of a safe area shows insets that Xcode 26 adds twice`() throws {
        // 118 and 68 instead of 59 and 34.
        let box = File.view("view", "box-00-001", [186.5, 441, 20, 20])
        let file = File(
            build: 24128, device: "retina6_12",
            content: """
                <subviews>\(box)</subviews><viewLayoutGuide key="safeArea" id="saf-00-001"/><constraints>
                <constraint firstItem="box-00-001" firstAttribute="centerY" secondItem="saf-00-001" secondAttribute="centerY" id="con-00-001"/>
                </constraints>
                """, size: (393, 852))
        let insets = try file.document().insets("saf-00-001")
        #expect(insets?.first == 118 && insets?[2] == 68)
    }

    @Test(arguments: [("bottom", 752.0, 34.0), ("top", 0, 59)])
    func `a bar that is pinned to the safe area and to the screen does not choose an inset of 0`(edge: String, y: Double, inset: Double) throws {
        func insets(isPinnedTwice: Bool) throws -> Double? {
            let bar = File.view("view", "bar-00-001", [0, y, 393, 100])
            let second =
                isPinnedTwice
                ? #"<constraint firstItem="roo-00-001" firstAttribute="\#(edge)" secondItem="bar-00-001" secondAttribute="\#(edge)" id="con-00-002"/>"#
                : ""
            let file = File(
                device: "retina6_12",
                content: """
                    <subviews>\(bar)</subviews><viewLayoutGuide key="safeArea" id="saf-00-001"/><constraints>
                    <constraint firstItem="saf-00-001" firstAttribute="\(edge)" secondItem="bar-00-001" secondAttribute="\(edge)" id="con-00-001"/>\(second)
                    </constraints>
                    """, size: (393, 852))
            return try file.document().insets("saf-00-001")?[edge == "top" ? 0 : 2]
        }
        #expect(try insets(isPinnedTwice: true) == inset)
        #expect(try insets(isPinnedTwice: false) == 0)
    }

    // MARK: - Margins

    private func cell(_ attributes: String) throws -> LayoutDocument {
        let label = File.view("label", "lab-00-001", [27, 11, 60, 20.5], #"text="Support""#)
        return try File.documents(
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22155" targetRuntime="iOS.CocoaTouch" \
            useAutolayout="YES" useTraitCollections="YES"><device id="retina4_7"/><objects>
            <tableViewCell contentMode="scaleToFill" id="cel-00-001"><rect key="frame" x="0" y="0" width="375" height="44"/>
            <tableViewCellContentView key="contentView" \(attributes) id="con-00-009"><rect key="frame" x="0" y="0" width="375" height="44"/>
            <subviews>\(label)</subviews><constraints>
            <constraint firstItem="lab-00-001" firstAttribute="leading" secondItem="con-00-009" secondAttribute="leadingMargin" id="con-00-001"/>
            </constraints></tableViewCellContentView><edgeInsets key="layoutMargins" top="5" left="27" bottom="5" right="31"/>
            </tableViewCell></objects></document>
            """)[0]
    }

    @Test func `a cell hands its margins to a content view that preserves them`() throws {
        let preserving = try cell(#"preservesSuperviewLayoutMargins="YES""#).view("con-00-009")?.layoutMargins
        #expect(preserving?.leading == 27 && preserving?.trailing == 31 && preserving?.top == 8)
        #expect(try cell("").view("con-00-009")?.layoutMargins.leading != 27)
    }

    // MARK: - Controls and text

    @Test(arguments: [(23727, 2.0), (24128, 0.0)])
    func `sliders have had no alignment insets since Xcode 26`(_ build: Int, _ inset: Double) throws {
        let slider = File.view("slider", "sli-00-001", [0, 0, 100, 33])
        let insets = try File(build: build, content: "<subviews>\(slider)</subviews>").document().view("sli-00-001")?.alignmentRectInsets
        #expect(insets?.resolved(.ltr, default: .zero).left.double == inset)
    }

    @Test func `an indicator that hides when it stops stays in its stack view on the canvas`() throws {
        func names(_ attributes: String, _ mode: InterfaceBuilderOptions.Mode) throws -> Bool {
            let indicator = File.view("activityIndicatorView", "act-00-001", [0, 0, 20, 20], #"hidden="YES" \#(attributes)"#)
            let other = File.view("view", "box-00-001", [20, 0, 20, 20])
            let stack = File.view("stackView", "sta-00-001", [0, 0, 40, 20], "", "<subviews>\(indicator)\(other)</subviews>")
            let document = try File(content: "<subviews>\(stack)</subviews>").document(InterfaceBuilderOptions(mode: mode))
            let place = document.views.firstIndex { $0.id == "act-00-001" }
            return document.constraints.contains { $0.origin == .system && $0.first.item == place }
        }
        #expect(try names(#"hidesWhenStopped="YES""#, .design))
        #expect(try !names(#"hidesWhenStopped="YES""#, .run))
        #expect(try !names("", .design))
    }

    @Test(arguments: [(20020, 36.0), (22155, 38.0)])
    func `lines of a text style are as far apart as its leading states since Xcode 14`(_ build: Int, _ height: Double) throws {
        let label = File.view(
            "label", "lab-00-001", [0, 0, 60, 300], #"numberOfLines="2""#,
            #"<string key="text">One\#u{A}Two</string><fontDescription key="fontDescription" style="UICTFontTextStyleSubhead"/>"#)
        #expect(try File(build: build, content: "<subviews>\(label)</subviews>").document().content("lab-00-001").last == height)
    }

    @Test func `views of a kind that is not understood are as large as they are drawn, and listed once`() throws {
        let dials = ["dia-00-001", "dia-00-002"].map { File.view("dialView", $0, [0, 0, 61, 43]) }
        let document = try File(content: "<subviews>\(dials.joined())</subviews>").document()
        #expect(document.content("dia-00-002") == [61, 43])
        #expect(document.warnings.count { $0.contains("the element <dialView>") } == 1)
        let known = try File(content: "<subviews>\(File.view("mapView", "map-00-001", [0, 0, 61, 43]))</subviews>").document()
        #expect(known.content("map-00-001") == [nil, nil] && known.warnings.isEmpty)
    }

    @Test(arguments: [("iOS.CocoaTouch", 20.5), ("AppleTV", 46.0)])
    func `text styles have sizes of their platform`(_ runtime: String, _ height: Double) throws {
        let label = File.view(
            "label", "lab-00-001", [0, 0, 300, 400], #"text="Score""#,
            #"<fontDescription key="fontDescription" style="UICTFontTextStyleHeadline"/>"#)
        let file = File(device: runtime == "AppleTV" ? "appleTV" : "retina4_7", content: "<subviews>\(label)</subviews>")
        let document = try File.documents(file.text.replacing("iOS.CocoaTouch", with: runtime))[0]
        #expect(document.content("lab-00-001").last == height)
    }

    @Test(arguments: [("label", false), ("textField", true)])
    func `a button beside a label may hang over a stack view that aligns baselines`(_ kind: String, _ isBounded: Bool) throws {
        let first = File.view(kind, "fir-00-001", [0, 0, 60, 20.5], #"text="Port""#)
        let button = File.view("button", "but-00-001", [60, -4.5, 46, 30], #"buttonType="system""#, #"<state key="normal" title="Reset"/>"#)
        let stack = File.view("stackView", "sta-00-001", [0, 0, 106, 25.5], #"alignment="firstBaseline""#, "<subviews>\(first)\(button)</subviews>")
        let document = try File(content: "<subviews>\(stack)</subviews>").document()
        let place = try #require(document.views.firstIndex { $0.id == "but-00-001" })
        let boundaries = document.constraints.filter { $0.identifier == "UISV-spanning-boundary" }
        #expect(boundaries.contains { $0.first == LayoutAnchor(place, .top) } == isBounded)
        #expect(boundaries.contains { $0.second == LayoutAnchor(place, .bottom) })
    }

    @Test(arguments: [true, false])
    func `text wraps to its drawn width only if something limits that`(_ isLimited: Bool) throws {
        let words = "Several words that need more room than the label has"
        let label = File.view("label", "lab-00-001", [20, 20, 120, 81.5], #"numberOfLines="0" text="\#(words)""#)
        let trailing = #"<constraint firstAttribute="trailing" secondItem="lab-00-001" secondAttribute="trailing" constant="235" id="con-00-002"/>"#
        let file = File(
            content: """
                <subviews>\(label)</subviews><constraints>
                <constraint firstItem="lab-00-001" firstAttribute="leading" secondItem="roo-00-001" secondAttribute="leading" constant="20" id="con-00-001"/>
                \(isLimited ? trailing : "")</constraints>
                """)
        let width = try #require(file.document().content("lab-00-001").first ?? nil)
        #expect(isLimited ? width == 120 : width > 300)
    }

    @Test func `the plug-in tells the release if the file's own version is the mistaken one`() throws {
        let slider = File.view("slider", "sli-00-001", [0, 0, 100, 33])
        let text = File(build: 32700, content: "<subviews>\(slider)</subviews>").text.replacing(
            "<objects>",
            with: #"<dependencies><plugIn identifier="com.apple.InterfaceBuilder.IBCocoaTouchPlugin" version="22685"/></dependencies><objects>"#)
        let insets = try File.documents(text)[0].view("sli-00-001")?.alignmentRectInsets
        #expect(insets?.resolved(.ltr, default: .zero).left.double == 2)
    }
}
