import Foundation
import SQLite
import Testing

@testable import SessionStore

/// Values of rows that are longer than an undamaged row has, most of which pack to very few bytes.
@Suite struct LongValueTests {
    /// A list of one view whose name is longer than a list.
    private static let list = StoredForm.values(
        for: Array("[\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: ViewList.greatestLength) + Array("\"]".utf8)
    ).bytes
    /// A list of more views than a session is found by, all of them nameless.
    private static let crowd = StoredForm.values(
        for: Array("[\"\"".utf8) + Array(",\"\"".utf8).repeated(600_000) + Array("]".utf8)
    ).bytes

    private func set(_ list: [UInt8], of id: String, _ fixture: StoreFixture) throws {
        #expect(list.count < 32 << 10)
        let digits = list.map { String(format: "%02x", $0) }.joined()
        if fixture.schema == nil {
            try fixture.connect().run(script: "UPDATE session SET views = x'\(digits)' WHERE id = '\(id)'")
        } else {
            let row = "session = (SELECT sequence FROM session WHERE id = '\(id)')"
            _ = try fixture.numbers("UPDATE session_search SET views = '\\x\(digits)' WHERE \(row) RETURNING 1")
        }
    }

    private func step(_ number: Int, views: [String]) -> NewStep {
        NewStep(
            StoredStep(
                number: number, events: Array("[]".utf8), report: Array("{}".utf8), verdict: "clean", engine: "plumbline test",
                createdAt: 1_700_000_000_000_000 + Int64(number)),
            findings: [], views: views)
    }

    @Test(arguments: Engine.installed, [list, crowd])
    func `a list that is too long is damaged, and is not unpacked`(engine: Engine, list: [UInt8]) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let (id, other) = (try store.create(.sample(1)).id, try store.create(.sample(2)).id)
        try set(list, of: id, fixture)
        let facets = try store.facets(SessionQuery())
        #expect(facets.views.map { "\($0.value) \($0.sessions)" } == ["root 1", "title2 1"] && facets.sessions == 2 && facets.isComplete)
        #expect(try store.append(step(1, views: ["new"]), to: id) == .stored)
        #expect(try store.index(of: id)?.views == [])
        #expect(try store.append(step(2, views: []), to: id) == .stored)
        #expect(try store.list(SessionQuery(view: "new")).items.map(\.id) == [id])
        #expect(try store.list(SessionQuery(text: "cell", tags: ["ci"], view: "root")).items.map(\.id) == [other, id])
        #expect(try store.delete(id))
        #expect(try store.list(SessionQuery()).items.map(\.id) == [other])
    }

    @Test func `a list has room for as many views as it may have`() throws {
        #expect(ViewList.fitting(["b", "a", "b", "c", String(repeating: "a", count: 8001)], beside: ["c"]) == ["a", "b"])
        // With a backslash before each quotation mark, and the comma and quotation marks around them.
        let quotes = String(repeating: "\"", count: 4000)
        func name(_ number: Int) -> String { quotes + "\(number / 100 + 100)\(number % 100 + 100)" }
        let long = (0..<ViewList.greatestLength / 8009).map(name)
        let fitting = ViewList.fitting(["zz"] + long)
        #expect(fitting == long + ["zz"])
        #expect(ViewList.fitting((0..<3000).map { "x\($0)" }, beside: fitting).count < 3000)
        #expect(try ViewList.names(ViewList.value(["a\u{1}", "b\"", "c"])) == ["a\u{1}", "b\"", "c"])
        let many = (0..<500_001).map { "v\($0)" }
        #expect(ViewList.fitting(many).count == 500_000)
    }

    @Test(arguments: Engine.installed) func `options that are longer than any are damaged`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var long = NewSession.sample(1)
        long.options = Array("{\"file\":\"\(String(repeating: "x", count: StoredBounds.optionBytes))\"}".utf8)
        let id = try store.create(long).id
        #expect(try store.list(SessionQuery()).items.map(\.options) == [[]] && store.list(SessionQuery()).items[0].isDamaged)
        #expect(throws: StoreError.self) { try store.session(id) }
    }

    @Test(arguments: Engine.installed) func `the length of a session counts the body and what was asked`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var session = NewSession.sample(1)
        session.body = [UInt8](repeating: 32, count: 5000)
        let id = try store.create(session).id
        let (request, answer) = ([UInt8](repeating: 32, count: 700) + Array("{}".utf8), Array("{}".utf8))
        _ = try store.add(StoredExercise(step: 0, request: request, answer: answer, engine: "e", createdAt: 1), to: id)
        #expect(try store.lengths(id, step: nil)?.body == 5000 && store.greatestLengths(id).answer == 704)
    }

    @Test func `bytes that are longer than their limit are not decompressed`() throws {
        let (bytes, packing) = StoredForm.values(for: [UInt8](repeating: 32, count: 5000))
        #expect(try StoredForm.bytes(bytes, packing: packing, limit: 5000).count == 5000)
        #expect(throws: StoreError.damaged("it is longer than it may be")) { try StoredForm.bytes(bytes, packing: packing, limit: 4999) }
        #expect(throws: StoreError.damaged("it is longer than it may be")) { try StoredForm.bytes([1, 2], packing: 0, limit: 1) }
    }
}

extension [UInt8] {
    fileprivate func repeated(_ count: Int) -> [UInt8] { Array(repeatElement(self, count: count).joined()) }
}
