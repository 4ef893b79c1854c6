import Compression
import Foundation
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

    @Test func `a log that begins like a document is as large as any log`() throws {
        let line = "    \"<NSLayoutConstraint:0x1 UIView:0x2.leading == UIView:0x3.leading + 8   (active)>\",\n"
        let log = Array("{\n\(String(repeating: line, count: 5000))".utf8)
        #expect(try memory(["Content-Type: text/plain"], log) > 3000 * 5000)
        let packed = try #require(Gzip.pack(log))
        #expect(try memory(["Content-Type: text/plain", "Content-Encoding: gzip"], packed) > 3000 * 5000)
    }

    private static func views(_ count: Int, letter: String = "v") -> String {
        let name = String(repeating: letter, count: 400)
        return (0..<count).map { "{\"id\":\"\(name)\($0)\",\"parent\":\"root\"}" }.joined(separator: ",")
    }

    private func isLarge(_ target: String, _ service: TestService, isMeasured: Bool = true) throws -> Bool {
        let request = try #require(TestService.request(Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)))
        if isMeasured { service.application.measureRead(request) }
        return service.application.readsMuch(request)
    }

    @Test func `a large session is known to be large before it is read`() throws {
        let service = try TestService()
        let body = "{\"constraints\":[],\"views\":[{\"id\":\"root\"},\(MemoryEstimateTests.views(1500))],\"options\":{\"deadline\":0.1}}"
        let large = try #require(service.post("/v1/sessions", json: body).fields["Location"])
        let small = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        #expect(try !isLarge("\(large)/document", service, isMeasured: false))
        for target in ["", "/document", "/document?step=0", "/log", "/report"] {
            #expect(try isLarge(large + target, service), "\(target)")
            #expect(try !isLarge(small + target, service), "\(target)")
        }
        #expect(try !isLarge("/v1/sessions/nothing/log", service) && !isLarge("/v1/sessions", service))
    }

    @Test func `a step with a long report, or a document that grew, is large`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: #"{"constraints":["a.width == 10","a.width == 12"]}"#).fields["Location"])
        let file = service.get("\(path)/export").text
        let pad = String(repeating: "long ", count: 200_000)
        let padded = file.replacing("\"report\":{", with: "\"report\":{\"pad\":\"\(pad)\",")
        let imported = try #require(service.post("/v1/import", json: padded).fields["Location"])
        #expect(service.post("\(imported)/events", json: #"{"events":[{"op":"resize","width":7,"height":9}]}"#).status == .ok)
        #expect(try !isLarge("\(imported)/log", service) && isLarge("\(imported)/log?step=0", service))
        let described = try #require(TestService.request(Array("GET \(imported)?step=0 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)))
        #expect(service.application.memory(for: described) > 5 << 20)
        #expect(try !isLarge("\(path)/document", service))
        for letter in ["v", "w"] {
            let views = MemoryEstimateTests.views(750, letter: letter)
            let events = views.replacing("{\"id\"", with: "{\"op\":\"addView\",\"view\":{\"id\"").replacing("}", with: "}}")
            #expect(service.post("\(path)/events", json: "{\"events\":[\(events)]}").status == .ok)
        }
        for target in ["/document", "/document?step=2", "/events", "/constraints"] { #expect(try isLarge(path + target, service), "\(target)") }
        #expect(try !isLarge("\(path)/document?step=0", service))
        let request = try #require(TestService.request(Array("GET \(path)/blame HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)))
        #expect(service.application.memory(for: request) > 5 << 20)
        #expect(service.get("\(path)/document").body.count > 512 << 10)
    }

    @Test func `a session is as large as its longest exercise, and questions as its longest report`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: #"{"constraints":["a.width == 10","a.width == 12"]}"#).fields["Location"])
        #expect(service.post("\(path)/exercise", json: "{}").status == .ok)
        #expect(service.post("\(path)/events", json: #"{"events":[{"op":"resize","width":7,"height":9}]}"#).status == .ok)
        let file = service.get("\(path)/export").text
        let pad = "\"pad\":\"" + String(repeating: "long ", count: 200_000) + "\","
        let places = file.ranges(of: "\"report\":{").prefix(1) + file.ranges(of: "\"answer\":{")
        #expect(places.count == 2)
        for (place, question) in zip(places, ["/events", ""]) {
            let padded = file.replacingCharacters(in: place, with: file[place] + pad)
            let imported = try #require(service.post("/v1/import", json: padded).fields["Location"])
            let request = try #require(TestService.request(Array("GET \(imported)\(question) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)))
            #expect(service.application.memory(for: request) > 5 << 20, "\(question)")
            #expect(try isLarge(imported, service) == question.isEmpty)
        }
    }

    @Test func `a report with more findings than a layout has is not imported`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        let file = service.get("\(path)/export").text
        for (key, count) in [("conflicts", 10_001), ("ambiguities", 9000)] {
            let list = Array(repeating: "{}", count: count).joined(separator: ",")
            let padded = file.replacing("\"\(key)\":[", with: "\"\(key)\":[\(list),").replacing("},]", with: "}]")
            #expect(padded != file)
            let refused = service.post("/v1/import", json: padded)
            #expect(refused.status == .unprocessableContent && refused.text.contains("too-many-findings"), "\(key): \(refused.text.prefix(300))")
        }
    }

    @Test func `a report with more values than any of its length is not imported`() throws {
        let service = try TestService()
        let path = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        let file = service.get("\(path)/export").text
        let values = Array(repeating: "1", count: 120_000).joined(separator: ",")
        let padded = file.replacing("\"report\":{", with: "\"report\":{\"pad\":[\(values)],")
        let refused = service.post("/v1/import", json: padded)
        #expect(refused.status == .contentTooLarge && refused.text.contains("too-many-values") && refused.text.contains("/steps/0/report"))
    }
}
