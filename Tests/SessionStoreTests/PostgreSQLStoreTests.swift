internal import PostgreSQLServer
@testable internal import SessionStore
internal import Synchronization
internal import Testing

/// What the store does on a PostgreSQL server only: colliding services, lost connections, settings, versions.
@Suite(.enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed (Debian's package postgresql)"))
struct PostgreSQLStoreTests {
    private let fixture: StoreFixture
    private let server: PostgreSQLServer
    private let schema: String

    init() throws {
        fixture = try StoreFixture(.postgresql)
        server = try #require(PostgreSQLServer.shared)
        schema = try #require(fixture.schema)
    }

    // MARK: - Several services

    @Test func `services make one step of each number, and lose none`() throws {
        let stores = [try fixture.openStore(), try fixture.openStore(), try fixture.openStore()]
        let ids = try (0..<3).map { try stores[0].create(.sample($0)).id }
        let stored = Mutex<[String: [Int]]>([:])
        let failures = Mutex<[StoreError]>([])
        onThreads(6) { thread in
            let store = stores[thread % 3]
            for _ in 0..<40 {
                for id in ids {
                    do throws(StoreError) {
                        guard let next = try store.session(id).map({ $0.step + 1 }), try store.append(step(next), to: id) == .stored else { continue }
                        stored.withLock { $0[id, default: []].append(next) }
                    } catch {
                        failures.withLock { $0.append(error) }
                    }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        for id in ids {
            let steps = stored.withLock { $0[id] ?? [] }
            #expect(steps.count >= 40 && steps.sorted() == Array(1...steps.count))
            #expect(try stores[0].steps(id).map(\.number) == Array(0...steps.count))
        }
        // The summaries are what the rows say.
        let wrong = """
            SELECT count(*) FROM finding_summary AS f FULL JOIN (
                SELECT fingerprint, count(DISTINCT session) AS sessions, min(since) AS since, max(seen) AS seen FROM finding GROUP BY 1) AS n
            USING (fingerprint) WHERE (f.sessions, f.first_seen, f.last_seen) IS DISTINCT FROM (n.sessions, n.since, n.seen)
            """
        #expect(try fixture.numbers(wrong) == [0])
    }

    @Test func `sessions of one time from several services get times of their own`() throws {
        let stores = [try fixture.openStore(), try fixture.openStore()]
        let failures = Mutex<[StoreError]>([])
        onThreads(8) { thread in
            for number in 0..<20 {
                do throws(StoreError) { _ = try stores[thread % 2].create(.sample(number, at: 5_000_000)) } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try fixture.numbers("SELECT count(DISTINCT sequence) FROM session") == [160])
        // One finding for each number, of all threads.
        #expect(try stores[0].findings(limit: 100).items.map(\.sessions) == Array(repeating: 8, count: 20))
        let ids = try stores[0].list(SessionQuery(limit: 1000)).items.map(\.id)
        onThreads(4) { thread in
            for (place, id) in ids.enumerated() where place % 4 == thread { _ = try? stores[thread % 2].delete(id) }
        }
        #expect(try stores[0].findings().items.isEmpty && fixture.numbers("SELECT count(*) FROM finding_summary") == [0])
    }

    @Test func `one service prunes for all`() throws {
        let stores = [try fixture.openStore(), try fixture.openStore()]
        _ = try stores[0].createAll((0..<5).map { .sample($0) })
        #expect(try stores[0].prune(RetentionRule(arrivedBefore: nil, keeping: 4)) == 1)
        // The other one has the lease.
        #expect(try stores[1].prune(RetentionRule(arrivedBefore: nil, keeping: 2)) == 0)
        #expect(try stores[0].prune(RetentionRule(arrivedBefore: nil, keeping: 3)) == 1)
        try server.run("UPDATE lease SET until = now() - interval '1 second'", schema: schema)
        #expect(try stores[1].prune(RetentionRule(arrivedBefore: nil, keeping: 2)) == 1)
    }

    @Test func `one service verifies imports for all, until it gives up or is gone`() throws {
        let stores = [try fixture.openStore(), try fixture.openStore()]
        #expect(try stores[0].take(.imports) && !stores[1].take(.imports) && stores[0].take(.imports))
        // Each kind of work has a lease of its own.
        #expect(try stores[1].take(.retention))
        try stores[1].giveUp(.imports)
        #expect(try !stores[1].take(.imports))
        try stores[0].giveUp(.imports)
        #expect(try stores[1].take(.imports) && !stores[0].take(.imports))
        try server.run("UPDATE lease SET until = now() - interval '1 second'", schema: schema)
        #expect(try stores[0].take(.imports))
    }

    // MARK: - Lost connections

    @Test func `connections that the server ended are replaced`() throws {
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        for number in 1...3 {
            try server.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(schema)' AND pid <> pg_backend_pid()")
            if number == 2 {
                #expect(try store.session(id)?.step == 1)
            } else {
                #expect(try store.append(step(store.session(id)?.step ?? 0), to: id) == .moved(to: number == 1 ? 0 : 2))
            }
            #expect(try store.append(step(number), to: id) == .stored)
        }
        #expect(try store.steps(id).count == 4 && store.obstacle() == nil)
    }

    @Test(arguments: CuttingProxy.Cut.allCases) func `a write whose connection is cut at its commit is done once`(cut: CuttingProxy.Cut) throws {
        let proxy = try CuttingProxy(before: server.folder)
        defer { proxy.end() }
        let store = try PostgreSQLSessionStore(connecting: server.connection(schema: schema, host: proxy.folder), allowsLoss: true)
        defer { store.close() }
        proxy.cut(cut)
        let session = try store.create(.sample(1))
        #expect(try store.list(SessionQuery()).items == [session])
        proxy.cut(cut)
        #expect(try store.append(step(1), to: session.id) == .stored)
        proxy.cut(cut)
        #expect(try store.append(step(2, key: "once"), to: session.id) == .stored)
        #expect(try store.append(step(3, key: "once"), to: session.id) == .repeated(step: 2))
        #expect(try store.steps(session.id).map(\.number) == [0, 1, 2])
        let exercise = StoredExercise(step: 1, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "plumbline test", createdAt: 5)
        proxy.cut(cut)
        #expect(try store.add(exercise, to: session.id) == 0)
        #expect(try store.exercises(session.id) == [exercise])
        proxy.cut(cut)
        #expect(try store.setPinned(session.id, true) && store.isPinned(session.id))
        proxy.cut(cut)
        #expect(try store.delete(session.id))
        #expect(try store.list(SessionQuery()).items.isEmpty && store.findings().items.isEmpty)
    }

    @Test func `an outcome that cannot be looked up is unknown`() throws {
        let proxy = try CuttingProxy(before: server.folder)
        defer { proxy.end() }
        let store = try PostgreSQLSessionStore(
            connecting: server.connection(schema: schema, host: proxy.folder), connections: 2, allowsLoss: true, patience: 0.5)
        defer { store.close() }
        let id = try store.create(.sample(1)).id
        proxy.cut(.after, isFinal: true)
        let error = #expect(throws: StoreError.outcomeUnknown) { try store.append(step(1), to: id) }
        #expect(error?.isTemporary == true)
        #expect(throws: StoreError.self) { try store.session(id) }
        #expect(store.obstacle()?.isTemporary == true)
        proxy.open()
        #expect(try store.session(id)?.step == 1 && store.obstacle() == nil)
    }

    @Test(arguments: CuttingProxy.Cut.allCases) func `sessions whose connection is cut at their commit are known by their key`(
        cut: CuttingProxy.Cut
    ) throws {
        let proxy = try CuttingProxy(before: server.folder)
        defer { proxy.end() }
        let store = try PostgreSQLSessionStore(
            connecting: server.connection(schema: schema, host: proxy.folder), connections: 2, allowsLoss: true, patience: 0.5)
        defer { store.close() }
        let request = KeyedRequest(key: "once", digest: Array(repeating: 1, count: 32))
        proxy.cut(cut)
        guard case .stored(let made) = try store.createAll([.sample(1), .sample(2)], for: request) else {
            Issue.record("not stored")
            return
        }
        #expect(try store.createAll([.sample(3)], for: request) == .repeated(ids: made.map(\.id), of: 2) && store.count() == 2)
        // Where the outcome cannot be looked up, the request is sent again, to this service or another one.
        let next = KeyedRequest(key: "next", digest: Array(repeating: 2, count: 32))
        proxy.cut(cut, isFinal: true)
        #expect(throws: StoreError.self) { try store.createAll([.sample(4)], for: next) }
        proxy.open()
        let other = try fixture.openStore()
        let known = try other.createAll([.sample(5)], for: next)
        switch (cut, known) {
        case (.before, .stored), (.within, _), (.after, .repeated(_, of: 1)): break
        default: Issue.record("\(cut): \(known)")
        }
        #expect(try store.count() == 3 && store.createAll([.sample(6)], for: next) == other.outcome(of: next))
    }

    // MARK: - Settings and versions

    @Test func `a database of the version before gets what it lacks, and its services go on`() throws {
        let columns = """
            SELECT md5(string_agg(format('%s %s %s %s %s', table_name, column_name, data_type, is_nullable, collation_name), ','
                ORDER BY table_name, column_name)) FROM information_schema.columns WHERE table_schema = '\(schema)'
            """
        let constraints = """
            SELECT md5(string_agg(conrelid::regclass || ' ' || pg_get_constraintdef(oid), ',' ORDER BY conrelid::regclass::text, pg_get_constraintdef(oid)))
            FROM pg_constraint WHERE connamespace = '\(schema)'::regnamespace
            """
        let id = try fixture.openStore().create(.sample(1)).id
        let made = try [columns, constraints].map { try server.run($0, schema: schema) }
        try server.run("DROP TABLE session_request; UPDATE plumbline_schema SET version = 1, least_program = 1", schema: schema)
        let reader = #expect(throws: StoreError.self) { try fixture.openStore(.readOnly) }
        guard case .olderSchema(_, 1, 2)? = reader else {
            Issue.record("\(String(describing: reader))")
            return
        }
        let store = try fixture.openStore()
        #expect(try [columns, constraints].map { try server.run($0, schema: schema) } == made)
        #expect(try fixture.numbers("SELECT version FROM plumbline_schema") == [2])
        // Version 1 is enough for a program, and deletes a session with a key without knowing of keys.
        #expect(try fixture.numbers("SELECT least_program FROM plumbline_schema") == [1])
        let request = KeyedRequest(key: "a", digest: Array(repeating: 1, count: 32))
        _ = try store.createAll([.sample(2)], for: request)
        try server.run("DELETE FROM session WHERE id <> '\(id)'", schema: schema)
        #expect(try store.outcome(of: request) == nil && store.session(id) != nil)
    }

    @Test func `a server that may lose what it acknowledged is refused`() throws {
        // The tests' server does not sync, and does not wait for its standby.
        let error = #expect(throws: StoreError.self) { try StoreLocation(fixture.location).open(.create) }
        #expect(error.map { "\($0)" }?.contains("and synchronous_commit is local although there are synchronous standbys, so it may") == true)
        #expect(error.map { "\($0)" }?.contains("fsync is off") == true && error.map { "\($0)" }?.contains("--allow-loss") == true)
        #expect(try fixture.numbers("SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'") == [0])
    }

    @Test func `no message has the password`() throws {
        let secret = "s3cret"
        for text in [
            "postgresql://user:\(secret)@localhost:1/none", "postgresql://user:\(secret)@\(secret)@localhost/none",
            "postgresql://user:\(secret)@localhost/%zz", "host=localhost port=1 password=\(secret) user='", "postgres://:\(secret)@[::1]:1/x",
        ] {
            let location = StoreLocation(text)
            #expect(location.path == nil && !location.text.contains(secret))
            let error = #expect(throws: StoreError.self) { try location.open(.readOnly) }
            #expect(error.map { "\($0)" }?.contains(secret) == false, "\(text)")
        }
        #expect(StoreLocation("postgresql://user:\(secret)@db.example:5433/layouts").text == "postgresql://user@db.example:5433/layouts")
        #expect(StoreLocation("sessions.db").path == "sessions.db")
    }

    @Test func `a database without tables is empty for a reader, and one of a later version is refused if it must be`() throws {
        let error = #expect(throws: StoreError.self) { try fixture.openStore(.readOnly) }
        guard case .olderSchema(_, 0, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let id = try fixture.openStore().create(.sample(1)).id
        try server.run("UPDATE plumbline_schema SET version = version + 1", schema: schema)
        #expect(try fixture.openStore().session(id) != nil)
        try server.run("UPDATE plumbline_schema SET least_program = version", schema: schema)
        for access in [StoreAccess.create, .readOnly] {
            let error = #expect(throws: StoreError.self) { try fixture.openStore(access) }
            guard case .newerSchema? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `tables of another program are not touched`() throws {
        try server.run("CREATE TABLE session (id integer)", schema: schema)
        let error = #expect(throws: StoreError.self) { try fixture.openStore() }
        guard case .foreignDatabase? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try fixture.numbers("SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'") == [1])
    }

    @Test func `services that start at the same time make the tables once`() throws {
        let failures = Mutex<[any Error]>([])
        let location = fixture.location
        onThreads(4) { _ in
            do { try StoreLocation(location).open(.create, allowsLoss: true).close() } catch { failures.withLock { $0.append(error) } }
        }
        #expect(failures.withLock { $0.map { "\($0)" } } == [])
        #expect(try fixture.numbers("SELECT version FROM plumbline_schema") == [PostgreSQLSchema.version])
    }

    @Test func `a search works without its index, and the store says that it is slow`() throws {
        let store = try fixture.openStore()
        #expect(store.engine.name == "postgresql" && store.engine.note == nil)
        let id = try store.create(.sample(12)).id
        try server.run("DROP INDEX session_search_by_text", schema: schema)
        let reader = try fixture.openStore(.readOnly)
        #expect(reader.engine.note?.contains("pg_trgm") == true)
        #expect(try reader.list(SessionQuery(text: "CELL 12")).items.map(\.id) == [id])
        #expect(throws: StoreError.self) { try reader.create(.sample(2)) }
    }

    // MARK: - Damage

    @Test(arguments: [
        "UPDATE step SET report = '{}'", "UPDATE step SET verdict = 'conflicting'", "UPDATE session SET name = 'other'",
        "UPDATE session SET step = 0", "DELETE FROM step WHERE number = 1", "UPDATE step SET number = 7 WHERE number = 1",
    ]) func `a changed row is reported and not answered`(change: String) throws {
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        #expect(try store.append(step(1), to: id) == .stored)
        try server.run(change, schema: schema)
        let error = #expect(throws: StoreError.self) { try store.steps(id) }
        guard case .damagedSession(id, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.delete(id))
    }
}

/// A step that differs from others in what the number says.
private func step(_ number: Int, key: String? = nil) -> NewStep {
    NewStep(
        StoredStep(
            number: number, events: Array("[]".utf8), report: Array("{\"step\":\(number)}".utf8), verdict: "clean", engine: "plumbline test",
            createdAt: 1_700_000_000_000_000 + Int64(number)),
        findings: [StoredFinding(kind: .conflict, fingerprint: "k1:\(number)", summary: "too much")], views: ["new\(number)"],
        request: key.map { KeyedRequest(key: $0, digest: Array(repeating: 1, count: 32)) })
}
