internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Synchronization
internal import Testing

/// Damage of the tables that only find and count: they are made again, and nothing fails for them.
@Suite struct DerivedTableTests {
    private static let damages = [
        "UPDATE session_search_data SET block = randomblob(length(block))", "DELETE FROM session_search_data",
        "UPDATE session_search_data SET block = zeroblob(7) WHERE id = 10", "UPDATE session_search_config SET v = 99",
        "DELETE FROM session_search_config", "DELETE FROM session_search_content; DELETE FROM session_search_data WHERE id = 10",
        "UPDATE session_key_data SET block = randomblob(length(block))", "DELETE FROM session_key_data", "UPDATE session_key_config SET v = 99",
        "UPDATE session_search_data SET block = substr(block, 1, length(block) / 2) WHERE id > 10",
        "UPDATE session_key_data SET block = substr(block, 1, length(block) / 2) WHERE id > 10",
        "UPDATE finding_summary SET sessions = 9223372036854775807, last_seen = 0",
        "UPDATE finding_summary SET sessions = -9223372036854775807 - 1, last_seen = 0",
    ]

    private func damage(_ fixture: StoreFixture, _ script: String) throws {
        let connection = try fixture.connect()
        connection.allowWritesToIndexes()
        try connection.run(script: script)
    }

    /// A session whose finding others have, too.
    private func session(_ number: Int) -> NewSession {
        var session = NewSession.sample(number)
        session.findings = [StoredFinding(kind: .ambiguity, fingerprint: "a1:shared", summary: "it may move")]
        return session
    }

    @Test(arguments: damages) func `a damaged index stops no write and no search`(script: String) throws {
        let fixture = try StoreFixture()
        var ids: [String] = []
        do {
            let store = try fixture.open()
            for number in 1...4 { ids.append(try store.create(session(number)).id) }
            store.close()
        }
        try damage(fixture, script)
        let store = try fixture.open()
        let new = try store.create(session(5)).id
        #expect(try store.delete(ids[0]))
        let step = StoredStep(number: 1, events: Array("[]".utf8), report: Array("{}".utf8), verdict: "clean", engine: "x", createdAt: 3_000_000)
        let later = NewStep(step, findings: [], views: ["later"], identifiers: ["identifier"])
        #expect(try store.append(later, to: ids[1]) == .stored)
        for (query, found) in [
            (SessionQuery(text: "title3"), [ids[2]]), (SessionQuery(view: "title4"), [ids[3]]), (SessionQuery(text: "title5"), [new]),
            (SessionQuery(tags: ["ci"]), [new] + ids[1...].reversed()), (SessionQuery(view: "later"), [ids[1]]),
            (SessionQuery(text: "identifier"), [ids[1]]), (SessionQuery(view: "title1"), []), (SessionQuery(text: "title1"), []),
        ] {
            #expect(try store.list(query).items.map(\.id) == found, "\(script): \(query)")
            #expect(try store.facets(query).sessions == found.count)
        }
        #expect(store.obstacle() == nil)
    }

    /// An index with an impossible length makes SQLite report a lack of memory.
    @Test func `a lack of memory may be damage of an index, and is temporary otherwise`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        var calls = 0
        let answer = try store.repairing { () throws(StoreError) in
            calls += 1
            if calls == 1 { throw .outOfMemory("SQLite error 7: out of memory") }
            return calls
        }
        #expect(answer == 2 && StoreError.outOfMemory("").isTemporary)
    }

    @Test(arguments: damages) func `a search meets the damage first`(script: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let ids = try (1...3).map { try store.create(session($0)).id }
        try damage(fixture, script)
        #expect(try store.list(SessionQuery(tags: ["ci"])).items.count == 3 || script.contains("search") == false)
        // Whatever a search finds in damaged lists, a write after it succeeds.
        let new = try store.create(session(4)).id
        for id in ids + [new] { #expect(try store.delete(id)) }
        #expect(try fixture.numbers("SELECT count(*) FROM session") == [0])
    }

    @Test func `the summary of findings is made as the triggers make it`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        for number in 1...3 { _ = try store.create(session(number)) }
        _ = try store.create(.sample(9))
        let before = try store.findings()
        let connection = try fixture.connect()
        connection.allowWritesToIndexes()
        try connection.transaction(.immediate, mapping: { StoreError($0) }) { () throws(StoreError) in
            try connection.change("DELETE FROM finding_summary", [])
            try DerivedTables.rebuild(connection, reindexing: false)
        }
        #expect(try store.findings() == before && before.items.count == 2)
        #expect(try connection.query("PRAGMA integrity_check") { row throws(SQLiteError) in try row.text(0) } == ["ok"])
        for table in ["session_search", "session_key"] {
            try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
        }
    }

    @Test(
        arguments: Engine.installed,
        [
            "UPDATE finding SET since = 0 WHERE session = LAST", "UPDATE finding SET since = 99999",
            "UPDATE finding_summary SET sessions = sessions + 1",
        ])
    func `an altered time or number of a finding makes no session undeletable`(engine: Engine, script: String) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let ids = try (1...6).map { try store.create(session($0)).id }
        let times = try ids.map { try #require(try store.session($0)).createdAt }
        let later = StoredFinding(kind: .ambiguity, fingerprint: "a1:later", summary: "it may move, too")
        let step = StoredStep(
            number: 1, events: Array("[]".utf8), report: Array("{}".utf8), verdict: "clean", engine: "x", createdAt: times[5] + 5_000_000)
        #expect(try store.append(NewStep(step, findings: session(6).findings + [later]), to: ids[5]) == .stored)
        // As another program.
        _ = try fixture.numbers(script.replacing("LAST", with: "\(times[5])"))
        #expect(try store.delete(ids[0]))
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 3)) == 2)
        #expect(try store.list(SessionQuery()).items.map(\.id) == ids[3...].reversed())
        let first = try store.findings().items.first { $0.fingerprint == "a1:shared" }?.firstSeen
        #expect(first == times[3])
        for id in ids[3...] { #expect(try store.delete(id)) }
        #expect(try store.findings().items.isEmpty && fixture.numbers("SELECT count(*) FROM finding_summary") == [0])
    }

    @Test func `of two processes that meet the same damage one repairs it`() throws {
        let fixture = try StoreFixture()
        let (store, other) = (try fixture.open(), try fixture.open())
        _ = try store.create(session(1))
        let state = other.state
        #expect(try store.makeTablesAgain(since: 0, in: store.state, reindexing: false) == .made)
        #expect(try other.makeTablesAgain(since: 0, in: state, reindexing: false) == .unneeded)
        #expect(try other.makeTablesAgain(since: 0, in: other.state, reindexing: false) == .made)
    }

    @Test func `a repair that fails is reported`() throws {
        let fixture = try StoreFixture()
        let failures = Mutex<[StoreError]>([])
        let store = try SQLiteSessionStore(path: fixture.path) { error in failures.withLock { $0.append(error) } }
        _ = try store.create(session(1))
        // Without it, nothing can be made again.
        try damage(fixture, "DROP TABLE finding_summary")
        #expect(throws: StoreError.self) { try store.create(session(2)) }
        #expect(failures.withLock { $0.count } == 1)
    }

    /// Has an index lack the entries of a session's rows, as if its page were one of an older state.
    private func hide(_ table: String, from index: String, of session: Int64, _ fixture: StoreFixture) throws {
        try damage(
            fixture,
            """
            CREATE TEMP TABLE hidden AS SELECT * FROM \(table) WHERE session = \(session);
            CREATE TEMP TABLE entry AS SELECT * FROM sqlite_schema WHERE name = '\(index)';
            DELETE FROM \(table) WHERE session = \(session);
            PRAGMA writable_schema = ON;
            DELETE FROM sqlite_schema WHERE name = '\(index)';
            PRAGMA writable_schema = RESET;
            INSERT INTO \(table) SELECT * FROM hidden;
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema SELECT * FROM entry;
            PRAGMA writable_schema = RESET;
            """)
    }

    @Test(arguments: [("finding", "finding_by_session"), ("exercise", "exercise_by_step"), ("step_request", "step_request_by_step")])
    func `an index that lacks entries is made again, and no row remains of a deleted session`(table: String, index: String) throws {
        let fixture = try StoreFixture()
        var ids: [String] = []
        do {
            let store = try fixture.open()
            ids = try (1...3).map { try store.create(session($0)).id }
            let exercise = StoredExercise(step: 0, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "x", createdAt: 3_000_000)
            let step = StoredStep(number: 1, events: Array("[]".utf8), report: Array("{}".utf8), verdict: "clean", engine: "x", createdAt: 3_000_000)
            for (number, id) in ids.enumerated() {
                _ = try store.add(exercise, to: id) { true }
                let request = KeyedRequest(key: "k", digest: Array(repeating: 7, count: 32))
                let findings = NewSession.sample(number + 1).findings
                #expect(try store.append(NewStep(step, findings: findings, request: request), to: id) == .stored)
            }
            store.close()
        }
        for sequence in try fixture.numbers("SELECT sequence FROM session ORDER BY sequence").prefix(2) {
            try hide(table, from: index, of: sequence, fixture)
        }
        let rows = try fixture.numbers("SELECT count(*) FROM \(table) NOT INDEXED")[0]
        let store = try fixture.open()
        #expect(try store.delete(ids[0]))
        #expect(try fixture.numbers("SELECT count(*) FROM \(table) NOT INDEXED")[0] == rows / 3 * 2)
        #expect(try store.session(ids[1])?.isDamaged == false && store.findings(ids[1], step: 0).count == 1)
        #expect(try store.delete(ids[1]) && fixture.numbers("SELECT count(*) FROM \(table) NOT INDEXED")[0] == rows / 3)
        #expect(try fixture.connect().query("PRAGMA integrity_check") { row throws(SQLiteError) in try row.text(0) } == ["ok"])
    }

    @Test func `a repair delays only those who need it`() throws {
        let repairs = Repairs()
        let other = Mutex<Repairs.Outcome?>(nil)
        let outcome = try repairs.make(since: 0) { () throws(StoreError) in
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let outcome = repairs.count == 0 ? try? repairs.make(since: 0) { () throws(StoreError) in true } : nil
                other.withLock { $0 = outcome }
                end.signal()
            }
            end.wait()
            return true
        }
        #expect(outcome == .made && other.withLock { $0 } == .underWay && repairs.count == 1)
    }

    @Test func `a repair that only found the file locked is tried again`() throws {
        let repairs = Repairs()
        for _ in 0..<5 { #expect(throws: StoreError.self) { try repairs.make(since: 0) { () throws(StoreError) in throw .busy("locked") } } }
        #expect(try repairs.make(since: 0) { () throws(StoreError) in true } == .made)
        for _ in 0..<5 { _ = try? repairs.make(since: 1) { () throws(StoreError) in throw .damaged("a page") } }
        #expect(try repairs.make(since: 1) { () throws(StoreError) in true } == .inVain)
    }

    @Test func `all sessions are found after a repair`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        _ = try store.createAll((1...450).map { NewSession.sample($0) }, for: nil)
        try damage(fixture, "DELETE FROM session_search_data; DELETE FROM session_search_content; DELETE FROM session_key_data")
        for number in [100, 200, 201, 450] {
            for query in [SessionQuery(view: "title\(number)"), SessionQuery(text: "title\(number)")] {
                #expect(try store.list(query).items.map(\.name) == ["Cell \(number)"])
            }
        }
    }

    @Test func `repairs that do not help end`() throws {
        let repairs = Repairs()
        var made = 0
        func make(since count: Int, isNeeded: Bool = true) throws -> Repairs.Outcome {
            try repairs.make(since: count) { () throws(StoreError) in
                if isNeeded { made += 1 }
                return isNeeded
            }
        }
        for _ in 0..<3 { #expect(try make(since: repairs.count) == .made) }
        #expect(try make(since: repairs.count) == .inVain)
        // One that another thread has made counts.
        #expect(try make(since: 2) == .made)
        repairs.noteSuccess()
        for _ in 0..<5 { #expect(try make(since: repairs.count, isNeeded: false) == .unneeded) }
        #expect(try make(since: repairs.count) == .made)
        #expect(made == 4)
    }
}
