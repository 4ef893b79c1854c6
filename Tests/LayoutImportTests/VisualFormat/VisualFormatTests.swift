import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

/// Apple's grammar, production by production: each format against the equations that UIKit makes of it.
@Suite struct VisualFormatTests {
    @Test(
        arguments: [
            // The examples of the guide.
            ("[a]-[b]", ["b.leading == a.trailing + 8"]),
            ("[a(>=50)]", ["a.width >= 50"]),
            ("|-50-[a]-50-|", ["a.leading == root.leading + 50", "root.trailing == a.trailing + 50"]),
            ("V:[a]-10-[b]", ["b.top == a.bottom + 10"]),
            ("[a][b]", ["b.leading == a.trailing"]),
            ("[a(100@20)]", ["a.width == 100 @ 20"]),
            ("[a(==b)]", ["a.width == b.width"]),
            ("[a(>=70,<=100)]", ["a.width >= 70", "a.width <= 100"]),
            (
                "|-[a]-[b]-[c(>=20)]-|",
                [
                    "a.leading == root.leading + 20", "b.leading == a.trailing + 8", "c.leading == b.trailing + 8", "c.width >= 20",
                    "root.trailing == c.trailing + 20",
                ]
            ),
            // Orientation.
            ("H:[a]-[b]", ["b.leading == a.trailing + 8"]),
            ("V:|[a]|", ["a.top == root.top", "root.bottom == a.bottom"]),
            ("V:|-[a]-|", ["a.top == root.top + 20", "root.bottom == a.bottom + 20"]),
            ("V:[a(b)]", ["a.height == b.height"]),
            // Connections.
            ("[a]-8-[b]", ["b.leading == a.trailing + 8"]),
            ("[a]-(8)-[b]", ["b.leading == a.trailing + 8"]),
            ("[a]-pad-[b]", ["b.leading == a.trailing + 12"]),
            ("[a]-(pad)-[b]", ["b.leading == a.trailing + 12"]),
            ("[a]-(-8)-[b]", ["b.leading == a.trailing - 8"]),
            ("[a]-(>=8)-[b]", ["b.leading >= a.trailing + 8"]),
            ("[a]-(<=pad@700)-[b]", ["b.leading <= a.trailing + 12 @ 700"]),
            (
                "[a]-(>=8,<=20@high,==10@pad)-[b]",
                ["b.leading >= a.trailing + 8", "b.leading <= a.trailing + 20 @ 750", "b.leading == a.trailing + 10 @ 12"]
            ),
            ("|-(>=8)-[a]-(<=8)-|", ["a.leading >= root.leading + 8", "root.trailing <= a.trailing + 8"]),
            ("|-0-[a]", ["a.leading == root.leading"]),
            // Predicates of views.
            ("[a(60)]", ["a.width == 60"]), ("[a(==60)]", ["a.width == 60"]), ("[a(<=pad)]", ["a.width <= 12"]), ("[a(-5)]", ["a.width == -5"]),
            ("[a(>=b@500)]", ["a.width >= b.width @ 500"]), ("[a(b,c)]", ["a.width == b.width", "a.width == c.width"]),
            ("[a(60@required)]", ["a.width == 60"]), ("[a(60@low,70@pad)]", ["a.width == 60 @ 250", "a.width == 70 @ 12"]),
            // Numbers as strtod reads them.
            ("[a(8.5)]", ["a.width == 8.5"]), ("[a(.5)]", ["a.width == 0.5"]), ("[a(8.)]", ["a.width == 8"]), ("[a(1.5e2)]", ["a.width == 150"]),
            ("[a(+25E-1)]", ["a.width == 2.5"]), ("[a]-0.5-[b]", ["b.leading == a.trailing + 0.5"]), ("[a(60@749.5)]", ["a.width == 60 @ 749.5"]),
            // Nothing but views says nothing.
            ("[a]", []), ("V:[a]", []),
            // Other views: guides, superviews, names in quotes, the same view twice.
            ("[a]-[safe]", ["safe.leading == a.trailing + 8"]), ("V:|[safe]|", ["safe.top == root.top", "root.bottom == safe.bottom"]),
            ("|-[g]-|", ["g.leading == a.leading + 20", "a.trailing == g.trailing + 20"]), ("[a]-[g]", ["g.leading == a.trailing + 8"]),
            (#"["h h"(>=5)]-["a"]"#, [#""h h".width >= 5"#, #"a.leading == "h h".trailing + 8"#]), (#"[a(=="h h")]"#, [#"a.width == "h h".width"#]),
            ("[a]-[a]", ["a.leading == a.trailing + 8"]), ("[root(100)]", ["root.width == 100"]),
            // Blanks.
            (
                " H : | - [ a ( >= 5 , <= 9 @ 20 ) ] - 8 - [ b ] - | ",
                [
                    "a.leading == root.leading + 20", "a.width >= 5", "a.width <= 9 @ 20", "b.leading == a.trailing + 8",
                    "root.trailing == b.trailing + 20",
                ]
            ),
        ] as [(String, [String])])
    func `a format means its equations`(format: String, equations: [String]) throws {
        try Layout.expect(format, means: equations)
        // A string of the list means the same.
        #expect(try Layout.canonical(Layout.quoted(format)) == Layout.canonical(equations.map(Layout.quoted).joined(separator: ", ")))
    }

    @Test func `the standard space is the document's`() throws {
        let keys = #""spacing": {"sibling": 5, "superview": 7},"#
        try Layout.expect(
            "|-[a]-[b]-|", keys: keys, means: ["a.leading == root.leading + 7", "b.leading == a.trailing + 5", "root.trailing == b.trailing + 7"])
        let read = try document(Layout.json("", keys: keys))
        #expect(read.spacing == StandardSpacing(sibling: 5, superview: 7))
        #expect(try document(String(decoding: CanonicalDocument.json(read), as: UTF8.self)).spacing == read.spacing)
    }

    @Test func `metrics of the format win over the document's, and over a view of the name`() throws {
        let read = try Layout.constraints(#"{"visual": "[a(pad)]-b-[c(b)]", "metrics": {"pad": 1, "b": "3:2"}}, "[a(pad)]""#)
        #expect(read.map(\.constant) == [1, Rational(3, over: 2) ?? 0, Rational(3, over: 2) ?? 0, 12])
        #expect(read[2].second == nil)
        // In quotes it is the view.
        #expect(try Layout.constraints(#"{"visual": "[c(\"b\")]", "metrics": {"b": 3}}"#)[0].second?.item == 2)
    }

    @Test func `every constraint has what the entry says`() throws {
        let read = try Layout.constraints(
            #"{"id": "row", "visual": "|-[a(5)]-|", "active": false, "identifier": "UISV-x", "source": {"file": "A.swift", "line": 3}}"#)
        #expect(read.map(\.id) == ["row.1", "row.2", "row.3"])
        #expect(read.allSatisfy { !$0.isActive && $0.identifier == "UISV-x" && $0.origin == .system && $0.source?.line == 3 })
    }

    @Test func `an entry is numbered by its place, and its constraints behind that`() throws {
        let read = try Layout.constraints(#""a.width == 1", "[a(1)]-[b]", "[a]", {"visual": "[b(2)]"}, "b.width == 3""#)
        #expect(read.map(\.id) == ["c1", "c2.1", "c2.2", "c4.1", "c5"])
        #expect(try DocumentImporter().read(equations: "a.width == 1\n\n[a(2)]\nb.width == 3").constraints.map(\.id) == ["c1", "c2.1", "c3"])
    }

    @Test(arguments: [
        (#"{"id": "r", "visual": "[a(1)]"}, {"id": "r.1", "equation": "a.width == 1"}"#, "/constraints/1/id", "/constraints/0"),
        (#"{"id": "r.1", "equation": "a.width == 1"}, {"id": "r", "visual": "[a(1)]"}"#, "/constraints/1/visual", "/constraints/0"),
        (#"{"id": "r", "visual": "[a]"}, {"id": "r", "equation": "a.width == 1"}"#, "/constraints/1/id", "a visual format"),
        (#"{"id": "r", "equation": "a.width == 1"}, {"id": "r", "visual": "[a]"}"#, "/constraints/1/id", "/constraints/0"),
        (#"{"id": "r", "visual": "[a]"}, {"id": "r", "visual": "[b]"}"#, "/constraints/1/id", "another visual format"),
        (#""[a(1)][b(1)]", {"id": "x", "equation": "a.width == 1"}, {"id": "x", "equation": "a.width == 1"}"#, "/constraints/2/id", "/constraints/1"),
        (#"{"id": "r.1", "visual": "[a]"}, {"id": "r", "visual": "[a(1)]"}"#, "/constraints/1/visual", "another visual format"),
    ])
    func `an id that is taken is refused`(entries: String, pointer: String, by: String) {
        let error = failure(Layout.json(entries))
        #expect(error?.code == "duplicate-id" && error?.pointer == pointer, "\(String(describing: error))")
        #expect(error?.message.contains(by) == true, "\(String(describing: error))")
    }

    @Test func `without a list of views the names become views of the root`() throws {
        let read = try DocumentImporter().read(
            equations: "# a row\nH:|-[title]-(>=8)-[badge]-|   // its end\nV:|[title(badge)]|\ntitle.centerY == badge.centerY\n")
        #expect(read.views.map(\.id) == ["root", "title", "badge"])
        #expect(read.constraints.count == 7)
        #expect(try document(#"{"root": "cell", "constraints": ["|[a]|"]}"#).constraints[1].first.item == 0)
    }

    @Test func `the superview of a view in a scroll view is its content area`() throws {
        let views = #"[{"id": "r"}, {"id": "l", "parent": "r", "kind": "scroll"}, {"id": "a", "parent": "l"}, {"id": "b", "parent": "l.content"}]"#
        func canonical(_ entries: String) throws -> String {
            var read = try document(#"{"views": \#(views), "constraints": [\#(entries)]}"#)
            for index in read.constraints.indices { read.constraints[index].id = "k\(index)" }
            return String(decoding: CanonicalDocument.json(read), as: UTF8.self)
        }
        #expect(
            try canonical(#""V:|-[a]-8-|", "V:|[b]""#)
                == canonical(#""a.top == l.top + 20", "l.bottom == a.bottom + 8", "b.top == \"l.content\".top""#))
        #expect(try canonical(#""V:|[b]""#) == canonical(#""b.top == \"l.content\".top""#))
    }

    @Test func `limits hold for what a format stands for`() {
        let limits = ImportLimits(views: 3, constraints: 2)
        #expect(equationFailure("[a(1,2,3)]", limits: limits)?.code == "too-many-constraints")
        // Before all of it is parsed, and so before its mistake at the end is found.
        #expect(equationFailure("[a][b][c][a][b][c][", limits: limits)?.code == "too-many-constraints")
        #expect(equationFailure("[a][b][", limits: limits)?.code == "bad-visual-format")
        #expect(equationFailure("[a][b][c]", limits: limits)?.code == "too-many-views")
        #expect(equationFailure("[a][b][c]", limits: limits)?.column == 8)
        #expect(failure(#"{"constraints": [{"visual": "[a1..999999999]", "extended": true}]}"#, limits: limits)?.code == "too-many-views")
    }
}
