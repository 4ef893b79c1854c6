@testable internal import SessionStore
internal import Testing

@Suite struct FacetTests {
    private func add(_ number: Int, verdict: String, tags: [String], owner: String?, _ store: any SessionStore) throws -> StoredSession {
        var session = NewSession.sample(number)
        session.verdict = verdict
        session.tags = tags
        session.findings = [
            StoredFinding(kind: owner == nil ? .ambiguity : .conflict, fingerprint: "f\(number % 2)", summary: "found", owner: owner)
        ]
        return try store.create(session)
    }

    private func make(_ store: any SessionStore) throws {
        for number in 0..<6 {
            _ = try add(
                number, verdict: number < 4 ? "conflicting" : "clean", tags: number % 3 == 0 ? ["ci", "nightly"] : ["ci"],
                owner: number < 3 ? "app" : number == 3 ? "system" : nil, store)
        }
    }

    @Test(arguments: Engine.installed) func `each value is counted with the sessions that have it, the commonest first`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        try make(store)
        let facets = try store.facets(SessionQuery())
        #expect(facets.sessions == 6 && facets.isComplete)
        #expect(facets.verdicts.map { "\($0.value) \($0.sessions)" } == ["conflicting 4", "clean 2"])
        #expect(facets.tags.map { "\($0.value) \($0.sessions)" } == ["ci 6", "nightly 2"])
        #expect(facets.owners.map { "\($0.value) \($0.sessions)" } == ["app 3", "system 1"])
        #expect(facets.fingerprints.map { "\($0.value) \($0.sessions)" } == ["f0 3", "f1 3"])
        #expect(facets.views.first.map { "\($0.value) \($0.sessions)" } == "root 6" && facets.views.count == 7)
    }

    @Test(arguments: Engine.installed) func `facets keep to the filters, and a page has no say`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        try make(store)
        let facets = try store.facets(SessionQuery(text: "cell", verdict: "conflicting", tags: ["nightly"], limit: 1))
        #expect(facets.sessions == 2 && facets.tags.map(\.sessions) == [2, 2] && facets.verdicts.map(\.value) == ["conflicting"])
        #expect(try store.facets(SessionQuery(text: "nothing")).verdicts.isEmpty)
    }

    @Test(arguments: Engine.installed, [("app", 3), ("system", 1), ("transient", 0)])
    func `sessions are found by the owner of a conflict`(engine: Engine, expected: (owner: String, count: Int)) throws {
        let (owner, count) = expected
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        try make(store)
        #expect(try store.list(SessionQuery(owner: owner)).items.count == count)
        #expect(try store.list(SessionQuery(text: "cell", tags: ["ci"], owner: owner, limit: 1)).items.count == min(count, 1))
    }

    /// What is rare and what is common is sought in different ways, which must find the same.
    @Test(arguments: Engine.installed) func `filters find the same whether they are rare or common`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var sessions: [NewSession] = []
        for number in 0..<1300 {
            var session = NewSession.sample(number)
            session.tags = number % 2 == 0 ? ["even"] : ["odd"]
            if number % 100 == 0 { session.tags.append("hundred") }
            session.views = ["root", number % 2 == 0 ? "left" : "right"]
            session.findings = [StoredFinding(kind: .conflict, fingerprint: "f\(number)", summary: "", owner: number % 10 == 0 ? "system" : "app")]
            sessions.append(session)
        }
        _ = try store.createAll(sessions)
        func count(_ query: SessionQuery) throws -> Int {
            var query = query
            query.limit = 1000
            return try store.list(query).items.count
        }
        #expect(try count(SessionQuery(tags: ["even"])) == 650)
        #expect(try count(SessionQuery(tags: ["hundred"])) == 13)
        #expect(try count(SessionQuery(tags: ["even", "hundred"], view: "left")) == 13)
        #expect(try count(SessionQuery(tags: ["odd"], view: "left")) == 0)
        #expect(try count(SessionQuery(text: "cell", tags: ["even"], view: "left", owner: "system")) == 130)
        let wanted = (0..<1300).count { $0 % 2 == 0 && $0 % 10 != 0 && "\($0)".contains("12") }
        #expect(try count(SessionQuery(text: "cell 12", tags: ["even"], owner: "app")) == wanted)
    }
}

@Suite struct FindingTimeTests {
    @Test(arguments: Engine.installed) func `a finding was seen last when the last step showed it`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let old = try store.create(.sample(1))
        let young = try store.create(.sample(2))
        func step(_ number: Int, _ print: String, at time: Int64) -> NewStep {
            NewStep(
                StoredStep(number: number, events: [91, 93], report: [123, 125], verdict: "ambiguous", engine: "test", createdAt: time),
                findings: [StoredFinding(kind: .ambiguity, fingerprint: print, summary: "again")])
        }
        let later = young.createdAt + 5_000_000
        #expect(try store.append(step(1, "a1:1", at: later), to: old.id) == .stored)
        #expect(try store.append(step(1, "a1:1", at: later - 1), to: young.id) == .stored)
        var found = try #require(try store.findings().items.first { $0.fingerprint == "a1:1" })
        #expect(found.firstSeen == old.createdAt && found.lastSeen == later && found.example == old.id && found.sessions == 2)
        #expect(try store.delete(old.id))
        found = try #require(try store.findings().items.first { $0.fingerprint == "a1:1" })
        #expect(found.firstSeen == later - 1 && found.lastSeen == later - 1 && found.example == young.id && found.sessions == 1)
        #expect(try store.delete(young.id))
        #expect(try store.findings().items.isEmpty)
    }

    @Test(arguments: Engine.installed) func `a history has how often a finding was seen in each span`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let hour: Int64 = 3_600_000_000
        let begin: Int64 = 1_700_000_000_000_000
        for time in [0, 1, 1, 3] { _ = try store.create(.sample(1, at: begin + Int64(time) * hour)) }
        func history(_ spans: Int, now: Int64) throws -> FindingHistory? {
            try store.histories(of: ["a1:1", "a1:none"], spans: spans, now: now)["a1:1"]
        }
        #expect(try history(4, now: begin + 4 * hour) == FindingHistory(since: begin, until: begin + 4 * hour, counts: [1, 2, 0, 1]))
        #expect(try history(1, now: begin + 4 * hour)?.counts == [4])
        // A clock that goes wrong loses nothing.
        #expect(try history(2, now: begin)?.counts == [3, 1])
        #expect(try store.histories(of: ["a1:none"], spans: 4, now: begin).isEmpty)
        // Of many times the newest.
        let newest = try #require(try store.histories(of: ["a1:1"], spans: 2, now: begin + 4 * hour, times: 1)["a1:1"])
        #expect(newest == FindingHistory(since: begin + 3 * hour, until: begin + 4 * hour, counts: [1, 0]))
    }
}
