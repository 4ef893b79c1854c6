internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

@Suite struct EquationTests {
    private func constraint(_ text: String) throws -> LayoutConstraint {
        let read = try DocumentImporter().read(equations: text)
        return try #require(read.constraints.first)
    }

    @Test(arguments: [
        ("a.width == 8", "1", "8", "1000"), ("a.width=--8@low", "1", "8", "250"), ("a.width == 2 * b.height", "2", "0", "1000"),
        ("a.width == b.height * 2:3 + 1.5", "2/3", "3/2", "1000"), ("a.width == 3 * b.height * 0.5", "3/2", "0", "1000"),
        ("a.width ≥ b.height / 4 - 8 @ 999.5", "1/4", "-8", "1999/2"), ("a.width <= -1 * b.height / -3", "1/3", "0", "1000"),
        ("\"a\" . width == b.height + -8 @ high", "1", "-8", "750"), ("a.width == b.height - - 8\u{A0}", "1", "8", "1000"),
    ])
    func `numbers of an equation`(text: String, multiplier: String, constant: String, priority: String) throws {
        let read = try constraint(text)
        #expect(read.multiplier.description == multiplier && read.constant.description == constant && read.priority.description == priority)
    }

    @Test func `quoted names may hold anything`() throws {
        let read = try DocumentImporter().read(equations: #""A.b \"c\" \\ é".width >= "".height"#)
        #expect(read.views.map(\.id) == ["root", #"A.b "c" \ é"#, ""])
        #expect(read.constraints[0].relation == .greaterThanOrEqual)
    }

    @Test func `metrics stand for numbers, with signs and as factors`() throws {
        let json = #"{"metrics": {"pad": 8, "third": "1:3"}, "constraints": ["a.width == third * b.width - pad @ pad", "pad.width == pad"]}"#
        let read = try document(json).constraints
        #expect(read[0].multiplier == Rational(1, over: 3) && read[0].constant == -8 && read[0].priority == 8)
        #expect(read[1].second == nil && read[1].constant == 8)
    }

    @Test(arguments: [
        ("a.width", 8, "the end"), ("a.width == ", 11, "expected a number"), ("a.width < 5", 9, "\"<\""), ("a.widht == 5", 3, "\"widht\""),
        ("a.width == 5 5", 14, "found \"5\""), ("a.width == foo", 12, "found \"foo\""), ("a.\"width\" == 5", 3, "not be quoted"),
        ("a.width == b.width / 0", 22, "division by zero"), ("a.width == b.width * 1:0", 22, "1:0"), ("a == 5", 3, "expected '.'"),
        ("é.width == 5", 1, "\"é\""), ("\"é\".width == 5 %", 16, "\"%\""), ("\"a.width == 5", 1, "not closed"),
        ("a.width == 5 @", 15, "expected a priority"),
        ("a.width == 5 @ 5 6", 18, "expected the end"), ("5 == a.width", 1, "expected an item"), ("a.width == 1:2:3", 15, "\":\""),
    ])
    func `an error has its column and a caret below it`(text: String, column: Int, words: String) {
        let caret = String(repeating: " ", count: column - 1) + "^"
        // A blank at the end of the text is no part of the equation.
        let shown = { (error: ImportError?) in error?.excerpt?.split(separator: "\n").last.map(String.init) }
        let plain = equationFailure("# comment\n\n" + text)
        #expect(
            plain?.kind == .malformed && plain?.line == 3 && plain?.column == min(column, text.unicodeScalars.count + 1),
            "\(String(describing: plain))")
        #expect(plain?.message.contains(words) == true && shown(plain) == caret, "\(String(describing: plain))")
        let escaped = text.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
        let inJSON = failure(#"{"constraints": ["\#(escaped)"]}"#)
        #expect(inJSON?.kind == .invalid && inJSON?.pointer == "/constraints/0" && inJSON?.column == plain?.column && inJSON?.line == nil)
        #expect(shown(inJSON) == caret)
    }

    @Test func `a list may have blank lines, comments and any line ends`() throws {
        let read = try DocumentImporter().read(
            equations: "# head\r\na.width == 1 # one\r\n\r\n  // two\n\tb.width == a.width / 2 // half\rc.top == b.top")
        #expect(read.constraints.map(\.id) == ["c1", "c2", "c3"])
        #expect(read.views.map(\.id) == ["root", "a", "b", "c"])
    }

    @Test func `rules hold for lines of a list too`() {
        let error = equationFailure("a.width == 1\n  a.top == b.left")
        #expect(error?.code == "unpaired-attributes" && error?.kind == .invalid && error?.line == 2 && error?.column == 3 && error?.pointer == nil)
        #expect(equationFailure("# nothing\n")?.code == "no-constraints")
    }

    @Test func `a very long line is shown around the place only`() {
        let error = equationFailure("a.width == " + String(repeating: " ", count: 100_000) + "%" + String(repeating: "x", count: 100_000))
        #expect(error?.column == 100_012)
        #expect((error?.excerpt?.utf8.count ?? .max) < 400)
    }
}
