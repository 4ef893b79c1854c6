import Foundation
import Testing

/// What `check --verbose` says of constraints that are not met.
@Suite struct VerboseCheckTests {
    private func check(_ constraints: String, direction: String = "ltr", _ options: String...) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "layout.json",
            """
            {"size": {"width": 300, "height": 40}, "direction": "\(direction)", "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UILabel",
            "text": "Sum", "intrinsicContentSize": {"width": 100, "height": 20}, "hugging": {"horizontal": 300, "vertical": 251}}],
            "constraints": ["V:|[a]", \(constraints)]}
            """)
        return try Program.run(["check", "--no-config", file] + options, input: Data()).output
    }

    @Test(arguments: ["ltr", "rtl"]) func whatComesBeforeAConstraint(direction: String) throws {
        let pins = #""a.leading == root.leading + 10", "a.trailing == root.trailing - 10 @ 290""#
        let found = try check(pins, direction: direction, "-v")
        #expect(found.contains("off by 180 pt: the content hugging of UILabel “Sum” is 300, which wins over 290"), "\(found)")
        #expect(try check(pins, direction: direction, "--verbose").contains("the content hugging of UILabel “Sum” is 300"))
        // It is asked for.
        #expect(try !check(pins, direction: direction).contains("hugging"))
        // Into the other direction it is the resistance that decides.
        let short = try check(#""a.leading == root.leading + 10", "a.trailing == root.leading + 40 @ 290""#, direction: direction, "-v")
        #expect(short.contains("off by 70 pt: the compression resistance of UILabel “Sum” is 750"), "\(short)")
    }

    @Test func otherConstraintsDecide() throws {
        let optional = try check(#""a.leading == root.leading @ 600", "a.leading == root.leading + 30 @ 500""#, "-v")
        #expect(optional.contains("off by 30 pt: H:|-(0@600)-[UILabel “Sum”] (c2), which wins over 500"), "\(optional)")
        let required = try check(#""a.leading == root.leading", "a.leading == root.leading + 30 @ 500""#, "-v")
        #expect(required.contains("off by 30 pt: required constraints determine it\n"), "\(required)")
    }

    @Test func theShortOptionIsOneOfCheckAlone() throws {
        #expect(try Program.run("render", "-v", "layout.json").status == 2)
    }
}
