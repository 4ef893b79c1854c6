import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Stack views of a file are named with their distribution.
struct StackDistributionTests {
    @Test func aStackViewIsNamedWithItsDistribution() throws {
        func label(_ id: String, _ hugging: Int) -> String {
            """
            <label opaque="NO" contentMode="left" horizontalHuggingPriority="\(hugging)" verticalHuggingPriority="251" text="Sum"
            translatesAutoresizingMaskIntoConstraints="NO" id="\(id)"><rect key="frame" x="0.0" y="0.0" width="35" height="21"/>
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        }
        func stack(_ distribution: String, _ hugging: Int) throws -> Analysis {
            let views = """
                <stackView opaque="NO" contentMode="scaleToFill" \(distribution) translatesAutoresizingMaskIntoConstraints="NO" id="s">
                <rect key="frame" x="0.0" y="0.0" width="300" height="21"/><subviews>\(label("a", 251))\(label("b", hugging))</subviews></stackView>
                """
            let pins = [
                CanvasFile.pin("c1", "s.leading", "root.leading"), CanvasFile.pin("c2", "s.top", "root.top"),
                CanvasFile.pin("c3", "s.trailing", "root.trailing"),
            ].joined()
            return Analyzer().analyze(try CanvasFile.layout(views, pins))
        }
        let found = try #require(try stack("", 251).diagnoses.first)
        #expect(found.cause == .stackDistribution)
        #expect(
            found.sentence.contains(" (distribution fill) does not decide ")
                && found.sentence.hasSuffix("the same priority (251 for horizontal hugging)."),
            "\(found.sentence)")
        let proportional = try stack(#"distribution="fillProportionally""#, 251)
        #expect(proportional.diagnoses.allSatisfy { !$0.sentence.contains("(distribution fill)") })
        #expect(try stack("", 252).diagnoses.isEmpty && stack(#"distribution="fillEqually""#, 251).diagnoses.isEmpty)
    }

    /// A stack view of 300 x 60 points with two labels that are drawn with these heights.
    private func column(_ heights: (Int, Int)) throws -> Diagnosis {
        func label(_ id: String, _ y: Int, _ height: Int) -> String {
            """
            <label opaque="NO" contentMode="left" horizontalHuggingPriority="251" verticalHuggingPriority="251" text="" userLabel="\(id)"
            translatesAutoresizingMaskIntoConstraints="NO" id="\(id)"><rect key="frame" x="0.0" y="\(y)" width="300" height="\(height)"/>
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        }
        let views = """
            <stackView opaque="NO" contentMode="scaleToFill" axis="vertical" translatesAutoresizingMaskIntoConstraints="NO" id="s">
            <rect key="frame" x="0.0" y="0.0" width="300" height="60"/><subviews>
            \(label("a", 0, heights.0))\(label("b", heights.0, heights.1))</subviews></stackView>
            """
        let pins = [
            CanvasFile.pin("c1", "s.leading", "root.leading"), CanvasFile.pin("c2", "s.top", "root.top"),
            CanvasFile.pin("c3", "s.trailing", "root.trailing"), CanvasFile.pin("c4", "s.height", nil, 60),
        ].joined()
        return try CanvasFile.diagnosis(try CanvasFile.layout(views, pins))
    }

    @Test func `equal sizes on the canvas are those of the distribution`() throws {
        let equal = try column((30, 30)).remedies[0]
        #expect(equal.kind == .changeSetting && equal.sentence.hasSuffix(" to fill equally, as on the canvas."), "\(equal)")
        for (heights, view) in [((60, 0), "a"), ((0, 60), "b")] {
            let found = try column(heights)
            #expect(found.remedies[0].kind == .setHugging && found.remedies[0].view == view && found.remedies[0].priority == 250, "\(found.remedies)")
            #expect(!found.remedies.contains { $0.kind == .changeSetting }, "\(found.remedies)")
        }
    }
}
