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
            found.sentence.contains(" is fill and does not decide ") && found.sentence.hasSuffix("the same priority (251 for horizontal hugging)."),
            "\(found.sentence)")
        let proportional = try stack(#"distribution="fillProportionally""#, 251)
        #expect(proportional.diagnoses.allSatisfy { !$0.sentence.contains(" is fill, ") })
        #expect(try stack("", 252).diagnoses.isEmpty && stack(#"distribution="fillEqually""#, 251).diagnoses.isEmpty)
    }
}
