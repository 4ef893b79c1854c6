internal import HTTP
internal import Testing

@Suite struct RequestLimitsTests {
    private func error(_ text: String, _ change: (inout RequestLimits) -> Void) -> RequestError? {
        var limits = RequestLimits()
        change(&limits)
        let whole = transcript(of: text, limits: limits)
        #expect(transcript(of: text, piece: 1, limits: limits) == whole)
        if whole.error == nil { #expect(whole.requests.count == 1) }
        return whole.error
    }

    @Test func theRequestLineMayBeAsLongAsItsLimit() {
        let line = "GET /abcdef HTTP/1.1"
        let text = line + "\r\nHost: a\r\n\r\n"
        #expect(error(text) { $0.requestLineBytes = line.utf8.count } == nil)
        #expect(error(text) { $0.requestLineBytes = line.utf8.count - 1 } == .requestLineTooLong(limit: line.utf8.count - 1))
        #expect(RequestError.requestLineTooLong(limit: 1).status.code == 414)
    }

    @Test func theMethodMayBeAsLongAsItsLimit() {
        let text = "PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(error(text) { $0.methodBytes = 8 } == nil)
        #expect(error(text) { $0.methodBytes = 7 } == .methodTooLong(limit: 7))
    }

    @Test func theFieldsMayBeAsLongAsTheirLimit() {
        let fields = "Host: a\r\nB: cde\r\n"
        let text = "GET / HTTP/1.1\r\n\(fields)\r\n"
        #expect(error(text) { $0.headerSectionBytes = fields.utf8.count } == nil)
        #expect(error(text) { $0.headerSectionBytes = fields.utf8.count - 1 } == .fieldsTooLarge(limit: fields.utf8.count - 1))
    }

    @Test func thereMayBeAsManyFieldsAsTheLimit() {
        let text = "GET / HTTP/1.1\r\nHost: a\r\nB: c\r\nD: e\r\n\r\n"
        #expect(error(text) { $0.fieldCount = 3 } == nil)
        #expect(error(text) { $0.fieldCount = 2 } == .tooManyFields(limit: 2))
    }

    @Test(
        "The body may be as long as its limit, however it is framed",
        arguments: [
            post("Content-Length: 4", "abcd"), post("Transfer-Encoding: chunked", "4\r\nabcd\r\n0\r\n\r\n"),
            post("Transfer-Encoding: chunked", "3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"),
        ])
    func body(text: String) {
        #expect(error(text) { $0.bodyBytes = 4 } == nil)
        #expect(error(text) { $0.bodyBytes = 3 } == .bodyTooLarge(limit: 3))
    }

    @Test func chunkLinesAndExtensionsHaveLimits() {
        let text = post("Transfer-Encoding: chunked", "1;ab=cd\r\nx\r\n1;ab=cd\r\ny\r\n0\r\n\r\n")
        #expect(error(text) { $0.chunkLineBytes = 7 } == nil)
        #expect(error(text) { $0.chunkLineBytes = 6 }?.code == "chunk")
        #expect(error(text) { $0.chunkExtensionBytes = 12 } == nil)
        #expect(error(text) { $0.chunkExtensionBytes = 11 }?.code == "chunk")
    }

    @Test func trailersHaveTheLimitsOfFields() {
        let text = post("Transfer-Encoding: chunked", "0\r\nA: b\r\nC: d\r\nE: f\r\nG: h\r\n\r\n")
        #expect(error(text) { $0.fieldCount = 4 } == nil)
        #expect(error(text) { $0.fieldCount = 3 } == .tooManyFields(limit: 3))
        // 45 bytes of fields come before 24 bytes of trailers.
        let long = post("Transfer-Encoding: chunked", "0\r\nA: \(String(repeating: "b", count: 55))\r\n\r\n")
        #expect(error(long) { $0.headerSectionBytes = 60 } == nil)
        #expect(error(long) { $0.headerSectionBytes = 59 } == .fieldsTooLarge(limit: 59))
    }

    @Test func emptyLinesBeforeARequestHaveALimit() {
        let text = "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
        #expect(error(text) { $0.leadingEmptyLines = 2 } == nil)
        #expect(error(text) { $0.leadingEmptyLines = 1 }?.code == "request-line")
    }
}
