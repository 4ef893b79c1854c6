internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

@Suite struct BackupTests {
    @Test func `a backup is restored, and the former database stays beside it`() throws {
        let fixture = try StoreFixture()
        let backup = fixture.folder.path("backup.db")
        var store: SQLiteSessionStore? = try fixture.open()
        let first = try #require(try store?.create(.sample(1)).id)
        try store?.backUp(to: backup)
        let second = try #require(try store?.create(.sample(2)).id)
        // One file, in no need of others.
        #expect(!FileManager.default.fileExists(atPath: backup + "-wal"))
        store?.close()
        store = nil
        let outcome = try SQLiteSessionStore.restore(backup, to: fixture.path)
        let former = try #require(outcome.former)
        #expect(outcome.damaged == [] && former == fixture.path + ".replaced")
        let restored = try fixture.open()
        #expect(try restored.session(first) != nil && restored.session(second) == nil)
        _ = try restored.create(.sample(3))
        restored.close()
        let old = try SQLiteSessionStore(path: former)
        #expect(try old.session(first) != nil && old.session(second) != nil)
        old.close()
        #expect(try SQLiteSessionStore.restore(backup, to: fixture.path).former == fixture.path + ".replaced.2")
        // To a place where there is none yet.
        let place = fixture.folder.path("new.db")
        #expect(try SQLiteSessionStore.restore(backup, to: place) == .init(former: nil, damaged: []))
        #expect(!FileManager.default.fileExists(atPath: place + ".restoring-lock"))
        #expect(try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [
        ("UPDATE step SET report = x'7b7d', packing = 0 WHERE session = 1", "step 0 was changed"),
        ("UPDATE session SET name = 'x' WHERE sequence = 1", "its row differs from its digest"),
        ("UPDATE document SET body = x'7b7d', packing = 0 WHERE id = 1", "its document was changed"),
        ("UPDATE finding SET summary = 'x' WHERE session = 1", "its row differs from its digest"),
        ("UPDATE exercise SET answer = x'5b5d' WHERE session = 1", "an exercise of step 0 was changed"),
        ("UPDATE session_request SET place = 5 WHERE session = 1", "the record of the request that made it was changed"),
    ]) func `a restored session that differs from its digest is told`(change: String, reason: String) throws {
        let fixture = try StoreFixture()
        let backup = fixture.folder.path("backup.db")
        let store = try fixture.open()
        let request = KeyedRequest(key: "k", digest: Array(repeating: 7, count: 32))
        guard case .stored(let made) = try store.createAll([.sample(1, at: 1)], for: request) else { return }
        let exercise = StoredExercise(step: 0, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "e", createdAt: 5)
        #expect(try store.add(exercise, to: made[0].id) == 0)
        let other = try store.create(.sample(2)).id
        try store.backUp(to: backup)
        store.close()
        try Connection(path: backup, access: .readWrite).run(script: change)
        let outcome = try SQLiteSessionStore.restore(backup, to: fixture.path)
        #expect(outcome.damaged.map(\.id) == [made[0].id] && outcome.damaged.first?.reason.hasPrefix(reason) == true, "\(outcome)")
        // What is sound is there.
        #expect(try fixture.open().steps(other).count == 1)
    }

    @Test(arguments: [
        "summary = 'x'", "sessions = 9", "first_seen = 1", "last_seen = last_seen + 1", "example = 1", "kind = 'conflict'", "fingerprint = 'x'",
    ]) func `a restored summary of findings follows from the sessions`(change: String) throws {
        let fixture = try StoreFixture()
        let backup = fixture.folder.path("backup.db")
        let store = try fixture.open()
        for number in 1...3 { _ = try store.create(.sample(number)) }
        let before = try store.findings()
        try store.backUp(to: backup)
        store.close()
        try Connection(path: backup, access: .readWrite).run(script: "UPDATE finding_summary SET \(change) WHERE fingerprint = 'a1:2'")
        #expect(try SQLiteSessionStore.restore(backup, to: fixture.path).damaged == [])
        #expect(try fixture.open().findings() == before)
    }

    /// Makes a backup of one session and a log of another one, as they are after kill -9.
    private func killed(_ fixture: StoreFixture) throws -> (backup: String, ids: [String]) {
        let backup = fixture.folder.path("backup.db")
        let store = try fixture.open()
        var ids = [try store.create(.sample(1)).id]
        try store.backUp(to: backup)
        ids.append(try store.create(.sample(2)).id)
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: fixture.path + end, toPath: fixture.path + ".kept" + end) }
        store.close()
        for end in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: fixture.path + end)
            try FileManager.default.moveItem(atPath: fixture.path + ".kept" + end, toPath: fixture.path + end)
        }
        return (backup, ids)
    }

    private func sessions(_ path: String) throws -> Int {
        let store = try SQLiteSessionStore(path: path)
        defer { store.close() }
        return try store.count()
    }

    @Test(arguments: 0..<4) func `a restore that was interrupted is repeated, and loses nothing`(renamed: Int) throws {
        let fixture = try StoreFixture()
        let (backup, _) = try killed(fixture)
        // What the process has renamed before it ended.
        let former = fixture.path + ".replaced"
        let names = [(backup, fixture.path + ".restoring-done"), (fixture.path + "-wal", former + "-wal"), (fixture.path, former)]
        for (place, name) in names.prefix(renamed).enumerated() {
            if place == 0 {
                try FileManager.default.copyItem(atPath: name.0, toPath: name.1)
            } else {
                try FileManager.default.moveItem(atPath: name.0, toPath: name.1)
            }
        }
        if renamed > 0 {
            for access in [StoreAccess.create, .readOnly] {
                let error = #expect(throws: StoreError.self) { try SQLiteSessionStore(path: fixture.path, access: access) }
                #expect(error.map { "\($0)" }?.contains("run it again") == true, "\(error as Any)")
            }
        }
        let outcome = try SQLiteSessionStore.restore(backup, to: fixture.path)
        #expect(outcome.former == (renamed < 3 ? former : nil))
        #expect(try sessions(fixture.path) == 1 && sessions(former) == 2)
    }

    @Test func `a restore takes no name that is in use, and the log goes with its database`() throws {
        let fixture = try StoreFixture()
        let (backup, _) = try killed(fixture)
        try FileManager.default.createDirectory(atPath: fixture.path + ".replaced-wal", withIntermediateDirectories: false)
        #expect(try SQLiteSessionStore.restore(backup, to: fixture.path).former == fixture.path + ".replaced.2")
        #expect(try sessions(fixture.path) == 1 && sessions(fixture.path + ".replaced.2") == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.path + ".replaced-wal").isEmpty)
    }

    @Test func `a restore that cannot be finished changes nothing`() throws {
        let fixture = try StoreFixture()
        let (backup, _) = try killed(fixture)
        try FileManager.default.createDirectory(atPath: fixture.path + ".restoring-done", withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) { try SQLiteSessionStore.restore(backup, to: fixture.path) }
        #expect(error.map { "\($0)" }?.contains("cannot be renamed") == true, "\(error as Any)")
        try FileManager.default.removeItem(atPath: fixture.path + ".restoring-done")
        #expect(try sessions(fixture.path) == 2)
    }

    @Test func `a log without its database is kept when a backup is restored`() throws {
        let fixture = try StoreFixture()
        let (backup, _) = try killed(fixture)
        let log = try Data(contentsOf: URL(fileURLWithPath: fixture.path + "-wal"))
        try FileManager.default.removeItem(atPath: fixture.path)
        #expect(try SQLiteSessionStore.restore(backup, to: fixture.path).former == fixture.path + ".replaced-wal")
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path + ".replaced-wal")) == log)
        #expect(try sessions(fixture.path) == 1)
    }

    @Test func `a restore replaces no file that only has the name of one of its own`() throws {
        let fixture = try StoreFixture()
        let (backup, _) = try killed(fixture)
        let precious = Data("precious".utf8)
        let name = fixture.path + ".restoring-done"
        try precious.write(to: URL(fileURLWithPath: name))
        let error = #expect(throws: StoreError.self) { try SQLiteSessionStore.restore(backup, to: fixture.path) }
        #expect(error?.description.contains("is not one of plumbline") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: name)) == precious)
        try FileManager.default.removeItem(atPath: name)
        let taken = ["", "-wal", "-journal", "-lock"].map { fixture.path + ".restoring" + $0 }
        for name in taken { try precious.write(to: URL(fileURLWithPath: name)) }
        _ = try SQLiteSessionStore.restore(backup, to: fixture.path)
        for name in taken { #expect(try Data(contentsOf: URL(fileURLWithPath: name)) == precious) }
        #expect(throws: StoreError.self) { try SQLiteSessionStore(path: name) }
    }

    @Test func `no service starts while a backup is restored`() throws {
        let fixture = try StoreFixture()
        let (backup, _) = try killed(fixture)
        let lock = try ProcessLock(fixture.path)
        _ = lock.exclusively {
            let error = #expect(throws: StoreError.self) { try SQLiteSessionStore.restore(backup, to: fixture.path) }
            #expect(error?.description.contains("does not release its lock") == true)
        }
        #expect(try sessions(fixture.path) == 2)
    }

    @Test func `a backup that has the name of the unfinished database is not deleted`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        _ = try store.create(.sample(1))
        let backup = fixture.path + ".restoring"
        try store.backUp(to: backup)
        store.close()
        let link = fixture.folder.path("link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: backup)
        let content = try Data(contentsOf: URL(fileURLWithPath: backup))
        for name in [backup, link] {
            _ = try SQLiteSessionStore.restore(name, to: fixture.path)
            #expect(try sessions(fixture.path) == 1)
            #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == content)
        }
    }

    @Test(arguments: ["-wal", "-shm", "-journal", "-lock"]) func `no backup takes the name of a file beside the database`(end: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        for path in [fixture.path + end, fixture.folder.path(".") + "/" + (fixture.path.split(separator: "/").last ?? "") + end] {
            let error = try #require(throws: StoreError.self) { try store.backUp(to: path) }
            #expect(error.description.contains("a name that ends in \"\(end)\" is that of a file beside a database"), "\(error)")
        }
        store.close()
        #expect(try fixture.open().session(id) != nil)
    }

    @Test func `what is no sound backup replaces nothing`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        let backup = fixture.folder.path("backup.db")
        try store.backUp(to: backup)
        store.close()
        let (text, foreign, cut) = (fixture.folder.path("text"), fixture.folder.path("foreign"), fixture.folder.path("cut"))
        try Data(String(repeating: "no database ", count: 500).utf8).write(to: URL(fileURLWithPath: text))
        try Connection(path: foreign, access: .create).run(script: "CREATE TABLE a (b);")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
        bytes.removeLast(bytes.count / 2)
        try bytes.write(to: URL(fileURLWithPath: cut))
        for path in [text, foreign, cut, fixture.folder.path("none")] {
            #expect(throws: StoreError.self, "\(path)") { try SQLiteSessionStore.restore(path, to: fixture.path) }
        }
        #expect(try fixture.open().session(id) != nil)
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: fixture.folder.path("")).contains {
                $0.contains("restoring") || $0.contains("replaced")
            })
    }

    @Test func `searches find letters however they were typed`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let (composed, decomposed) = ("Caf\u{e9}", "Cafe\u{301}")
        for (number, name) in [composed, decomposed].enumerated() {
            var session = NewSession.sample(number)
            session.name = name
            session.tags = [name]
            _ = try store.create(session)
        }
        // As an older version stored them.
        var former = NewSession.sample(7)
        former.name = "former"
        let id = try store.create(former).id
        let connection = try fixture.connect()
        try connection.execute("UPDATE session_search SET text = ? WHERE text LIKE '%former%'", [.text("former\ncafe\u{301}\n\n")])
        for text in [composed, decomposed] {
            #expect(try store.list(SessionQuery(text: text)).items.count == 3, "\(text.unicodeScalars)")
            #expect(try store.list(SessionQuery(tags: [text])).items.count == 2)
            // Beside a rare tag the words are looked up for each session.
            #expect(try store.list(SessionQuery(text: text, tags: [composed])).items.count == 2)
        }
        #expect(try store.list(SessionQuery(text: "former \(composed)")).items.map(\.id) == [id])
    }

    @Test func `a search ends after its time, and others do not wait for it`() throws {
        let connection = try Connection.inMemory()
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        connection.limit(nanoseconds: 50_000_000)
        #expect(throws: SQLiteError.self) { try connection.first(endless) { row throws(SQLiteError) in try row.integer(0) } }
        #expect(connection.isOverLimit)
        connection.endLimit()
        #expect(try connection.first("SELECT 7") { row throws(SQLiteError) in try row.integer(0) } == 7)
    }

    @Test func `long reads leave a connection for short ones`() throws {
        let fixture = try StoreFixture()
        let store = try SQLiteSessionStore(path: fixture.path, readers: 2)
        let id = try store.create(.sample(1)).id
        let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<3 {
            Thread.detachNewThread {
                try? store.readers.read(isLong: true) { _ throws(StoreError) in
                    begun.signal()
                    end.wait()
                }
            }
        }
        begun.wait()
        for _ in 0..<5 { #expect(try store.session(id) != nil) }
        for _ in 0..<3 { end.signal() }
    }
}
