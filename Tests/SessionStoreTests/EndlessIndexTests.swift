internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// An index of a damaged file whose pages lead to each other, so that one session seems to have rows without end.
@Suite struct EndlessIndexTests {
    private static let pageSize = 8192

    /// Returns a page of an index with one cell many times.
    ///
    /// - Parameter child: the page to which each cell and the end lead; nil for a leaf.
    private func page(_ cell: [UInt8], child: UInt32?) -> [UInt8] {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) } }
        let whole = (child.map { bytes($0, 4) } ?? []) + cell
        let header = child == nil ? 8 : 12
        let count = (EndlessIndexTests.pageSize - header) / (whole.count + 2)
        let starts = (1...count).map { EndlessIndexTests.pageSize - $0 * whole.count }
        var page = [child == nil ? 10 : 2, 0, 0] + bytes(UInt32(count), 2) + bytes(UInt32(starts[count - 1]), 2) + [0]
        if let child { page += bytes(child, 4) }
        page += starts.flatMap { bytes(UInt32($0), 2) }
        page += [UInt8](repeating: 0, count: starts[count - 1] - page.count)
        for _ in 0..<count { page += whole }
        return page
    }

    /// Replaces the root of an index, which is its only page, by five levels of pages with its first cell.
    private func damage(_ path: String, _ index: String) throws {
        let size = EndlessIndexTests.pageSize
        let connection = try Connection(path: path, access: .readOnly)
        let root = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = ?", [.text(index)]) { row throws(SQLiteError) in
            Int(try row.integer(0))
        }
        var file = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let place = (try #require(root) - 1) * size
        try #require(file[place] == 10 && file.count % size == 0)
        let cell = Int(file[place + 8]) << 8 | Int(file[place + 9])
        // The payload is short, so its length is one byte.
        let content = Array(file[place + cell..<place + cell + 1 + Int(file[place + cell])])
        file += page(content, child: nil)
        for _ in 0..<4 { file += page(content, child: UInt32(file.count / size)) }
        file.replaceSubrange(place..<place + size, with: page(content, child: UInt32(file.count / size)))
        let count = UInt32(file.count / size)
        for byte in 0..<4 { file[28 + byte] = UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32(byte))) }
        try Data(file).write(to: URL(filePath: path))
    }

    private func fixture(_ index: String) throws -> (fixture: StoreFixture, id: String, other: String) {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let (id, other) = (try store.create(.sample(1)).id, try store.create(.sample(2)).id)
        _ = try store.add(StoredExercise(step: 0, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "e", createdAt: 1), to: id)
        store.close()
        try damage(fixture.path, index)
        return (fixture, id, other)
    }

    @Test func `the findings of a session end at a limit of memory`() throws {
        let (fixture, id, _) = try fixture("finding_by_session")
        let store = try fixture.open()
        let error = #expect(throws: StoreError.self) { try store.findingNames(of: id, steps: 0..<1, isSealed: false) }
        #expect(error.map { "\($0)" }?.contains("pages of the file may lead to each other") == true, "\(error as Any)")
        #expect(try store.count() == 2)
        store.close()
    }

    @Test func `a list counts exercises up to a limit`() throws {
        let (fixture, id, other) = try fixture("exercise_by_step")
        let store = try fixture.open()
        let found = try store.list(SessionQuery()).items
        #expect(found.map(\.id) == [other, id] && found.map(\.isDamaged) == [false, true])
        store.close()
    }

    @Test func `a session with more content than a deletion may have in memory is deleted`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        _ = try fixture.numbers(
            """
            INSERT INTO step (session, number, event, report, verdict, engine, created_at)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
            SELECT (SELECT sequence FROM session), i, x'5b5d', zeroblob(1000000), 'clean', 'e', i FROM n RETURNING 1
            """)
        #expect(try store.delete(id) && fixture.numbers("SELECT count(*) FROM step") == [0])
        store.close()
    }

    @Test func `steps without end leave the others to readers and to the writer`() throws {
        let (fixture, id, other) = try fixture("sqlite_autoindex_step_1")
        let store = try fixture.open()
        #expect(throws: StoreError.self) { try store.findingNames(of: id, steps: 0..<1, isSealed: true) }
        #expect(try store.session(other) != nil && store.setPinned(other, true))
        store.close()
    }
}
