import Compression
import Glibc
import HTTP
import JSON
import Testing

@testable import LayoutService

@Suite struct ContentTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    @Test(arguments: [
        (["gzip"], true), (["deflate", "gzip;q=0.1"], true), (["gzip;q=0"], false), (["gzip; q=0.0"], false), (["*"], true), (["*;q=0"], false),
        (["gzip;q=0", "*"], false), (["br"], false), ([], false), (["gzip;q=x"], false),
    ])
    func `gzip is given where the client takes it`(_ codings: [String], _ takes: Bool) {
        #expect(HTTPResponse.takesGzip(codings) == takes)
    }

    @Test func `a packed answer says so and varies; a short one is not packed`() throws {
        let packed = service.get("/openapi.json", fields: [("Accept-Encoding", "gzip")])
        #expect(packed.fields["Content-Encoding"] == "gzip" && packed.fields["Vary"] == "Accept-Encoding")
        #expect(try Gzip.unpack(packed.body, limit: 1 << 20) == service.get("/openapi.json").body)
        #expect(service.get("/openapi.json").fields["Vary"] == "Accept-Encoding")
        #expect(service.get("/healthz", fields: [("Accept-Encoding", "gzip")]).fields["Content-Encoding"] == nil)
    }

    /// The processor time of this thread in seconds.
    private static var time: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `a form takes time as it is long, whatever its boundary and its fields`() {
        let boundary = String(repeating: "-", count: 69) + "x"
        let field = "Content-Disposition: form-data; filename=" + String(repeating: "a;=", count: 300_000)
        let forms = [String(repeating: "-", count: 1_000_000), "--\(boundary)\r\n\(field)\r\n\r\n{}\r\n--\(boundary)--"]
        for form in forms {
            let begin = ContentTests.time
            let fields = [("Content-Type", "multipart/form-data; boundary=\(boundary)")]
            let answer = service.send("POST", "/v1/check", fields: fields, body: Array(form.utf8))
            #expect(answer.status == .badRequest && answer.text.contains("malformed-form"))
            // The unoptimized parser takes some tenths of a second for as many bytes.
            #expect(ContentTests.time - begin < 3)
        }
    }

    @Test(arguments: ["text/plain; charset=utf-8", "text/plain;charset=\"UTF-8\"", "text/plain; format=flowed; charset=us-ascii", "text/plain"])
    func `UTF-8 is taken by its names`(_ type: String) {
        #expect(service.send("POST", "/v1/check", fields: [("Content-Type", type)], body: Array("a.width == 1".utf8)).status == .ok)
    }

    @Test(arguments: ["text/plain; charset=latin1", "text/plain; charset=\"utf-16\"", "application/json; charset=utf-32"])
    func `another charset is refused`(_ type: String) {
        let response = service.send("POST", "/v1/check", fields: [("Content-Type", type)], body: Array("a.width == 1".utf8))
        #expect(response.status == .unsupportedMediaType)
        #expect(response.text.contains("\"code\":\"charset\""))
    }

    @Test(arguments: ["br", "gzip, gzip", "deflate"])
    func `another content coding is refused`(_ coding: String) {
        let fields = [("Content-Type", "application/json"), ("Content-Encoding", coding)]
        let response = service.send("POST", "/v1/check", fields: fields, body: Array(Bodies.clean.utf8))
        #expect(response.status == .unsupportedMediaType)
    }

    @Test(arguments: ["/v1/check", "/v1/sessions", "/v1/import", "/v1/sessions/x/events", "/v1/sessions/x/preview"])
    func `a request without the length of a body is asked for it`(path: String) throws {
        let answer = service.send("POST", path, fields: [("Content-Type", "application/json")])
        #expect(answer.status == .lengthRequired && answer.text.contains(#""code":"length-required""#))
        let empty = service.send("POST", path, fields: [("Content-Type", "application/json"), ("Content-Length", "0")])
        #expect(empty.status == .badRequest)
    }

    @Test func `a body without a type is told by its content`() {
        #expect(service.send("POST", "/v1/check", body: Array(Bodies.clean.utf8)).status == .ok)
        #expect(service.send("POST", "/v1/check", body: Array("a.width == 1".utf8)).status == .ok)
        #expect(service.send("POST", "/v1/check", body: Array("<?xml version='1.0'?>".utf8)).status == .badRequest)
    }

    @Test func `the canonical document of a session means the same layout`() throws {
        let created = service.post("/v1/sessions", json: Bodies.conflicting)
        #expect(created.status == .created)
        let session = service.get(try #require(created.fields["Location"]))
        let canonical = try JSONDocument(parsing: session.body).withRoot { root in
            (document: root["document"]?["constraints"]?.elements.map { $0.map { _ in 1 }.count }, name: root["name"]?.string)
        }
        #expect(canonical.document == 5 && canonical.name == "ProfileCell")
    }

    @Test func `tags and names are bounded`() {
        let long = String(repeating: "a", count: 201)
        #expect(service.post("/v1/sessions?name=\(long)", json: Bodies.clean).status == .badRequest)
        #expect(service.post("/v1/sessions?name=", json: Bodies.clean).status == .badRequest)
        #expect(service.post("/v1/sessions?tag=", json: Bodies.clean).status == .badRequest)
        let many = (0...20).map { "tag=t\($0)" }.joined(separator: "&")
        #expect(service.post("/v1/sessions?\(many)", json: Bodies.clean).status == .badRequest)
    }

    @Test func `readiness follows the database`() {
        #expect(service.get("/readyz").status == .ok)
        service.close()
        #expect(service.get("/readyz").status == .serviceUnavailable)
        #expect(service.get("/healthz").status == .ok)
        #expect(service.post("/v1/sessions", json: Bodies.clean).status == .serviceUnavailable)
    }
}
