internal import SQLite
@testable internal import SessionStore
internal import Testing

/// Findings are stored from the step at which they come to the one at which they go; readers see those of each step.
@Suite struct FindingSpanTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func findings(_ names: [String]) -> [StoredFinding] {
        names.map { StoredFinding(kind: $0.hasPrefix("k") ? .conflict : .ambiguity, fingerprint: $0, summary: "of \($0)", owner: owner($0)) }
    }

    private func owner(_ name: String) -> String? { name.hasPrefix("k") ? "app" : nil }

    private func session(_ number: Int, _ names: [String], at time: Int64) -> NewSession {
        var session = NewSession.sample(number, at: time)
        session.findings = findings(names)
        return session
    }

    private func step(_ number: Int, _ names: [String], at time: Int64) -> NewStep {
        NewStep(
            StoredStep(number: number, events: [91, 93], report: [123, 125], verdict: "ambiguous", engine: "test", createdAt: time),
            findings: findings(names))
    }

    @Test func `a step that finds what the one before found writes nothing of it`() throws {
        let store = try fixture.open()
        let names = (0..<73).map { "a1:\($0)" }
        let id = try store.create(session(1, names, at: 1000)).id
        for number in 1...5 { #expect(try store.append(step(number, names, at: 1000 + Int64(number)), to: id) == .stored) }
        #expect(try fixture.numbers("SELECT count(*) FROM finding") == [73])
        #expect(try fixture.numbers("SELECT max(seen) FROM finding") == [1000])
        for number in 0...5 { #expect(try store.findings(id, step: number) == findings(names)) }
        #expect(try store.findings(id, step: 6).isEmpty)
        let page = try store.findings(limit: 100)
        #expect(page.items.count == 73 && page.items.allSatisfy { $0.firstSeen == 1000 && $0.lastSeen == 1005 && $0.example == id })
        // One goes and one comes: two rows.
        #expect(try store.append(step(6, ["k1:new"] + names.dropLast(), at: 2000), to: id) == .stored)
        #expect(try fixture.numbers("SELECT count(*) FROM finding") == [74])
        #expect(try store.findings(id, step: 6).map(\.fingerprint) == ["k1:new"] + names.dropLast())
        #expect(try store.findings(limit: 100).items.last.map { ($0.fingerprint, $0.lastSeen) } ?? ("", 0) == ("a1:72", 1005))
        let told = try store.findingNames(of: id, steps: 4..<7).map { $0.map(\.fingerprint) }
        #expect(told == [names, names, ["k1:new"] + names.dropLast()])
    }

    @Test(arguments: Engine.installed) func `a finding that goes and comes back was not there between`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(session(1, ["a1:x", "a1:y"], at: 1000)).id
        let steps = [["a1:y"], ["a1:y", "a1:x"], ["a1:x", "a1:y", "a1:x"], [], ["a1:x"]]
        for (index, names) in steps.enumerated() {
            #expect(try store.append(step(index + 1, names, at: Int64(2000 + index)), to: id) == .stored)
        }
        for (index, names) in ([["a1:x", "a1:y"]] + steps).enumerated() {
            #expect(try store.findings(id, step: index).map(\.fingerprint) == names)
        }
        #expect(try store.findingNames(of: id, steps: 0..<6).map { $0.map(\.fingerprint) } == [["a1:x", "a1:y"]] + steps)
        #expect(try store.list(SessionQuery(fingerprint: "a1:x")).items.map(\.id) == [id])
        let found = try store.findings().items
        #expect(found.map(\.fingerprint) == ["a1:x", "a1:y"] && found.map(\.lastSeen) == [2004, 2002] && found.map(\.sessions) == [1, 1])
        let history = try store.histories(of: ["a1:x", "a1:y"], spans: 1, now: 5000)
        #expect(history["a1:x"]?.counts == [4] && history["a1:y"]?.counts == [4])
    }

    @Test(arguments: Engine.installed) func `a step stores the first of very many findings, and rewrites none that remain`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let most = StoredBounds.mostFindings
        let names = (0..<most + 500).map { "a1:\($0)" }
        let id = try store.create(session(1, names, at: 1000)).id
        #expect(try store.append(step(1, names, at: 2000), to: id) == .stored)
        #expect(try fixture.numbers("SELECT count(*) FROM finding") == [Int64(most)])
        #expect(try fixture.numbers("SELECT max(seen) FROM finding") == [1000])
        #expect(try store.append(step(2, ["k1:new"] + names, at: 3000), to: id) == .stored)
        #expect(try fixture.numbers("SELECT count(*) FROM finding WHERE first_step = 2 OR last_step = 1") == [2])
        for number in 0...1 { #expect(try store.findings(id, step: number) == findings(Array(names.prefix(most)))) }
        #expect(try store.findings(id, step: 2) == findings(["k1:new"] + names.prefix(most - 1)))
        #expect(try store.session(id)?.firstFinding == "of k1:new" && store.findings(limit: 500).items.count == 500)
        #expect(try store.delete(id) && fixture.numbers("SELECT count(*) FROM finding") == [0])
    }

    @Test(arguments: Engine.installed) func `a session of an older version with more findings is read, copied and continued`(engine: Engine) throws {
        let fixture = try StoreFixture(.sqlite)
        let store = try fixture.open()
        let most = StoredBounds.mostFindings
        let new = session(1, (0..<most).map { "a1:\($0)" }, at: 1000)
        let id = try store.create(new).id
        let all = new.findings + findings(["a1:further"])
        let found = StepFindings(all).digest
        let seal = Seal.Step(of: id, 0, events: nil, report: new.report, verdict: new.verdict, engine: new.engine, found: found)
        let connection = try fixture.connect()
        try connection.execute(
            """
            INSERT INTO finding (session, first_step, place, fingerprint, kind, summary, since, seen)
            VALUES (1000, 0, 1 << 40, 'a1:further', 'ambiguity', 'of a1:further', 1000, 1000)
            """)
        try connection.execute("UPDATE step SET found = ?, seal = ?", [.blob(found), .blob(seal.seal(createdAt: 1000))])
        #expect(try store.findings(id, step: 0) == all)
        #expect(try store.append(step(1, all.map(\.fingerprint), at: 2000), to: id) == .stored)
        #expect(try store.findings(id, step: 0) == all && store.findings(id, step: 1) == new.findings)
        let other = try StoreFixture(engine)
        defer { other.end() }
        let target = try other.openStore()
        var copy = SessionCopy(from: store, to: target)
        #expect(try copy.pass(isComparing: true) == 1 && copy.problems == [])
        #expect(try target.findings(id, step: 0) == new.findings && target.findings(id, step: 1) == new.findings)
    }

    /// What a reader of whole lists, kept step by step, would tell.
    private struct Model {
        var sessions: [(id: String, created: Int64, steps: [(time: Int64, names: [String])])] = []

        func page() -> [FindingSummary] {
            var found: [String: FindingSummary] = [:]
            for name in Set(sessions.flatMap { $0.steps.flatMap(\.names) }) {
                let having = sessions.filter { $0.steps.contains { $0.names.contains(name) } }
                let looks = having.flatMap { session in
                    session.steps.filter { $0.names.contains(name) }.map { (time: $0.time, created: session.created, id: session.id) }
                }
                guard let last = looks.max(by: { ($0.time, $0.created) < ($1.time, $1.created) }) else { continue }
                found[name] = FindingSummary(
                    kind: name.hasPrefix("k") ? "conflict" : "ambiguity", fingerprint: name, summary: "of \(name)", sessions: having.count,
                    firstSeen: looks.map(\.time).min() ?? 0, lastSeen: last.time, example: last.id)
            }
            return found.values.sorted { ($0.lastSeen, $0.fingerprint) > ($1.lastSeen, $1.fingerprint) }
        }

        /// Steps of a session at one time count once.
        func looks(_ name: String) -> Int {
            sessions.reduce(0) { $0 + Set($1.steps.filter { $0.names.contains(name) }.map(\.time)).count }
        }
    }

    private func expect(_ model: Model, _ store: any SessionStore, whole: Bool) throws {
        let page = model.page()
        for limit in whole ? [7, 200] : [200] {
            var found: [FindingSummary] = []
            var cursor: String?
            repeat {
                let next = try store.findings(limit: limit, cursor: cursor)
                found += next.items
                cursor = next.next
            } while cursor != nil
            #expect(found == page)
        }
        guard whole else { return }
        #expect(try store.findings(kind: "conflict", limit: 200).items == page.filter { $0.kind == "conflict" }.prefix(200).map { $0 })
        for session in model.sessions {
            let names = try store.findingNames(of: session.id, steps: 0..<session.steps.count).map { $0.map(\.fingerprint) }
            #expect(names == session.steps.map(\.names))
        }
        for name in page.prefix(20).map(\.fingerprint) {
            let having = model.sessions.filter { $0.steps.contains { $0.names.contains(name) } }.sorted { $0.created > $1.created }
            #expect(try store.list(SessionQuery(fingerprint: name, limit: 200)).items.map(\.id) == having.map(\.id))
            #expect(try store.histories(of: [name], spans: 1, now: 0, times: 100_000)[name]?.counts == [model.looks(name)])
        }
    }

    /// Random lists that are mostly those of before, in two stores of one file; with many findings rows come to know what is pending.
    @Test(arguments: Engine.installed, [(1, 6, 40), (2, 30, 60), (3, 700, 30)]) func `pages tell what the lists of all steps do`(
        engine: Engine, size: (seed: Int, many: Int, rounds: Int)
    ) throws {
        let (seed, many, rounds) = size
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        var random = SplitMix(state: UInt64(seed))
        let stores = [try fixture.openStore(), try fixture.openStore()]
        let reader = try fixture.openStore(.readOnly)
        var model = Model()
        var time: Int64 = 1_000_000
        func names() -> [String] {
            (0..<many).filter { _ in Bool.random(using: &random) }.map { ($0 % 5 == 0 ? "k1:" : "a1:") + String($0) }.shuffled(using: &random)
        }
        for round in 0..<rounds {
            let store = stores[Int.random(in: 0...1, using: &random)]
            // Some at one time.
            time += Int64.random(in: 0...2, using: &random)
            let kind = Int.random(in: 0..<10, using: &random)
            if model.sessions.count < 2 || kind == 0 {
                let list = names()
                let stored = try store.create(session(round, list, at: time))
                time = max(time, stored.createdAt)
                model.sessions.append((stored.id, stored.createdAt, [(stored.createdAt, list)]))
            } else if kind == 1, model.sessions.count > 4 {
                let gone = model.sessions.remove(at: Int.random(in: model.sessions.indices, using: &random))
                #expect(try store.delete(gone.id))
            } else {
                let index = Int.random(in: model.sessions.indices, using: &random)
                var list = model.sessions[index].steps.last?.names ?? []
                switch kind {
                case 2: list = names()
                case 3: list.shuffle(using: &random)
                case 4: if !list.isEmpty { list.remove(at: Int.random(in: list.indices, using: &random)) }
                case 5: list.insert("a1:\(many + round)", at: Int.random(in: 0...list.count, using: &random))
                default: break
                }
                #expect(try store.append(step(model.sessions[index].steps.count, list, at: time), to: model.sessions[index].id) == .stored)
                model.sessions[index].steps.append((time, list))
            }
            try expect(model, reader, whole: round % 10 == 9)
        }
        #expect(try fixture.numbers("SELECT coalesce(sum(findings), 0) FROM finding_pending")[0] <= Int64(StepFindings.mostPending))
        if engine == .sqlite {
            #expect(try fixture.numbers("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == [0])
        }
        for gone in model.sessions { #expect(try stores[0].delete(gone.id)) }
        for table in ["finding", "finding_summary", "finding_pending"] { #expect(try fixture.numbers("SELECT count(*) FROM \(table)") == [0]) }
    }

    @Test(arguments: Engine.installed) func `what is pending does not depend on who came to know when`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(session(1, ["a1:x"], at: 1000)).id
        #expect(try store.append(step(1, ["a1:x"], at: 9000), to: id) == .stored)
        // A clock that was set back, before and after the session was made.
        for (number, time) in [(2, Int64(5000)), (3, 500)] {
            #expect(try store.append(step(number, ["a1:x"], at: time), to: id) == .stored)
            #expect(try store.findings().items.map(\.lastSeen) == [max(time, 1000)])
        }
        #expect(try store.append(step(4, [], at: 600), to: id) == .stored)
        #expect(try store.findings().items.map(\.lastSeen) == [1000] && store.findings().items.map(\.firstSeen) == [1000])
    }

    @Test(arguments: Engine.installed) func `what a deleted session said of a finding is said no more`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var sessions: [String] = []
        for (number, text) in ["alpha: minY", "beta: minY"].enumerated() {
            var session = NewSession.sample(number, at: Int64(1000 + number))
            session.findings = [StoredFinding(kind: .ambiguity, fingerprint: "a1:x", summary: text, owner: nil)]
            sessions.append(try store.create(session).id)
        }
        #expect(try store.delete(sessions[0]))
        let page = try store.findings(limit: 10)
        #expect(page.items.map(\.summary) == ["beta: minY"])
        #expect(page.items.map(\.example) == [sessions[1]])
    }

    @Test(arguments: Engine.installed) func `the first time of a finding is found among sessions that came to have it late`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var ids: [String] = []
        for number in 1...40 {
            let late = number <= 20
            ids.append(try store.create(session(number, late ? [] : ["a1:x"], at: Int64(number) * 1000)).id)
        }
        for number in 1...20 { #expect(try store.append(step(1, ["a1:x"], at: Int64(100_000 - number)), to: ids[number - 1]) == .stored) }
        for number in 21...40 {
            #expect(try store.findings().items.map(\.firstSeen) == [Int64(number) * 1000])
            #expect(try store.delete(ids[number - 1]))
        }
        #expect(try store.findings().items.map(\.firstSeen) == [99_980] && store.findings().items.map(\.lastSeen) == [99_999])
    }
}

/// Numbers that are the same each time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
