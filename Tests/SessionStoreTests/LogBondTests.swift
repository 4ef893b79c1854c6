internal import Foundation
internal import Glibc
@testable internal import SQLite
@testable internal import SessionStore
internal import Testing

/// A log is applied to its own database alone, in the state that it continues.
@Suite struct LogBondTests {
    private let fixture: StoreFixture
    private let files = FileManager.default

    init() throws {
        fixture = try StoreFixture()
    }

    /// Opens a database, stores sessions, keeps its files as they are then, as after kill -9, and closes it.
    private func run(_ path: String, _ numbers: ClosedRange<Int>, keeping name: String? = nil) throws {
        let store = try SQLiteSessionStore(path: path)
        for number in numbers { _ = try store.create(.sample(number)) }
        if let name { try copy(path, to: name) }
        store.close()
    }

    private func copy(_ path: String, to other: String) throws {
        for end in ["", "-wal"] {
            try? files.removeItem(atPath: other + end)
            if files.fileExists(atPath: path + end) { try files.copyItem(atPath: path + end, toPath: other + end) }
        }
    }

    private func count(_ path: String) throws -> Int {
        let store = try SQLiteSessionStore(path: path)
        defer { store.close() }
        return try store.count()
    }

    /// Expects that a database with the log of another one is not opened, and is opened without it.
    private func expectRefusal(_ path: String, with log: String, count: Int) throws {
        try? files.removeItem(atPath: path + "-wal")
        try? files.removeItem(atPath: path + "-shm")
        try files.copyItem(atPath: log, toPath: path + "-wal")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for access in [StoreAccess.create, .readOnly] {
            let error = #expect(throws: StoreError.self) { try SQLiteSessionStore(path: path, access: access) }
            #expect(error?.description.contains("does not continue it") == true, "\(error as Any)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        try files.removeItem(atPath: path + "-wal")
        #expect(try self.count(path) == count)
    }

    @Test func `the log of another database is refused`() throws {
        let (other, kept) = (fixture.folder.path("other.db"), fixture.folder.path("kept.db"))
        try run(other, 9...9, keeping: kept)
        try run(fixture.path, 1...5)
        try expectRefusal(fixture.path, with: kept + "-wal", count: 5)
        try run(other, 10...10, keeping: kept)
        try expectRefusal(fixture.path, with: kept + "-wal", count: 5)
    }

    @Test func `the log of a former state is refused`() throws {
        let kept = fixture.folder.path("kept.db")
        try run(fixture.path, 1...1, keeping: kept)
        try run(fixture.path, 2...3)
        try run(fixture.path, 4...4)
        try expectRefusal(fixture.path, with: kept + "-wal", count: 4)
        // What was kept together is whole.
        #expect(try count(kept) == 1)
    }

    @Test func `a backup in the place of a database does not get the log`() throws {
        let (backup, kept) = (fixture.folder.path("backup.db"), fixture.folder.path("kept.db"))
        try run(fixture.path, 1...3)
        let store = try SQLiteSessionStore(path: fixture.path, access: .readOnly)
        try store.backUp(to: backup)
        store.close()
        try run(fixture.path, 4...9)
        try run(fixture.path, 10...12, keeping: kept)
        try expectRefusal(backup, with: kept + "-wal", count: 3)
        #expect(try count(kept) == 12)
    }

    /// Opens a database, begins its log again after a backup, changes a session, and keeps its files as after kill -9.
    private func begin(_ path: String, backup: String? = nil, keeping name: String) throws {
        let store = try SQLiteSessionStore(path: path)
        let id = try store.create(.sample(1)).id
        if let backup { try store.backUp(to: backup) }
        _ = try store.create(.sample(2))
        try Connection(path: path, access: .readWrite).execute("PRAGMA wal_checkpoint(RESTART)")
        // This needs no new page.
        for isPinned in [true, false, true] { _ = try store.setPinned(id, isPinned) }
        try copy(path, to: name)
        store.close()
    }

    @Test func `a log that was begun again is refused by another database, and by a backup`() throws {
        let (other, kept, backup) = (fixture.folder.path("other.db"), fixture.folder.path("kept.db"), fixture.folder.path("backup.db"))
        try begin(other, backup: backup, keeping: kept)
        let content = LogCheck.content(of: kept + "-wal", file: nil)
        #expect(content.commitCount == 3 && content.headerOfFirst != nil)
        #expect(try count(kept) == 2)
        try begin(other, keeping: kept)
        try run(fixture.path, 1...5)
        try expectRefusal(fixture.path, with: kept + "-wal", count: 5)
        try expectRefusal(backup, with: kept + "-wal", count: 1)
    }

    @Test func `a log whose first commit does not show its mark is refused`() throws {
        let (other, kept) = (fixture.folder.path("other.db"), fixture.folder.path("kept.db"))
        try run(other, 1...2)
        let connection = try Connection(path: other, access: .readWrite)
        try connection.execute("UPDATE session SET name = name || 'x'")
        // Before it is closed.
        try withExtendedLifetime(connection) { try copy(other, to: kept) }
        let content = LogCheck.content(of: kept + "-wal", file: nil)
        #expect(content.commitCount == 1 && content.firstHeader == nil)
        try run(fixture.path, 1...5)
        try expectRefusal(fixture.path, with: kept + "-wal", count: 5)
    }

    @Test func `copies of one file get different marks`() throws {
        let (stored, first, second) = (fixture.folder.path("stored.db"), fixture.folder.path("first.db"), fixture.folder.path("second.db"))
        try run(fixture.path, 1...2)
        try copy(fixture.path, to: stored)
        try run(fixture.path, 3...5)
        try copy(fixture.path, to: first)
        try copy(stored, to: fixture.path)
        try run(fixture.path, 6...9, keeping: second)
        try expectRefusal(first, with: second + "-wal", count: 5)
    }

    @Test(arguments: [0.98, 0.5, 0.1, 0.01]) func `a cut file is refused, and its log remains`(part: Double) throws {
        let (kept, whole) = (fixture.folder.path("kept.db"), fixture.folder.path("whole.db"))
        try run(fixture.path, 1...150)
        try run(fixture.path, 151...153, keeping: kept)
        try copy(kept, to: whole)
        let header = try Array(Data(contentsOf: URL(filePath: kept)).prefix(100))
        #expect(truncate(kept, off_t(part * Double(LogBond.number(header, 28)) * 8192)) == 0)
        for access in [StoreAccess.create, .readOnly] {
            let error = #expect(throws: StoreError.self) { try SQLiteSessionStore(path: kept, access: access) }
            #expect(error?.description.contains("it is cut, and its log") == true, "\(error as Any)")
        }
        #expect(files.contentsEqual(atPath: kept + "-wal", andPath: whole + "-wal"))
        #expect(try count(whole) == 153)
    }

    @Test func `a start that fails leaves the log`() throws {
        let kept = fixture.folder.path("kept.db")
        try run(fixture.path, 1...3, keeping: kept)
        let log = try Data(contentsOf: URL(filePath: kept + "-wal"))
        var connection: Connection? = try Connection(path: kept, access: .readWrite)
        connection?.leaveFilesAlone()
        // As one of a newer version is.
        try connection?.run(script: "PRAGMA user_version = 999")
        connection = nil
        let changed = try Data(contentsOf: URL(filePath: kept + "-wal"))
        #expect(changed != log)
        #expect(throws: StoreError.self) { try SQLiteSessionStore(path: kept) }
        #expect(try Data(contentsOf: URL(filePath: kept + "-wal")) == changed)
    }

    @Test func `a state in the middle of a run is opened, with each part of its log in the file`() throws {
        let kept = fixture.folder.path("kept.db")
        for round in 0..<4 {
            let store = try fixture.open()
            for number in 1...10 {
                _ = try store.create(.sample(round * 10 + number))
                if number % 3 == round % 3 { try fixture.connect().execute("PRAGMA wal_checkpoint(\(round % 2 == 0 ? "PASSIVE" : "RESTART"))") }
                try copy(fixture.path, to: kept)
                #expect(try count(kept) == round * 10 + number)
            }
            store.close()
        }
    }

    /// Changes the mark by each of two connections, which raises the counter of changes, and copies the log into the file after each. Returns the
    /// headers of the file before that, and after each copy. The kept files are the file as it was before, and the whole log.
    private func headersOfCopies(keeping kept: String) throws -> [[UInt8]] {
        func header() throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: fixture.path)).prefix(100)) }
        try run(fixture.path, 1...2)
        var headers = [try header()]
        let before = try Data(contentsOf: URL(filePath: fixture.path))
        let store = try SQLiteSessionStore(path: fixture.path)
        defer { store.close() }
        // As long as one is read, the log is not begun again.
        var reader: Connection?
        for _ in 1...2 {
            let other = try fixture.connect()
            try other.execute("PRAGMA application_id = \(Schema.applicationID)")
            try other.setMark()
            let next = try fixture.connect()
            try next.run(script: "BEGIN; SELECT count(*) FROM session")
            reader = next
            try other.execute("PRAGMA wal_checkpoint(PASSIVE)")
            headers.append(try header())
        }
        defer { withExtendedLifetime(reader) {} }
        try copy(fixture.path, to: kept)
        try before.write(to: URL(filePath: kept))
        return headers
    }

    @Test func `a file whose first page is torn is opened with its log`() throws {
        let (kept, torn) = (fixture.folder.path("kept.db"), fixture.folder.path("torn.db"))
        let headers = try headersOfCopies(keeping: kept)
        try #require(Set(headers).count == 3)
        func check(_ header: [UInt8]) -> Bool { LogBond.isPossible(header, LogCheck.content(of: kept + "-wal", file: header)) }
        for (old, new) in [(0, 1), (0, 2), (1, 2)] {
            for place in 0...100 { #expect(check(Array(headers[new][..<place] + headers[old][place...])), "\(old) \(new) \(place)") }
        }
        for place in [27, 42, 60, 95] {
            try copy(kept, to: torn)
            let file = try FileHandle(forUpdating: URL(filePath: torn))
            try file.write(contentsOf: headers[2][..<place])
            try file.close()
            #expect(try count(torn) == 2)
        }
    }

    @Test func `a file that does not have the mode of its log yet is opened with it`() throws {
        let (kept, changed) = (fixture.folder.path("kept.db"), fixture.folder.path("changed.db"))
        try run(fixture.path, 1...3, keeping: kept)
        try copy(kept, to: changed)
        let file = try FileHandle(forUpdating: URL(filePath: changed))
        try file.seek(toOffset: 18)
        try file.write(contentsOf: [1, 1])
        try file.close()
        #expect(try count(changed) == 3)
    }

    @Test func `a torn file of another state is refused`() throws {
        let kept = fixture.folder.path("kept.db")
        let headers = try headersOfCopies(keeping: kept)
        for place in [24, 28, 32, 36, 40] {
            var former = headers[0]
            // Of an earlier mark, and of a later one.
            for mark in [LogBond.number(former, 40) - 5000, LogBond.number(headers[2], 40) + 5000] {
                withUnsafeBytes(of: mark.bigEndian) { former.replaceSubrange(40..<44, with: $0) }
                let header = Array(headers[2][..<place] + former[place...])
                #expect(!LogBond.isPossible(header, LogCheck.content(of: kept + "-wal", file: header)), "\(place) \(mark)")
            }
        }
    }

    @Test func `a database of an older version is opened with its log`() throws {
        let kept = fixture.folder.path("kept.db")
        try run(fixture.path, 1...2)
        // As one that has no mark.
        var connection: Connection? = try fixture.connect()
        connection?.allowWritesToIndexes()
        try connection?.run(script: "PRAGMA schema_version = 57; PRAGMA wal_checkpoint(TRUNCATE)")
        try connection?.execute("UPDATE session SET name = name")
        try copy(fixture.path, to: kept)
        connection = nil
        #expect(try count(kept) == 2)
        // It was killed as soon as it had been marked.
        try fixture.connect().run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
        let opening = StoreOpening(path: fixture.path, greatestSize: nil)
        let writer = try opening.writer()
        try copy(fixture.path, to: kept)
        #expect(LogCheck.content(of: kept + "-wal", file: nil).commitCount >= 2)
        #expect(try count(kept) == 2)
        _ = consume writer
    }

    @Test func `a database that is being migrated is opened with its log`() throws {
        let kept = fixture.folder.path("kept.db")
        for steps in 1..<Schema.migrator.migrations.count {
            for end in ["", "-wal", "-shm"] { try? files.removeItem(atPath: fixture.path + end) }
            let older = Array(Schema.migrator.migrations.prefix(steps))
            let connection = try Connection(path: fixture.path, access: .create)
            try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try Migrator(applicationID: Schema.applicationID, migrations: older).migrate(connection)
            try copy(fixture.path, to: kept)
            #expect(try count(kept) == 0)
            try connection.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
            try Schema.migrator.migrate(connection)
            try copy(fixture.path, to: kept)
            #expect(try count(kept) == 0)
        }
    }
}
