internal import PostgreSQLServer
@testable internal import SessionStore
internal import Testing

/// The same random sessions and steps in a file and on a server have the same lists, facets, findings and histories, page by page.
@Suite(.enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed (Debian's package postgresql)"))
struct EngineComparisonTests {
    /// Two stores with the same content. Ids are random, so sessions are compared by their times, which are unique.
    private final class Pair {
        let fixtures: [StoreFixture]
        let stores: [any SessionStore]
        /// The ids of each session in both stores.
        var ids: [Int64: [String]] = [:]
        var steps: [Int64: Int] = [:]

        init() throws {
            fixtures = [try StoreFixture(.sqlite), try StoreFixture(.postgresql)]
            stores = try fixtures.map { try $0.openStore() }
        }

        /// Returns the answer of both stores; an issue if they differ.
        @discardableResult
        func same<T: Equatable>(_ what: String, _ ask: (any SessionStore, Int) throws -> T) throws -> T {
            let answers = try stores.enumerated().map { try ask($0.element, $0.offset) }
            #expect(answers[0] == answers[1], "\(what)")
            return answers[0]
        }

        var times: [Int64] { ids.keys.sorted() }
    }

    private static let words = ["loginView", "TableCell", "Äpfel", "badge.icon", "100%", "a_b", "über", "設定", "x", "\0", "e\u{301}", "\\"]

    private func findings(_ random: inout SplitMix, most: Int) -> [StoredFinding] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
            let number = Int.random(in: 0..<40, using: &random)
            let isConflict = number % 3 == 0
            return StoredFinding(
                kind: isConflict ? .conflict : .ambiguity, fingerprint: (isConflict ? "k1:" : "a1:") + "\(number)", summary: "of \(number)",
                owner: isConflict ? ["app", "system"][number % 2] : nil)
        }
    }

    private func session(_ number: Int, at time: Int64, _ random: inout SplitMix) -> NewSession {
        var session = NewSession.sample(number, at: time)
        func some(_ count: Int) -> [String] { (0..<count).compactMap { _ in EngineComparisonTests.words.randomElement(using: &random) } }
        session.name = some(2).joined(separator: " ")
        session.tags = some(Int.random(in: 0...3, using: &random))
        // SQLite counts a view whose id has U+0000 by what is before it.
        session.views = ["root"] + some(3).filter { $0 != "\0" }
        session.identifiers = some(1)
        session.verdict = ["clean", "ambiguous", "conflicting"].randomElement(using: &random) ?? "clean"
        session.findings = findings(&random, most: 6)
        session.arrivedAt = number % 5 == 0 ? time + 3_000_000 : nil
        return session
    }

    private func step(_ number: Int, at time: Int64, of former: [StoredFinding], _ random: inout SplitMix) -> NewStep {
        let text = String(repeating: "step \(number) ", count: number % 7 == 0 ? 4000 : 3)
        var list = former
        switch Int.random(in: 0..<6, using: &random) {
        case 0: list = findings(&random, most: 8)
        case 1: list.shuffle(using: &random)
        case 2: if !list.isEmpty { list.removeLast() }
        case 3: list.insert(contentsOf: findings(&random, most: 2), at: list.count / 2)
        default: break
        }
        let words = Bool.random(using: &random) ? [] : [EngineComparisonTests.words.randomElement(using: &random) ?? "x"]
        return NewStep(
            StoredStep(
                number: number, events: Array("[]".utf8), report: Array("{\"text\":\"\(text)\"}".utf8),
                verdict: ["clean", "ambiguous", "conflicting"].randomElement(using: &random) ?? "clean", engine: "plumbline test", createdAt: time),
            findings: list, views: words.filter { $0 != "\0" }, identifiers: words,
            request: number % 4 == 0 ? KeyedRequest(key: "step \(number)", digest: Array(repeating: 7, count: 32)) : nil)
    }

    @Test(arguments: [1, 2]) func `both engines answer the same`(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        let pair = try Pair()
        var time: Int64 = 1_700_000_000_000_000
        var open: [Int64: [StoredFinding]] = [:]
        for number in 0..<600 {
            // Some at one time, and a clock that is set back now and then.
            time += Int64.random(in: number % 50 == 0 ? -3_000_000...0 : 0...40_000, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0...1 where pair.ids.count < 60:
                let new = (0..<Int.random(in: 1...2, using: &random)).map { session(number * 10 + $0, at: time, &random) }
                var ids: [Int64: [String]] = [:]
                let times = try pair.same("times of sessions") { store, _ in
                    let stored = try store.createAll(new)
                    for session in stored { ids[session.createdAt, default: []].append(session.id) }
                    return stored.map(\.createdAt)
                }
                for (time, session) in zip(times, new) {
                    (pair.ids[time], pair.steps[time], open[time]) = (ids[time], 0, session.findings)
                }
            case 2 where pair.ids.count > 30:
                guard let gone = pair.times.randomElement(using: &random) else { continue }
                try pair.same("deleted") { store, place in try store.delete(pair.ids[gone]?[place] ?? "") }
                (pair.ids[gone], pair.steps[gone], open[gone]) = (nil, nil, nil)
            case 3:
                guard let pinned = pair.times.randomElement(using: &random) else { continue }
                try pair.same("pinned") { store, place in try store.setPinned(pair.ids[pinned]?[place] ?? "", number % 2 == 0) }
            default:
                guard let created = pair.times.randomElement(using: &random), let last = pair.steps[created] else { continue }
                let new = step(last + 1, at: time, of: open[created] ?? [], &random)
                let outcome = try pair.same("step") { store, place in try store.append(new, to: pair.ids[created]?[place] ?? "") }
                #expect(outcome == .stored)
                (pair.steps[created], open[created]) = (last + 1, new.findings)
            }
            if number % 100 == 99 { try compare(pair, now: time) }
        }
        try compareSessions(pair)
        let middle = pair.times[pair.times.count / 2]
        try pair.same("arrived") { store, _ in "\(try store.countArrived(before: middle))" }
        try pair.same("pruned") { store, _ in [try store.prune(RetentionRule(arrivedBefore: pair.times[3], keeping: 20)), try store.count()] }
        pair.ids = pair.ids.filter { entry in (try? pair.stores[0].session(entry.value[0])) != nil }
        try compare(pair, now: time)
    }

    /// Compares what the stores say of all sessions.
    private func compare(_ pair: Pair, now: Int64) throws {
        for limit in [7, 100] {
            var cursor: String?
            repeat {
                // The example is a session, whose ids differ.
                let next = try pair.same("findings") { store, place in
                    let page = try store.findings(limit: limit, cursor: cursor)
                    let items = page.items.map { item in
                        "\(item.kind) \(item.fingerprint) \(item.summary) \(item.sessions) \(item.firstSeen) \(item.lastSeen) "
                            + "\(pair.ids.first { $0.value[place] == item.example }?.key ?? 0)"
                    }
                    return items + [page.next ?? ""]
                }.last
                cursor = next == "" ? nil : next
            } while cursor != nil
        }
        let prints = (0..<40).flatMap { ["k1:\($0)", "a1:\($0)"] }
        for times in [5, 1000] {
            try pair.same("histories") { store, _ in
                try store.histories(of: prints, spans: 7, now: now, times: times).map { "\($0.key) \($0.value)" }.sorted()
            }
        }
        let middle = pair.times[pair.times.count / 2]
        var queries = [
            SessionQuery(), SessionQuery(since: middle), SessionQuery(until: middle), SessionQuery(verdict: "clean"),
            SessionQuery(fingerprint: "k1:3"), SessionQuery(owner: "system"), SessionQuery(verdict: "ambiguous", fingerprint: "a1:1", owner: "app"),
        ]
        for word in EngineComparisonTests.words {
            queries += [SessionQuery(text: word), SessionQuery(tags: [word]), SessionQuery(view: word), SessionQuery(text: "\(word) ce", view: word)]
        }
        for var query in queries {
            // Ids are random and part of the text: a word of four letters is in one of them once in some hundred runs.
            if let text = query.text, text.unicodeScalars.contains(where: { $0.isASCII && $0.properties.isAlphabetic }), text.count < 8 { continue }
            if query.text?.contains(" ") == true { continue }
            try pair.same("facets of \(query)") { store, _ in try store.facets(query) }
            query.limit = 9
            repeat {
                let page = try pair.same("list of \(query)") { store, place in
                    let page = try store.list(query)
                    return page.items.map(told) + [page.next ?? ""]
                }
                query.cursor = page.last == "" ? nil : page.last
            } while query.cursor != nil
        }
        try pair.same("count") { store, _ in try store.count() }
    }

    /// Returns all of a session but its id.
    private func told(_ session: StoredSession) -> String {
        "\(session.name) \(session.root) \(session.tags) \(session.verdict) \(session.step) \(session.engine) \(session.createdAt) "
            + "\(session.firstFinding ?? "none") \(session.importState.map { "\($0)" } ?? "none") \(session.isDamaged)"
    }

    /// Compares each session's parts.
    private func compareSessions(_ pair: Pair) throws {
        for (created, ids) in pair.ids {
            let last = pair.steps[created] ?? 0
            try pair.same("steps of \(created)") { store, place in try store.steps(ids[place]) }
            try pair.same("some steps") { store, place in try store.steps(ids[place], from: last / 2, limit: 3) }
            try pair.same("events") { store, place in try store.events(ids[place]) }
            try pair.same("document") { store, place in try store.document(ids[place]) }
            try pair.same("lengths") { store, place in
                let (newest, former) = (try store.lengths(ids[place], step: nil), try store.lengths(ids[place], step: last / 2))
                #expect(try newest?.report == store.report(ids[place])?.report.count)
                #expect(try newest?.document == store.document(ids[place])?.canonical.count)
                #expect(try former?.report == store.report(ids[place], step: last / 2)?.report.count)
                let events = try store.steps(ids[place]).map { $0.events?.count ?? 0 }
                #expect(newest?.events == events.reduce(0, +) && former?.events == events.prefix(last / 2 + 1).reduce(0, +))
                return [newest, former, try store.lengths("nothing", step: nil)]
            }
            try pair.same("greatest lengths") { store, place in
                let greatest = try store.greatestLengths(ids[place])
                #expect(try greatest.report == store.steps(ids[place]).map(\.report.count).max())
                return [greatest, try store.greatestLengths("nothing")]
            }
            try pair.same("reports") { store, place in [try store.report(ids[place]), try store.report(ids[place], step: last / 2)] }
            try pair.same("verdicts") { store, place in try store.verdicts(ids[place], after: last / 3, limit: 5).map { "\($0)" } }
            try pair.same("names") { store, place in try store.findingNames(of: ids[place], steps: 0..<last + 1) }
            try pair.same("findings of a step") { store, place in try store.findings(ids[place], step: last / 2) }
            try pair.same("pin") { store, place in try store.isPinned(ids[place]) }
        }
        try pair.same("imports") { store, _ in try store.importsToVerify().map(\.sequence) }
    }
}
