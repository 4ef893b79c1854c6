import Foundation
import Testing

/// A finding has one sum: that of all that is needed, or that of its conflict.
@Suite struct OneSumTests {
    @Test func `a stack view's spacing is not in one sum and missing in another`() throws {
        func view(_ number: Int) -> String {
            """
            <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="vie-00-00\(number)">
            <rect key="frame" x="0" y="\(108 * number - 108)" width="300" height="100"/><constraints>
            <constraint firstItem="vie-00-00\(number)" firstAttribute="height" constant="100" id="hei-00-00\(number)"/></constraints></view>
            """
        }
        func pin(_ edge: String, _ constant: Int = 0) -> String {
            """
            <constraint firstItem="sta-00-001" firstAttribute="\(edge)" secondItem="roo-00-001" secondAttribute="\(edge)" constant="\(constant)"
            id="\(edge)-00-001"/>
            """
        }
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects><view id="roo-00-001">
            <rect key="frame" x="0" y="0" width="300" height="200"/><subviews><stackView opaque="NO" contentMode="scaleToFill" axis="vertical"
            distribution="equalSpacing" spacing="8" translatesAutoresizingMaskIntoConstraints="NO" id="sta-00-001">
            <rect key="frame" x="0" y="10" width="300" height="190"/><subviews>\(view(1))\(view(2))\(view(3))</subviews></stackView></subviews>
            <constraints>\(pin("leading"))\(pin("trailing"))\(pin("top", 10))\(pin("bottom"))</constraints></view></objects></document>
            """
        let output = try Program.run("check", "-", input: text).output
        #expect(output.contains(": 10 + 100 + 8 + 100 + 8 + 100 = 326, but "), "\(output)")
        #expect(!output.contains("  why: "), "\(output)")
    }
}
