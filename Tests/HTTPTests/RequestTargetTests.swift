internal import HTTP
internal import Testing

@Suite struct RequestTargetTests {
    private func target(_ text: String, method: String = "GET", host: String = "localhost:8080") throws -> RequestTarget {
        try head("\(method) \(text) HTTP/1.1\r\nHost: \(host)\r\n\r\n").target
    }

    @Test func segmentsAreCutBeforeTheyAreDecoded() throws {
        #expect(try target("/").segments == [""])
        #expect(try target("/v1/sessions/").segments == ["v1", "sessions", ""])
        #expect(try target("/a%2Fb/%E2%82%AC+%20").segments == ["a/b", "€+ "])
        #expect(try target("/../%2e%2e").segments == ["..", ".."])
    }

    @Test func queryItemsAreDecodedInTheirOrder() throws {
        let target = try target("/x?&&=&a=b=c&%25&q=%E2%82%AC+1&q=2&f[]={a|b}")
        #expect(target.query.map(\.name) == ["", "a", "%", "q", "q", "f[]"])
        #expect(target.query.map(\.value) == ["", "b=c", "", "€ 1", "2", "{a|b}"])
        #expect(target.queryValue("q") == "€ 1")
        #expect(target.queryValues("q") == ["€ 1", "2"])
        #expect(target.queryValue("none") == nil)
        #expect(target.path == "/x")
    }

    @Test func anAbsoluteTargetMeansItsPath() throws {
        let target = try target("HTTP://LOCALHOST:8080/a?b=c")
        #expect(target.form == .absolute)
        #expect(target.segments == ["a"])
        #expect(target.queryValue("b") == "c")
        #expect(try self.target("http://localhost:8080").segments == [""])
        #expect(try self.target("http://localhost:8080?b").query.map(\.name) == ["b"])
        #expect(try self.target("http://a/", host: "a:80").form == .absolute)
    }

    @Test(
        arguments: [
            ("localhost:8080", "localhost", 8080), ("localhost", "localhost:8080", 8080), ("localhost", "LOCALHOST", nil),
            ("localhost:8080", "127.0.0.1:8080", 0), ("localhost:8080", "localhost:81", 0), ("localhost:80", "localhost:8080", 0),
        ] as [(String, String, Int?)])
    func anAbsoluteTargetAndHostNameOneHost(target: String, host: String, port: Int?) throws {
        let text = "GET http://\(target)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n"
        if port == 0 {
            #expect(throws: RequestError.self) { try head(text) }
        } else {
            #expect(try head(text).authority?.port == port)
        }
    }

    @Test func requestsMadeInTheProgramKeepTheSameRules() throws {
        let request = try HTTPRequest(.post, "/a%20b?c", fields: HTTPFields([("Content-Type", "a/b")]), body: [1, 2])
        #expect(request.target.segments == ["a b"])
        #expect(request.head.mediaType == "a/b")
        #expect(request.head.framing == .length(2))
        #expect(request.body == [1, 2])
        #expect(throws: RequestError.self) { try HTTPRequest(.get, "/a b") }
        #expect(throws: RequestError.self) { try HTTPRequest(.get, "/", fields: HTTPFields([("Host", "a"), ("X", "a\r\n\r\n")]), body: [1]) }
        #expect(throws: RequestError.bodyTooLarge(limit: 1)) {
            try HTTPRequest(.get, "/", body: [1, 2], limits: RequestLimits(bodyBytes: 1))
        }
    }

    @Test func theOtherFormsBelongToTheirMethods() throws {
        #expect(try target("*", method: "OPTIONS").form == .asterisk)
        #expect(try target("localhost:8080", method: "CONNECT").authority?.port == 8080)
    }
}
