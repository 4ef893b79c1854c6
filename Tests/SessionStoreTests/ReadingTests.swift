@testable internal import SessionStore
internal import Testing

/// Long sessions and long texts, which are read in parts.
@Suite struct ReadingTests {
    private static let last = 600

    /// Returns a report; every 200th is longer than a portion.
    private static func report(_ number: Int) -> [UInt8] {
        let noise = number > 0 && number % 200 == 0 ? [UInt8].noise(600_000 + number).map { 0x41 + $0 & 0x0F } : []
        return Array("{\"step\":\(number),\"text\":\"".utf8) + noise + Array("\"}".utf8)
    }

    private static func session() -> NewSession {
        var session = NewSession.sample(1)
        session.report = report(0)
        session.laterSteps = (1...last).map { number in
            NewStep(
                StoredStep(
                    number: number, events: Array("[\(number)]".utf8), report: report(number), verdict: number % 3 == 0 ? "conflicting" : "clean",
                    engine: "plumbline test", createdAt: session.createdAt + Int64(number)),
                findings: [StoredFinding(kind: .conflict, fingerprint: "k1:\(number / 40)", summary: "too much")])
        }
        session.exercises = (0..<3).map { number in
            StoredExercise(
                step: number, request: Array("{}".utf8), answer: Array("[\(number)]".utf8), engine: "plumbline test", createdAt: Int64(number))
        }
        return session
    }

    @Test(arguments: Engine.installed) func `a long session is read in portions`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let session = ReadingTests.session()
        let id = try store.create(session).id
        let all = 0...ReadingTests.last
        let steps = try store.steps(id)
        #expect(steps.map(\.number) == Array(all) && steps.dropFirst() == session.laterSteps.map(\.step)[...])
        #expect(try store.steps(id, from: 190, limit: 30).map(\.number) == Array(190..<220))
        #expect(try store.steps(id, from: 590, limit: 30).map(\.number) == Array(590...600) && store.steps(id, from: 601).isEmpty)
        #expect(try store.steps(id, isSealed: false) == steps && store.lastStep(id) == ReadingTests.last && store.lastStep("nobody") == nil)
        #expect(try store.events(id) == session.laterSteps.compactMap(\.step.events))
        let verdicts = try store.verdicts(id, after: 100, limit: 300)
        #expect(verdicts.map(\.number) == Array(101...400) && verdicts.map(\.verdict) == steps[101...400].map(\.verdict))
        #expect(try store.verdicts(id, after: 600, limit: 300).isEmpty && store.verdicts("nobody", after: 0, limit: 3).isEmpty)
        func count(from first: Int, withReports: Bool = true) throws -> Int {
            try store.stepPortion(of: id, from: first, through: .max, withReports: withReports, isSealed: true).rows.count
        }
        #expect(try count(from: 0) == 200 && count(from: 200) == 1 && count(from: 201) == 199)
        #expect(try count(from: 1, withReports: false) == StepPortion.mostRows && count(from: 601) == 0)
        var reader = FindingReader(store, id)
        for step in Array(all) + all.reversed() {
            let found = try reader.names(of: step).map(\.fingerprint)
            #expect(found == [step == 0 ? "a1:1" : "k1:\(step / 40)"])
        }
        #expect(try store.exercises(id) == session.exercises)
    }

    @Test(arguments: Engine.installed) func `a session that is deleted while it is read is no shorter one`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(ReadingTests.session()).id
        var steps = store.stepReader(id)
        var events = store.eventsReader(id)
        let begun = [try steps.next()?.number, try events.next()?.number]
        #expect(begun == [0, 1])
        let exercises = try store.exerciseList(id)
        #expect(exercises.steps == [0, 1, 2])
        #expect(try store.delete(id))
        #expect(throws: StoreError.deletedMeanwhile) { while try steps.next() != nil {} }
        #expect(throws: StoreError.deletedMeanwhile) { while try events.next() != nil {} }
        #expect(throws: StoreError.deletedMeanwhile) { try store.exercise(id, at: 1, of: exercises) }
        #expect(try store.exerciseList(id).steps.isEmpty && store.steps(id).isEmpty)
    }

    @Test(arguments: Engine.installed) func `a page of long texts is shorter`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        for number in 0..<7 {
            var session = NewSession.sample(number)
            session.findings[0].summary = String(repeating: "x", count: 1 << 20)
            _ = try store.create(session)
        }
        var query = SessionQuery(limit: 100)
        var names: [[String]] = []
        repeat {
            let page = try store.list(query)
            names.append(page.items.map(\.name))
            query.cursor = page.next
        } while query.cursor != nil
        // The roots and tags are counted, too.
        #expect(names == [(3...6).reversed().map { "Cell \($0)" }, (0...2).reversed().map { "Cell \($0)" }])
        let first = try store.findings(limit: 100)
        #expect(first.items.map(\.fingerprint) == (2...6).reversed().map { "a1:\($0)" })
        #expect(first.next != nil)
        let second = try store.findings(limit: 100, cursor: first.next)
        #expect(second.items.map(\.fingerprint) == ["a1:1", "a1:0"] && second.next == nil)
        #expect(try store.findings(limit: 3).items.count == 3)
    }
}
