internal import SQLite
@testable internal import SessionStore
internal import Testing

/// Steps whose long reports are packed by those before them.
@Suite struct PackedStepTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    /// Some 70 kB that no dictionary makes short, of which each number changes a few bytes.
    private func report(_ number: Int) -> [UInt8] {
        let noise = [UInt8].noise(35_000).flatMap { [97 + $0 % 16, 97 + $0 / 16] }
        return Array("{\"step\":\(number),\"frames\":\"".utf8) + noise + Array("\",\"milliseconds\":\(number * number)}".utf8)
    }

    private func step(_ number: Int, _ report: [UInt8]? = nil) -> NewStep {
        NewStep(
            StoredStep(
                number: number, events: [91, 93], report: report ?? self.report(number), verdict: "clean", engine: "test",
                createdAt: 1_800_000_000_000_000 + Int64(number)), findings: [])
    }

    private func session(_ report: [UInt8]? = nil) -> NewSession {
        var session = NewSession.sample(1)
        session.report = report ?? self.report(0)
        return session
    }

    private func bases() throws -> [Int64] { try fixture.numbers("SELECT ifnull(base, -1) FROM step ORDER BY number") }

    @Test func `reports are packed by one that is stored in full, and given as they were`() throws {
        let store = try fixture.open()
        let id = try store.create(session()).id
        for number in 1...40 { #expect(try store.append(step(number), to: id) == .stored) }
        #expect(try bases() == [-1] + Array(repeating: 0, count: 32) + [-1] + Array(repeating: 33, count: 7))
        #expect(try fixture.numbers("SELECT length(report) FROM step WHERE base NOT NULL").allSatisfy { $0 < 200 })
        #expect(try store.steps(id).map(\.report) == (0...40).map(report))
        // Those by which they are packed are not among these.
        #expect(try store.steps(id, from: 20, limit: 4).map(\.report) == (20...23).map(report))
        #expect(try store.report(id)?.report == report(40) && store.report(id, step: 7)?.report == report(7))
        store.close()

        // What was known is gone, and is found again.
        let again = try fixture.open()
        #expect(try again.report(id, step: 35)?.report == report(35))
        #expect(try again.append(step(41), to: id) == .stored && again.append(step(42), to: id) == .stored)
        #expect(try bases().suffix(3) == [33, -1, 41])
        #expect(try again.steps(id).map(\.report) == (0...42).map(report))
        #expect(try again.delete(id) && again.report(id) == nil)
    }

    @Test func `what is short or like nothing before is stored in full`() throws {
        let store = try fixture.open()
        let id = try store.create(session()).id
        let short = Array("{\"short\":true}".utf8)
        let other = Array("{\"other\":\"".utf8) + [UInt8].noise(50_000).map { 65 + $0 % 26 } + Array("\"}".utf8)
        for (number, report) in [short, nil, other, nil, other].enumerated() {
            #expect(try store.append(step(number + 1, report), to: id) == .stored)
        }
        // The third is what the next could be packed by, and the fourth is not like it.
        #expect(try bases() == [-1, -1, 0, -1, -1, -1])
        #expect(try store.steps(id).map(\.report) == [report(0), short, report(2), other, report(4), other])
    }

    @Test func `a report that is far shorter than the last one, or less like it, is stored in full`() throws {
        func text(_ seed: Int, _ count: Int) -> [UInt8] {
            Array("{\"a\":\"".utf8) + [UInt8].noise(count + seed).map { 65 + $0 % 26 } + Array("\"}".utf8)
        }
        let store = try fixture.open()
        let id = try store.create(session(text(0, 400_000))).id
        let reports = [text(1, 40_000), text(1, 40_000), text(0, 400_000), text(2, 250_000), text(2, 250_000)]
        for (number, report) in reports.enumerated() { #expect(try store.append(step(number + 1, report), to: id) == .stored) }
        #expect(try bases() == [-1, -1, 1, -1, -1, 4])
        #expect(try store.steps(id).dropFirst().map(\.report) == reports)
    }

    @Test func `a report that another program has put in its place does not pack the next one`() throws {
        let store = try fixture.open()
        let id = try store.create(session()).id
        #expect(try store.append(step(1), to: id) == .stored)
        try fixture.connect().execute("UPDATE step SET report = CAST('{\"report\":0}' AS BLOB), packing = 0 WHERE number = 0")
        for number in 2...4 { #expect(try store.append(step(number), to: id) == .stored) }
        #expect(try bases() == [-1, 0, -1, -1, 3])
        #expect(try store.report(id)?.report == report(4))
    }

    @Test func `an imported session is packed like one that grew`() throws {
        let store = try fixture.open()
        var session = session()
        session.laterSteps = (1...35).map { step($0) }
        let id = try store.create(session).id
        #expect(try bases() == [-1] + Array(repeating: 0, count: 32) + [-1, 33, 33])
        #expect(try store.append(step(36), to: id) == .stored)
        #expect(try bases().last == 33)
        #expect(try store.steps(id).map(\.report) == (0...36).map(report))
    }

    @Test func `a report that is damaged is told with those that are packed by it`() throws {
        let store = try fixture.open()
        let id = try store.create(session()).id
        for number in 1...2 { #expect(try store.append(step(number), to: id) == .stored) }
        func expectDamage(_ step: Int?, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(sourceLocation: sourceLocation) {
                if let step { _ = try store.report(id, step: step) } else { _ = try store.steps(id) }
            } throws: { error in
                if case StoreError.damagedSession(_, let told, _) = error { told.contains(what) } else { false }
            }
        }
        // Another valid report in its place.
        try fixture.connect().execute("UPDATE step SET report = CAST('{\"report\":0}' AS BLOB), packing = 0 WHERE number = 0")
        expectDamage(1, "the report of step 1")
        expectDamage(nil, "step 0 was changed")
        expectDamage(0, "step 0 was changed")
        try fixture.connect().execute("UPDATE step SET report = x'00', packing = 1 WHERE number = 0")
        expectDamage(2, "the report of step 0, which is needed to decompress that of step 2")
        try fixture.connect().execute("UPDATE step SET base = 7 WHERE number = 1")
        expectDamage(1, "the report that is needed to decompress it is missing")
        try fixture.connect().execute("UPDATE step SET base = 1 WHERE number = 2")
        expectDamage(2, "needed to decompress that of step 2")
        try fixture.connect().execute("UPDATE step SET base = NULL WHERE number = 1")
        expectDamage(1, "the report that is needed to decompress it is missing")
        #expect(try store.delete(id))
    }

    @Test func `where another program has brought back an earlier state, a report is stored in full`() throws {
        let store = try fixture.open()
        let id = try store.create(session()).id
        for number in 1...34 { #expect(try store.append(step(number), to: id) == .stored) }
        #expect(try bases().suffix(2) == [-1, 33])
        // As it was at step 32, from where it went on differently.
        try fixture.connect().run(
            script: """
                DELETE FROM step WHERE number > 32;
                INSERT INTO step (session, number, event, report, verdict, engine, created_at)
                SELECT session, 33, event, CAST('{}' AS BLOB), verdict, engine, created_at + 500 FROM step WHERE number = 32;
                UPDATE session SET step = 33, seal = NULL, content = NULL;
                """)
        for number in 34...35 { #expect(try store.append(step(number), to: id) == .stored) }
        #expect(try bases().suffix(3) == [-1, -1, -1])
        #expect(try store.append(step(36), to: id) == .stored)
        #expect(try bases().last == 35)
        #expect(try store.steps(id).map(\.report) == (0...32).map(report) + [Array("{}".utf8)] + (34...36).map(report))
    }
}
