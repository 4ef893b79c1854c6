import Foundation
import HTTP
import JSON
import LayoutCheck
import SessionStore
import StandardAdditions
import Testing

@testable import LayoutService

/// Parts of sessions that are too long for lists, or for the memory of the process.
@Suite struct LongPartTests {
    private func file(_ service: TestService) throws -> String {
        let session = try #require(service.post("/v1/sessions", json: Bodies.conflicting).fields["Location"])
        return service.get("\(session)/export").text
    }

    @Test(arguments: [
        ("\"options\":{", "\"options\":{\"pad\":\"PAD\",", 40_000), ("\"fingerprint\":\"", "\"fingerprint\":\"PAD", 3000),
        ("\"owner\":\"", "\"owner\":\"PAD", 3000),
    ]) func `an import with a long text that lists read is refused`(text: String, padded: String, count: Int) throws {
        let service = try TestService()
        let file = try file(service)
        let long = file.replacing(text, with: padded.replacing("PAD", with: String(repeating: "x", count: count)))
        #expect(long != file)
        let refused = service.post("/v1/import", json: long)
        #expect(refused.status == .unprocessableContent && refused.text.contains("\"too-long\""), "\(refused.text.prefix(300))")
        #expect(service.post("/v1/import", json: file.replacing(text, with: padded.replacing("PAD", with: "x"))).status == .created)
    }

    @Test func `a part that is longer than a share of the memory is not unpacked`() throws {
        var limits = InputLimits()
        // Far more than the tests use together, since near the limit other answers are 503, too.
        limits.memory = MemoryLimit(bytes: 6 << 30)
        let service = try TestService(limits: limits)
        let imported = try #require(service.post("/v1/import", json: try file(service)).fields["Location"])
        let list = service.get("/v1/sessions").text
        // One frame of Zstandard that says that it has 960 MB, and has none.
        let head = "28b52ffde0" + "0000003c00000000" + "010000"
        try service.alterDatabase("UPDATE step SET report = x'\(head)', packing = 1; UPDATE document SET body = x'\(head)', packing = 1")
        try service.restart()
        var turns = ImportTurns(service.store, limits: limits) { false }
        while turns.takeTurn() {}
        #expect(service.get("/v1/sessions").text == list && list.contains("\"imported\":\"not yet\""), "\(list)")
        for (method, path) in [
            ("GET", ""), ("GET", "/report"), ("GET", "/log"), ("GET", "/document"), ("GET", "/source"), ("GET", "/export"), ("GET", "/blame"),
            ("POST", "/replay"), ("POST", "/events"),
        ] {
            let body = #"{"events":[{"op":"resize","width":7}]}"#
            let answer = method == "GET" ? service.get(imported + path) : service.post(imported + path, json: path == "/replay" ? "{}" : body)
            #expect(answer.status == .serviceUnavailable && answer.text.contains("a part of 960 MB"), "\(path): \(answer.text)")
        }
        #expect(service.send("DELETE", imported).status == .noContent)
    }
}
