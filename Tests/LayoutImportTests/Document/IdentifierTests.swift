internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

/// Ids are told apart whatever their length and order.
@Suite struct IdentifierTests {
    private static func json(_ ids: [String]) -> String {
        let constraints = ids.map { #"{"id": "\#($0)", "equation": "a.width == 5"}"# }
        return #"{"constraints": [\#(constraints.joined(separator: ", "))]}"#
    }

    @Test(arguments: [
        // In ascending order until the last.
        (["c1", "c2", "c10", "c2"], 3, 1), (["c1", "c1"], 1, 0), (["c1", "c2", "c10", "c10"], 3, 2), (["", "c1", ""], 2, 0),
        // In no order.
        (["z", "b", "a", "c", "b"], 4, 1), (["b", "a", "z", "b"], 3, 0),
        // Of more than eight bytes, behind and before short ones.
        (["c1", "horizontal-1", "horizontal-2", "horizontal-1"], 3, 1), (["horizontal-1", "c1", "c2", "c1"], 3, 1),
        (["12345678", "123456789", "12345678"], 2, 0), (["\\u0000", "\\u0000\\u0000", "\\u0000"], 2, 0),
    ])
    func `the second of two equal ids is refused`(ids: [String], second: Int, first: Int) {
        let error = failure(IdentifierTests.json(ids))
        #expect(error?.code == "duplicate-id" && error?.pointer == "/constraints/\(second)/id", "\(String(describing: error))")
        #expect(error?.message.hasSuffix("is already used by /constraints/\(first)") == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ["c1", "c2", "c10", "c11", "c9", "c3"], ["b", "a", "ab", "aa"], ["a", "a\\u0000", "a\\u0000\\u0000"], ["12345678", "123456789", "1234567"],
        ["horizontal-1", "horizontal-2", "vertical-10", "c1"],
    ])
    func `different ids stand beside each other`(ids: [String]) throws {
        let found = try document(IdentifierTests.json(ids)).constraints.map(\.id)
        #expect(found == ids.map { $0.replacing("\\u0000", with: "\0") })
    }

    @Test(arguments: [
        ("\u{E9}", "e\u{301}"), ("e\u{301}", "\u{E9}"), ("K", "\u{212A}"), ("\u{212A}", "K"), ("a name with \u{C5}", "a name with A\u{30A}"),
    ])
    func `ids that spell the same in other characters are refused`(first: String, second: String) throws {
        let error = failure(IdentifierTests.json([first, "c9", second]))
        #expect(error?.code == "duplicate-id" && error?.pointer == "/constraints/2/id", "\(String(describing: error))")
        #expect(error?.message.contains("is written with other characters") == true, "\(String(describing: error))")
        let views = [first, second].map { #"{"id": "\#($0)", "parent": "root"}"# }.joined(separator: ", ")
        #expect(failure(#"{"views": [{"id": "root"}, \#(views)], "constraints": []}"#)?.pointer == "/views/2/id")
        #expect(failure(#"{"constraints": ["\"\#(first)\".width == 1", "\"\#(second)\".height == 1"]}"#)?.code == "duplicate-id")
        let found = try document(IdentifierTests.json([first, "e", "k"])).constraints.map(\.id)
        #expect(found.map { Array($0.utf8) } == [Array(first.utf8), Array("e".utf8), Array("k".utf8)])
    }

    @Test(arguments: ["x\"\u{338}y", "x\\\u{338}y", "\"\u{301}", "é \u{301}\""])
    func `the text of an equation can be read back whatever follows a quote`(id: String) throws {
        let escaped = id.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        let first = try document(#"{"views": [{"id": "root"}, {"id": "\#(escaped)", "parent": "root"}], "constraints": []}"#)
        #expect(first.views[1].id.utf8.elementsEqual(id.utf8))
        let text = first.equation(of: LayoutConstraint(id: "c1", first: LayoutAnchor(1, .width), second: nil))
        let again = try DocumentImporter().read(equations: text)
        #expect(again.views[1].id.utf8.elementsEqual(id.utf8), "\(text)")
    }

    @Test func `an id made by place is taken by one that is given`() {
        let error = failure(#"{"constraints": [{"id": "c2", "equation": "a.width == 5"}, "a.height == 5"]}"#)
        #expect(error?.pointer == "/constraints/1" && error?.message.hasSuffix("used by /constraints/0") == true, "\(String(describing: error))")
    }

    /// Many more than a table has room for at first, in two lengths; equations name them before anything says how many there are.
    @Test func `each of many views is found by its name`() throws {
        let names = (0..<3000).map { $0 % 2 == 0 ? "v\($0)" : "a view with the number \($0)" }
        let equations = names.map { "\"\($0)\".width == \(names.count)" } + names.reversed().map { "\"\($0)\".height == 1" }
        let found = try DocumentImporter().read(equations: equations.joined(separator: "\n"))
        #expect(found.views.dropFirst().map(\.id) == names)
        let second = found.constraints.suffix(names.count).map { found.views[$0.first.item].id }
        #expect(second == names.reversed())
    }

    @Test func `keys are compared to their end`() throws {
        let known = #"{"id": "c", "equation": "a.width == 5", "identifier": "mine", "constant": 7}"#
        let unknown = #"{"equation": "a.width == 5", "identifiex": "mine", "constants": 7, "identifi": 1, "constan": 1}"#
        let found = try document(#"{"constraints": [\#(known), \#(unknown)]}"#)
        #expect(found.constraints.map(\.identifier) == ["mine", nil])
        #expect(found.constraints.map(\.constant) == [7, 5])
        #expect(found.warnings.count == 4, "\(found.warnings)")
    }
}
