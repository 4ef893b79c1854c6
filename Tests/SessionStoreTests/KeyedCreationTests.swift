internal import PostgreSQLServer
internal import SQLite
@testable internal import SessionStore
internal import Synchronization
internal import Testing

/// Requests with a key that make sessions.
@Suite struct KeyedCreationTests {
    private func request(_ key: String, _ digest: UInt8 = 1) -> KeyedRequest {
        KeyedRequest(key: key, digest: Array(repeating: digest, count: 32))
    }

    private func ids(_ outcome: CreationOutcome?) -> [String] {
        switch outcome {
        case .stored(let sessions)?: sessions.map(\.id)
        case .repeated(let ids, _)?: ids
        default: []
        }
    }

    @Test(arguments: Engine.installed) func `a request sent again makes no further sessions`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        #expect(try store.outcome(of: request("a")) == nil)
        let made = ids(try store.createAll([.sample(1), .sample(2)], for: request("a")))
        #expect(made.count == 2)
        #expect(try store.createAll([.sample(3), .sample(4)], for: request("a")) == .repeated(ids: made, of: 2))
        #expect(try store.createAll([.sample(3)], for: request("a", 2)) == .keyTaken)
        #expect(try store.outcome(of: request("a", 2)) == .keyTaken && store.outcome(of: request("b")) == nil)
        let other = ids(try store.createAll([.sample(3)], for: request("b")))
        #expect(other.count == 1 && Set(made + other).count == 3)
        // A step's key is another's.
        let step = StoredStep(number: 1, events: [91, 93], report: [123, 125], verdict: "clean", engine: "plumbline test", createdAt: 5)
        #expect(try store.append(NewStep(step, findings: [], request: request("a")), to: made[0]) == .stored)
        store.close()
        let again = try fixture.openStore()
        #expect(try again.outcome(of: request("a")) == .repeated(ids: made, of: 2))
        #expect(try again.createAll([.sample(5)], for: request("b")) == .repeated(ids: other, of: 1))
        #expect(try again.count() == 3)
    }

    @Test(arguments: Engine.installed) func `a key goes with its sessions`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let made = ids(try store.createAll([.sample(1, at: 1000), .sample(2, at: 2000)], for: request("a")))
        _ = try store.create(.sample(3, at: 3000))
        #expect(try store.prune(RetentionRule(arrivedBefore: 1001, keeping: nil)) == 1)
        #expect(try store.createAll([.sample(4)], for: request("a")) == .repeated(ids: [made[1]], of: 2))
        #expect(try store.delete(made[1]))
        #expect(try store.outcome(of: request("a")) == nil && fixture.numbers("SELECT count(*) FROM session_request") == [0])
        let next = ids(try store.createAll([.sample(4)], for: request("a", 2)))
        #expect(try next.count == 1 && store.outcome(of: request("a", 2)) == .repeated(ids: next, of: 1))
    }

    @Test(arguments: Engine.installed) func `sessions that nobody waits for leave their key free`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let request = request("a")
        #expect(throws: StoreError.overdue) { try store.createAll([.sample(1)], for: request, while: { false }, claim: { true }) }
        #expect(throws: StoreError.overdue) { try store.createAll([.sample(1)], for: request, while: { true }, claim: { false }) }
        #expect(try store.outcome(of: request) == nil && store.count() == 0)
        #expect(try ids(store.createAll([.sample(1)], for: request)).count == 1)
    }

    @Test(arguments: Engine.installed) func `of requests with one key at the same time one makes sessions`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        // Two services, or two processes on one file.
        let stores = [try fixture.openStore(), try fixture.openStore()]
        let outcomes = Mutex<[Int: [CreationOutcome]]>([:])
        let failures = Mutex<[StoreError]>([])
        onThreads(6) { thread in
            for number in 0..<25 {
                do throws(StoreError) {
                    let sessions = [NewSession.sample(number, at: 5_000_000), .sample(number, at: 5_000_000)]
                    let outcome = try stores[thread % 2].createAll(sessions, for: request("key \(number)"))
                    outcomes.withLock { $0[number, default: []].append(outcome) }
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try stores[0].count() == 50)
        for (number, outcomes) in outcomes.withLock({ $0 }) {
            #expect(outcomes.count == 6 && Set(outcomes.map(ids)).count == 1, "\(number)")
            #expect(outcomes.filter { if case .stored = $0 { true } else { false } }.count == 1, "\(number)")
        }
    }

    @Test(arguments: Engine.installed) func `a copy has the key, unless another session has it there`(engine: Engine) throws {
        let (fixture, target) = (try StoreFixture(), try StoreFixture(engine))
        defer { target.end() }
        let (store, copy) = (try fixture.openStore(), try target.openStore())
        let made = ids(try store.createAll([.sample(1), .sample(2)], for: request("a")))
        let taken = ids(try store.createAll([.sample(3)], for: request("b")))
        let there = ids(try copy.createAll([.sample(4)], for: request("b")))
        var copying = SessionCopy(from: store, to: copy)
        #expect(try copying.pass(isComparing: true) == 3 && copying.problems == [])
        #expect(try copy.outcome(of: request("a")) == .repeated(ids: made, of: 2))
        #expect(try copy.outcome(of: request("b")) == .repeated(ids: there, of: 1) && copy.session(taken[0]) != nil)
        #expect(try copying.pass(isComparing: true) == 0)
    }

    @Test(
        arguments: Engine.installed,
        [
            "sha256 = substr(sha256, 2) || substr(sha256, 1, 1)", "place = 7", "sessions = 2", "seal = sha256",
            "session = (SELECT max(sequence) FROM session)",
        ]) func `an altered record of a request is found`(engine: Engine, change: String) throws
    {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let request = KeyedRequest(key: "a", digest: (0..<32).map { UInt8($0) })
        _ = try store.createAll([.sample(1)], for: request)
        _ = try store.create(.sample(2))
        let isFile = engine == .sqlite
        let change = isFile && change.hasPrefix("sha256") ? "sha256 = CAST(\(change.dropFirst(9)) AS BLOB)" : change
        if isFile {
            try fixture.connect().run(script: "UPDATE session_request SET \(change)")
        } else {
            try PostgreSQLServer.shared?.run("UPDATE session_request SET \(change)", schema: #require(fixture.schema))
        }
        let error = #expect(throws: StoreError.self) { try store.outcome(of: request) }
        guard case .damagedSession(_, let what, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(what.hasPrefix("the record of the request that made it was changed"))
        #expect(throws: StoreError.self) { try store.createAll([.sample(3)], for: request) }
        #expect(try store.count() == 2)
    }

    @Test func `a time is free that no other session has`() throws {
        let end = StoredBounds.times.upperBound
        func free(_ first: Int64, _ times: [Int64]) throws -> Int64 {
            try StoredBounds.freeTime(from: first) { range, extreme in
                let taken = times.filter(range.contains)
                return extreme == .greatest ? taken.max() : taken.min()
            }
        }
        #expect(try free(5, []) == 5 && free(5, [4, 6]) == 5 && free(5, [5]) == 6 && free(5, Array(5..<3000)) == 3000)
        // What is taken is skipped in one look.
        #expect(try free(5, [5, 900]) == 901 && free(5, [5, 1005]) == 6)
        #expect(try free(.max, []) == end - 1 && free(end - 1, [end - 1]) == end - 2)
        #expect(try free(end - 3, [end - 3, end - 1]) == end - 4 && free(end - 2, Array(end - 2000..<end)) == end - 2001)
    }
}
