import LayoutImport
import LayoutModel
import Testing

/// Each mistake with its place, marked by `^` behind which it begins, and what was expected.
@Suite struct VisualFormatErrorTests {
    @Test(arguments: [
        // Orientation.
        ("V^[a]", "expected ':' after 'V' to specify vertical arrangement, found \"[\""),
        ("H ^|[a]|", "expected ':' after 'H' to specify horizontal"),
        ("^X:[a]", "unknown orientation \"X\": expected H: or V:"), ("H:^", "expected a view in brackets or '|', found the end"),
        ("H:^a", "expected a view in brackets or '|', found \"a\""), ("V:^V:[a]", "found \"V\""),
        // Superviews.
        ("|^", "expected a view in brackets, found the end"), ("|-^|", "expected a view between the superview's edges"),
        ("|[a]|^[b]", "expected the end after the superview's edge, found \"[\""), ("|-^-[a]", "a distance with a sign needs parentheses"),
        // Views.
        ("[^]", "expected a view's name (in quotes if it is not a C identifier), found \"]\""), ("[^1a]", "found \"1\""), ("[^é]", "found \"é\""),
        ("[a^", "expected '(' or ']' after the view's name, found the end"), ("[a^-b]", "expected '(' or ']' after the view's name"),
        ("[a(5)^", "expected ']', found the end"), ("[a(5)^(6)]", "expected ']', found \"(\""), ("[^\"a]", "the quoted name is not closed"),
        ("[a]^]", "expected a connection, a view, '|' or the end, found \"]\""), ("[a]^b", "found \"b\""), ("[a] ^8", "found \"8\""),
        ("[^x]", "there is no view \"x\""), ("[a(^x)]", "there is no view \"x\""), ("[a]-[^\"x y\"]", "there is no view \"x y\""),
        ("[^root]-|", "\"root\" is the root and has none"), ("|-[a]-[^g]", "\"g\" is in \"a\" and the views before it are in \"root\""),
        // Predicates.
        ("[a(^)]", "expected a number, a metric or a view, found \")\""), ("[a(5^", "expected '@', ',' or ')', found the end"),
        ("[a(5@6 ^7)]", "expected ',' or ')', found \"7\""), ("[a(5,^)]", "expected a number, a metric or a view"),
        ("[a(^=5)]", "unknown relation: expected ==, >= or <="), ("[a(^<5)]", "unknown relation"), ("[a(^=>5)]", "unknown relation"),
        ("[a(>=^)]", "expected a number, a metric or a view"), ("[a(5@^)]", "expected a priority: a number or a metric, found \")\""),
        ("[a(5@^x)]", "there is no metric \"x\""), ("[a(5@^1001)]", "a priority must be above 0 and at most 1000, found 1001"),
        ("[a(5@^0)]", "found 0"), ("[a(5^x)]", "found \"x\""), ("[a(>=^>5)]", "found \">\""),
        // Connections.
        ("[a]-^", "expected a distance, a view or '|' after '-', found the end"), ("[a]-8^", "expected '-' after the distance, found the end"),
        ("[a]-8^[b]", "expected '-' after the distance, found \"[\""), ("[a]-(8)^[b]", "expected '-' after the distance"),
        ("[a]-^x-[b]", "there is no metric \"x\""), ("[a]-(^b)-[c]", "there is no metric \"b\", and a distance is a number or a metric"),
        ("[a]-^-8-[b]", "a distance with a sign needs parentheses: -(-8)-"), ("[a]-^>=8-[b]", "a distance with a relation needs parentheses"),
        ("[a]-8^@9-[b]", "a distance with a priority needs parentheses"), ("[a]-8-^", "expected a view or '|', found the end"),
        ("[a]-8-^8-[b]", "expected a view or '|', found \"8\""), ("[a]-(^)-[b]", "expected a number or a metric"),
        ("[a(^" + String(repeating: "1", count: 1001) + ")]", "too many digits"),
    ])
    func `a mistake has its place and what was expected`(marked: String, words: String) throws {
        let column = try #require(marked.firstIndex(of: "^")).utf16Offset(in: marked) + 1
        let format = marked.replacing("^", with: "")
        let inJSON = failure(Layout.json(Layout.quoted(format)))
        #expect(inJSON?.kind == .invalid && inJSON?.pointer == "/constraints/0", "\(String(describing: inJSON))")
        #expect(inJSON?.column == column && inJSON?.line == nil && inJSON?.message.contains(words) == true, "\(String(describing: inJSON))")
        let caret = inJSON?.excerpt?.split(separator: "\n", omittingEmptySubsequences: false).last
        if column < 60 { #expect(caret.map(String.init) == String(repeating: " ", count: column - 1) + "^") }
        let object = failure(Layout.json(#"{"visual": \#(Layout.quoted(format))}"#))
        #expect(object?.pointer == "/constraints/0/visual" && object?.column == column)
        // In a text every name is a view's.
        guard !words.contains("there is no view"), !words.contains("the views before it") else { return }
        let text = equationFailure("a.width == 1\n" + format)
        #expect(text?.line == 2 && text?.column == column && text?.pointer == nil && text?.message == inJSON?.message, "\(String(describing: text))")
    }

    @Test func `text is malformed where it breaks the grammar, and invalid where it breaks a rule`() {
        #expect(equationFailure("[a")?.kind == .malformed)
        #expect(equationFailure("[a")?.code == "bad-visual-format")
        #expect(equationFailure("[root]|")?.kind == .invalid)
        #expect(equationFailure("[a(5@0)]")?.code == "priority-out-of-range")
        #expect(equationFailure("[a(5@0)]")?.kind == .invalid)
    }

    @Test(arguments: [
        (#"{"visual": 5}"#, "wrong-type", "/visual"), (#"{"visual": "[a]", "equation": "a.width == 1"}"#, "beside-visual", "/equation"),
        (#"{"visual": "[a]", "priority": 0}"#, "priority-out-of-range", "/priority"),
        (#"{"visual": "[a]", "options": "alignAllTop"}"#, "wrong-type", "/options"),
        (#"{"visual": "[a]", "options": ["alignAllTop", 5]}"#, "wrong-type", "/options/1"),
        (#"{"visual": "[a]", "options": ["alignAllMiddle"]}"#, "unknown-option", "/options/0"),
        (#"{"visual": "[a]", "metrics": {"x": "y"}}"#, "not-a-number", "/metrics/x"),
        (#"{"visual": "[a]", "extended": 1}"#, "wrong-type", "/extended"),
        (#"{"visual": "[a]", "active": "yes"}"#, "wrong-type", "/active"),
    ])
    func `rules of the object`(entry: String, code: String, pointer: String) {
        let error = failure(Layout.json(entry))
        #expect(error?.code == code && error?.pointer == "/constraints/0" + pointer, "\(String(describing: error))")
    }

    @Test func `what only a visual format has is warned about elsewhere`() throws {
        let read = try document(Layout.json(#"{"equation": "a.width == 1", "options": [], "extended": true}"#))
        #expect(read.warnings.count == 2 && read.warnings[0].contains("/constraints/0/options is ignored"))
    }
}
