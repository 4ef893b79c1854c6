import HTTP
import SessionStore
import Testing

@testable import LayoutService

/// `Idempotency-Key` of requests that make sessions.
@Suite struct KeyedCreationTests {
    private let service: TestService

    init() throws { service = try TestService() }

    private func post(_ target: String = "/v1/sessions", _ body: String = Bodies.conflicting, key: String = "k", type: String = "application/json")
        -> HTTPResponse
    {
        service.send("POST", target, fields: [("Content-Type", type), ("Idempotency-Key", key)], body: Array(body.utf8))
    }

    private func code(_ response: HTTPResponse) -> String {
        response.text.firstMatch(of: /"code":"([a-z-]+)"/).map { String($0.output.1) } ?? ""
    }

    @Test func `a request sent again is answered as at first`() throws {
        let first = post("/v1/sessions?name=One&tag=a&tag=b")
        #expect(first.status == .created && first.fields["Idempotent-Replayed"] == nil)
        let url = try #require(first.fields["Location"])
        // The session goes on, and the service begins again.
        #expect(service.post("\(url)/events", json: #"{"events":[{"op":"resize","width":500}]}"#).status == .ok)
        #expect(service.send("PUT", "\(url)/pin").status == .noContent)
        try service.restart()
        for target in ["/v1/sessions?name=One&tag=a&tag=b", "/v1/sessions?tag=b&name=One&tag=a"] {
            let again = post(target)
            #expect(again.status == .created && again.body == first.body && again.fields["Location"] == url)
            #expect(again.fields["Link"] == first.fields["Link"] && again.fields["Idempotent-Replayed"] == "true")
        }
        #expect(try service.store.count() == 1)
    }

    @Test func `an import sent again is answered as at first`() throws {
        let url = try #require(post(key: "a").fields["Location"])
        #expect(service.post("\(url)/events", json: #"{"events":[{"op":"resize","width":500}]}"#).status == .ok)
        let file = service.get("\(url)/export").text
        let first = post("/v1/import", file)
        let copy = try #require(first.fields["Location"])
        #expect(first.status == .created && first.text.contains(#""step":1,"#))
        #expect(service.post("\(copy)/events", json: #"{"events":[{"op":"resize","width":600}]}"#).status == .ok)
        try service.restart()
        let again = post("/v1/import", file)
        #expect(again.status == .created && again.text.contains(#""step":1,"#) && again.fields["Idempotent-Replayed"] == "true")
        func report(_ answer: HTTPResponse) -> Substring? { answer.text.firstRange(of: #""report":"#).map { answer.text[$0.lowerBound...] } }
        #expect(report(again) != nil && report(again) == report(first))
    }

    @Test func `all sessions of a body are answered again`() throws {
        let log = Bodies.message(1) + Bodies.message(2)
        let first = post("/v1/sessions", log, type: "text/plain")
        #expect(first.status == .created && first.text.hasPrefix(#"{"sessions":["#), "\(first.text)")
        try service.restart()
        let again = post("/v1/sessions", log, type: "text/plain")
        #expect(try again.status == .created && again.body == first.body && service.store.count() == 2)
        #expect(again.fields["Location"] == first.fields["Location"])
        // Those that are left, in the same form.
        #expect(service.send("DELETE", try #require(first.fields["Location"])).status == .noContent)
        let rest = post("/v1/sessions", log, type: "text/plain")
        #expect(rest.status == .created && rest.text.hasPrefix(#"{"sessions":["#) && rest.fields["Location"] != first.fields["Location"])
        #expect(service.send("DELETE", try #require(rest.fields["Location"])).status == .noContent)
        let fresh = post("/v1/sessions", log, type: "text/plain")
        #expect(fresh.fields["Idempotent-Replayed"] == nil)
        #expect(try fresh.text != first.text && service.store.count() == 2)
    }

    @Test func `another request with the key is refused`() throws {
        let body = "title.width == 60"
        #expect(post("/v1/sessions?name=One", body, type: "text/plain").status == .created)
        for (target, other, type) in [
            ("/v1/sessions?name=One", body + " ", "text/plain"), ("/v1/sessions", body, "text/plain"),
            ("/v1/sessions?name=Two", body, "text/plain"), ("/v1/sessions?name=One&seed=1", body, "text/plain"),
            ("/v1/sessions?name=One&tag=a", body, "text/plain"),
            ("/v1/sessions?name=One", #"{"constraints":["title.width == 60"]}"#, "application/json"),
        ] {
            let answer = post(target, other, type: type)
            #expect(answer.status == .unprocessableContent && code(answer) == "idempotency-key-reused", "\(target) \(answer.text)")
        }
        #expect(post("/v1/sessions?name=One", body, key: "", type: "text/plain").status == .badRequest)
        #expect(post("/v1/sessions?name=One", body, key: "a b", type: "text/plain").status == .badRequest)
        #expect(try service.store.count() == 1)
        // A request that was refused leaves its key free.
        #expect(post("/v1/sessions", "{", key: "other").status == .badRequest)
        #expect(post("/v1/sessions", body, key: "other", type: "text/plain").status == .created)
    }

    @Test func `a file in a form is the same with another boundary`() throws {
        func post(_ boundary: String, _ name: String) -> HTTPResponse {
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
            let part = head + Bodies.clean + "\r\n--\(boundary)--\r\n"
            return self.post("/v1/sessions", part, type: "multipart/form-data; boundary=\(boundary)")
        }
        let first = post("one", "a.json")
        #expect(first.status == .created, "\(first.text)")
        #expect(post("two", "a.json").body == first.body && code(post("two", "b.json")) == "idempotency-key-reused")
    }
}
