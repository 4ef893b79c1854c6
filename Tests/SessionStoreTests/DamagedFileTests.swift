internal import Foundation
@testable internal import SessionStore
internal import Testing

@Suite struct DamagedFileTests {
    @Test func `a file that SQLite finds damaged takes no more writes`() throws {
        let fixture = try StoreFixture()
        let id: String
        do {
            let store = try fixture.open()
            for number in 1...40 { _ = try store.create(.sample(number)) }
            id = try store.create(.sample(41)).id
            store.close()
        }
        // The first page of the table is overwritten, as by a failing disk before the service starts.
        let page = try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'session' AND type = 'table'")[0]
        let size = try fixture.numbers("SELECT page_size FROM pragma_page_size")[0]
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
        try file.close()
        let store = try fixture.open()
        #expect(throws: StoreError.self) { try store.list(SessionQuery()) }
        do {
            _ = try store.create(.sample(50))
            Issue.record("a session was stored in \(id)'s damaged file")
        } catch StoreError.unavailable(let words) {
            #expect(words.contains("damaged") && words.contains("nothing was stored"), "\(words)")
        } catch StoreError.damaged {
            // The writer itself met the damage first.
        }
    }
}
