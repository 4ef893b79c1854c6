internal import SQLite
@testable internal import SessionStore
internal import Testing

@Suite struct SealTests {
    let fixture: StoreFixture
    let store: SQLiteSessionStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func step(_ number: Int, verdict: String = "clean") -> StoredStep {
        StoredStep(
            number: number, events: Array("[\(number)]".utf8), report: Array("{\"step\":\(number)}".utf8), verdict: verdict, engine: "test",
            createdAt: 3_000_000)
    }

    private func damage(_ body: () throws -> some Any) -> String? {
        do { _ = try body() } catch StoreError.damagedSession(_, let what, _) { return what } catch { return "\(error)" }
        return nil
    }

    @Test func `what is given of a step is what was stored of it`() throws {
        let ids = try [1, 2].map { try store.create(.sample($0)).id }
        for id in ids {
            for number in 1...2 { #expect(try store.append(NewStep(step(number), findings: []), to: id) == .stored) }
        }
        let first = "session = (SELECT min(sequence) FROM session)"
        for (column, value) in [
            ("report", "(SELECT report FROM step AS o WHERE o.session <> step.session AND o.number = 0)"), ("report", "x'7b7d'"),
            ("verdict", "'ambiguous'"), ("engine", "'other'"), ("event", "x'5b325d'"), ("created_at", "created_at + 1"),
            ("seal", "(SELECT seal FROM step AS o WHERE o.session <> step.session AND o.number = step.number)"),
        ] {
            let connection = try fixture.connect()
            let former = "CREATE TABLE former AS SELECT id, \(column) AS value FROM step"
            try connection.run(script: "\(former); UPDATE step SET \(column) = \(value) WHERE \(first) AND number = 1;")
            #expect(damage { try store.report(ids[0], step: 1) }?.hasPrefix("step 1 was changed") == true, "\(column)")
            #expect(damage { try store.steps(ids[0]) }?.hasPrefix("step 1 was changed") == true, "\(column)")
            // A replay compares it instead.
            #expect(try store.steps(ids[0], isSealed: false).count == 3)
            #expect(try store.report(ids[0], step: 2) != nil && store.report(ids[1], step: 1) != nil)
            try connection.run(
                script: "UPDATE step SET \(column) = (SELECT value FROM former WHERE former.id = step.id) WHERE number > 0; DROP TABLE former;")
        }
        #expect(try store.steps(ids[0]).count == 3)
    }

    @Test func `a session's row is what was stored of it`() throws {
        let ids = try [1, 2].map { try store.create(.sample($0)).id }
        for change in ["name = 'x'", "verdict = 'ambiguous'", "engine = 'x'", "step = 0", "options = x'7b2261223a317d'"] {
            let step = try (store.session(ids[0])?.step ?? 0) + 1
            #expect(try store.append(NewStep(self.step(step, verdict: "conflicting"), findings: []), to: ids[0]) == .stored)
            let connection = try fixture.connect()
            try connection.run(script: "CREATE TABLE former AS SELECT * FROM session; UPDATE session SET \(change) WHERE id = '\(ids[0])';")
            #expect(damage { try store.session(ids[0]) } == "its row differs from its digest", "\(change)")
            #expect(damage { try store.append(NewStep(self.step(step + 1), findings: []), to: ids[0]) } == "its row differs from its digest")
            // A list shows it, and says so.
            #expect(try store.list(SessionQuery()).items.map(\.isDamaged) == [false, true])
            for column in ["name", "verdict", "engine", "step", "options"] {
                try connection.run(
                    script: "UPDATE session SET \(column) = (SELECT \(column) FROM former AS f WHERE f.sequence = session.sequence);")
            }
            try connection.run(script: "DROP TABLE former;")
            #expect(try store.session(ids[0])?.step == step)
        }
    }

    /// A value of each column that differs from the stored one, and what must then fail.
    @Test(arguments: [
        ("session", "name = 'x'", "row"), ("session", "root = 'x'", "row"), ("session", "verdict = 'ambiguous'", "row"),
        ("session", "step = 0", "row"),
        ("session", "engine = 'x'", "row"), ("session", "options = x'7b2261223a317d'", "row"), ("session", "id = 'x'", "row"),
        ("session", "sequence = sequence + 1", "row"), ("session", "document = 2", "document"), ("session", "layout = 2", "document"),
        ("session", "arrived_at = 7", "row"), ("session", "imported = 1", "row"), ("session", "seal = NULL", "row"),
        ("session", "content = NULL", "row"), ("session", "content = zeroblob(32)", "row document"), ("session_tag", "tag = 'x'", "row"),
        ("session_tag", "session = 9", "row"), ("document", "body = x'7b7d', packing = 0", "document"),
        ("document", "media_type = 'text/plain'", "document"), ("document", "sha256 = zeroblob(32)", "document"),
        ("layout", "canonical = x'7b7d', packing = 0", "document"), ("step", "report = x'7b7d', packing = 0", "report"),
        ("step", "verdict = 'ambiguous'", "report events verdicts"), ("step", "engine = 'x'", "report events verdicts"),
        ("step", "created_at = 9", "report events verdicts"), ("step", "event = x'5b325d'", "report events verdicts"),
        ("step", "found = zeroblob(16)", "report events verdicts findings"), ("step", "seal = NULL", "report events verdicts"),
        ("step", "seal = zeroblob(32)", "report events verdicts"), ("step", "seal = zeroblob(65)", "report events verdicts"),
        ("finding", "summary = 'x'", "row findings"), ("finding", "kind = 'conflict'", "findings"), ("finding", "fingerprint = 'x'", "findings"),
        ("finding", "owner = 'app'", "findings"), ("finding", "first_step = 1", "findings"), ("finding", "last_step = 0", "row findings"),
        ("finding", "place = 9223372036854775807", "row findings"), ("finding", "session = 9", "row findings"),
        ("exercise", "request = x'5b5d'", "exercises"),
        ("exercise", "answer = x'5b5d', packing = 0", "exercises"), ("exercise", "engine = 'x'", "exercises"),
        ("exercise", "created_at = 9", "exercises"), ("exercise", "step = 0", "exercises"), ("exercise", "seal = NULL", "exercises"),
        ("step_request", "step = 0", "request"), ("step_request", "sha256 = zeroblob(32)", "request"), ("step_request", "seal = NULL", "request"),
    ]) func `an altered column is found`(table: String, change: String, parts: String) throws {
        var session = NewSession.sample(1)
        session.findings = ["first", "second"].map { StoredFinding(kind: .ambiguity, fingerprint: "a1:\($0)", summary: $0) }
        let id = try store.create(session).id
        _ = try store.create(.sample(2))
        let request = KeyedRequest(key: "k", digest: [UInt8](repeating: 7, count: 32))
        #expect(try store.append(NewStep(step(1), findings: session.findings, request: request), to: id) == .stored)
        #expect(try store.add(StoredExercise(step: 1, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "e", createdAt: 5), to: id) == 0)
        let checks: [(String, () throws -> Any?)] = [
            ("row", { [store] in try store.session(id) }), ("document", { [store] in try store.document(id) }),
            ("report", { [store] in try store.report(id) }), ("events", { [store] in try store.events(id) }),
            ("verdicts", { [store] in try store.verdicts(id, after: 0, limit: 9) }),
            ("findings", { [store] in try store.findingNames(of: id, steps: 0..<2) }), ("exercises", { [store] in try store.exercises(id) }),
            ("request", { [store] in try store.outcome(of: request, in: id) }),
        ]
        for (name, check) in checks { #expect(damage { try check() } == nil, "\(name)") }
        let connection = try fixture.connect()
        // Of the first session alone, and of the first of its findings.
        let own = "session = (SELECT min(sequence) FROM session)"
        let condition =
            switch table {
            case "session": "sequence = (SELECT min(sequence) FROM session)"
            case "document", "layout": "id = 1"
            case "step": own + " AND number = 1"
            case "finding": own + " AND summary = 'first'"
            default: own
            }
        try connection.run(script: "PRAGMA foreign_keys = OFF; UPDATE \(table) SET \(change) WHERE \(condition);")
        let named = table == "session" && (change.hasPrefix("id") || change.hasPrefix("sequence"))
        for (name, check) in checks where parts.contains(name) && !named { #expect(damage { try check() } != nil, "\(name)") }
        let listed = try store.list(SessionQuery()).items.map(\.isDamaged)
        #expect(listed == (parts.contains("row") ? [false, true] : [false, false]))
    }

    @Test(arguments: [
        "DELETE FROM exercise WHERE id = (SELECT max(id) FROM exercise)", "DELETE FROM exercise",
        "INSERT INTO exercise (session, step, request, answer, engine, created_at, packing, seal) "
            + "SELECT session, step, request, answer, engine, created_at, packing, seal FROM exercise LIMIT 1",
        "UPDATE exercise SET id = id + 9 WHERE id = 1",
        "UPDATE exercise SET (request, answer, created_at, seal) = (SELECT request, answer, created_at, seal FROM exercise WHERE id = 1) WHERE id = 2",
        "UPDATE exercise SET session = (SELECT max(sequence) FROM session) WHERE id = 1",
    ]) func `exercises are as many as were stored, in their order`(change: String) throws {
        func exercise(_ number: Int64) -> StoredExercise {
            StoredExercise(step: 0, request: Array("{\"n\":\(number)}".utf8), answer: Array("{}".utf8), engine: "e", createdAt: number)
        }
        for isImported in [false, true] {
            let (fixture, numbers) = (try StoreFixture(), [Int64(1), 2, 3])
            let store = try fixture.open()
            var session = NewSession.sample(1)
            if isImported { session.exercises = numbers.map(exercise) }
            let id = try store.create(session).id
            _ = try store.create(.sample(2))
            // One that is asked for again is the same.
            for number in numbers + [2] { #expect(try store.add(exercise(number), to: id) == Int(number) - 1) }
            #expect(try store.append(NewStep(step(1), findings: []), to: id) == .stored)
            #expect(try store.exercises(id).map(\.createdAt) == [1, 2, 3] && store.session(id)?.isDamaged == false)
            try fixture.connect().run(script: "PRAGMA foreign_keys = OFF; " + change)
            #expect(damage { try store.exercises(id) } != nil, "\(change)")
        }
    }

    @Test func `exercises of a session whose digest does not count them are read, and counted from the next on`() throws {
        let id = try store.create(.sample(1)).id
        let exercise = StoredExercise(step: 0, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "e", createdAt: 5)
        #expect(try store.add(exercise, to: id) == 0)
        var former = try #require(try store.session(id))
        former.exerciseCount = nil
        let connection = try fixture.connect()
        try connection.execute("UPDATE session SET seal = ?", [.blob(Seal.session(former))])
        try connection.execute("UPDATE exercise SET seal = ?", [.blob(Seal.content(of: exercise, in: id))])
        #expect(try store.exercises(id) == [exercise])
        let next = StoredExercise(step: 0, request: Array("[]".utf8), answer: Array("{}".utf8), engine: "e", createdAt: 6)
        #expect(try store.add(next, to: id) == 1 && store.exercises(id) == [exercise, next])
        try connection.execute("DELETE FROM exercise WHERE id = 2")
        #expect(damage { try store.exercises(id) } == "its row differs from its digest")
    }

    @Test func `what version 8 stored is read, and its digests count`() throws {
        let id = try store.create(.sample(1)).id
        let row = try #require(try store.session(id))
        var former = row
        former.content = nil
        let report = try #require(try store.report(id))
        let step = Seal.formerStep(
            of: id, 0, events: nil, report: report.report, verdict: report.verdict, engine: report.engine, createdAt: report.createdAt)
        let connection = try fixture.connect()
        try connection.execute("UPDATE session SET content = NULL, seal = ?", [.blob(Seal.session(former))])
        try connection.execute("UPDATE step SET seal = ?", [.blob(step)])
        #expect(try store.session(id)?.isDamaged == false && store.report(id) == report && store.document(id) != nil)
        #expect(try store.append(NewStep(self.step(1), findings: []), to: id) == .stored)
        #expect(try store.session(id)?.step == 1 && store.steps(id).count == 2)
        try connection.execute("UPDATE step SET verdict = 'x' WHERE number = 0")
        #expect(damage { try store.steps(id) }?.hasPrefix("step 0 was changed: its report") == true)
        try connection.execute("UPDATE session SET name = 'x'")
        #expect(damage { try store.session(id) } == "its row differs from its digest")
    }

    @Test func `a session with a history is sealed as a whole`() throws {
        var session = NewSession.sample(1)
        session.laterSteps = [NewStep(step(1), findings: []), NewStep(step(2, verdict: "ambiguous"), findings: [])]
        session.arrivedAt = 5
        let id = try store.create(session).id
        let stored = try #require(try store.session(id))
        #expect(stored.step == 2 && stored.verdict == "ambiguous" && stored.importState == .notYet)
        #expect(try store.steps(id).count == 3)
        #expect(try store.importsToVerify().map(\.id) == [id])
        try store.note(.differs, of: id)
        #expect(try store.session(id)?.importState == .differs && store.importsToVerify().isEmpty)
        let own = try store.create(.sample(2)).id
        try store.note(.verified, of: own)
        #expect(try store.session(own)?.importState == nil)
    }

    @Test func `age counts from arrival`() throws {
        // Made in this order; the first says that it comes from the end of time, the last from its beginning.
        var early = NewSession.sample(1, at: StoredBounds.times.upperBound - 1)
        early.arrivedAt = 1000
        var late = NewSession.sample(3, at: 1)
        late.arrivedAt = 3000
        let ids = try [early, .sample(2, at: 2000), late].map { try store.create($0).id }
        #expect(try store.countArrived(before: 2000) == (1, 3, true) && store.countArrived(before: 1000) == (0, 0, false))
        #expect(try store.countArrived(before: 3001) == (3, 3, false))
        #expect(try store.prune(RetentionRule(arrivedBefore: 2000, keeping: nil)) == 1)
        #expect(try store.session(ids[0]) == nil)
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 1)) == 1)
        #expect(try store.list(SessionQuery()).items.map(\.id) == [ids[2]])
    }

    @Test func `no session is deleted for an age that its digest does not cover`() throws {
        let ids = try (1...3).map { try store.create(.sample($0, at: Int64($0) * 1000)).id }
        try fixture.connect().execute("UPDATE session SET arrived_at = 1 WHERE id = '\(ids[2])'")
        var damaged: [String] = []
        #expect(try store.prune(RetentionRule(arrivedBefore: 2000, keeping: nil)) { damaged.append($0) } == 1)
        #expect(try damaged == [ids[2]] && store.session(ids[0]) == nil && store.count() == 2)
        // It was made after the others, so it is not one of too many either.
        #expect(try store.prune(RetentionRule(arrivedBefore: 2000, keeping: 1)) { damaged.append($0) } == 0)
        #expect(try damaged == [ids[2], ids[2]] && store.session(ids[1]) != nil && store.count() == 2)
        // Made before them, it is.
        let later = try (4...5).map { try store.create(.sample($0, at: Int64($0) * 1000)).id }
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 1)) == 3)
        #expect(try store.list(SessionQuery()).items.map(\.id) == [later[1]])
    }

    @Test func `sessions of an older version that say they are of the future arrive when the database is migrated`() throws {
        let fixture = try StoreFixture()
        let connection = try Connection(path: fixture.path, access: .create)
        try Migrator(applicationID: Schema.applicationID, migrations: Array(Schema.migrator.migrations.prefix(7))).migrate(connection)
        try connection.run(
            script: """
                INSERT INTO document (id, sha256, media_type, body, created_at) VALUES (1, zeroblob(32), 'application/json', x'7b7d', 1);
                INSERT INTO layout (id, sha256, canonical) VALUES (1, zeroblob(32), x'7b7d');
                INSERT INTO session (sequence, id, name, root, document, layout, options, verdict, step, engine) VALUES
                (1000000, 'old', '', '', 1, 1, x'7b7d', 'clean', 0, 'x'), (253000000000000000, 'future', '', '', 1, 1, x'7b7d', 'clean', 0, 'x');
                """)
        let store = try fixture.open()
        // Before the year 2100.
        #expect(try store.countArrived(before: 4_102_444_800_000_000) == (2, 2, false) && store.countArrived(before: 1_000_001) == (1, 2, true))
        #expect(try store.list(SessionQuery()).items.map(\.isDamaged) == [false, false])
    }
}
