internal import HTTP
internal import Testing

@Suite struct MalformedRequestTests {
    struct Case: CustomTestStringConvertible {
        let text: String
        let status: HTTPStatus
        let code: String

        init(_ text: String, _ status: HTTPStatus, _ code: String) {
            self.text = text
            self.status = status
            self.code = code
        }

        var testDescription: String { text.debugDescription }
    }

    static func request(_ line: String) -> String { "\(line)\r\nHost: localhost\r\n\r\n" }
    static func host(_ value: String) -> String { "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n" }
    static func field(_ line: String) -> String { "GET / HTTP/1.1\r\nHost: localhost\r\n\(line)\r\n\r\n" }
    static func chunks(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }

    static let startLines: [Case] =
        [
            "GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", " / HTTP/1.1", "GET\t/\tHTTP/1.1", "GET /a b HTTP/1.1", "GET / http/1.1",
            "GET / HTTP/1.10", "GET / HTTP/01.1", "GET / HTTP/1", "GET / HTTPX/1.1", "G(T / HTTP/1.1", "G\u{0}T / HTTP/1.1", "GET / HTTP/1.1\rx",
        ].map { Case(request($0), .badRequest, "request-line") }
        + [
            "GET foo HTTP/1.1", "GET * HTTP/1.1", "GET /#a HTTP/1.1", "GET /%zz HTTP/1.1", "GET /%1 HTTP/1.1", "GET /a%00 HTTP/1.1",
            "GET /%ff HTTP/1.1", "GET /é HTTP/1.1", "GET /\" HTTP/1.1", "GET /\\ HTTP/1.1", "GET ftp://localhost/ HTTP/1.1",
            "GET http:///x HTTP/1.1", "GET http://u@localhost/ HTTP/1.1", "CONNECT / HTTP/1.1", "CONNECT localhost HTTP/1.1",
        ].map { Case(request($0), .badRequest, "target") }
        + ["GET / HTTP/2.0", "PRI * HTTP/2.0", "GET / HTTP/0.9"].map { Case(request($0), .versionNotSupported, "version") }
        + [Case("\r\n\r\n\r\n\r\n\r\n" + request("GET / HTTP/1.1"), .badRequest, "request-line")]

    static let hosts: [Case] =
        [
            "", "a b", "localhost:abc", "localhost:65536", "localhost:1:2", "[::1", "[::1]x", "[1:2]", "[::1%25lo]", "localhost/x", "a@b", "a#x",
            "a?x", "a\\x", "<script>", "a%2", "é",
        ].map { Case(host($0), .badRequest, "host") }
        + [
            Case("GET / HTTP/1.1\r\n\r\n", .badRequest, "host"), Case(field("Host: localhost"), .badRequest, "host"),
            Case("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", .badRequest, "host"),
        ]

    static let fields: [Case] =
        [
            "X : 1", "X\t: 1", "NoColon", ": x", ":", "X(Y: 1", "X\u{e9}: 1", "X: a\u{0}b", "X: a\u{1}b", "X: a\u{7f}b", "X: a\rb", "X: a\nb",
            "X: a\r\r", "X: 1\r\n 2", " X: 1",
        ].map { Case(field($0), .badRequest, "field") }
        + [Case(field("Expect: 200-ok"), .expectationFailed, "expectation")]

    static let framings: [Case] =
        [
            "Content-Length: +1", "Content-Length: -1", "Content-Length: 1e1", "Content-Length:", "Content-Length: 1 0", "Content-Length: 1_0",
            "Content-Length: \"1\"", "Content-Length: 0x1", "Content-Length: 1, 1", "Content-Length: 1\r\nContent-Length: 1", "Content-Length: ²",
            "Content-Length: 1\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 1",
            "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: ,chunked",
            "Transfer-Encoding: chunked,", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: chunked;q=1", "Transfer-Encoding:",
            "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: chunked chunked",
        ].map { Case(post($0, "x"), .badRequest, "framing") }
        + ["gzip", "identity", "gzip, chunked", "xchunked", "blegh"].map {
            Case(post("Transfer-Encoding: \($0)", "x"), .notImplemented, "transfer-coding")
        }
        + [
            Case("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .badRequest, "framing"),
            Case(post("Content-Length: 9223372036854775808", ""), .contentTooLarge, "body-too-large"),
            Case(post("Content-Length: 99999999999999999999999999", ""), .contentTooLarge, "body-too-large"),
        ]

    static let chunkedBodies: [Case] =
        [
            "\r\n", " 1\r\na", "1 \r\na", "1\t\r\na", "0x1\r\na", "g\r\n", "-1\r\n", "+1\r\na", "1,\r\n", "1\na", "1\r\r\n", "1;\r\na",
            "1;=b\r\na", "1;a=\r\na", "1;a=\"b\r\na", "1;a\rb\r\n", "1;a=\u{0}\r\n", "1;a b\r\na", "1\r\nabc", "1\r\na\n0\r\n", "1\r\naXX0\r\n\r\n",
            "00000000000000001\r\na",
        ].map { Case(chunks($0), .badRequest, "chunk") }
        + ["8000000000000000\r\n", "FFFFFFFFFFFFFFFF\r\n", "7fffffffffffffff\r\n", "100000000\r\n"].map {
            Case(chunks($0), .contentTooLarge, "body-too-large")
        }
        + ["0\r\nbroken trailer\r\n\r\n", "0\r\n\n", "0\r\nXX", "0\r\n X: y\r\n\r\n"].map { Case(chunks($0 + "\n"), .badRequest, "field") }

    @Test("A malformed request is refused with its status and code", arguments: startLines + hosts + fields + framings + chunkedBodies)
    func isRefused(_ malformed: Case) {
        let result = transcript(of: malformed.text)
        #expect(result.requests.isEmpty)
        #expect(result.error?.status == malformed.status)
        #expect(result.error?.code == malformed.code)
        #expect(transcript(of: malformed.text, piece: 1) == result)
    }

    @Test func anErrorAnswersAsAProblem() throws {
        let response = RequestError.fieldsTooLarge(limit: 5).response
        #expect(response.status.code == 431)
        #expect(response.fields["content-type"] == "application/problem+json")
        #expect(String(decoding: response.body, as: UTF8.self).contains("\"code\":\"fields-too-large\""))
    }
}
