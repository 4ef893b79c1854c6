import Foundation
import SQLite
import Testing

@testable import SessionStore

@Suite struct StepTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func step(_ number: Int, key: String? = nil, digest: UInt8 = 1) -> NewStep {
        NewStep(
            StoredStep(
                number: number, events: Array("[{\"op\":\"undo\"}]".utf8), report: Array("{\"step\":\(number)}".utf8), verdict: "clean",
                engine: "plumbline test", createdAt: 1_700_000_000_000_000 + Int64(number)),
            findings: [StoredFinding(kind: .conflict, fingerprint: "k1:\(number)", summary: "too much")], views: ["new\(number)"],
            request: key.map { KeyedRequest(key: $0, digest: Array(repeating: digest, count: 32)) })
    }

    @Test(arguments: Engine.installed) func stepsFollowEachOther(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        #expect(try store.append(step(1), to: id) == .stored)
        #expect(try store.append(step(1), to: id) == .moved(to: 1))
        #expect(try store.append(step(3), to: id) == .moved(to: 1))
        #expect(try store.append(step(2), to: id) == .stored)
        #expect(try store.append(step(1), to: "nobody") == nil)
        #expect(try store.steps(id).map(\.number) == [0, 1, 2])
        #expect(try store.events(id).count == 2)
        #expect(try store.session(id)?.step == 2)
        #expect(try store.findings(id, step: 2).map(\.fingerprint) == ["k1:2"])
        #expect(try store.report(id)?.step == 2)
    }

    @Test(arguments: Engine.installed) func aStepThatNobodyWaitsForIsNotStored(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        #expect(throws: StoreError.overdue) { try store.append(step(1, key: "once"), to: id, while: { false }) }
        // It ends when all is written.
        #expect(throws: StoreError.overdue) { try store.append(step(1, key: "once"), to: id, claim: { false }) }
        #expect(try store.session(id)?.step == 0 && store.steps(id).count == 1 && store.findings(id, step: 1).isEmpty)
        #expect(try store.append(step(1, key: "once"), to: id) == .stored)
    }

    @Test(arguments: Engine.installed) func whatAStepBringsIsFound(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        _ = try store.append(step(1), to: id)
        #expect(try store.list(SessionQuery(view: "new1")).items.map(\.id) == [id])
        #expect(try store.list(SessionQuery(text: "NEW1")).items.map(\.id) == [id])
    }

    @Test(arguments: Engine.installed) func aRequestSentAgainMakesNoSecondStep(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        #expect(try store.append(step(1, key: "a"), to: id) == .stored)
        #expect(try store.append(step(2, key: "a"), to: id) == .repeated(step: 1))
        #expect(try store.append(step(2, key: "a", digest: 2), to: id) == .keyTaken)
        // A database of an older version has another digest of the same.
        let former = KeyedRequest(key: "a", digest: Array(repeating: 9, count: 32), formerDigest: Array(repeating: 1, count: 32))
        #expect(try store.outcome(of: former, in: id) == .repeated(step: 1))
        #expect(try store.append(step(2, key: "b"), to: id) == .stored)
        let other = try store.create(.sample(2)).id
        #expect(try store.append(step(1, key: "a"), to: other) == .stored)
    }

    @Test(arguments: Engine.installed) func aDeletedSessionLeavesNothing(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        _ = try store.append(step(1, key: "a"), to: id)
        let exercise = StoredExercise(step: 1, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "plumbline test", createdAt: 5)
        #expect(try store.add(exercise, to: id) == 0)
        #expect(try store.exercises(id) == [exercise])
        let other = StoredExercise(step: 1, request: Array("{}".utf8), answer: Array("[]".utf8), engine: "plumbline test", createdAt: 6)
        #expect(throws: StoreError.overdue) { try store.add(other, to: id, claim: { false }) }
        #expect(try store.exercises(id).count == 1)
        #expect(try store.add(other, to: id) == 1)
        #expect(try store.add(exercise, to: id) == 0)
        #expect(try store.exercises(id) == [exercise, other])
        #expect(try store.add(StoredExercise(step: 7, request: [], answer: [], engine: "", createdAt: 5), to: id) == nil)
        #expect(try store.delete(id))
        for table in ["step", "step_request", "exercise", "finding"] { #expect(try fixture.numbers("SELECT count(*) FROM \(table)") == [0]) }
    }

    /// A database of the first release goes on with steps.
    @Test func theFirstSchemaIsBroughtUpToDate() throws {
        let old = try Connection(path: fixture.path, access: .create)
        try Migrator(applicationID: Schema.applicationID, migrations: [.first]).migrate(old)
        try old.run(
            script: """
                INSERT INTO document VALUES (1, zeroblob(32), 'application/json', x'7b7d', 5);
                INSERT INTO layout VALUES (1, zeroblob(32), x'7b7d');
                INSERT INTO session VALUES (5, 'old', 'Old', 'root', 1, 1, x'7b7d', 'clean', 0, 'plumbline 0.0.9');
                INSERT INTO step VALUES (1, 5, 0, NULL, x'7b7d', 'clean', 'plumbline 0.0.9', 5);
                INSERT INTO session_search (rowid, text) VALUES (5, 'old');
                """)
        let store = try fixture.open()
        #expect(try store.session("old")?.name == "Old")
        #expect(try store.append(step(1), to: "old") == .stored)
        #expect(try store.steps("old").map(\.engine) == ["plumbline 0.0.9", "plumbline test"])
    }
}

@Suite struct FindingTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func sample(_ number: Int, _ fingerprints: [String], at time: Int64) -> NewSession {
        var session = NewSession.sample(number, at: time)
        session.findings = fingerprints.map { StoredFinding(kind: .conflict, fingerprint: $0, summary: "of \($0)") }
        return session
    }

    @Test(arguments: Engine.installed) func findingsAreCountedAcrossSessions(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let first = try store.create(sample(1, ["k1:a", "k1:b"], at: 1000)).id
        let second = try store.create(sample(2, ["k1:a", "k1:a"], at: 2000)).id
        _ = try store.create(sample(3, ["k1:c"], at: 3000))
        let page = try store.findings(limit: 2)
        #expect(page.items.map(\.fingerprint) == ["k1:c", "k1:a"])
        #expect(page.items[1].sessions == 2 && page.items[1].firstSeen == 1000 && page.items[1].lastSeen == 2000)
        #expect(page.items[1].example == second)
        let rest = try store.findings(limit: 2, cursor: page.next)
        #expect(rest.items.map(\.fingerprint) == ["k1:b"] && rest.next == nil)
        #expect(try store.findings(kind: "ambiguity").items.isEmpty)
        #expect(throws: StoreError.malformedCursor("zz")) { try store.findings(cursor: "zz") }
        _ = try store.delete(second)
        _ = try store.delete(first)
        #expect(try store.findings().items.map(\.fingerprint) == ["k1:c"])
    }

    @Test(arguments: Engine.installed) func aStepThatHasAFindingAgainCountsItsSessionOnce(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(sample(1, ["k1:a"], at: 1000)).id
        let step = StoredStep(number: 1, events: Array("[]".utf8), report: Array("{}".utf8), verdict: "clean", engine: "plumbline test", createdAt: 5)
        _ = try store.append(NewStep(step, findings: [StoredFinding(kind: .conflict, fingerprint: "k1:a", summary: "")]), to: id)
        #expect(try store.findings().items.map(\.sessions) == [1])
    }

    @Test(arguments: Engine.installed) func oldSessionsGoAndPinnedOnesStay(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var ids: [String] = []
        for number in 1...10 { ids.append(try store.create(.sample(number, at: Int64(number) * 1000)).id) }
        #expect(try store.setPinned(ids[0], true) && store.isPinned(ids[0]))
        #expect(try !store.setPinned("nobody", true))
        #expect(try store.prune(RetentionRule(arrivedBefore: 3000, keeping: nil)) == 1)
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 4)) == 4)
        #expect(try store.list(SessionQuery()).items.map(\.id) == [9, 8, 7, 6, 0].map { ids[$0] })
        #expect(try store.setPinned(ids[0], false))
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 4)) == 1)
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: nil)) == 0)
    }

    @Test(arguments: Engine.installed) func `a session that is pinned while others are deleted stays`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let ids = try (1...30).map { try store.create(.sample($0, at: Int64($0) * 1000)).id }
        // A damaged session is told before the later ones are deleted.
        _ = try fixture.numbers("UPDATE session SET name = 'x' WHERE id = '\(ids[0])'")
        let other = try fixture.openStore()
        var isPinned = false
        let rule = RetentionRule(arrivedBefore: 50_000, keeping: nil)
        #expect(try store.prune(rule) { _ in isPinned = (try? other.setPinned(ids[25], true)) ?? false } == 28)
        #expect(try isPinned && Set(store.list(SessionQuery()).items.map(\.id)) == [ids[0], ids[25]])
    }

    @Test(arguments: Engine.installed) func `sessions that came while the clock was ahead take no places of others`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let ids = try [1000, 2000, 3000, 4000, 900_000, 910_000].map { try store.create(.sample(1, at: $0)).id }
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 3, now: 5000)) == 1)
        #expect(try store.list(SessionQuery()).items.map(\.id) == ids[1...].reversed())
        // The time has come.
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 3, now: 910_000)) == 2)
        #expect(try store.list(SessionQuery()).items.map(\.id) == ids[3...].reversed())
    }

    @Test func deletingGivesSpaceBack() throws {
        let store = try fixture.open()
        for number in 1...40 {
            var session = NewSession.sample(number)
            session.report = .noise(60_000 + number)
            _ = try store.create(session)
        }
        let before = try fixture.numbers("PRAGMA page_count")[0]
        func bytes(_ end: String = "") throws -> Int {
            try FileManager.default.attributesOfItem(atPath: fixture.path + end)[.size] as? Int ?? 0
        }
        #expect(try store.prune(RetentionRule(arrivedBefore: nil, keeping: 1)) == 39)
        try store.giveBackSpace()
        #expect(try fixture.numbers("PRAGMA page_count")[0] < before / 4)
        // While the store is open, and without what deleting on a full disk needs.
        let left = try fixture.numbers("PRAGMA page_count")[0]
        let (file, log) = (try bytes(), try bytes("-wal"))
        #expect(file <= 8192 * Int(left + 32), "\(file) bytes for \(left) pages")
        #expect(log <= 4 << 20)
        #expect(try store.count() == 1)
    }

    @Test func aBackupIsTheDatabase() throws {
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        let path = fixture.folder.path("backup.db")
        try store.backUp(to: path)
        #expect(try SQLiteSessionStore(path: path, access: .readOnly).session(id)?.name == "Cell 1")
        #expect(throws: StoreError.self) { try store.backUp(to: path) }
    }
}
