internal import HTTP
internal import Testing

@Suite struct ResponseTests {
    private func text(_ response: HTTPResponse, to method: HTTPMethod? = .get, version: HTTPVersion = .http11, keepsAlive: Bool = true) -> String {
        let bytes = ResponseSerializer.bytes(of: response, to: method, version: version, keepsAlive: keepsAlive, date: "now")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func anAnswerIsWrittenWithItsLengthDateAndSecurityFields() {
        let expected = """
            HTTP/1.1 200 OK\r
            Date: now\r
            Content-Type: text/plain; charset=utf-8\r
            X-Content-Type-Options: nosniff\r
            Content-Security-Policy: default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r
            X-Frame-Options: DENY\r
            Referrer-Policy: no-referrer\r
            Cross-Origin-Resource-Policy: same-origin\r
            Content-Length: 2\r
            \r
            hi
            """
        #expect(text(.text("hi")) == expected)
    }

    @Test func anAnswerToHeadKeepsItsLengthAndLosesItsBody() {
        let answer = text(.text("hi"), to: .head)
        #expect(answer.contains("Content-Length: 2\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test("A status without body has neither body nor length", arguments: [204, 304])
    func noBody(code: Int) throws {
        let answer = text(HTTPResponse(status: try #require(HTTPStatus(code: code)), body: [1]))
        #expect(!answer.contains("Content-Length"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func theConnectionsFateIsSaid() {
        #expect(text(.text(""), keepsAlive: false).contains("Connection: close\r\n"))
        #expect(!text(.text("")).contains("Connection:"))
        #expect(text(.text(""), version: .http10).contains("Connection: keep-alive\r\n"))
    }

    @Test func noValueCanBeginALineOfItsOwn() {
        var response = HTTPResponse.text("")
        response.fields.append("Location", "/a\r\nSet-Cookie: x\u{0}")
        response.fields.append("Bad Name", "x")
        response.fields.append("Content-Length", "99")
        response.fields.append("Transfer-Encoding", "chunked")
        let answer = text(response)
        #expect(answer.contains("Location: /a  Set-Cookie: x \r\n"))
        #expect(!answer.contains("Bad Name"))
        #expect(!answer.contains("99"))
        #expect(!answer.contains("chunked"))
    }

    @Test func aHandlersSecurityFieldStandsInsteadOfTheUsualOne() {
        var response = HTTPResponse.text("")
        response.fields["content-security-policy"] = "sandbox"
        let answer = text(response)
        #expect(answer.contains("content-security-policy: sandbox\r\n"))
        #expect(!answer.contains("default-src"))
    }

    @Test(
        "Dates are written as RFC 9110 writes them",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func dates(seconds: Int, expected: String) {
        #expect(HTTPDate.format(secondsSince1970: seconds) == expected)
    }

    @Test func aProblemIsWrittenWithTheMembersItHas() {
        let problem = ProblemDetails(status: .badRequest, code: "json", detail: "a \"b\"\\\n\t\u{1}é", pointer: "/views/0", line: 3, column: 7)
        let expected =
            #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"a \"b\"\\\n\t\u0001é","code":"json","pointer":"/views/0","line":3,"column":7}"#
        #expect(String(decoding: problem.json, as: UTF8.self) == expected)
        let bare = ProblemDetails(status: .notFound, code: "c", detail: "d", title: "t", type: "u")
        #expect(String(decoding: bare.json, as: UTF8.self) == #"{"type":"u","title":"t","status":404,"detail":"d","code":"c"}"#)
        #expect(bare.response.body == bare.json + [UInt8(ascii: "\n")])
    }

    @Test func `each 503 says when to try again`() {
        func seconds(_ status: HTTPStatus, _ retryAfter: Int? = nil) -> String? {
            ProblemDetails(status: status, code: "c", detail: "d", retryAfter: retryAfter).response.fields["Retry-After"]
        }
        #expect(seconds(.serviceUnavailable) == "10" && seconds(.serviceUnavailable, 1) == "1" && seconds(.notFound) == nil)
    }
}
