import Compression
import HTTP
import Testing

@testable import LayoutService

/// The memory that is reserved for a request counts what its body unpacks to, however often it is packed.
@Suite struct MemoryEstimateTests {
    private static let text = Array("[\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 5_000_000) + Array("\"]".utf8)

    private static func archive() throws -> [UInt8] {
        var writer = ZipWriter()
        writer.add("x.viewhierarchy/RequestResponses/Response_0", try #require(Gzip.pack(text)))
        return writer.bytes
    }

    private func memory(_ fields: [String], _ body: [UInt8]) throws -> Int {
        let head = ["POST /v1/check HTTP/1.1", "Host: localhost", "Content-Length: \(body.count)"] + fields
        let request = try #require(TestService.request(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body))
        return try TestService().application.memory(for: request)
    }

    private func form(_ file: [UInt8]) -> [UInt8] {
        Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.zip\"\r\n\r\n".utf8) + file + Array("\r\n--b--\r\n".utf8)
    }

    @Test func `an archive is measured unpacked, also within gzip or a form`() throws {
        let archive = try MemoryEstimateTests.archive()
        #expect(archive.count < 100_000)
        let packed = try #require(Gzip.pack(archive))
        let least = MemoryNeed.bytes(body: MemoryEstimateTests.text.count)
        #expect(try memory(["Content-Type: application/zip"], archive) >= least)
        #expect(try memory(["Content-Type: application/zip", "Content-Encoding: gzip"], packed) >= least)
        #expect(try memory(["Content-Type: application/octet-stream", "Content-Encoding: gzip"], packed) >= least)
        #expect(try memory(["Content-Type: multipart/form-data; boundary=b"], form(archive)) >= least)
        let packedForm = try #require(Gzip.pack(form(archive)))
        #expect(try memory(["Content-Type: multipart/form-data; boundary=b", "Content-Encoding: gzip"], packedForm) >= least)
    }

    @Test func `a session with a large answer is known to be large`() throws {
        let service = try TestService()
        let name = String(repeating: "v", count: 400)
        let views = (0..<1500).map { "{\"id\":\"\(name)\($0)\",\"parent\":\"root\"}" }.joined(separator: ",")
        let large = service.post("/v1/sessions", json: "{\"constraints\":[],\"views\":[{\"id\":\"root\"},\(views)],\"options\":{\"deadline\":0.1}}")
        let path = try #require(large.fields["Location"])
        let small = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        func isLarge(_ path: String) throws -> Bool {
            let request = try #require(TestService.request(Array("GET \(path)/document HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)))
            return service.application.readsMuch(request)
        }
        #expect(try !isLarge(path))
        #expect(service.get("\(path)/document").status == .ok)
        #expect(service.get("\(small)/document").status == .ok)
        #expect(try isLarge(path))
        #expect(try !isLarge(small))
    }
}
