import HTTP
import Testing

@testable import LayoutService

/// Requests that only read are served before all others and are never ended, so none of them may compute.
@Suite struct ReadRequestTests {
    private static let forms = [
        "application/sarif+json", "application/junit+xml", "application/checkstyle+xml", "text/markdown", "text/plain", "text/html",
        "application/json;q=0.5, text/markdown", "*/*", "application/json", "image/svg+xml",
    ]

    @Test func `what counts as a read is answered the same whatever it accepts`() throws {
        let service = try TestService()
        let session = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        let id = try #require(session.split(separator: "/").last)
        let reads = service.application.routes.filter { $0.cost == .read }
        #expect(reads.count > 4)
        for route in reads {
            let path = route.pattern.replacing("{id}", with: id)
            let plain = service.get(path)
            #expect(plain.status == .ok, "\(path)")
            for form in ReadRequestTests.forms {
                let fields = [("Accept", form)]
                let request = try #require(TestService.request(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: \(form)\r\n\r\n".utf8)))
                let isRead = service.application.match(request.head).isRead
                let answer = service.get(path, fields: fields)
                #expect(isRead == (answer.fields["Content-Type"] == plain.fields["Content-Type"]), "\(path) as \(form)")
            }
        }
    }
}
