import Testing

/// Windows of xibs: UIKit's is a view with constraints, and AppKit's only has one.
@Suite struct WindowTests {
    private func xib(_ type: String, _ window: String) -> String {
        #"<document type="com.apple.InterfaceBuilder3.\#(type).XIB" version="3.0" useAutolayout="YES"><objects>\#(window)</objects></document>"#
    }

    private func content(of id: String) -> String {
        """
        <subviews><view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="a"><rect key="frame" x="8" y="0" width="54" \
        height="44"/></view></subviews><constraints>
        <constraint firstItem="a" firstAttribute="leading" secondItem="\(id)" secondAttribute="leading" constant="8" id="c1"/>
        <constraint firstItem="\(id)" firstAttribute="trailing" secondItem="a" secondAttribute="trailing" constant="8" id="c2"/>
        <constraint firstItem="a" firstAttribute="width" constant="60" id="c3"/>
        <constraint firstItem="a" firstAttribute="top" secondItem="\(id)" secondAttribute="top" id="c4"/>
        <constraint firstItem="\(id)" firstAttribute="bottom" secondItem="a" secondAttribute="bottom" id="c5"/></constraints>
        """
    }

    @Test(arguments: ["", #" contentMode="scaleToFill""#]) func `constraints of a window of UIKit count`(attributes: String) throws {
        let folder = try TemporaryFolder()
        let frame = #"<rect key="frame" x="0" y="0" width="70" height="44"/>"#
        let file = try folder.file("Main.xib", xib("CocoaTouch", "<window id=\"w\"\(attributes)>\(frame)\(content(of: "w"))</window>"))
        let outcome = try Program.run("check", "--no-config", file)
        #expect(outcome.status == 1 && outcome.output.contains("8 + 60 + 8 = 76, but UIWindow"), "\(outcome)")
        #expect(outcome.output.contains("1 layout: 1 conflicting"), "\(outcome)")
        let anonymized = try Program.run("capture", "anonymize", file)
        #expect(try Program.run("check", "--no-config", folder.file("Anonymous.xib", anonymized.output)).status == 1, "\(anonymized)")
    }

    @Test func `a window of AppKit is the frame of its content view`() throws {
        let folder = try TemporaryFolder()
        let frame = #"<rect key="frame" x="0" y="0" width="70" height="44"/>"#
        let window =
            #"<window title="Window" id="w"><rect key="contentRect" x="0" y="0" width="70" height="44"/>"#
            + "<view key=\"contentView\" id=\"v\">\(frame)\(content(of: "v"))</view></window>"
        let outcome = try Program.run("check", "--no-config", try folder.file("Main.xib", xib("Cocoa", window)))
        #expect(outcome.status == 1 && outcome.output.contains("8 + 60 + 8 = 76, but NSView"), "\(outcome)")
    }
}
