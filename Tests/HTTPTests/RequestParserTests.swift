internal import HTTP
internal import Testing

@Suite struct RequestParserTests {
    static let streams = [
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "\r\n\r\nGET /a?b=c HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
        post("Content-Length: 5", "helloGET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        post("Transfer-Encoding: chunked", "3;a=\"b;\\\"c\"\r\nabc\r\n2 ; x = y\r\nde\r\n0\r\nT: v\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        post("Transfer-Encoding: chunked", "3\r\nabcd\r\n"),
        post("Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nbroken\r\n\r\n"),
        "GET / HTTP/1.1\nHost: localhost\n\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\u{1} / HTTP/1.1\r\n\r\n",
        "GET /\u{7f} HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\rc\r\n\r\n", "GET", "\r",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
    ]

    @Test("Bytes fed one by one, in small pieces and at once give the same events and the same error", arguments: streams)
    func piecesDoNotMatter(stream: String) {
        for ends in [false, true] {
            let whole = transcript(of: stream, ends: ends)
            for piece in 1...7 {
                #expect(transcript(of: stream, piece: piece, ends: ends) == whole)
            }
        }
    }

    @Test func requestsSentAheadKeepTheirOrderAndBodies() {
        let stream = post("Content-Length: 3", "abc") + post("Transfer-Encoding: chunked", "2\r\nde\r\n1\r\nf\r\n0\r\n\r\n") + post("X: y", "")
        let result = transcript(of: stream)
        #expect(result.error == nil)
        #expect(result.requests.map(\.body) == [Array("abc".utf8), Array("def".utf8), []])
    }

    @Test func theHeadIsToldBeforeTheBody() throws {
        var parser = RequestParser()
        parser.feed(Array(post("Content-Length: 3\r\nExpect: 100-Continue", "").utf8))
        guard case .head(let head) = try parser.next() else {
            Issue.record("no head")
            return
        }
        #expect(head.expectsContinue)
        #expect(parser.isInsideBody)
        #expect(try parser.next() == nil)
        parser.feed(Array("abc".utf8))
        #expect(try parser.next() == .request(HTTPRequest(head: head, body: Array("abc".utf8))))
        #expect(!parser.isInsideRequest)
    }

    @Test func fieldsKeepTheirOrderAndCompareWithoutCase() throws {
        let head = try head("GET / HTTP/1.1\r\nhOsT: localhost\r\nAccept: a\r\naccept: \t b \t\r\nX-Empty:\r\n\r\n")
        #expect(head.fields.values("ACCEPT") == ["a", "b"])
        #expect(head.fields["x-empty"] == "")
        #expect(head.fields.lines.map(\.name) == ["hOsT", "Accept", "accept", "X-Empty"])
    }

    @Test func anErrorIsFinal() {
        var parser = RequestParser()
        parser.feed(Array("BAD\r\n\r\n".utf8))
        #expect(throws: RequestError.self) { try parser.next() }
        parser.feed(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(throws: RequestError.self) { try parser.next() }
        #expect(parser.heldByteCount == 0)
    }

    @Test func anEndInsideARequestIsAnErrorAndBetweenRequestsNone() {
        #expect(transcript(of: "", ends: true).error == nil)
        #expect(transcript(of: "GET / HTTP/1.0\r\n\r\n\r\n", ends: true).error == nil)
        for part in [
            "G", "GET / HTTP/1.0\r\n", "GET / HTTP/1.0\r\nA: b", post("Content-Length: 2", "a"), post("Transfer-Encoding: chunked", "1\r\na\r\n"),
        ] {
            #expect(transcript(of: part, ends: true).error == .incomplete)
        }
    }

    @Test func connectionsPersistByVersionAndOption() throws {
        #expect(try head("GET / HTTP/1.1\r\nHost: a\r\n\r\n").allowsKeepAlive)
        #expect(try !head("GET / HTTP/1.1\r\nHost: a\r\nConnection: foo\r\nConnection: x, Close\r\n\r\n").allowsKeepAlive)
        #expect(try !head("GET / HTTP/1.0\r\n\r\n").allowsKeepAlive)
        #expect(try head("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n").allowsKeepAlive)
        #expect(try head("GET / HTTP/1.7\r\nHost: a\r\n\r\n").version == .http11)
    }

    @Test func noExpectationWhereNoBodyComes() throws {
        #expect(try !head("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n").expectsContinue)
        #expect(try !head("POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n").expectsContinue)
    }
}
