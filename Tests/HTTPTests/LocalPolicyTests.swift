internal import HTTP
internal import Testing

@Suite struct LocalPolicyTests {
    private func status(_ fields: String, boundTo address: String = "127.0.0.1", extraHosts: [String] = []) throws -> Int? {
        let policy = try LocalPolicy(boundTo: address, extraHosts: extraHosts)
        return policy.refusal(for: try head("POST / HTTP/1.1\r\n\(fields)\r\n\r\n"))?.status.code
    }

    @Test(
        "A service on this machine answers only for this machine's names",
        arguments: [
            ("localhost:8080", true), ("LOCALHOST", true), ("127.0.0.1:8080", true), ("[::1]:8080", true), ("localhost.evil.com", false),
            ("127.0.0.1.evil.com", false), ("127.0.0.1.nip.io", false), ("evil.example", false), ("192.168.0.7", false), ("localhost.:8080", true),
        ])
    func hosts(host: String, isAnswered: Bool) throws {
        for address in ["127.0.0.1", "localhost", "::1", "127.0.0.2"] {
            #expect(try status("Host: \(host)", boundTo: address) == (isAnswered ? nil : 421))
        }
    }

    @Test func extraHostsAreAnswered() throws {
        #expect(try status("Host: layout.test:99", extraHosts: ["Layout.test"]) == nil)
        #expect(try status("Host: layout.test:99", extraHosts: ["layout.test:99"]) == nil)
        #expect(try status("Host: layout.test:98", extraHosts: ["layout.test:99"]) == 421)
        #expect(try status("Host: sub.layout.test", extraHosts: ["layout.test"]) == 421)
        #expect(throws: LocalPolicy.InvalidHost.self) { try LocalPolicy(boundTo: "::1", extraHosts: ["a b"]) }
    }

    @Test func aServiceForOthersAnswersAddressesAndTheNamesItIsGiven() throws {
        #expect(try status("Host: any.example", boundTo: "0.0.0.0") == nil)
        #expect(try status("Host: any.example", boundTo: "0.0.0.0", extraHosts: ["my.example"]) == 421)
        #expect(try status("Host: my.example", boundTo: "0.0.0.0", extraHosts: ["my.example"]) == nil)
        #expect(try status("Host: 192.168.0.7", boundTo: "0.0.0.0", extraHosts: ["my.example"]) == nil)
        #expect(try status("Host: a.example\r\nOrigin: http://b.example", boundTo: "::") == 403)
    }

    @Test(
        "Only the service's own pages may call it",
        arguments: [
            ("http://localhost:8080", true), ("HTTP://localhost:8080", false), ("http://localhost:3000", false), ("http://127.0.0.1:8080", false),
            ("https://evil.example", false), ("null", false), ("", false), ("http://localhost:8080.evil.example", false),
            ("http://localhost:8080/", false),
        ])
    func origins(origin: String, isAnswered: Bool) throws {
        #expect(try status("Host: localhost:8080\r\nOrigin: \(origin)") == (isAnswered ? nil : 403))
    }

    @Test(
        "Requests that a browser sends for another site are refused",
        arguments: [
            ("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false), ("", false), ("None", true),
        ])
    func sites(site: String, isAnswered: Bool) throws {
        #expect(try status("Host: localhost\r\nSec-Fetch-Site: \(site)") == (isAnswered ? nil : 403))
    }

    @Test(
        "A link to a page may be followed from another site, in a window of its own",
        arguments: [
            ("navigate", "document", "cross-site", true, true), ("navigate", "document", "same-site", true, true),
            ("navigate", "document", "cross-site", false, false), ("navigate", "iframe", "cross-site", true, false),
            ("no-cors", "document", "cross-site", true, false), ("cors", "empty", "cross-site", true, false),
        ])
    func links(mode: String, destination: String, site: String, isPage: Bool, isAnswered: Bool) throws {
        let policy = try LocalPolicy(boundTo: "127.0.0.1")
        let fields = "Host: localhost\r\nSec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: \(mode)\r\nSec-Fetch-Dest: \(destination)"
        let refusal = policy.refusal(for: try head("GET /sessions/a HTTP/1.1\r\n\(fields)\r\n\r\n"), isPage: isPage)
        #expect(refusal?.status == (isAnswered ? nil : .forbidden))
        let foreign = fields.replacing("localhost", with: "evil.example")
        #expect(policy.refusal(for: try head("GET / HTTP/1.1\r\n\(foreign)\r\n\r\n"), isPage: isPage)?.status == .misdirectedRequest)
    }

    @Test func oneForeignValueAmongSeveralIsEnough() throws {
        // A field with one value is refused before the policy is asked.
        #expect(throws: RequestError.self) { try status("Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example") }
    }

    @Test func nothingRefusedReachesTheResponder() throws {
        struct Counter: Responder {
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse { .text("reached") }
        }
        let guarded = GuardedResponder(policy: try LocalPolicy(boundTo: "127.0.0.1"), responder: Counter())
        let foreign = try head("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(guarded.respond(to: HTTPRequest(head: foreign, body: []), within: .zero).status == .misdirectedRequest)
        #expect(guarded.match(foreign).refusal?.status == .misdirectedRequest)
        #expect(guarded.match(foreign).isCheap)
        let own = try head("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(guarded.respond(to: HTTPRequest(head: own, body: []), within: .zero).body == Array("reached".utf8))
    }
}
