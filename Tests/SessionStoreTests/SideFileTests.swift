internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// Files beside a database that are not of this program change, replace and delete nothing.
@Suite struct SideFileTests {
    private let fixture: StoreFixture
    private let files = FileManager.default
    private var path: String { fixture.path }

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.open()
        for number in 1...3 { _ = try store.create(.sample(number)) }
        store.close()
    }

    /// A rollback journal that cuts the database to a number of pages, and names a file that SQLite deletes then.
    private func journal(pages: UInt32, naming name: String? = nil) -> Data {
        let magic = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
        func word(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
        var bytes = magic + word(0) + word(1) + word(pages) + word(512) + word(8192)
        bytes += Data(count: 512 - bytes.count)
        guard let name else { return bytes }
        let text = Data(name.utf8)
        return bytes + word((1 << 30) / 8192 + 1) + text + word(UInt32(text.count)) + word(text.reduce(0) { $0 + UInt32($1) }) + magic
    }

    private func write(_ bytes: Data, _ name: String) throws { try bytes.write(to: URL(fileURLWithPath: name)) }

    private func content(_ name: String) -> Data? { try? Data(contentsOf: URL(fileURLWithPath: name)) }

    private func count(_ path: String) throws -> Int {
        let store = try SQLiteSessionStore(path: path)
        defer { store.close() }
        return try store.count()
    }

    /// Expects that nothing opens the database, for what is said, and that no file changes.
    private func expectRefusal(_ said: String, of path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let names = try files.contentsOfDirectory(atPath: fixture.folder.path("")).filter { !$0.hasSuffix("-lock") && !$0.hasSuffix("-shm") }
        let before = names.map { content(fixture.folder.path($0)) }
        for access in [StoreAccess.create, .readOnly] {
            let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try SQLiteSessionStore(path: path, access: access) }
            #expect(error.map { "\($0)" }?.contains(said) == true, "\(access): \(error as Any)", sourceLocation: sourceLocation)
        }
        #expect(names.map { content(fixture.folder.path($0)) } == before, sourceLocation: sourceLocation)
    }

    @Test func `a journal beside a database deletes and empties nothing`() throws {
        let precious = fixture.folder.path("precious")
        try write(Data("precious".utf8), precious)
        for bytes in [journal(pages: 0), journal(pages: 42, naming: precious), journal(pages: 0, naming: precious), Data("precious".utf8)] {
            try write(bytes, path + "-journal")
            try expectRefusal("-journal is beside it", of: path)
        }
        try files.removeItem(atPath: path + "-journal")
        #expect(try count(path) == 3)
    }

    @Test func `a journal beside a database that is to be made deletes nothing`() throws {
        let (precious, new) = (fixture.folder.path("precious"), fixture.folder.path("new.db"))
        try write(Data("precious".utf8), precious)
        let store = try fixture.open()
        for bytes in [journal(pages: 0, naming: precious), Data("precious".utf8)] {
            try write(bytes, new + "-journal")
            let error = #expect(throws: StoreError.self) { try SQLiteSessionStore(path: new) }
            #expect(error?.description.contains("Move it to another folder") == true)
            #expect(throws: StoreError.self) { try store.backUp(to: new) }
            #expect(content(new + "-journal") == bytes && content(precious) == Data("precious".utf8) && !files.fileExists(atPath: new))
        }
        store.close()
    }

    @Test func `a database whose first page was being written is made`() throws {
        let new = fixture.folder.path("new.db")
        let sound = journal(pages: 0)
        let states = [(Data(), sound), (Data(count: 8192), sound), (Data(count: 100), sound), (Data(), sound.prefix(7)), (Data(), Data(count: 512))]
        for (bytes, journal) in states {
            try write(bytes, new)
            try write(journal, new + "-journal")
            #expect(try count(new) == 0)
            #expect(!files.fileExists(atPath: new + "-journal"))
            try files.removeItem(atPath: new)
        }
    }

    @Test func `a journal goes with the former database when a backup is restored`() throws {
        let backup = fixture.folder.path("backup.db")
        let store = try fixture.open()
        try store.backUp(to: backup)
        _ = try store.create(.sample(4))
        store.close()
        let bytes = journal(pages: 0)
        try write(bytes, path + "-journal")
        #expect(try SQLiteSessionStore.restore(backup, to: path).former == path + ".replaced")
        #expect(content(path + ".replaced-journal") == bytes)
        #expect(try count(path) == 3)
        // One of the backup itself.
        try write(bytes, backup + "-journal")
        #expect(throws: StoreError.self) { try SQLiteSessionStore.restore(backup, to: fixture.folder.path("new.db")) }
        #expect(!files.fileExists(atPath: fixture.folder.path("new.db")))
    }

    @Test func `a backup leaves no file but itself`() throws {
        let (backup, taken) = (fixture.folder.path("backup.db"), fixture.folder.path("backup.db.unfinished"))
        try write(Data("precious".utf8), taken)
        let store = try fixture.open()
        defer { store.close() }
        try store.backUp(to: backup)
        let names = try files.contentsOfDirectory(atPath: fixture.folder.path("")).filter { $0.hasPrefix("backup") }
        #expect(names.sorted() == ["backup.db", "backup.db.unfinished"])
        #expect(content(taken) == Data("precious".utf8))
        #expect(throws: StoreError.fileExists(path: backup)) { try store.backUp(to: backup) }
        let copy = try Connection(path: backup, access: .readOnly)
        #expect(try copy.first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) } == "delete")
    }

    /// Stores a session, and keeps the log as it is then beside the database, as after kill -9.
    private func keepLog(_ number: Int, as name: String) throws {
        let store = try fixture.open()
        _ = try store.create(.sample(number))
        try files.copyItem(atPath: path + "-wal", toPath: name)
        store.close()
    }

    @Test(arguments: [0, 1, 300]) func `a database that was cut to almost nothing does not lose its log`(length: Int) throws {
        let log = fixture.folder.path("log")
        try keepLog(4, as: log)
        try files.copyItem(atPath: log, toPath: path + "-wal")
        try write(Data(repeating: 120, count: length), path)
        try expectRefusal("but its log", of: path)
    }

    @Test func `a file of one byte is no database`() throws {
        try write(Data("x".utf8), path)
        try expectRefusal("is not a", of: path)
    }

    @Test func `a log aside is seen whatever its number`() throws {
        let log = fixture.folder.path("log")
        try keepLog(4, as: log)
        try files.createDirectory(atPath: path + "-wal.aside", withIntermediateDirectories: false)
        try files.copyItem(atPath: log, toPath: path + "-wal.aside.2")
        try expectRefusal("-wal.aside.2", of: path)
    }

    @Test func `no file is written or deleted that only has the name of one beside the database`() throws {
        let precious = fixture.folder.path("precious")
        try write(Data("precious".utf8), precious)
        for end in ["-wal", "-shm", "-lock"] {
            try? files.removeItem(atPath: path + end)
            try files.linkItem(atPath: precious, toPath: path + end)
            try expectRefusal("hard links", of: path)
            try files.removeItem(atPath: path + end)
        }
        let new = fixture.folder.path("new.db")
        for name in [path, new] {
            try write(Data("precious".utf8), name + "-wal")
            let error = #expect(throws: StoreError.self) { try SQLiteSessionStore(path: name) }
            #expect(error?.description.contains("is not a log") == true && content(name + "-wal") == Data("precious".utf8))
        }
        let store = try SQLiteSessionStore(path: fixture.folder.path("other.db"))
        defer { store.close() }
        #expect(throws: StoreError.self) { try store.backUp(to: new) }
        #expect(content(new + "-wal") == Data("precious".utf8))
    }
}
