internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// A damaged row stops at most the deletion of its own session.
@Suite struct RetentionDamageTests {
    /// Stores sessions with one finding in common.
    private func fixture(count: Int) throws -> (fixture: StoreFixture, ids: [String]) {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        defer { store.close() }
        let ids = try (1...count).map { number in
            var session = NewSession.sample(number)
            session.findings = [StoredFinding(kind: .ambiguity, fingerprint: "a1:same", summary: "it may move")]
            session.arrivedAt = session.createdAt
            return try store.create(session).id
        }
        return (fixture, ids)
    }

    /// Runs a statement while a table takes values of any type. A disk asks no schema.
    private func change(_ table: String, _ sql: String, _ fixture: StoreFixture) throws {
        let schema = try fixture.connect().query("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(table)]) { row throws(SQLiteError) in
            try row.text(0)
        }[0]
        let version = try fixture.numbers("PRAGMA schema_version")[0]
        let loose = schema.replacing("STRICT", with: "").replacing("NOT NULL", with: "").replacing("INTEGER", with: "BLOB").replacing(
            "TEXT", with: "BLOB"
        ).replacing("id BLOB PRIMARY", with: "id INTEGER PRIMARY").replacing("sequence BLOB PRIMARY", with: "sequence INTEGER PRIMARY")
        for (text, number) in [(loose, 1), (schema, 2)] {
            let connection = try fixture.connect()
            connection.allowWritesToIndexes()
            try connection.run(script: "PRAGMA writable_schema = ON")
            try connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [.text(text), .text(table)])
            try connection.run(script: "PRAGMA schema_version = \(version + Int64(number))")
            if number == 1 { try fixture.connect().run(script: "PRAGMA foreign_keys = OFF; " + sql) }
        }
    }

    @Test(arguments: ["seen = 1.5", "since = 2.5", "since = NULL", "summary = x'41'"]) func `sessions with an altered finding can be deleted`(
        value: String
    ) throws {
        let (fixture, ids) = try fixture(count: 12)
        // The triggers would refuse it, too.
        let trigger = try fixture.connect().query("SELECT sql FROM sqlite_schema WHERE name = 'finding_seen'") { row throws(SQLiteError) in
            try row.text(0)
        }[0]
        try change(
            "finding", "DROP TRIGGER finding_seen; UPDATE finding SET \(value) WHERE session = (SELECT max(session) FROM finding); \(trigger)",
            fixture)
        let store = try fixture.open()
        #expect(try store.delete(ids[5]))
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 3)) == 8)
        #expect(try store.delete(ids[11]))
        store.close()
    }

    @Test func `an altered time of arrival leaves retention to the others`() throws {
        let (fixture, ids) = try fixture(count: 12)
        try change("session", "UPDATE session SET arrived_at = 8.87e-309 WHERE id = '\(ids[4])'", fixture)
        let store = try fixture.open()
        var damaged: [String] = []
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 5)) { damaged.append($0) } >= 6)
        #expect(try store.count() <= 6 && damaged.allSatisfy { $0 == ids[4] })
        store.close()
    }

    @Test func `an index that leads to the newest sessions twice deletes no more than it should`() throws {
        let fixture = try StoreFixture()
        var store = try fixture.open()
        guard case .stored(let sessions) = try store.createAll((1...600).map { NewSession.sample($0) }, for: nil) else { return }
        store.close()
        var file = try [UInt8](Data(contentsOf: URL(filePath: fixture.path)))
        let page = Int(try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'session_by_arrival'")[0] - 1) * 8192
        // The first child becomes the last one, too.
        try #require(file[page] == 2 && file[page + 4] == 1)
        let cell = page + Int(file[page + 12]) << 8 + Int(file[page + 13])
        file.replaceSubrange(cell..<cell + 4, with: file[page + 8..<page + 12])
        try Data(file).write(to: URL(filePath: fixture.path))
        store = try fixture.open()
        _ = try store.prune(RetentionRule(arrivedBefore: nil, keeping: 300))
        for session in sessions.suffix(300) { #expect(try store.session(session.id) != nil) }
        store.close()
    }

    @Test func `an index without the entry of a row makes no session undeletable`() throws {
        let (fixture, ids) = try fixture(count: 12)
        // The row in the table says a later time than its entry in the index.
        let seen = try fixture.numbers("SELECT max(seen) FROM finding")[0]
        let bytes = withUnsafeBytes(of: seen.bigEndian) { Array($0).drop { $0 == 0 } }
        var file = try [UInt8](Data(contentsOf: URL(filePath: fixture.path)))
        let root = try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'finding_by_time'")[0]
        let page = Int(root - 1) * 8192
        let place = try #require((page..<page + 8192 - bytes.count).last { file[$0..<$0 + bytes.count].elementsEqual(bytes) })
        file[place + bytes.count - 1] ^= 1
        try Data(file).write(to: URL(filePath: fixture.path))
        let store = try fixture.open()
        for id in ids { #expect(try store.delete(id)) }
        store.close()
    }
}
