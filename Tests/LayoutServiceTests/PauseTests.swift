import HTTP
import Synchronization
import Testing

@testable import LayoutService

/// Analyses pause between pieces of their work, so that others have their turn and none begins to grow while memory is short.
@Suite struct PauseTests {
    @Test(arguments: [
        ("POST", "/v1/check", Bodies.conflicting), ("POST", "/v1/check?format=sarif", Bodies.conflicting),
        ("POST", "/v1/sessions", Bodies.conflicting),
        ("POST", "SESSION/events", #"{"events":[{"op":"resize","width":90,"height":44}]}"#),
        ("POST", "SESSION/preview", #"{"events":[{"op":"resize","width":80,"height":44}]}"#), ("POST", "SESSION/replay", "{}"),
        ("GET", "SESSION/report?format=sarif", ""), ("GET", "SESSION/report?width=40...100", ""),
    ])
    func `every route that analyzes pauses`(method: String, target: String, body: String) throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        // A later analysis does not continue from this one.
        try service.restart()
        let head = "\(method) \(target.replacing("SESSION", with: session)) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        let request = try #require(TestService.request(Array((head + length + "\r\n" + body).utf8)))
        let pauses = Mutex(0)
        var context = RequestContext(deadline: .now + .seconds(60), match: service.application.match(request.head))
        context.pause = { pauses.withLock { $0 += 1 } }
        #expect(service.application.respond(to: request, context: context).status.code < 300)
        #expect(pauses.withLock { $0 } > 0)
    }
}
