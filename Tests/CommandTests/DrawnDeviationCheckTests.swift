import Foundation
import Testing

/// A layout that differs plainly from the canvas is told by default, and counts no more than a note.
@Suite struct DrawnDeviationCheckTests {
    /// A xib with a card that is drawn 100 x 44, by these constraints of its size.
    private func xib(height: Int, mark: String = "") -> String {
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
        <device id="retina4_7" orientation="portrait" appearance="light"/><objects><view id="roo-00-001">
        <rect key="frame" x="0.0" y="0.0" width="320" height="400"/><subviews>
        <view translatesAutoresizingMaskIntoConstraints="NO" id="car-00-001" userLabel="Card" \(mark)><rect key="frame" x="10" y="10" width="100" height="44"/>
        <constraints><constraint firstAttribute="width" constant="100" id="wid-00-001"/>
        <constraint firstAttribute="height" constant="\(height)" id="hei-00-001"/></constraints></view></subviews><constraints>
        <constraint firstItem="car-00-001" firstAttribute="leading" secondItem="roo-00-001" secondAttribute="leading" constant="10" id="lea-00-001"/>
        <constraint firstItem="car-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="10" id="top-00-001"/>
        </constraints></view></objects></document>
        """
    }

    private func check(_ text: String, _ options: String...) throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        let file = try folder.file("Card.xib", Data(text.utf8))
        let outcome = try Program.run(["check"] + options + [file.path], input: Data())
        return (outcome.status, outcome.output.replacing(file.path, with: "Card.xib"))
    }

    @Test func `a size that is not the drawn one is told with the constraint's line`() throws {
        let found = try check(xib(height: 200))
        #expect(
            found.output.contains(
                """
                : note: Card is laid out 200 high, but drawn 44 high: its height is 200 [misplaced-view]
                  fix: change the constant of the height of Card (hei-00-001) from 200 to 44, as on the canvas
                1 layout: 1 clean; 1 note

                """), "\(found.output)")
        #expect(found.output.hasPrefix("Card.xib:6:") && found.status == 0, "\(found.output)")
        // The rule has its severity as ever, and can be switched off.
        #expect(try check(xib(height: 200), "--rules", "misplaced-view=off").output == "1 layout: 1 clean\n")
    }

    @Test func `what is saved as it is laid out, or marked as misplaced, is quiet`() throws {
        #expect(try check(xib(height: 44)).output == "1 layout: 1 clean\n")
        #expect(try check(xib(height: 200, mark: #"misplaced="YES""#)).output == "1 layout: 1 clean; 1 further note with -v\n")
    }
}
