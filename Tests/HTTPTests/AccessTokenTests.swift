import Testing

@testable import HTTP

@Suite struct AccessTokenTests {
    private static let secret = "correct-horse-battery"

    private func refusal(_ fields: String, path: String = "/v1/sessions") throws -> HTTPResponse? {
        struct Nothing: Responder {
            func match(_ head: RequestHead) -> RouteMatch {
                RouteMatch(access: head.target.segments == ["healthz"] ? .everybody : .token)
            }
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse { .text("let in") }
        }
        var parser = RequestParser()
        parser.feed(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8))
        guard case .head(let head)? = try parser.next() else { return nil }
        let guarded = GuardedResponder(
            policy: try LocalPolicy(boundTo: "127.0.0.1"), token: try AccessToken(AccessTokenTests.secret), responder: Nothing())
        let refusal = guarded.match(head).refusal
        let answer = guarded.respond(to: HTTPRequest(head: head, body: []), within: .seconds(1))
        #expect((answer.status == .ok) == (refusal == nil))
        return refusal
    }

    @Test(
        arguments: [
            "Authorization: Bearer correct-horse-battery\r\n", "authorization: bearer  correct-horse-battery\r\n",
            // "any:correct-horse-battery" and ":correct-horse-battery"
            "Authorization: Basic YW55OmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==\r\n", "Authorization: basic OmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==\r\n",
        ])
    func `who shows the token is let in`(fields: String) throws {
        #expect(try refusal(fields) == nil)
    }

    @Test(
        arguments: [
            "", "Authorization: Bearer\r\n", "Authorization: Bearer correct-horse-batter\r\n", "Authorization: Bearer correct-horse-batteryy\r\n",
            "Authorization: Bearer Correct-horse-battery\r\n", "Authorization: Token correct-horse-battery\r\n",
            "Authorization: correct-horse-battery\r\n",
            "Authorization: Basic correct-horse-battery\r\n", "Authorization: Basic YW55OmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ\r\n",
            "Authorization: Basic ====\r\n",
            "Authorization: Bearer correct-horse-battery\r\nAuthorization: Bearer correct-horse-battery\r\n",
            "Authorization: Bearer correct-horse-battery x\r\n",
        ])
    func `others are asked for it`(fields: String) throws {
        let refusal = try #require(try refusal(fields))
        #expect(refusal.status.code == 401 && refusal.fields.values("WWW-Authenticate").count == 2)
        #expect(try self.refusal(fields, path: "/healthz") == nil)
        #expect(try self.refusal(fields, path: "/healthz/") != nil)
    }

    @Test func `what is open to all is answered to strangers, who are known as such`() throws {
        struct Open: Responder {
            func match(_ head: RequestHead) -> RouteMatch { RouteMatch(access: head.target.segments == ["open"] ? .page : .token) }
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
                .text(context.match.isUnauthenticated ? "stranger" : "friend")
            }
        }
        func answer(_ path: String, _ fields: String, token: AccessToken?) throws -> HTTPResponse {
            var parser = RequestParser()
            parser.feed(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8))
            guard case .head(let head)? = try parser.next() else { return .text("") }
            return GuardedResponder(policy: try LocalPolicy(boundTo: "127.0.0.1"), token: token, responder: Open())
                .respond(to: HTTPRequest(head: head, body: []), within: .seconds(1))
        }
        let token = try AccessToken(AccessTokenTests.secret)
        let shown = "Authorization: Bearer \(AccessTokenTests.secret)\r\n"
        #expect(try answer("/open", "", token: token).body == Array("stranger".utf8))
        #expect(try answer("/open", shown, token: token).body == Array("friend".utf8))
        #expect(try answer("/open", "", token: nil).body == Array("friend".utf8))
        #expect(try answer("/other", "", token: token).status.code == 401)
        // A foreign page is no stranger that may come in.
        #expect(try answer("/open", "Origin: http://evil.example\r\n", token: token).status.code == 403)
    }

    @Test(arguments: ["", "short", "with a space in it, though", "täglich-wechselnd-1", String(repeating: "x", count: 1025)])
    func `what is no secret is refused`(text: String) {
        #expect(throws: AccessToken.Unusable.self) { try AccessToken(text) }
    }
}

@Suite struct RequestIdentityTests {
    @Test func `a problem names its request, and other bodies stay as they are`() {
        let problem = ProblemDetails(status: .notFound, code: "x", detail: "y").response.identified(by: "1a-2")
        #expect(String(decoding: problem.body, as: UTF8.self).hasSuffix(",\"request\":\"1a-2\"}\n"))
        #expect(problem.fields["X-Request-Id"] == "1a-2")
        #expect(HTTPResponse.text("{}\n").identified(by: "1a-2").body == Array("{}\n".utf8))
    }
}
