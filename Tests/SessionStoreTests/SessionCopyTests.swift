internal import Foundation
internal import PostgreSQLServer
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// All sessions of one store are copied to another one of either engine.
@Suite struct SessionCopyTests {
    /// The engines of a source and a target.
    static let pairs = Engine.installed.flatMap { source in Engine.installed.map { (source, $0) } }

    private func filled(_ engine: Engine) throws -> (fixture: StoreFixture, store: any SessionStore) {
        let fixture = try StoreFixture(engine)
        let store = try fixture.openStore()
        for number in 0..<7 {
            var session = NewSession.sample(number)
            session.tags = ["ci", "Äpfel \(number)"]
            session.identifiers = ["badge.icon\(number)"]
            session.isPinned = number == 3
            if number == 4 { session.arrivedAt = 1_800_000_000_000_000 }
            let id = try store.create(session).id
            if number == 4 { try store.note(.verified, of: id) }
            for step in 1..<1 + number {
                _ = try store.append(self.step(step, number), to: id)
            }
            if number > 0 { _ = try store.add(exercise(number), to: id) }
        }
        return (fixture, store)
    }

    private func step(_ number: Int, _ session: Int, length: Int = 20) -> NewStep {
        NewStep(
            StoredStep(
                number: number, events: Array("[\(number)]".utf8),
                report: Array("{\"text\":\"\(String(repeating: "\(number) ", count: length))\"}".utf8),
                verdict: ["clean", "ambiguous"][number % 2], engine: "plumbline test", createdAt: Int64(1_750_000_000_000_000 + number)),
            findings: [StoredFinding(kind: .conflict, fingerprint: "k1:\(session % 2)", summary: "conflict \(number)", owner: "app")],
            views: ["later\(number)"], identifiers: ["word\(number)"],
            request: number % 2 == 0 ? KeyedRequest(key: "key \(number)", digest: Array(repeating: UInt8(number), count: 32)) : nil)
    }

    private func exercise(_ step: Int) -> StoredExercise {
        StoredExercise(step: step, request: Array("{}".utf8), answer: Array("{\"a\":\(step)}".utf8), engine: "plumbline test", createdAt: 5)
    }

    /// All that lists, searches and findings say.
    private func overview(_ store: any SessionStore) throws -> [String] {
        var lines = ["\(try store.findings().items)"]
        for query in [
            SessionQuery(), SessionQuery(text: "badge.icon5"), SessionQuery(text: "word6"), SessionQuery(view: "later2"),
            SessionQuery(view: "title3"), SessionQuery(verdict: "ambiguous"), SessionQuery(tags: ["Äpfel 2"]), SessionQuery(fingerprint: "k1:1"),
            SessionQuery(owner: "app"),
        ] {
            let items = try store.list(query).items
            lines.append("\(query)")
            for item in items {
                lines.append("\(item.id) \(item.name) \(item.step) \(item.verdict) \(item.createdAt) \(item.tags) \(item.importState as Any)")
                let keyed = try store.keyedSteps(of: item.id, from: 0, through: 99).map { "\($0.step) \($0.request.key)" }
                lines.append("\(try store.isPinned(item.id)) \(keyed) \(try store.index(of: item.id) as Any)")
            }
        }
        return lines
    }

    @Test(arguments: pairs) func `a session that was changed at the target gets nothing more`(source: Engine, target: Engine) throws {
        let (fixture, other) = (try StoreFixture(source), try StoreFixture(target))
        defer { fixture.end() }
        defer { other.end() }
        let (original, store) = (try fixture.openStore(), try other.openStore())
        let ids = try (0..<2).map { try original.create(.sample($0)).id }
        var copy = SessionCopy(from: original, to: store)
        #expect(try copy.pass(isComparing: false) == 2)
        // At the source, the first has two steps then, and the second an exercise of its only one.
        _ = try original.append(step(1, 0), to: ids[0])
        _ = try original.append(step(2, 0), to: ids[0])
        _ = try store.append(step(1, 0, length: 3), to: ids[0])
        for (number, each) in [original, store].enumerated() { _ = try each.append(step(1, 1, length: number), to: ids[1]) }
        _ = try original.add(exercise(1), to: ids[1])
        let before = try overview(store)
        for isComparing in [false, true] {
            #expect(try copy.pass(isComparing: isComparing) == 0)
            #expect(Set(copy.problems.map(\.id)) == Set(ids))
            #expect(copy.problems.allSatisfy { $0.reason == "in the target, it differs from the original" }, "\(copy.problems)")
            #expect(try overview(store) == before && store.exercises(ids[1]).isEmpty)
        }
    }

    @Test(arguments: pairs) func `a copy has all of the original`(source: Engine, target: Engine) throws {
        let (fixture, original) = try filled(source)
        defer { fixture.end() }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: original, to: store)
        #expect(try copy.pass(isComparing: true) == 7)
        #expect(copy.created == 7 && copy.problems == [] && copy.sample.count == 1)
        #expect(try overview(store) == overview(original))
        for session in try original.list(SessionQuery()).items {
            let digests = try [original, store].map { try SessionDigest(of: session.id, steps: 0...session.step, exercises: nil, $0) }
            #expect(digests[0] != nil && digests[0] == digests[1])
            #expect(try original.steps(session.id) == store.steps(session.id) && original.exercises(session.id) == store.exercises(session.id))
        }
        // A request that is sent again to the copy makes no second step.
        let grown = try #require(original.list(SessionQuery()).items.first { $0.step == 6 })
        #expect(try store.append(step(7, 6).with(key: "key 4", digest: 4), to: grown.id) == .repeated(step: 4))
        #expect(try copy.pass(isComparing: true) == 0 && copy.unchanged == 7)
    }

    @Test(arguments: pairs) func `what was added since is copied by the next pass`(source: Engine, target: Engine) throws {
        let (fixture, original) = try filled(source)
        defer { fixture.end() }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: original, to: store)
        _ = try copy.pass(isComparing: true)
        let ids = try original.list(SessionQuery()).items.map(\.id)
        _ = try original.append(step(7, 6), to: ids[0])
        _ = try original.add(exercise(2), to: ids[1])
        _ = try original.setPinned(ids[2], true)
        _ = try original.create(.sample(9))
        // An interrupted copy is continued by a new one.
        var next = SessionCopy(from: original, to: store)
        #expect(try next.pass(isComparing: true) == 4)
        #expect(next.created == 1 && next.extended == 3 && next.unchanged == 4 && next.problems == [])
        #expect(try overview(store) == overview(original))
    }

    @Test(arguments: pairs) func `a long session is copied in parts`(source: Engine, target: Engine) throws {
        let fixture = try StoreFixture(source)
        defer { fixture.end() }
        let original = try fixture.openStore()
        let id = try original.create(.sample(1)).id
        for number in 1...5 { _ = try original.append(step(number, 1, length: 400_000), to: id) }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: original, to: store)
        #expect(try copy.pass(isComparing: true) == 1 && copy.problems == [])
        #expect(try original.steps(id) == store.steps(id))
        #expect(try overview(store) == overview(original))
    }

    @Test(arguments: Engine.installed) func `a damaged session is reported and the others are copied`(target: Engine) throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        let ids = try original.list(SessionQuery()).items.map(\.id)
        try fixture.connect().execute(
            "UPDATE step SET verdict = 'clean' WHERE number = 3 AND session = (SELECT sequence FROM session WHERE id = ?)", [.text(ids[0])])
        var copy = SessionCopy(from: original, to: store)
        #expect(try copy.pass(isComparing: true) == 6)
        #expect(copy.problems.map(\.id) == [ids[0]] && copy.problems.first?.reason.contains("step 3 was changed") == true)
        #expect(try store.session(ids[0]) == nil && store.count() == 6)
    }

    @Test(arguments: Engine.installed) func `a session that is not found by its id is reported`(target: Engine) throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        let id = try original.list(SessionQuery()).items[2].id
        // Text that is not UTF-8 is listed with U+FFFD in it.
        try fixture.connect().execute("UPDATE session SET id = CAST(x'ff61' AS TEXT) WHERE id = ?", [.text(id)])
        var copy = SessionCopy(from: original, to: store)
        #expect(try copy.pass(isComparing: true) == 6)
        #expect(copy.problems.count == 1 && copy.problems.first?.id == "\u{fffd}a", "\(copy.problems)")
    }

    @Test(arguments: Engine.installed)
    func `an exercise that is listed and not there is damage, and no copy is whole without it`(target: Engine) throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        let id = try #require(original.list(SessionQuery()).items.first).id
        original.close()
        let connection = try fixture.connect()
        connection.allowWritesToIndexes()
        // The index keeps its entry.
        try connection.run(
            script: """
                CREATE TEMP TABLE entry AS SELECT * FROM sqlite_schema WHERE name = 'exercise_by_step';
                PRAGMA writable_schema = ON;
                DELETE FROM sqlite_schema WHERE name = 'exercise_by_step';
                PRAGMA writable_schema = RESET;
                DELETE FROM exercise WHERE session = (SELECT sequence FROM session WHERE id = '\(id)');
                PRAGMA writable_schema = ON;
                INSERT INTO sqlite_schema SELECT * FROM entry;
                PRAGMA writable_schema = RESET;
                PRAGMA wal_checkpoint(TRUNCATE);
                """)
        let source = try fixture.open(.readOnly)
        #expect(throws: StoreError.damagedSession(id: id, "an exercise of step 6 is missing", isMissing: true)) { try source.exercises(id) }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        for isComparing in [true, false, true] {
            var copy = SessionCopy(from: source, to: store)
            _ = try copy.pass(isComparing: isComparing)
            #expect(copy.problems == [SessionCopy.Problem(id: id, reason: "an exercise of step 6 is missing")])
        }
        #expect(try store.count() == 7)
    }

    @Test(arguments: pairs) func `a pin that was set at the target stays`(source: Engine, target: Engine) throws {
        let (fixture, original) = try filled(source)
        defer { fixture.end() }
        let other = try StoreFixture(target)
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: original, to: store)
        _ = try copy.pass(isComparing: true)
        let ids = try original.list(SessionQuery()).items.map(\.id)
        _ = try store.setPinned(ids[0], true)
        _ = try original.setPinned(ids[1], true)
        #expect(try copy.pass(isComparing: true) == 1)
        #expect(try store.isPinned(ids[0]) && store.isPinned(ids[1]) && copy.problems == [])
    }

    @Test func `a copy that was changed or has more steps is reported`() throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        let other = try StoreFixture()
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: original, to: store)
        _ = try copy.pass(isComparing: true)
        let ids = try original.list(SessionQuery()).items.map(\.id)
        _ = try store.append(step(7, 6), to: ids[0])
        try other.connect().execute("UPDATE exercise SET engine = 'x' WHERE session = (SELECT sequence FROM session WHERE id = ?)", [.text(ids[2])])
        #expect(try copy.pass(isComparing: true) == 0)
        #expect(copy.problems.map(\.id) == [ids[0], ids[2]] && copy.unchanged == 5)
        #expect(copy.problems.first?.reason == "in the target, it has step 7, and the original only 6")
    }

    /// Changes the first page of a table in a closed database's file.
    ///
    /// - Parameter change: gets the open file, and the page's offset and length in bytes.
    private func damageFirstPage(of table: String, _ fixture: StoreFixture, _ change: (FileHandle, UInt64, Int) throws -> Void) throws {
        let page = try fixture.numbers("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")[0]
        let size = try fixture.numbers("PRAGMA page_size")[0]
        try fixture.connect().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try #require(FileHandle(forUpdatingAtPath: fixture.path))
        try change(file, UInt64((page - 1) * size), Int(size))
        try file.close()
    }

    @Test func `sessions are copied from a file whose search index is damaged`() throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        original.close()
        try damageFirstPage(of: "session_search_config", fixture) { file, start, size in
            try file.seek(toOffset: start)
            try file.write(contentsOf: Data(repeating: 0xff, count: size))
        }
        let source = try SQLiteSessionStore(path: fixture.path, access: .readOnly)
        let other = try StoreFixture()
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: source, to: store)
        #expect(try copy.pass(isComparing: true) == 7)
        #expect(copy.problems == [])
        #expect(try store.list(SessionQuery(text: "badge.icon5")).items.count == 1)
    }

    @Test func `a session whose row is lost is reported, and no backup is made`() throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        original.close()
        try damageFirstPage(of: "session", fixture) { file, start, _ in
            // The kind of the page, and how many rows it has.
            try file.seek(toOffset: start)
            let head = try #require(try file.read(upToCount: 5))
            try #require(head[0] == 13 && head[4] > 1)
            try file.seek(toOffset: start + 4)
            try file.write(contentsOf: [head[4] - 1])
        }
        let source = try SQLiteSessionStore(path: fixture.path, access: .readOnly)
        let other = try StoreFixture()
        defer { other.end() }
        let store = try other.openStore()
        var copy = SessionCopy(from: source, to: store)
        _ = try copy.pass(isComparing: true)
        #expect(copy.created == 6 && copy.problems.map(\.reason) == ["the index of ids has it, but its row is missing"], "\(copy.problems)")
        let backup = other.folder.path("backup.db")
        let error = #expect(throws: StoreError.self) { try source.backUp(to: backup) }
        if case .damaged? = error {} else { Issue.record("\(error as Any)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder.path("")).filter { $0.hasPrefix("backup") } == [])
    }

    @Test func `a store that fails ends the copy`() throws {
        let (fixture, original) = try filled(.sqlite)
        defer { fixture.end() }
        let other = try StoreFixture()
        defer { other.end() }
        let store = try other.openStore()
        store.close()
        var copy = SessionCopy(from: original, to: store)
        let failure = #expect(throws: SessionCopy.Failure.self) { try copy.pass(isComparing: true) }
        #expect(failure?.error == .closed && failure.map { $0.side == .target } == true)
    }
}

extension NewStep {
    fileprivate func with(key: String, digest: UInt8) -> NewStep {
        var step = self
        step.request = KeyedRequest(key: key, digest: Array(repeating: digest, count: 32))
        return step
    }
}
