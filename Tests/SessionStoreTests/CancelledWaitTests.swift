internal import PostgreSQLServer
@testable internal import SessionStore
internal import Testing

/// Writes whose wait for a synchronous standby is cancelled: they are committed on the primary, but must not be acknowledged.
@Suite(.enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed (Debian's package postgresql)"))
struct CancelledWaitTests {
    private let fixture: StoreFixture
    private let server: PostgreSQLServer
    private let schema: String
    /// A store that does not wait, and shows what is committed.
    private let store: any SessionStore
    /// A store whose commits wait for a standby that is absent. It opens nevertheless.
    private let waiting: PostgreSQLSessionStore

    init() throws {
        fixture = try StoreFixture(.postgresql)
        server = try #require(PostgreSQLServer.shared)
        schema = try #require(fixture.schema)
        store = try fixture.openStore()
        waiting = try PostgreSQLSessionStore(
            connecting: server.connection(schema: schema, isWaiting: true), connections: 2, allowsLoss: true)
    }

    /// The work must wait and fail, each time that it is tried.
    private func expectRefusal<T>(by functions: [String] = ["pg_cancel_backend"], _ work: () throws -> T) throws {
        let (error, count) = try server.endingWaits(schema: schema, by: functions) { #expect(throws: StoreError.self) { try work() } }
        #expect(error == .notReplicated && error?.isTemporary == true && count == functions.count, "\(String(describing: error)) \(count)")
    }

    private let request = KeyedRequest(key: "once", digest: Array(repeating: 1, count: 32))

    private func step() -> NewStep {
        NewStep(
            StoredStep(
                number: 1, events: Array("[]".utf8), report: Array("{}".utf8), verdict: "clean", engine: "plumbline test",
                createdAt: 1_800_000_000_000_000),
            findings: [], request: request)
    }

    @Test func `a step is not acknowledged, however often it is sent`() throws {
        let id = try store.create(.sample(1)).id
        try expectRefusal { try waiting.append(step(), to: id) }
        #expect(try store.session(id)?.step == 1)
        try expectRefusal { try waiting.append(step(), to: id) }
        try expectRefusal { try waiting.outcome(of: request, in: id) }
        #expect(try store.session(id)?.step == 1 && waiting.session(id)?.step == 1)
        // As if the standby had returned.
        #expect(try store.outcome(of: request, in: id) == .repeated(step: 1) && store.append(step(), to: id) == .repeated(step: 1))
    }

    @Test func `sessions are not acknowledged, however often they are sent`() throws {
        try expectRefusal { try waiting.createAll([.sample(1), .sample(2)], for: request) }
        let ids = try store.list(SessionQuery()).items.map(\.id)
        #expect(ids.count == 2)
        try expectRefusal { try waiting.createAll([.sample(1), .sample(2)], for: request) }
        try expectRefusal { try waiting.outcome(of: request) }
        #expect(try store.outcome(of: request) == .repeated(ids: ids.reversed(), of: 2) && store.count() == 2)
    }

    @Test func `other changes are not acknowledged`() throws {
        let id = try store.create(.sample(1)).id
        try expectRefusal { try waiting.setPinned(id, true) }
        try expectRefusal {
            try waiting.add(
                StoredExercise(step: 0, request: Array("{}".utf8), answer: Array("{}".utf8), engine: "plumbline test", createdAt: 5), to: id)
        }
        try expectRefusal { try waiting.delete(id) }
        #expect(try store.count() == 0)
        // Nothing is written for a request that is new.
        #expect(try waiting.outcome(of: request) == nil && waiting.delete(id) == false)
    }

    /// An administrator who ends the connection also ends the wait. What the store finds then is not replicated either.
    @Test func `a change whose connection is ended while it waits is not acknowledged`() throws {
        let functions = ["pg_terminate_backend", "pg_cancel_backend"]
        try expectRefusal(by: functions) { try waiting.create(.sample(1)) }
        let id = try #require(try store.list(SessionQuery()).items.first?.id)
        #expect(try store.count() == 1)
        try expectRefusal(by: functions) { try waiting.append(step(), to: id) }
        try expectRefusal(by: functions) { try waiting.delete(id) }
        #expect(try store.count() == 0)
    }
}
