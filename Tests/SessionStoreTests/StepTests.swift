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
            request: key.map { StepRequest(key: $0, digest: Array(repeating: digest, count: 32)) })
    }

    @Test func stepsFollowEachOther() throws {
        let store = try fixture.open()
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

    @Test func whatAStepBringsIsFound() throws {
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        _ = try store.append(step(1), to: id)
        #expect(try store.list(SessionQuery(view: "new1")).items.map(\.id) == [id])
        #expect(try store.list(SessionQuery(text: "NEW1")).items.map(\.id) == [id])
    }

    @Test func aRequestSentAgainMakesNoSecondStep() throws {
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        #expect(try store.append(step(1, key: "a"), to: id) == .stored)
        #expect(try store.append(step(2, key: "a"), to: id) == .repeated(step: 1))
        #expect(try store.append(step(2, key: "a", digest: 2), to: id) == .keyTaken)
        #expect(try store.append(step(2, key: "b"), to: id) == .stored)
        let other = try store.create(.sample(2)).id
        #expect(try store.append(step(1, key: "a"), to: other) == .stored)
    }

    @Test func aDeletedSessionLeavesNothing() throws {
        let store = try fixture.open()
        let id = try store.create(.sample(1)).id
        _ = try store.append(step(1, key: "a"), to: id)
        let exercise = StoredExercise(step: 1, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "plumbline test", createdAt: 5)
        #expect(try store.add(exercise, to: id))
        #expect(try store.exercises(id) == [exercise])
        #expect(try !store.add(StoredExercise(step: 7, request: [], answer: [], engine: "", createdAt: 5), to: id))
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
