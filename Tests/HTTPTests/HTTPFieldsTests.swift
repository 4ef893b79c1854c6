internal import HTTP
internal import Testing

@Suite struct HTTPFieldsTests {
    @Test func settingReplacesEveryLineOfTheName() {
        var fields = HTTPFields([("Accept", "a"), ("X", "1"), ("ACCEPT", "b")])
        fields["accept"] = "c"
        #expect(fields.values("Accept") == ["c"])
        #expect(fields.lines.map(\.name) == ["X", "accept"])
        fields["x"] = nil
        #expect(!fields.contains("X"))
        #expect(fields.count == 1)
    }

    @Test(
        "Only letters compare without case",
        arguments: [("A", "a", true), ("A", "b", false), ("@", "`", false), ("[", "{", false), ("a", "aa", false)])
    func names(written: String, asked: String, isSame: Bool) {
        #expect(HTTPFields([(written, "")]).contains(asked) == isSame)
    }

    @Test func listsAreReadOverAllLines() {
        let fields = HTTPFields([("Connection", " Foo ,, close"), ("connection", "\tBAR\t")])
        #expect(fields.tokens("CONNECTION") == ["foo", "close", "bar"])
    }

    @Test(
        "The media type is the value before its parameters",
        arguments: [
            ("application/json", "application/json"), ("Application/JSON ; charset=utf-8", "application/json"), ("", nil), (" ; a=b", nil),
        ])
    func mediaTypes(value: String, expected: String?) throws {
        let request = try HTTPRequest(.post, "/", fields: HTTPFields([("Content-Type", value)]))
        #expect(request.head.mediaType == expected)
    }

    @Test func `only the first members of a long list are looked at`() {
        let few = (0..<40).map { "a\($0)" }
        let fields = HTTPFields([("Accept-Encoding", few.joined(separator: ", ")), ("Accept-Encoding", "gzip")])
        #expect(fields.tokens("Accept-Encoding") == few + ["gzip"])
        let many = HTTPFields((0..<200).map { _ in ("Accept-Encoding", String(repeating: "a,", count: 40)) })
        #expect(many.tokens("Accept-Encoding").count == 64)
        #expect(HTTPFields([("Accept", String(repeating: ",", count: 100_000) + "b")]).tokens("Accept").isEmpty)
    }
}
