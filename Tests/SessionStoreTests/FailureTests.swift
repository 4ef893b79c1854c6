internal import Glibc
internal import SQLite
@testable internal import SessionStore
internal import Synchronization
internal import Testing

@Suite struct FailureTests {
    let fixture: StoreFixture
    let store: SQLiteSessionStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    /// Makes the writing of sessions that have `poison` in the column fail at this table.
    private func poison(_ table: String, _ column: String, _ how: String) throws {
        try fixture.connect().run(
            script: """
                CREATE TRIGGER poison_\(table) BEFORE INSERT ON \(table) WHEN instr(NEW.\(column), 'poison') > 0
                BEGIN SELECT RAISE(\(how), 'injected'); END
                """)
    }

    private func poisoned() -> NewSession {
        var new = NewSession.sample(99)
        new.name = "poison"
        new.body = Array("poison".utf8)
        new.canonical = Array("poison".utf8)
        new.report = Array("poison".utf8)
        new.tags = ["a", "poison"]
        new.views = ["a", "poison"]
        new.findings = ["a", "poison"].map { StoredFinding(kind: .conflict, fingerprint: $0, summary: "") }
        return new
    }

    private static let places = [
        ("document", "body"), ("layout", "canonical"), ("session", "name"), ("step", "report"), ("finding", "fingerprint"), ("session_tag", "tag"),
    ]

    @Test(arguments: places, ["ABORT", "FAIL", "ROLLBACK"]) func aStatementThatFailsAnywhereLeavesNothing(place: (String, String), how: String) throws
    {
        _ = try store.create(.sample(1))
        try poison(place.0, place.1, how)
        let before = try fixture.rows()
        let error = #expect(throws: StoreError.self) { try store.createAll([.sample(2), poisoned(), .sample(3)]) }
        #expect(error?.description.contains("injected") == true)
        #expect(try fixture.rows() == before)
        _ = try store.create(.sample(2))
    }

    @Test(arguments: ["ABORT", "ROLLBACK"]) func aJobThatFailsTakesNoOtherOfItsGroupWithIt(how: String) throws {
        try poison("session_tag", "tag", how)
        let connection = try fixture.connect()
        try connection.run(script: "CREATE TABLE trace (number INTEGER) STRICT; CREATE TABLE source (number INTEGER) STRICT")
        let jobs = (0..<7).map { number in
            ValueJob<Int> { connection throws(StoreError) in
                try connection.change("INSERT INTO trace VALUES (?)", [.integer(Int64(number))])
                if number % 3 == 2 {
                    try connection.change("INSERT INTO session_tag (session, tag) VALUES (1, 'poison')", [])
                }
                return number
            }
        }
        GroupCommit(connection).run(jobs)
        for (number, job) in jobs.enumerated() {
            if number % 3 == 2 {
                #expect(throws: StoreError.self) { try job.wait() }
            } else {
                try job.wait()
                #expect(job.value == number)
            }
        }
        #expect(try fixture.numbers("SELECT number FROM trace ORDER BY number") == [0, 1, 3, 4, 6])
    }

    @Test func aCommitThatFailsFailsTheJobsAndLeavesNothing() throws {
        let connection = try fixture.connect()
        // A reference that is checked at the commit only.
        try connection.run(
            script: """
                PRAGMA foreign_keys = ON;
                CREATE TABLE late (session INTEGER REFERENCES session (sequence) DEFERRABLE INITIALLY DEFERRED) STRICT
                """)
        let jobs = (0..<2).map { _ in
            ValueJob<Int> { connection throws(StoreError) in
                try connection.change("INSERT INTO late VALUES (1)", [])
                return 1
            }
        }
        GroupCommit(connection).run(jobs)
        for job in jobs { #expect(throws: StoreError.self) { try job.wait() } }
        #expect(!connection.isInTransaction)
        #expect(try fixture.numbers("SELECT count(*) FROM late") == [0])
    }

    @Test func aFullDatabaseRefusesAndGoesOnWithWhatFits() throws {
        store.close()
        let small = try fixture.open(greatestSize: 1 << 20)
        let first = try small.create(.sample(1))
        var large = NewSession.sample(2)
        large.body = .noise(2 << 20)
        let before = try fixture.rows()
        let error = try #require(throws: StoreError.self) { try small.create(large) }
        guard case .full = error else { throw error }
        #expect(error.isTemporary)
        #expect(try fixture.rows() == before)

        // Large and small ones together, from many threads: each of the small ones is stored, each of the large refused.
        let outcomes = Mutex<[Bool: Int]>([:])
        let giant = large
        onThreads(16) { thread in
            let stored = (try? small.create(thread % 2 == 0 ? giant : .sample(100 + thread))) != nil
            outcomes.withLock { $0[stored == (thread % 2 == 1), default: 0] += 1 }
        }
        #expect(outcomes.withLock { $0 } == [true: 16])
        #expect(try fixture.rows()["session"] == 9)
        #expect(try small.session(first.id) == first)
        #expect(small.obstacle() == nil)
    }

    @Test func fillingUpKeepsAllThatWasAcknowledged() throws {
        store.close()
        let small = try fixture.open(greatestSize: 1 << 20)
        var stored: [String] = []
        var refusal: StoreError?
        for number in 0..<2000 where refusal == nil {
            do throws(StoreError) { stored.append(try small.create(.sample(number)).id) } catch { refusal = error }
        }
        guard case .full = refusal else { throw refusal ?? .closed }
        #expect(stored.count > 100)
        for id in stored { #expect(try small.report(id) != nil) }
        small.close()
        let again = try fixture.open()
        #expect(try again.list(SessionQuery(limit: 1000)).items.count == min(1000, stored.count))
        #expect(try fixture.rows()["session"] == Int64(stored.count))
    }

    @Test func aDatabaseHeldByAnotherIsBusyAndNothingIsHalfDone() throws {
        let other = try fixture.connect()
        let patient = try Connection(path: fixture.path, access: .readWrite, busyMilliseconds: 1)
        try other.execute("BEGIN IMMEDIATE")
        let job = ValueJob<Int> { _ in 1 }
        GroupCommit(patient).run([job])
        let error = #expect(throws: StoreError.self) { try job.wait() }
        #expect(error?.isTemporary == true)
        // Reading goes on meanwhile.
        #expect(try store.list(SessionQuery()).items.isEmpty)
    }

    @Test(arguments: ["", "-wal", "-shm", "-lock"]) func `what a file takes that was deleted or replaced is not acknowledged`(suffix: String) throws {
        let stored = try store.create(.sample(1))
        #expect(store.obstacle() == nil)
        let (path, elsewhere) = (fixture.path + suffix, fixture.path + suffix + "-elsewhere")
        try #require(rename(path, elsewhere) == 0)
        for isReplaced in [false, true] {
            if isReplaced { try #require(close(open(path, O_CREAT | O_WRONLY, 0o600)) == 0) }
            let error = try #require(throws: StoreError.self) { try store.create(.sample(2)) }
            #expect(error.isTemporary && error.description.contains("deleted or replaced"))
            #expect(throws: StoreError.self) { try store.delete(stored.id) }
            #expect(store.obstacle() != nil)
            // What is there can be saved.
            #expect(try store.session(stored.id) == stored)
        }
        try #require(rename(elsewhere, path) == 0)
        #expect(store.obstacle() == nil)
        let second = try store.create(.sample(2))
        store.close()
        #expect(try fixture.open().session(second.id) == second)
    }

    @Test func `what was stored before the shared memory was cut is there at the next start`() throws {
        let first = try store.create(.sample(1))
        try #require(rename(fixture.path + "-shm", fixture.path + "-elsewhere") == 0)
        let descriptor = open(fixture.path + "-shm", O_CREAT | O_WRONLY, 0o600)
        try #require(ftruncate(descriptor, 1 << 15) == 0 && close(descriptor) == 0)
        let error = try #require(throws: StoreError.self) { try store.create(.sample(2)) }
        #expect(error.description.contains("-shm") && error.description.contains("start it again"))
        store.close()
        let again = try fixture.open()
        #expect(try again.list(SessionQuery()).items.map(\.id) == [first.id])
        #expect(try again.create(.sample(3)).name == "Cell 3" && again.obstacle() == nil)
    }

    @Test func `a file with two names is not opened`() throws {
        let id = try store.create(.sample(1)).id
        store.close()
        let other = fixture.path + ".other"
        try #require(link(fixture.path, other) == 0)
        for path in [fixture.path, other] {
            for access in [StoreAccess.create, .readOnly] {
                let error = try #require(throws: StoreError.self) { try SQLiteSessionStore(path: path, access: access) }
                #expect(error.description.contains("has 2 names (hard links)"))
            }
        }
        try #require(unlink(other) == 0)
        #expect(try fixture.open().session(id) != nil)
    }

    @Test func rowsThatSomebodyTamperedWithAreErrors() throws {
        let id = try store.create(.sample(1)).id
        let statements = [
            "UPDATE session SET name = CAST(x'ff' AS TEXT)", "UPDATE finding SET kind = 'x'", "UPDATE step SET verdict = CAST(x'c0' AS TEXT)",
            "UPDATE document SET media_type = CAST(x'80' AS TEXT)", "UPDATE session_tag SET tag = CAST(x'ff' AS TEXT)",
        ]
        let connection = try fixture.connect()
        try connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements { try connection.execute(statement) }
        #expect(isDamaged { try store.session(id) })
        #expect(isDamaged { try store.document(id) })
        #expect(isDamaged { try store.report(id) })
        #expect(isDamaged { try store.findings(id, step: 0) })
        #expect(try store.list(SessionQuery()).items.map(\.name) == ["\u{FFFD}"])
        // Numbers at the ends are numbers: no sum or conversion stumbles over them.
        try connection.run(
            script: """
                UPDATE session SET name = 'x', step = 9223372036854775807; UPDATE session_tag SET tag = 'x';
                UPDATE step SET number = -9223372036854775808, event = x''
                """)
        #expect(isDamaged { try store.session(id) })
        #expect(isDamaged { try store.report(id) } && isDamaged { try store.steps(id) } && isDamaged { try store.events(id) })
        #expect(try store.delete(id))
    }

    @Test func `steps that are gone and parts that are no JSON are told and not given`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        for number in 1...3 {
            let step = StoredStep(
                number: number, events: Array("[]".utf8), report: Array("{\"step\":\(number)}".utf8), verdict: "clean", engine: "test",
                createdAt: 3_000_000)
            #expect(try store.append(NewStep(step, findings: []), to: id) == .stored)
        }
        func damage(_ sql: String, _ body: () throws -> some Any) throws -> String? {
            let connection = try fixture.connect()
            try connection.execute("BEGIN")
            try connection.execute(sql)
            try connection.execute("COMMIT")
            do { _ = try body() } catch StoreError.damagedSession(let found, let what, _) {
                #expect(found == id)
                return what
            }
            return nil
        }
        let report = try damage("UPDATE step SET report = x'7b' WHERE number = 2") { try store.report(id, step: 2) }
        #expect(report == "the report of step 2 is no longer valid JSON")
        #expect(isDamaged { try store.steps(id) })
        #expect(try store.report(id)?.step == 3 && store.steps(id, from: 3).count == 1)
        let events = try damage("UPDATE step SET event = x'5b' WHERE number = 1") { try store.events(id) }
        #expect(events == "the list of events of step 1 is no longer valid JSON")
        #expect(try damage("DELETE FROM step WHERE number = 2") { try store.report(id, step: 2) } == "step 2 is missing")
        #expect(try damage("UPDATE step SET event = x'5b5d' WHERE number > 0") { try store.events(id) } == "step 2 is missing")
        #expect(try damage("DELETE FROM step WHERE number = 3") { try store.report(id) } == "step 3 is missing")
        #expect(try store.report(id, step: 4) == nil && store.report("nobody") == nil && store.steps("nobody").isEmpty)
        #expect(try damage("UPDATE layout SET canonical = x'00'") { try store.document(id) } == "its document is no longer valid JSON")
    }

    @Test func `damaged fingerprints end no page of findings`() throws {
        for number in 1...6 { _ = try store.create(.sample(number)) }
        let connection = try fixture.connect()
        // All at one time, so that the fingerprint alone says where a page ended: before and behind what stands in its place.
        try connection.run(
            script: """
                UPDATE finding_summary SET last_seen = 5;
                UPDATE finding_summary SET fingerprint = CAST(x'6131c328' AS TEXT) WHERE fingerprint = 'a1:2';
                UPDATE finding_summary SET fingerprint = CAST(x'ff' AS TEXT) WHERE fingerprint = 'a1:3';
                UPDATE finding_summary SET fingerprint = CAST(x'f09f' AS TEXT) WHERE fingerprint = 'a1:4';
                UPDATE finding_summary SET fingerprint = '🧵.~' WHERE fingerprint = 'a1:5';
                """)
        var found: [String] = []
        var cursor: String?
        repeat {
            let page = try store.findings(limit: 1, cursor: cursor)
            found += page.items.map(\.summary)
            cursor = page.next
        } while cursor != nil && found.count < 10
        #expect(found == [3, 5, 4, 2, 6, 1].map { "title\($0) may move" })
        for cursor in ["", "0000000000000005", "0000000000000005.", "0000000000000005~", "0000000000000005~f", "0000000000000005~fg", "5.a1:1"] {
            #expect(throws: StoreError.malformedCursor(cursor)) { try store.findings(cursor: cursor) }
        }
    }

    @Test func `a session whose id is damaged goes when it is too old`() throws {
        for number in 1...3 { _ = try store.create(.sample(number)) }
        try fixture.connect().execute("UPDATE session SET id = CAST(x'ff' AS TEXT) WHERE sequence = (SELECT min(sequence) FROM session)")
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 1)) == 2)
        #expect(try store.list(SessionQuery()).items.map(\.name) == ["Cell 3"])
    }

    @Test func `a session with a damaged arrival does not go for being too many`() throws {
        for number in 1...4 { _ = try store.create(.sample(number)) }
        try fixture.connect().execute("UPDATE session SET arrived_at = 1000 WHERE sequence = (SELECT max(sequence) FROM session)")
        var named: [String] = []
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 2)) { named.append($0) } == 1)
        #expect(try store.list(SessionQuery()).items.map(\.name) == ["Cell 4", "Cell 3", "Cell 2"])
        #expect(try named == [store.list(SessionQuery(limit: 1)).items[0].id])
    }

    private func isDamaged<T>(_ body: () throws -> T) -> Bool {
        do { _ = try body() } catch {
            switch error as? StoreError {
            case .damaged, .damagedSession: return true
            default: return false
            }
        }
        return false
    }
}
