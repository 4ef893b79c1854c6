import Foundation
import HTTP
import SessionStore
import Testing

@testable import LayoutService

@Suite struct KeptAnswersTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    private final class Fixture {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-\(UUID().uuidString)")
        let store: SQLiteSessionStore

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            store = try SQLiteSessionStore(path: folder.appendingPathComponent("test.db").path)
        }

        deinit {
            store.close()
            try? FileManager.default.removeItem(at: folder)
        }

        func create() throws -> String {
            try store.create(
                NewSession(
                    name: "", root: "root", body: [], mediaType: "application/json", canonical: Array("{}".utf8), report: Array("{}".utf8),
                    verdict: "clean", engine: "test", createdAt: 0)
            ).id
        }
    }

    private func key(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") throws -> ResponseCache.Key? {
        var parser = RequestParser()
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        parser.feed(Array("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n".utf8))
        guard case .head(let head)? = try parser.next() else { return nil }
        return ResponseCache.Key(head, service.application.match(head))
    }

    private func answer(_ count: Int) -> HTTPResponse { .json([UInt8](repeating: 32, count: count)) }

    @Test func `only what is stored is kept, and a client cannot make up more`() throws {
        for target in ["/v1/sessions/a", "/v1/sessions/a/report", "/v1/sessions/a/report?step=3", "/v1/sessions/a/log", "/v1/sessions/a/source"] {
            #expect(try key(target) != nil, "\(target)")
            #expect(try key(target, method: "HEAD") == key(target))
            #expect(try key(target, [("Accept-Encoding", "gzip")]) != key(target))
            #expect(try key(target, method: "DELETE") == nil && key(target, [("Content-Length", "0")]) == nil)
            #expect(try key(target, [("Accept", String(repeating: "a", count: 201))]) == nil)
        }
        for target in [
            "/v1/sessions", "/v1/sessions/a/report?width=1...2", "/v1/sessions/a/report?step=1&step=1", "/v1/sessions/a/report?step=00000000001",
            "/v1/sessions/a/blame", "/v1/sessions/a/diff/b", "/v2/sessions/a", "/v1/findings",
        ] {
            #expect(try key(target) == nil, "\(target)")
        }
    }

    @Test func `answers go with what they tell of`() throws {
        let fixture = try Fixture()
        let kept = ResponseCache(of: fixture.store)
        let (first, second) = (try fixture.create(), try fixture.create())
        let keys = try [first, second].map { try #require(try key("/v1/sessions/\($0)/report")) }
        let state = try #require(fixture.store.state)
        for key in keys { kept.keep(answer(10), key, madeAfter: state) }
        #expect(keys.allSatisfy { kept.answer($0)?.body.count == 10 })
        // Answers that a sender could take for stored ones are not.
        let sarif = HTTPResponse(contentType: "application/sarif+json", body: [123, 125])
        let missing = HTTPResponse(status: .notFound, contentType: "application/json", body: [123, 125])
        let other = try #require(try key("/v1/sessions/x/report"))
        for response in [sarif, missing] { kept.keep(response, other, madeAfter: state) }
        #expect(kept.answer(other) == nil)

        #expect(try fixture.store.setPinned(first, true))
        #expect(kept.answer(keys[0]) == nil && kept.answer(keys[1]) != nil)
        // What was made before a write is not kept after it.
        kept.keep(answer(20), keys[0], madeAfter: state)
        #expect(kept.answer(keys[0]) == nil)
        kept.keep(answer(20), keys[0], madeAfter: try #require(fixture.store.state))
        #expect(kept.answer(keys[0])?.body.count == 20)

        let elsewhere = try SQLiteSessionStore(path: fixture.folder.appendingPathComponent("test.db").path)
        #expect(try elsewhere.delete(second))
        #expect(keys.allSatisfy { kept.answer($0) == nil })
        kept.keep(answer(30), keys[0], madeAfter: try #require(fixture.store.state))
        #expect(kept.answer(keys[0])?.body.count == 30 && kept.answer(keys[1]) == nil)
    }

    @Test func `no more is kept than may be, and what is asked for stays`() throws {
        let fixture = try Fixture()
        let kept = ResponseCache(of: fixture.store, mostBytes: 100_000)
        let state = try #require(fixture.store.state)
        let keys = try (0..<500).map { try #require(try key("/v1/sessions/s\($0)/report")) }
        for place in keys.indices {
            kept.keep(answer(1000), keys[place], madeAfter: state)
            #expect(kept.answer(keys[place]) != nil && kept.answer(keys[0]) != nil)
        }
        #expect((10...50).contains(keys.count { kept.answer($0) != nil }))
        kept.keep(answer(20_000), keys[1], madeAfter: state)
        #expect(kept.answer(keys[1]) == nil)
    }
}
