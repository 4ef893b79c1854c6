import LayoutImport
import LayoutModel
import Testing

/// The grammar of autolayout.js beyond Apple's.
@Suite struct ExtendedFormatTests {
    @Test(
        arguments: [
            ("[a(50%)]", ["a.width == 0.5 * root.width"]), ("V:[g(>=12.5%@500)]", ["g.height >= 0.125 * a.height @ 500"]),
            ("[a(b*2)]", ["a.width == b.width * 2"]), ("[a(>=b/2+3@700)]", ["a.width >= b.width / 2 + 3 @ 700"]),
            ("[a(b-pad)]", ["a.width == b.width - 12"]),
            ("[a(b*share)]", ["a.width == b.width * 0.5"]), ("[a(b/-2)]", ["a.width == b.width / -2"]), ("[a(b*-2-(-3))]", []),
            ("V:[a(a.width/3)]", ["a.height == a.width / 3"]), ("[a(\"h h\".height)]", [#"a.width == "h h".height"#]),
            ("[a..c(5)]", ["a.width == 5", "b.width == 5", "c.width == 5"]),
            ("V:|[a,b]|", ["a.top == root.top", "b.top == root.top", "root.bottom == a.bottom", "root.bottom == b.bottom"]),
            ("[a,b(9)]-[c]", ["b.width == 9", "c.leading == a.trailing + 8", "c.leading == b.trailing + 8"]),
            ("|[a]->[b]|", ["a.leading == root.leading", "root.trailing == b.trailing"]),
            ("HV:|[a(9)]", ["a.leading == root.leading", "a.width == 9", "a.top == root.top", "a.height == 9"]),
            ("[a(9)] // nine", ["a.width == 9"]),
            ("C:a.centerX(b.centerX)", ["a.centerX == b.centerX"]), ("C:a.centerX(b)", ["a.centerX == b.centerX"]),
            ("C:a.centerX(b).bottom(>=c.bottom-8@500)", ["a.centerX == b.centerX", "a.bottom >= c.bottom - 8 @ 500"]),
            ("C:a.height(b.width*2+10,<=50)", ["a.height == b.width * 2 + 10", "a.height <= 50"]),
            ("C:a.width(50%)", ["a.width == 0.5 * root.width"]),
            ("C:\"h h\".leadingMargin(root.leadingMargin)", [#""h h".leadingMargin == root.leadingMargin"#]),
        ] as [(String, [String])])
    func `an extension means its equations`(format: String, equations: [String]) throws {
        guard !equations.isEmpty else {
            #expect(failure(Layout.json(#"{"visual": \#(Layout.quoted(format)), "extended": true}"#))?.code == "bad-visual-format")
            return
        }
        try Layout.expect(format, extended: true, means: equations)
        #expect(
            try Layout.canonical(Layout.quoted(format), keys: #""extended": true,"#)
                == Layout.canonical(equations.map(Layout.quoted).joined(separator: ", ")))
        // Without leave it is refused, and the error says how to allow it.
        let refused = failure(Layout.json(Layout.quoted(format)))
        #expect(refused?.code == "extension-not-allowed" && refused?.column != nil, "\(String(describing: refused))")
        #expect(refused?.message.contains("not part of Apple's visual format; to use extensions, add \"extended\": true") == true)
    }

    @Test(arguments: [
        ("[a1..3]", ["a1", "a2", "a3"]), ("[a..3]", ["a", "a2", "a3"]), ("[a1..a3]", ["a1", "a2", "a3"]), ("[a08..10]", ["a08", "a09", "a10"]),
        ("[a..c]", ["a", "b", "c"]), ("[viewB..viewD]", ["viewB", "viewC", "viewD"]), ("[x5..5]", ["x5"]),
    ])
    func `a range names its views`(format: String, names: [String]) throws {
        let read = try DocumentImporter().read(equations: "extended: true\n" + format)
        #expect(read.views.dropFirst().map(\.id) == names)
    }

    @Test(arguments: ["[a5..3]", "[c..a]", "[a..C]", "[a1..b3]", "[viewA..otherC]", "[a1..99999999999]", "[a..]", "[\"a\"..c]", "[a.b]"])
    func `a range that does not go on is refused`(format: String) {
        let error = equationFailure("extended: true\n" + format)
        #expect(error?.line == 2 && error?.column != nil && ["bad-range", "bad-visual-format"].contains(error?.code), "\(String(describing: error))")
    }

    @Test func `equal spacers are guides of one length, without extent across`() throws {
        let read = try document(Layout.json(#"{"id": "row", "visual": "|~[a]~(<=9)~[b]-0-[c]~|", "extended": true}"#))
        #expect(read.views.suffix(3).map(\.id) == ["row~1", "row~2", "row~3"])
        #expect(read.views.suffix(3).allSatisfy { $0.kind == .guide && $0.parent == 0 && $0.insets == nil })
        func spacer(_ number: Int) -> [String] { [#""row~\#(number)".top == root.top"#, #""row~\#(number)".height == 0"#] }
        let equations =
            spacer(1) + [#""row~1".leading == root.leading"#, #"a.leading == "row~1".trailing"#] + spacer(2)
            + [
                #""row~2".leading == a.trailing"#, #"b.leading == "row~2".trailing"#, #""row~2".width == "row~1".width"#, #""row~2".width <= 9"#,
                "c.leading == b.trailing",
            ] + spacer(3)
            + [#""row~3".leading == c.trailing"#, #"root.trailing == "row~3".trailing"#, #""row~3".width == "row~1".width"#]
        #expect(read.constraints.map { read.equation(of: $0) } == equations)
        // The canonical document has the guides as views.
        var again = try document(String(decoding: CanonicalDocument.json(read), as: UTF8.self))
        again.notation = read.notation
        #expect(again == read)
    }

    @Test func `a share of the superview's length as a distance is a guide`() throws {
        let read = try document(Layout.json(#"{"id": "p", "visual": "V:|-10%-[a]-(>=-5%@700)-[b]", "extended": true}"#))
        #expect(
            read.constraints.map { read.equation(of: $0) } == [
                #""p~1".leading == root.leading"#, #""p~1".width == 0"#, #""p~1".top == root.top"#, #""p~1".height == 0.1 * root.height"#,
                #"a.top == "p~1".bottom"#, #""p~2".leading == root.leading"#, #""p~2".width == 0"#, #""p~2".bottom == a.bottom"#,
                #""p~2".height == 0.05 * root.height"#, #"b.top >= "p~2".top @ 700"#,
            ])
    }

    @Test func `a distance may be a view's length`() throws {
        func equations(_ format: String) throws -> [String] {
            let read = try document(Layout.json(#"{"id": "p", "visual": \#(Layout.quoted(format)), "extended": true}"#))
            return Array(read.constraints.map { read.equation(of: $0) }.dropFirst(2))
        }
        #expect(
            try equations("[a]-(b/2+3)-[c]") == [
                #""p~1".leading == a.trailing"#, #""p~1".width == 0.5 * b.width + 3"#, #"c.leading == "p~1".trailing"#,
            ])
        #expect(
            try equations("V:[a]-(<=b.width/-2-3@9)-[c]") == [
                #""p~1".bottom == a.bottom"#, #""p~1".height == 0.5 * b.width + 3"#, #"c.top <= "p~1".top @ 9"#,
            ])
        #expect(
            try equations("[a]-(b*0-3)-[c]") == [
                #""p~1".trailing == a.trailing"#, #""p~1".width == 0 * b.width + 3"#, #"c.leading == "p~1".leading"#,
            ])
        #expect(failure(Layout.json(#"{"visual": "[a]-(b-3)-[c]", "extended": true}"#))?.column == 6)
        #expect(failure(Layout.json(#"{"visual": "[a]-(b.left)-[c]", "extended": true}"#))?.code == "unpaired-attributes")
    }

    @Test func `spacers stand in scroll views, behind all views, and need their ids`() throws {
        let views =
            #"[{"id": "r"}, {"id": "l", "parent": "r", "kind": "scroll"}, {"id": "a", "parent": "l"}, {"id": "m", "parent": "r", "kind": "scroll"}]"#
        let read = try document(#"{"extended": true, "views": \#(views), "constraints": [{"id": "s", "visual": "|~[a]~|"}]}"#)
        #expect(read.views.map(\.id) == ["r", "l", "a", "m", "s~1", "s~2", "l.content"])
        #expect(read.views[4].parent == 1 && read.constraints[2].second?.item == 6)
        var again = try document(String(decoding: CanonicalDocument.json(read), as: UTF8.self))
        again.notation = read.notation
        #expect(again == read)
        let taken = failure(
            #"{"extended": true, "views": [{"id": "r"}, {"id": "s~1", "parent": "r"}], "constraints": [{"id": "s", "visual": "|~[\"s~1\"]~|"}]}"#)
        #expect(taken?.code == "duplicate-id" && taken?.pointer == "/constraints/0/visual" && taken?.column == 2)
        // A format that is not active has none.
        let inactive = try document(Layout.json(#"{"id": "s", "visual": "|~[a]-10%-[b]|", "extended": true, "active": false}"#))
        #expect(inactive.views.count == 10 && inactive.constraints.count == 1 && inactive.warnings.contains { $0.contains("\"s\"") })
    }

    @Test(arguments: [
        ("^Z:[a][b]", "unsupported-extension", "Z: determines which view is in front"), ("[a^:[b][c]]", "unsupported-extension", "a stack of views"),
        ("[a(^b.left)]", "unpaired-attributes", "width is a size"), ("C:a.left(^5)", "location-alone", "left is a location"),
        ("C:a.left(^50%)", "bad-visual-format", "only a width or height"), ("C:a^", "bad-visual-format", "expected '.' and an attribute"),
        ("C:a.^middle(5)", "bad-visual-format", "unknown attribute \"middle\""), ("C:a.width(5) ^b", "bad-visual-format", "or the end"),
        ("C:a.width ^5", "bad-visual-format", "expected '('"), ("[a(b/^0)]", "bad-visual-format", "division by zero"),
        ("[a(b*^x)]", "bad-visual-format", "no metric \"x\""), ("[a]~(^x)~[b]", "unknown-item", "no view \"x\""),
        ("[a]~(5)^[b]", "bad-visual-format", "expected '~'"),
        ("[^root(50%)]", "no-superview", "is the root and has none"), ("[a]~[^g]", "different-superviews", "\"g\" is in \"a\""),
        ("[a,^]", "bad-visual-format", "expected a view's name"), ("[a]-5^%5-[b]", "bad-visual-format", ""),
    ])
    func `a mistake has its place`(marked: String, code: String, words: String) throws {
        let column = try #require(marked.firstIndex(of: "^")).utf16Offset(in: marked) + 1
        let error = failure(Layout.json(#"{"visual": \#(Layout.quoted(marked.replacing("^", with: ""))), "extended": true}"#))
        #expect(error?.code == code && error?.pointer == "/constraints/0/visual", "\(String(describing: error))")
        if !words.isEmpty { #expect(error?.column == column && error?.message.contains(words) == true, "\(String(describing: error))") }
    }

    @Test func `a text says in a line of its own that it is extended`() throws {
        #expect(try DocumentImporter().read(equations: " extended : true \n[a(50%)]").constraints.count == 1)
        let refused = equationFailure("[a(50%)]\nextended: true")
        #expect(refused?.line == 1 && refused?.message.hasSuffix("write a line \"extended: true\" above this one") == true)
    }
}
