import Foundation
import Testing

/// Views by their names, through the real program: what a report, a sentence and a build's messages call them.
@Suite struct NameTests {
    /// Two labels of one class, told apart by their titles alone, in a view of a private class of the framework.
    private let log = """
        Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0x600000000001 H:|-(10)-[UILabel:0x7f0000001'Subtotal']   (active, names: '|':_TtC4ShopP33_AB1234CD5678EF90AB1234CD5678EF9011CheckoutRow:0x7f0000003 )>",
            "<NSLayoutConstraint:0x600000000002 H:[UILabel:0x7f0000001'Subtotal']-(10)-[UILabel:0x7f0000002'Grand total']   (active)>",
            "<NSLayoutConstraint:0x600000000003 H:[UILabel:0x7f0000002'Grand total']-(10)-|   (active, names: '|':_TtC4ShopP33_AB1234CD5678EF90AB1234CD5678EF9011CheckoutRow:0x7f0000003 )>",
            "<NSLayoutConstraint:0x600000000004 UILabel:0x7f0000001'Subtotal'.width == 60   (active)>",
            "<NSLayoutConstraint:0x600000000005 UILabel:0x7f0000002'Grand total'.width == 60   (active)>",
            "<NSLayoutConstraint:0x600000000006 'UIView-Encapsulated-Layout-Width' _TtC4ShopP33_AB1234CD5678EF90AB1234CD5678EF9011CheckoutRow:0x7f0000003.width == 100   (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x600000000005 UILabel:0x7f0000002'Grand total'.width == 60   (active)>
        """

    /// A search field and a button beside it that need more than the view has, with labels, an outlet and an accessibility identifier.
    private let xib = """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="19529" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
        <objects><placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="SearchController">
        <connections><outlet property="spinner" destination="spi-00-001" id="o1"/><outlet property="view" destination="roo-00-001" id="o2"/></connections>
        </placeholder><view contentMode="scaleToFill" id="roo-00-001"><rect key="frame" x="0" y="0" width="300" height="100"/><subviews>
        <view translatesAutoresizingMaskIntoConstraints="NO" id="bac-00-001" userLabel="Search Background">
        <rect key="frame" x="10" y="10" width="280" height="30"/><constraints>
        <constraint firstAttribute="width" constant="260" id="wid-00-001"/><constraint firstAttribute="height" constant="30" id="hei-00-001"/>
        </constraints></view>
        <view translatesAutoresizingMaskIntoConstraints="NO" id="spi-00-001"><rect key="frame" x="10" y="50" width="20" height="20"/></view>
        <view translatesAutoresizingMaskIntoConstraints="NO" id="acc-00-001"><rect key="frame" x="50" y="50" width="20" height="20"/>
        <accessibility key="accessibilityConfiguration" identifier="search-hint"/></view>
        </subviews><constraints>
        <constraint firstItem="bac-00-001" firstAttribute="leading" secondItem="roo-00-001" secondAttribute="leading" constant="10" id="lea-00-001"/>
        <constraint firstAttribute="trailing" secondItem="bac-00-001" secondAttribute="trailing" constant="10" id="tra-00-001"/>
        <constraint firstItem="bac-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="10" id="top-00-001"/>
        </constraints></view></objects></document>
        """

    private func report(_ text: String) throws -> [String: Any] {
        let outcome = try Program.run("analyze", "-", input: text)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func explanation(_ report: [String: Any]) -> String {
        ((report["conflicts"] as? [[String: Any]])?.first?["explanation"] as? String) ?? ""
    }

    @Test func `a log's report tells the titles and classes of its views`() throws {
        let report = try report(log)
        let row = "_TtC4ShopP33_AB1234CD5678EF90AB1234CD5678EF9011CheckoutRow:0x7f0000003"
        #expect(
            report["names"] as? [String: String] == [
                "window": "window", "UILabel:0x7f0000001": "UILabel “Subtotal”", "UILabel:0x7f0000002": "UILabel “Grand total”", row: "CheckoutRow",
            ])
        #expect(report["root"] as? String == "window" && report.keys.contains("name"))
        #expect(explanation(report) == "10 + 60 + 10 + 60 + 10 = 150, but CheckoutRow.width is 100 (over-constrained by 50 pt)")
    }

    @Test func `a log's text calls views by their names, their ids beside once`() throws {
        let text = try Program.run("check", "-v", "-", input: log).output
        #expect(text.contains("c5  H:[UILabel “Grand total”(60)]"))
        #expect(text.contains("UILabel “Subtotal”.leading == CheckoutRow.leading + 10"))
        #expect(text.contains("UILabel “Grand total” has the address 0x7f0000002") && text.contains("CheckoutRow has the address 0x7f0000003"))
        #expect(text.contains("CheckoutRow.width is 100"))
        #expect(text.components(separatedBy: "0x7f0000002").count == 2 && !text.contains("AB1234CD"))
    }

    @Test(arguments: ["github", "sarif", "markdown", "html", "xcode", "junit"])
    func `every form calls views by their names`(_ form: String) throws {
        let text = try Program.run("check", "--format", form, "-", input: log).output
        #expect(text.contains("UIKit makes CheckoutRow 100 wide, but its constraints need 150"), "\(text)")
        // Xcode's list has the sentence alone.
        #expect(text.contains("Grand total") || form == "xcode")
        #expect(!text.contains("0x7f000") && !text.contains("AB1234CD"))
    }

    @Test func `a file's views are called by label, outlet and accessibility identifier`() throws {
        let report = try report(xib)
        let names = try #require(report["names"] as? [String: String])
        #expect(names["bac-00-001"] == "Search Background" && names["roo-00-001"] == "UIView")
        #expect(names["spi-00-001"] == "spinner" && names["acc-00-001"] == "search-hint")
        #expect(explanation(report).hasPrefix("10 + 260 + 10 = 280, but UIView.width is 300"))
        let text = try Program.run("check", "-v", "-", input: xib).output
        #expect(text.contains("H:|-(10)-[Search Background]") && text.contains("Search Background has the id bac-00-001"))
        #expect(text.contains("ambiguous spinner (spi-00-001, "))
        #expect(text.contains("    add spinner."))
    }

    @Test func `a document's names reach every view that is mentioned, and no other`() throws {
        let document = """
            {"name": "Cell", "size": {"width": 70, "height": 44}, "views": [{"id": "root", "class": "UIView"},
             {"id": "title", "parent": "root", "class": "UILabel", "text": "Hello"}, {"id": "badge", "parent": "root", "label": "Badge", "outlet": "badge"},
             {"id": "quiet", "parent": "root", "class": "UIView"}],
             "constraints": ["H:|-8-[title(60)]-8-|", "V:|[title]|", "badge.leading == title.leading", "badge.width == 5", "badge.height == 5",
              "quiet.leading == root.leading", "quiet.top == root.top", "quiet.width == 1", "quiet.height == 1"]}
            """
        let report = try report(document)
        #expect(report["names"] as? [String: String] == ["root": "root", "title": "UILabel “Hello”", "badge": "Badge"])
        #expect(report["name"] as? String == "Cell" && report["root"] as? String == "root")
        #expect(explanation(report) == "8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)")
        #expect((report["warnings"] as? [String])?.isEmpty == true)
    }

    @Test func `what a log leaves open is told of views by their names`() throws {
        let open = log.replacing("UILabel:0x7f0000002'Grand total'.width == 60", with: "UILabel:0x7f0000002'Grand total'.width == 10")
            .replacing(
                "H:|-(10)-[UILabel",
                with:
                    "UIView:0x7f0000009.firstBaseline == UILabel:0x7f0000001'Subtotal'.firstBaseline   (active)>\",\n    \"<NSLayoutConstraint:0x600000000007 H:|-(10)-[UILabel"
            )
            .replacing("width == 100", with: "width == 400")
        let missing = try #require(try report(open)["missing"] as? [String])
        #expect(missing.contains("first baseline of UILabel “Subtotal”") && missing.contains("first baseline of UIView"), "\(missing)")
    }
}
