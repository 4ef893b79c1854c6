import ExactArithmetic
import LayoutModel
import Reporting
import Testing

@Suite struct RowPhraseTests {
    private let document: LayoutDocument = {
        var title = LayoutView(id: "title", parent: 0, intrinsicContentSize: LayoutSize(width: 60))
        title.compressionResistance.horizontal = 1000
        let safe = LayoutView(id: "safe", parent: 0, kind: .guide, insets: LayoutInsets(top: 47, bottom: 34))
        return LayoutDocument(
            root: 0, size: LayoutSize(width: 70), views: [LayoutView(id: "my root"), title, safe],
            constraints: [
                LayoutConstraint(
                    id: "half", first: LayoutAnchor(1, .width), relation: .lessThanOrEqual, second: LayoutAnchor(0, .width), multiplier: .half,
                    constant: -4, priority: 750, identifier: "title-half", source: SourceReference(file: "A.swift", line: nil)),
                LayoutConstraint(
                    id: "ratio", first: LayoutAnchor(1, .width), second: LayoutAnchor(1, .height), multiplier: Rational(16, over: 9) ?? 0),
                LayoutConstraint(id: "edge", first: LayoutAnchor(1, .leading), second: LayoutAnchor(0, .leading), constant: 8, priority: 750),
                LayoutConstraint(id: "open", first: LayoutAnchor(1, .top), second: LayoutAnchor(0, .top), unknownConstant: "space"),
            ])
    }()

    @Test(arguments: [
        ("half", #"title.width <= 0.5 * "my root".width - 4 @ 750"#),
        ("ratio", "title.width == 16:9 * title.height"),
        ("edge", "H:|-(8@750)-[title]"),
        ("open", #"title.top == "my root".top + [space]"#),
        ("title.width>=0", "title.width >= 0"),
        ("my root.width==size", #""my root".width == 70"#),
        ("my root.height==fitting", #""my root".height == 0 @ 50"#),
        ("title.hugging.horizontal", "title.width <= 60 @ 250"),
        ("title.compressionResistance.horizontal", "title.width >= 60"),
        ("safe.insets.top", #"safe.top == "my root".top + 47"#),
        ("safe.insets.bottom", #"safe.bottom == "my root".bottom - 34"#),
        ("title.autoresizing.x", "title.x by its autoresizing mask"),
        ("nobody.width>=0", "nobody.width>=0"),
    ])
    func `a row is said in visual format or as an equation`(_ id: String, _ text: String) {
        #expect(RowPhrase(document).text(of: id) == text)
    }

    @Test func `a row says where it comes from`() {
        let phrases = RowPhrase(document)
        #expect(phrases.provenance(of: "half") == "'title-half' A.swift")
        #expect(phrases.provenance(of: "safe.insets.top") == "the guide's insets")
        #expect(phrases.provenance(of: "ratio") == nil)
    }

    @Test(arguments: [("a", "a"), ("_a9", "_a9"), ("9a", "\"9a\""), ("a.b", "\"a.b\""), (#"q"\"#, #""q\"\\""#), ("é", "\"é\""), ("", "\"\"")])
    func `an item that is no plain word is quoted`(_ id: String, _ text: String) {
        #expect(LayoutDocument.itemText(id) == text)
    }
}
