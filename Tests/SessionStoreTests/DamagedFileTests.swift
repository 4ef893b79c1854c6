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
        // The second half is overwritten, as by a failing disk before the service starts.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
        let size = try file.seekToEnd()
        let begin = Int(size) / 2 / 4096 * 4096
        try file.seek(toOffset: UInt64(begin))
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - begin))
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
