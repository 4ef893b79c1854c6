import ExactArithmetic
import LayoutModel
import Testing

/// Constraints, rows and conditions in the document's own grammars.
@Suite struct PhraseTests {
    private func document(isFragment: Bool = false) -> LayoutDocument {
        var scroll = LayoutView(id: "feed", parent: 0, kind: .scroll)
        scroll.insets = nil
        return LayoutDocument(
            root: 0, size: LayoutSize(width: 320),
            views: [
                LayoutView(id: "root"), LayoutView(id: "title", parent: 0, intrinsicContentSize: LayoutSize(width: 60)),
                LayoutView(id: "12-ab", parent: 0), scroll, LayoutView(id: "cell", parent: 3),
                LayoutView(id: "guide", parent: 1, kind: .guide, insets: LayoutInsets(top: 4, left: -3, trailing: 5)),
                LayoutView(id: "feed.content", parent: 3, kind: .content),
            ], constraints: [], isFragment: isFragment)
    }

    private func constraint(
        _ first: (Int, LayoutAttribute), _ relation: LayoutRelation = .equal, _ second: (Int, LayoutAttribute)? = nil, times multiplier: Rational = 1,
        plus constant: Rational = 0, at priority: Rational = 1000
    ) -> LayoutConstraint {
        LayoutConstraint(
            id: "c", first: LayoutAnchor(first.0, first.1), relation: relation, second: second.map { LayoutAnchor($0.0, $0.1) },
            multiplier: multiplier, constant: constant, priority: priority)
    }

    @Test func `an equation has what the constraint has`() throws {
        let third = try #require(Rational(1, over: 3))
        let document = document()
        for (row, text) in [
            (constraint((1, .leading), .equal, (0, .leading), plus: 8), "title.leading == root.leading + 8"),
            (constraint((1, .width), .lessThanOrEqual, (0, .width), times: .half, plus: -3, at: 750), "title.width <= 0.5 * root.width - 3 @ 750"),
            (constraint((1, .width), .equal, (2, .height), times: third), #"title.width == "12-ab".height / 3"#),
            (constraint((1, .width), .equal, (0, .width), times: third + 1), "title.width == 4:3 * root.width"),
            (constraint((1, .width), .equal, (0, .width), times: -third), "title.width == -1:3 * root.width"),
            (constraint((1, .width), .greaterThanOrEqual, plus: third), "title.width >= 1:3"), (constraint((9, .width), plus: 1), #""?".width == 1"#),
        ] {
            #expect(document.equation(of: row) == text)
        }
        var unknown = constraint((1, .leading), .equal, (0, .leading), plus: 8)
        unknown.unknownConstant = "NSSpace"
        #expect(document.equation(of: unknown) == "title.leading == root.leading + [NSSpace]" && document.visualFormat(of: unknown) == nil)
    }

    @Test func `visual format is used for what it can say exactly`() throws {
        let document = document()
        let third = try #require(Rational(1, over: 3))
        for (row, text) in [
            (constraint((1, .leading), .equal, (0, .leading), plus: 8), "H:|-(8)-[title]"),
            (constraint((0, .bottom), .greaterThanOrEqual, (1, .bottom), plus: 8, at: 750), "V:[title]-(>=8@750)-|"),
            (constraint((2, .leading), .equal, (1, .trailing), plus: -4), #"H:[title]-(-4)-["12-ab"]"#),
            (constraint((1, .width), plus: 60), "H:[title(60)]"),
            (constraint((1, .height), .lessThanOrEqual, (2, .height)), #"V:[title(<="12-ab")]"#),
            (constraint((4, .top), .equal, (6, .top)), "V:|-(0)-[cell]"),
        ] {
            #expect(document.visualFormat(of: row) == text && document.phrase(of: row) == text)
        }
        for row in [
            // The other end is not the superview, the sides are exchanged, or a number is no decimal.
            constraint((1, .leading), .equal, (2, .leading)), constraint((0, .leading), .equal, (1, .leading)),
            constraint((1, .trailing), .equal, (0, .trailing)),
            constraint((1, .left), .equal, (0, .left)), constraint((1, .leading), .equal, (0, .leading), plus: third),
            constraint((1, .width), .equal, (2, .height)), constraint((1, .width), .equal, (2, .width), plus: 1),
            constraint((1, .width), .equal, (2, .width), times: 2), constraint((1, .centerX), .equal, (0, .centerX)),
            constraint((1, .leading), .equal, (0, .leading), at: third * 1000),
        ] {
            #expect(document.visualFormat(of: row) == nil && document.phrase(of: row) == document.equation(of: row))
        }
        // A log does not show which view `|` is.
        let edge = constraint((1, .leading), .equal, (0, .leading), plus: 8)
        #expect(self.document(isFragment: true).phrase(of: edge) == "title.leading == root.leading + 8")
    }

    @Test(arguments: 0..<10) func `the items of an equation are those that were written, whatever their ids`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        let alphabet = Array("aZ_9 .\"\\-+*=@#é\u{301}中[")
        for _ in 0..<40 {
            let ids = (0..<2).map { _ in String((0..<(1 + random.below(6))).map { _ in alphabet[random.below(alphabet.count)] }) }
            let document = LayoutDocument(
                root: 0, views: [LayoutView(id: ids[0]), LayoutView(id: ids[1], parent: 0)], constraints: [])
            let row = constraint((0, .width), .equal, (1, .width), times: .half, plus: Rational(random.below(9)), at: 500)
            #expect(LayoutDocument.items(inEquation: document.equation(of: row)) == ids, "\(ids)")
        }
    }

    @Test(arguments: [("1/2", "0.5"), ("1/3", "1:3"), ("-7/6", "-7:6"), ("12", "12"), ("-0.125", "-0.125"), ("1/1000000000000", "0.000000000001")])
    func `a number is a decimal if it has one, and else a ratio`(value: String, text: String) throws {
        let parts = value.split(separator: "/")
        let (top, bottom) = (try #require(Rational(decimal: parts[0])), try #require(Rational(decimal: parts.count > 1 ? parts[1] : "1")))
        #expect(top.divided(by: bottom)?.equationText == text)
    }

    // MARK: Implicit rows

    @Test func `implicit rows have ids and equations`() {
        let document = document()
        for (row, id, equation) in [
            (ImplicitRow.nonNegative(view: 1, dimension: .width), "title.width>=0", "title.width >= 0"),
            (.rootSize(.width), "root.width==size", "root.width == 320"), (.rootSize(.height), "root.height==size", "root.height == size"),
            (.fitting(.height), "root.height==fitting", "root.height == 0 @ 50"),
            (.insets(view: 5, side: .left), "guide.insets.left", "guide.left == title.left - 3"),
            (.insets(view: 5, side: .right), "guide.insets.right", "guide.right == title.right - 5"),
            (.insets(view: 5, side: .top), "guide.insets.top", "guide.top == title.top + 4"),
            (.insets(view: 5, side: .bottom), "guide.insets.bottom", "guide.bottom == title.bottom"),
            (.autoresizing(view: 1, dimension: .y), "title.autoresizing.y", "title.y by its autoresizing mask"),
            (.hugging(view: 1, axis: .horizontal), "title.hugging.horizontal", "title.width <= 60 @ 250"),
            (.compressionResistance(view: 1, axis: .vertical), "title.compressionResistance.vertical", "title.height >= intrinsic @ 750"),
            (.baseline(view: 1, .firstFromTop), "title.firstBaseline>=top", "title.firstBaseline >= title.top"),
            (.baseline(view: 1, .lastToBottom), "title.lastBaseline<=bottom", "title.lastBaseline <= title.bottom"),
        ] as [(ImplicitRow, String, String)] {
            #expect(document.id(of: row) == id && document.equation(of: row) == equation)
            #expect(!document.origin(of: row).isEmpty)
        }
        for bound in BaselineBound.allCases { #expect(BaselineBound(bound.isFirst, isTop: bound.isTop) == bound) }
    }

    @Test func `insets without a side depend on the direction, and left and right do not`() {
        let insets = LayoutInsets(top: 1, left: 2, leading: 3, trailing: 4)
        #expect(insets.resolved(.ltr, default: 9) == ResolvedInsets(top: 1, left: 2, bottom: 9, right: 4))
        #expect(insets.resolved(.rtl, default: 9) == ResolvedInsets(top: 1, left: 2, bottom: 9, right: 3))
        #expect(LayoutInsets(leading: 5).resolved(.rtl, default: 0) == ResolvedInsets(top: 0, left: 0, bottom: 0, right: 5))
    }

    // MARK: Assertions

    @Test func `an assertion is written as it was meant`() {
        let intrinsic = { (factor: Rational) in LayoutAssertion.IntrinsicTerm(item: "title", axis: .horizontal, factor: factor) }
        let side = { (item: String) in LayoutAssertion.Side(item: item, attribute: .width) }
        for (assertion, text) in [
            (LayoutAssertion(first: side("title"), relation: .greaterThanOrEqual, constant: 20), "title.width >= 20"),
            (LayoutAssertion(first: side("title"), relation: .equal), "title.width == 0"),
            (LayoutAssertion(first: side("title"), relation: .equal, constant: -3), "title.width == -3"),
            (
                LayoutAssertion(first: side("title"), relation: .lessThanOrEqual, second: side("12-ab"), multiplier: -2, constant: 5),
                #"title.width <= -2 * "12-ab".width + 5"#
            ),
            (
                LayoutAssertion(
                    first: side("root"), relation: .equal, second: side("title"), multiplier: .half, constant: -1,
                    intrinsics: [intrinsic(-1), intrinsic(3)]),
                "root.width == 0.5 * title.width - title.intrinsic.width + 3 * title.intrinsic.width - 1"
            ),
        ] {
            #expect(assertion.text == text)
        }
    }

    @Test func `an assertion means a constraint, or says what is missing`() {
        let document = document()
        let views = Dictionary(uniqueKeysWithValues: document.views.enumerated().map { ($1.id, $0) })
        func meaning(_ assertion: LayoutAssertion) -> LayoutAssertion.Meaning { assertion.meaning(id: "a", views: views, in: document) }
        let title = LayoutAssertion.Side(item: "title", attribute: .width)
        let size = LayoutAssertion(
            first: title, relation: .equal, constant: 1, intrinsics: [LayoutAssertion.IntrinsicTerm(item: "title", axis: .horizontal, factor: 2)])
        #expect(meaning(size) == .constraint(LayoutConstraint(id: "a", first: LayoutAnchor(1, .width), constant: 121)))
        #expect(size.items == ["title"])
        let tall = LayoutAssertion(
            first: title, relation: .equal, intrinsics: [LayoutAssertion.IntrinsicTerm(item: "title", axis: .vertical, factor: 1)])
        #expect(meaning(tall) == .noIntrinsicSize("title", .vertical))
        let foreign = LayoutAssertion(first: title, relation: .equal, second: LayoutAssertion.Side(item: "nobody", attribute: .width))
        #expect(meaning(foreign) == .unknownView("nobody") && foreign.items == ["title", "nobody"])
        // The edge of a scroll view, beside what is in it, is that of its content.
        let inside = LayoutAssertion(
            first: LayoutAssertion.Side(item: "cell", attribute: .top), relation: .equal, second: LayoutAssertion.Side(item: "feed", attribute: .top))
        #expect(meaning(inside) == .constraint(constraint("a", LayoutAnchor(4, .top), LayoutAnchor(6, .top))))
        let outside = LayoutAssertion(
            first: LayoutAssertion.Side(item: "title", attribute: .top), relation: .equal, second: LayoutAssertion.Side(item: "feed", attribute: .top)
        )
        #expect(meaning(outside) == .constraint(constraint("a", LayoutAnchor(1, .top), LayoutAnchor(3, .top))))
    }

    private func constraint(_ id: String, _ first: LayoutAnchor, _ second: LayoutAnchor) -> LayoutConstraint {
        LayoutConstraint(id: id, first: first, second: second)
    }
}
