internal import Digest
internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// A damaged byte in an index hides no row.
@Suite struct MissedRowTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    /// Replaces bytes in the pages of an index or table, wherever they are.
    private func damage(_ name: String, _ bytes: [UInt8], _ replacement: [UInt8]) throws {
        let connection = try fixture.connect()
        let size = try fixture.numbers("SELECT page_size FROM pragma_page_size")[0]
        let pages = try connection.query("SELECT pageno FROM dbstat WHERE name = ?", [.text(name)]) { row throws(SQLiteError) in try row.integer(0) }
        try #require(!pages.isEmpty)
        var file = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        var count = 0
        for page in pages {
            let range = Int((page - 1) * size)..<Int(page * size)
            while let place = file.range(of: Data(bytes), in: range) {
                file.replaceSubrange(place, with: replacement)
                count += 1
            }
        }
        try #require(count == 1)
        try file.write(to: URL(fileURLWithPath: fixture.path))
    }

    /// Returns the bytes with one of them changed.
    private func changed(_ bytes: [UInt8], at place: Int, by mask: UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[place] ^= mask
        return bytes
    }

    private func request(_ key: String) -> KeyedRequest { KeyedRequest(key: key, digest: Array(repeating: 7, count: 32)) }

    @Test(arguments: [(0, 1), (0, 16), (7, 1), (7, 32)]) func `a session is not absent because its entry in the index is damaged`(
        place: Int, mask: Int
    ) throws {
        var store = try fixture.open()
        let ids = try (1...600).map { try store.create(.sample($0)).id }
        store.close()
        let id = ids[300]
        try damage("sqlite_autoindex_session_1", Array(id.utf8), changed(Array(id.utf8), at: place, by: UInt8(mask)))
        store = try fixture.open(.readOnly)
        #expect(throws: StoreError.self) { try store.session(id) }
        #expect(throws: StoreError.self) { try store.report(id) }
        // No other one is absent either, wherever the entry is in the index.
        var found = 0
        for other in ids where other != id {
            do throws(StoreError) {
                let session = try store.session(other)
                #expect(session?.id == other)
                found += 1
            } catch {
                // A search that goes astray may also come to another row, which is not answered.
                switch error {
                case .damaged, .damagedSession: break
                default: throw error
                }
            }
        }
        #expect(found > 200, "\(found)")
        #expect(try fixture.numbers("SELECT count(*) FROM session") == [600])
        // A service makes the index again.
        store = try fixture.open()
        #expect(try store.session(id)?.id == id && store.report(id) != nil)
    }

    @Test func `a repair does not erase the last sign of a lost session`() throws {
        var store = try fixture.open()
        let ids = try (1...3).map { try store.create(.sample($0)).id }
        store.close()
        // The page of the table is an older one, without the last row.
        let size = Int(try fixture.numbers("SELECT page_size FROM pragma_page_size")[0])
        let root = Int(try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'session'")[0])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        let page = (root - 1) * size
        try #require(file[page] == 13 && file[page + 3] == 0 && file[page + 4] == 3)
        file[page + 4] = 2
        try Data(file).write(to: URL(fileURLWithPath: fixture.path))
        store = try fixture.open()
        for _ in 0..<2 {
            _ = try? store.list(SessionQuery())
            #expect(throws: StoreError.self) { try store.session(ids[2]) }
            _ = try? store.session(ids[2] + "a")
            _ = try? store.delete(ids[0])
        }
        store.close()
        store = try fixture.open(.readOnly)
        #expect(try store.lostSessions() == [ids[2]])
    }

    @Test func `a session whose entry in the index is missing is found again once a list shows it`() throws {
        var store = try fixture.open()
        let ids = try (1...3).map { try store.create(.sample($0)).id }
        store.close()
        // The page is an older one, without the last entry.
        let size = Int(try fixture.numbers("SELECT page_size FROM pragma_page_size")[0])
        let root = Int(try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_session_1'")[0])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        let page = (root - 1) * size
        try #require(file[page] == 10 && file[page + 3] == 0 && file[page + 4] == 3)
        file[page + 4] = 2
        try Data(file).write(to: URL(fileURLWithPath: fixture.path))
        store = try fixture.open()
        let items = try store.list(SessionQuery()).items
        #expect(items.map(\.id) == ids.reversed() && items.allSatisfy { !$0.isDamaged })
        for id in ids { #expect(try store.session(id)?.id == id) }
    }

    /// Changes the page that is the root of a table or index, and returns a store of the file.
    private func changing(_ name: String, _ change: (inout ArraySlice<UInt8>, [UInt8]) throws -> Void) throws -> SQLiteSessionStore {
        let size = Int(try fixture.numbers("SELECT page_size FROM pragma_page_size")[0])
        let root = Int(try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")[0])
        let file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        var page = file[(root - 1) * size..<root * size]
        try change(&page, file)
        var changed = file
        changed.replaceSubrange((root - 1) * size..<root * size, with: page)
        try Data(changed).write(to: URL(fileURLWithPath: fixture.path))
        return try fixture.open()
    }

    /// The page that is the root of a table or index.
    private func page(_ name: String, in file: [UInt8]) throws -> ArraySlice<UInt8> {
        let size = Int(try fixture.numbers("SELECT page_size FROM pragma_page_size")[0])
        let root = Int(try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")[0])
        return file[(root - 1) * size..<root * size]
    }

    @Test func `a session is not absent because the index has another entry twice`() throws {
        var store = try fixture.open()
        let ids = try (1...4).map { try store.create(.sample($0)).id }.sorted()
        store.close()
        store = try changing("sqlite_autoindex_session_1") { page, _ in
            let pointers = page.startIndex + 8
            try #require(page[pointers - 8] == 10 && page[pointers - 4] == 4)
            page.replaceSubrange(pointers + 2..<pointers + 4, with: page[pointers + 4..<pointers + 6])
        }
        #expect(try store.delete(ids[1]))
        for id in [ids[0], ids[2], ids[3]] { #expect(try store.session(id)?.id == id && store.report(id) != nil) }
        #expect(try store.session(ids[1]) == nil && fixture.numbers("SELECT count(*) FROM session") == [3])
    }

    @Test func `an index that was overwritten with another one is made again`() throws {
        var store = try fixture.open()
        let ids = try (1...40).map { try store.create(.sample($0)).id }
        store.close()
        store = try changing("sqlite_autoindex_session_1") { page, file in page = try self.page("session_by_verdict", in: file) }
        let new = try store.create(.sample(50)).id
        for id in ids + [new] { #expect(try store.session(id)?.id == id) }
        #expect(try store.session("aaaaaaaaaaaaaaaa") == nil)
    }

    @Test func `a repair does not take rows of another table for sessions`() throws {
        var store = try fixture.open()
        let ids = try (1...3).map { try store.create(.sample($0)).id }
        store.close()
        store = try changing("session") { page, file in page = try self.page("session_search_content", in: file) }
        for _ in 0..<2 {
            for id in ids { #expect(throws: StoreError.self) { try store.session(id) } }
            _ = try? store.list(SessionQuery())
            _ = try? store.opening.rebuildDerivedTables(reindexing: true)
        }
    }

    /// The bytes of a number in an entry of an index.
    private func stored(_ number: Int64) -> [UInt8] {
        let lengths: [Int] = [1, 2, 3, 4, 6]
        let length: Int = lengths.first { (bytes: Int) -> Bool in number < Int64(1) << Int64(8 * bytes - 1) } ?? 8
        return (0..<length).reversed().map { (byte: Int) -> UInt8 in UInt8(truncatingIfNeeded: number >> Int64(8 * byte)) }
    }

    @Test func `a session is not deleted or pinned by an entry of another one`() throws {
        var store = try fixture.open()
        let ids = try (1...3).map { try store.create(.sample($0)).id }
        let numbers = try fixture.numbers("SELECT sequence FROM session ORDER BY sequence")
        store.close()
        let entry = Array(ids[0].utf8)
        try damage("sqlite_autoindex_session_1", entry + stored(numbers[0]), entry + stored(numbers[1]))
        store = try fixture.open()
        // The index is made again.
        #expect(try store.setPinned(ids[0], true) && store.isPinned(ids[0]) && !store.isPinned(ids[1]))
        #expect(try store.delete(ids[0]) && store.session(ids[0]) == nil)
        #expect(try store.session(ids[1])?.name == "Cell 2")
        #expect(try fixture.numbers("SELECT count(*) FROM session") == [2])
    }

    @Test(arguments: ["document", "layout"]) func `a body is not stored over that of another session`(table: String) throws {
        var store = try fixture.open()
        let ids = try (1...3).map { try store.create(.sample($0)).id }
        let second = try #require(try store.document(ids[1]))
        store.close()
        let digest = SHA256.digest(of: table == "document" ? second.body : second.canonical)
        let entry = digest + (table == "document" ? Array(second.mediaType.utf8) : [])
        try damage("sqlite_autoindex_\(table)_1", entry + [2], entry + [3])
        store = try fixture.open()
        // The index is made again.
        let again = try store.create(.sample(2)).id
        for (id, number) in zip(ids + [again], [1, 2, 3, 2]) {
            let document = try #require(try store.document(id))
            let sample = NewSession.sample(number)
            #expect(document.body == sample.body && document.canonical == sample.canonical)
        }
    }

    @Test(arguments: [1, 64]) func `a request is not new because its record has another key`(mask: Int) throws {
        var store = try fixture.open()
        let id = try store.create(.sample(1)).id
        func step(_ number: Int, _ key: String) -> NewStep {
            let step = StoredStep(number: number, events: [91, 93], report: [123, 125], verdict: "clean", engine: "e", createdAt: Int64(number))
            return NewStep(step, findings: [], request: request(key))
        }
        for number in 1...300 { #expect(try store.append(step(number, "key-\(number + 1000)-end"), to: id) == .stored) }
        store.close()
        try damage("step_request", Array("key-1100-end".utf8), changed(Array("key-1100-end".utf8), at: 6, by: UInt8(mask)))
        store = try fixture.open()
        #expect(throws: StoreError.self) { try store.append(step(301, "key-1100-end"), to: id) }
        #expect(throws: StoreError.self) { try store.outcome(of: request("key-1100-end"), in: id) }
        #expect(try store.outcome(of: request("key-1090-end"), in: id) == .repeated(step: 90))
        #expect(try store.append(step(301, "key-1301-end"), to: id) == .stored && store.session(id)?.step == 301)
    }

    /// Makes sessions by requests, and has an entry of their index be listed twice, in the place of the one before. Returns the session of each.
    private func listTwice() throws -> [String] {
        let store = try fixture.open()
        var ids: [String] = []
        for number in 0..<60 {
            guard case .stored(let sessions) = try store.createAll([.sample(number)], for: request("key-\(number + 1000)")) else { break }
            ids += sessions.map(\.id)
        }
        store.close()
        let size = Int(try fixture.numbers("SELECT page_size FROM pragma_page_size")[0])
        let root = Int(try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_session_request_1'")[0])
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        let page = (root - 1) * size
        try #require(file[page] == 10 && file[page + 4] == 60 && ids.count == 60)
        // Behind the head of the page, each entry has a pointer of two bytes.
        for byte in 0..<2 { file[page + 8 + 2 * 30 + byte] = file[page + 8 + 2 * 31 + byte] }
        try Data(file).write(to: URL(fileURLWithPath: fixture.path))
        return ids
    }

    @Test func `a request makes no further session because another entry of the index is in the place of its own`() throws {
        let ids = try listTwice()
        let store = try fixture.open()
        for number in [30, 31, 29] {
            let outcome = try store.createAll([.sample(number)], for: request("key-\(number + 1000)"))
            #expect(outcome == .repeated(ids: [ids[number]], of: 1), "\(number)")
        }
        guard case .stored = try store.createAll([.sample(500)], for: request("key-1500")) else {
            Issue.record("not stored")
            return
        }
        #expect(try store.count() == 61)
    }

    @Test func `a request whose session is listed twice made one`() throws {
        let ids = try listTwice()
        let store = try fixture.open()
        #expect(try store.outcome(of: request("key-1031")) == .repeated(ids: [ids[31]], of: 1))
        #expect(try store.outcome(of: request("key-1030")) == .repeated(ids: [ids[30]], of: 1))
    }

    @Test func `a request is found in the table if its index cannot be made again`() throws {
        let ids = try listTwice()
        let number = try fixture.numbers("SELECT session FROM session_request ORDER BY session")[50]
        // An entry without its row.
        try damage("sqlite_autoindex_session_request_1", Array("key-1050".utf8) + stored(number), Array("key-1050".utf8) + stored(number + 1))
        let store = try fixture.open()
        for number in [30, 50, 10] {
            let outcome = try store.createAll([.sample(number)], for: request("key-\(number + 1000)"))
            #expect(outcome == .repeated(ids: [ids[number]], of: 1), "\(number)")
        }
        #expect(try store.count() == 60)
    }

    @Test func `a request makes no further session because its entry in the index has another key`() throws {
        var store = try fixture.open()
        for number in 1...300 { _ = try store.createAll([.sample(number)], for: request("key-\(number + 1000)-end")) }
        store.close()
        try damage("sqlite_autoindex_session_request_1", Array("key-1100-end".utf8), Array("key-1900-end".utf8))
        store = try fixture.open()
        // The index is made again.
        guard case .repeated = try store.createAll([.sample(500)], for: request("key-1100-end")) else {
            Issue.record("not repeated")
            return
        }
        #expect(try store.count() == 300)
        guard case .stored = try store.createAll([.sample(501)], for: request("key-1500-end")) else {
            Issue.record("not stored")
            return
        }
    }
}
