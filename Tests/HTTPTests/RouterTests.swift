internal import HTTP
internal import Testing

@Suite struct RouterTests {
    private static func name(_ name: String) -> Route.Handler {
        { _, context in
            .text(([name] + context.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " "))
        }
    }

    private func router() throws -> Router {
        try Router { routes in
            try routes.add(.get, "/healthz", cost: .cheap, handler: Self.name("health"))
            try routes.add(.get, "/v1/{kind}/latest", handler: Self.name("latest"))
            try routes.add(.get, "/v1/sessions/{id}", handler: Self.name("session"))
            try routes.add(.delete, "/v1/sessions/{id}", handler: Self.name("delete"))
            try routes.add(.get, "/v1/sessions/latest", handler: Self.name("literal"))
            try routes.add(.post, "/v1/check", body: BodyRules(mediaTypes: ["application/json"], contentCodings: ["gzip"])) {
                (_, _) throws(ProblemDetails) in
                throw ProblemDetails(status: .unprocessableContent, code: "invalid", detail: "d")
            }
        }
    }

    private func answer(_ line: String, fields: String = "", body: String = "") throws -> HTTPResponse {
        let head = try head("\(line) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        let request = HTTPRequest(head: head, body: Array(body.utf8))
        return try router().respond(to: request, within: .seconds(5))
    }

    @Test(
        "The most literal route answers, with its parameters decoded",
        arguments: [
            ("GET /healthz", "health"), ("HEAD /healthz", "health"), ("GET /v1/sessions/a%2Fb", "session id=a/b"),
            ("DELETE /v1/sessions/x", "delete id=x"), ("GET /v1/sessions/latest", "literal"), ("GET /v1/other/latest", "latest kind=other"),
        ])
    func finds(line: String, expected: String) throws {
        let response = try answer(line)
        #expect(response.status == .ok)
        #expect(String(decoding: response.body, as: UTF8.self) == expected)
    }

    @Test("What is no route is not found", arguments: ["/", "/healthz/", "/Healthz", "/v1/sessions/", "/v1/sessions/a/b", "/v1//latest"])
    func notFound(path: String) throws {
        #expect(try answer("GET \(path)").status == .notFound)
    }

    @Test func anotherMethodIsToldWhichAreAllowed() throws {
        let response = try answer("PUT /v1/sessions/x")
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields["Allow"] == "DELETE, GET, HEAD, OPTIONS")
        #expect(try answer("HEAD /v1/check").fields["Allow"] == "OPTIONS, POST")
        #expect(try answer("TRACE /healthz").status == .methodNotAllowed)
    }

    @Test func optionsAreAnsweredForAPathAndForAll() throws {
        let response = try answer("OPTIONS /healthz")
        #expect(response.status == .noContent)
        #expect(response.fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(try answer("OPTIONS *").fields["Allow"] == "DELETE, GET, HEAD, OPTIONS, POST")
    }

    @Test func anUnknownMethodIsNotImplemented() throws {
        #expect(try answer("FROB /healthz").status == .notImplemented)
        #expect(try answer("get /healthz").status == .notImplemented)
    }

    @Test func bodiesOfOtherKindsAreRefused() throws {
        let length = "Content-Length: 2\r\n"
        #expect(try answer("POST /v1/check", fields: "Content-Type: Application/JSON; charset=utf-8\r\n" + length).status.code == 422)
        #expect(try answer("POST /v1/check", fields: length).status.code == 422)
        #expect(try answer("POST /v1/check", fields: "Content-Encoding: GZIP\r\n" + length).status.code == 422)
        let type = try answer("POST /v1/check", fields: "Content-Type: text/plain\r\n" + length)
        #expect(type.status.code == 415)
        #expect(type.fields["Accept-Post"] == "application/json")
        let coding = try answer("POST /v1/check", fields: "Content-Encoding: gzip, br\r\n" + length)
        #expect(coding.status.code == 415)
        #expect(coding.fields["Accept-Encoding"] == "gzip")
    }

    @Test func whatTheHeadRefusesIsRefusedBeforeTheBody() throws {
        let router = try router()
        let length = "Host: a\r\nContent-Length: 2\r\n\r\n"
        #expect(router.match(try head("POST /v1/check HTTP/1.1\r\n" + length)).refusal == nil)
        #expect(router.match(try head("POST /none HTTP/1.1\r\n" + length)).refusal?.status == .notFound)
        #expect(router.match(try head("POST /v1/check HTTP/1.1\r\nContent-Type: a/b\r\n" + length)).refusal?.status == .unsupportedMediaType)
    }

    @Test func refusalsAndCheapRoutesNeedNoWorker() throws {
        let router = try router()
        #expect(router.match(try head("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")).isCheap)
        #expect(router.match(try head("GET /none HTTP/1.1\r\nHost: a\r\n\r\n")).isCheap)
        #expect(!router.match(try head("GET /v1/sessions/x HTTP/1.1\r\nHost: a\r\n\r\n")).isCheap)
    }

    @Test func mistakesInTheTableAreFoundWhenItIsBuilt() throws {
        var routes = RouterBuilder()
        try routes.add(.get, "/a/{id}", handler: Self.name("a"))
        #expect(throws: RouterBuilder.RouteError.clash(method: .get, pattern: "/a/{id}")) {
            try routes.add(.get, "/a/{id}", handler: Self.name("b"))
        }
        #expect(throws: RouterBuilder.RouteError.clash(method: .post, pattern: "/a/{name}")) {
            try routes.add(.post, "/a/{name}", handler: Self.name("b"))
        }
        for pattern in ["a", "", "/{}", "/a{b}", "/{a}/{a}", "/{a", "/{{a}}"] {
            #expect(throws: RouterBuilder.RouteError.invalidPattern(pattern)) { try routes.add(.get, pattern, handler: Self.name("b")) }
        }
    }
}
