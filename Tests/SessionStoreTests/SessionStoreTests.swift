internal import SQLite
@testable internal import SessionStore
internal import Synchronization
internal import Testing

@Suite struct SessionStoreTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test(arguments: Engine.installed) func whatWasStoredIsThereAfterReopening(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        var store = try fixture.openStore()
        let new = NewSession.sample(1)
        let stored = try store.create(new)
        #expect(stored.id.utf8.count == 16)
        #expect(stored.createdAt == new.createdAt)
        store.close()

        store = try fixture.openStore()
        #expect(try store.session(stored.id) == stored)
        let document = try #require(try store.document(stored.id))
        #expect(document.body == new.body)
        #expect(document.canonical == new.canonical)
        #expect(document.mediaType == "application/json")
        let report = try #require(try store.report(stored.id))
        #expect(report == StoredReport(step: 0, report: new.report, verdict: "clean", engine: "plumbline test", createdAt: new.createdAt))
        #expect(try store.report(stored.id, step: 0) == report)
        #expect(try store.report(stored.id, step: 1) == nil)
        #expect(try store.report(stored.id, step: -1) == nil)
        #expect(try store.findings(stored.id, step: 0) == new.findings)
        #expect(try store.list(SessionQuery()).items == [stored])
    }

    @Test func whatWasAnsweredIsInTheFilesBeforeTheStoreCloses() throws {
        let store = try fixture.open()
        let stored = try store.create(.sample(1))
        let copy = fixture.folder.path("copy.db")
        // What a killed process leaves behind: the database and its log as they are now.
        try copyFile(fixture.path, to: copy)
        try copyFile(fixture.path + "-wal", to: copy + "-wal")
        let recovered = try SQLiteSessionStore(path: copy)
        #expect(try recovered.session(stored.id) == stored)
    }

    @Test(arguments: Engine.installed) func emptyAndOddContentsComeBack(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var new = NewSession.sample(1)
        new.name = "a\0b \u{1F9F5} \"quoted\" 'single'"
        new.body = []
        new.canonical = Array("[]".utf8)
        new.report = Array(#""\u0000""#.utf8)
        new.tags = ["", "ü", "ü", "b"]
        new.views = []
        let stored = try store.create(new)
        #expect(stored.tags == ["", "b", "ü"])
        #expect(try store.session(stored.id) == stored)
        #expect(try store.document(stored.id)?.body == [])
        #expect(try store.document(stored.id)?.canonical == new.canonical)
        #expect(try store.report(stored.id)?.report == new.report)
    }

    @Test func identicalBodiesShareOneDocument() throws {
        let store = try fixture.open()
        let first = try store.create(.sample(1))
        let second = try store.create(.sample(1))
        var text = NewSession.sample(1)
        text.mediaType = "text/plain"
        let other = try store.create(text)
        #expect(try fixture.rows()["document"] == 2)
        #expect(try fixture.rows()["layout"] == 1)
        #expect(try store.document(first.id) == store.document(second.id))
        #expect(try store.document(other.id)?.mediaType == "text/plain")
    }

    @Test(arguments: Engine.installed) func `a session is deleted only at a step that is allowed`(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let id = try store.create(.sample(1)).id
        #expect(try store.delete(id, at: [1, 2]) == .moved(to: 0))
        #expect(try store.session(id) != nil)
        #expect(try store.delete(id, at: [1, 0]) == .deleted)
        #expect(try store.delete(id, at: [0]) == .absent && store.session(id) == nil)
    }

    @Test func `sessions of one body share its stored form`() throws {
        var sessions = (1...5).map { NewSession.sample($0) }
        let body = [UInt8].noise(100_000)
        for place in 0..<4 { sessions[place].body = body }
        let packed = try PackedSession.all(sessions, for: nil, while: { true })
        let places = packed.map { $0.body.packed.withUnsafeBufferPointer(\.baseAddress) }
        #expect(Set(places.prefix(4)).count == 1 && places[4] != places[0])
        #expect(packed[0].body.packed.capacity < 110_000 && packed[4].body.bytes == sessions[4].body)
        let fixture = try StoreFixture()
        let store = try fixture.openStore()
        let stored = try store.createAll(sessions)
        for (session, new) in zip(stored, sessions) { #expect(try store.document(session.id)?.body == new.body) }
        #expect(try fixture.connect().first("SELECT count(*) FROM document") { row throws(SQLiteError) in try row.integer(0) } == 2)
        var asked = 0
        #expect(throws: StoreError.overdue) {
            try PackedSession.all(sessions, for: nil) {
                asked += 1
                return asked < 3
            }
        }
    }

    @Test(arguments: Engine.installed) func deletingTakesAllThatNoOtherSessionUses(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let first = try store.create(.sample(1))
        let second = try store.create(.sample(1))
        #expect(try store.delete(first.id))
        #expect(try !store.delete(first.id))
        #expect(try store.session(first.id) == nil)
        #expect(try store.document(second.id) != nil)
        #expect(try store.list(SessionQuery(text: "cell")).items.map(\.id) == [second.id])
        #expect(try store.delete(second.id))
        #expect(try fixture.rows().values.allSatisfy { $0 == 0 })
    }

    @Test(arguments: Engine.installed) func sessionsOfOneTimeGetTimesOfTheirOwnInOrder(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let all = try store.createAll((0..<2500).map { .sample($0, at: 1_000_000) })
        #expect(all.map(\.createdAt) == (0..<2500).map { 1_000_000 + $0 })
        let late = try store.create(.sample(0, at: 1_000_000))
        #expect(late.createdAt == 1_002_500)
        // A time that is free is kept, even where later ones are taken.
        #expect(try store.create(.sample(0, at: 999_999)).createdAt == 999_999)
    }

    @Test(arguments: Engine.installed) func theLastTimesOfAllAreGivenOutDownwards(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let last = StoredBounds.times.upperBound - 1
        let times = try (0..<4).map { try store.create(.sample($0, at: last - 1)).createdAt }
        #expect(times == [last - 1, last, last - 2, last - 3])
    }

    @Test(arguments: Engine.installed) func whatIsNotWantedAnyMoreIsNotStored(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        #expect(throws: StoreError.overdue) { _ = try store.create(.sample(1), while: { false }) }
        // Wanted when its turn comes, and no longer when all is written.
        let error = try #require(throws: StoreError.self) { _ = try store.create(.sample(1), claim: { false }) }
        #expect(error == .overdue && error.isTemporary)
        #expect(try fixture.rows().values.allSatisfy { $0 == 0 })
    }

    @Test(arguments: Engine.installed) func laterStepsAreFoundByTheirViewsAndWords(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        var session = NewSession.sample(1)
        session.laterSteps = (1...3).map { number in
            let step = StoredStep(number: number, events: [91, 93], report: [123, 125], verdict: "clean", engine: "test", createdAt: 1)
            return NewStep(step, findings: [], views: ["root", "later\(number)"], identifiers: ["word\(number)"])
        }
        let stored = try store.create(session)
        #expect(stored.step == 3)
        for number in 1...3 {
            #expect(try store.list(SessionQuery(view: "later\(number)")).items.map(\.id) == [stored.id])
            #expect(try store.list(SessionQuery(text: "word\(number)")).items.map(\.id) == [stored.id])
        }
        #expect(try store.facets(SessionQuery()).views.map(\.value) == ["later1", "later2", "later3", "root", "title1"])
        #expect(try store.delete(stored.id))
        #expect(try store.list(SessionQuery(view: "later2")).items.isEmpty)
    }

    @Test(arguments: [Int64.min, -1, 1 << 60, .max]) func timesBeyondAnyClockAreRefused(time: Int64) throws {
        let store = try fixture.open()
        let error = #expect(throws: StoreError.self) { try store.create(.sample(1, at: time)) }
        #expect(error?.isCallersFault == true)
    }

    @Test(arguments: Engine.installed) func severalSessionsAreStoredAllOrNone(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let all = try store.createAll([.sample(1), .sample(2), .sample(3)])
        #expect(try store.list(SessionQuery()).items.map(\.id) == all.reversed().map(\.id))
        let before = try fixture.rows()
        #expect(throws: StoreError.self) { try store.createAll([.sample(4), .sample(5, at: -1)]) }
        #expect(try fixture.rows() == before)
        #expect(try store.createAll([]).isEmpty)
    }

    @Test(arguments: Engine.installed) func aClosedStoreSaysSo(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let store = try fixture.openStore()
        let stored = try store.create(.sample(1))
        #expect(store.obstacle() == nil)
        store.close()
        store.close()
        #expect(store.obstacle() != nil)
        #expect(throws: StoreError.closed) { try store.create(.sample(2)) }
        #expect(throws: StoreError.closed) { try store.session(stored.id) }
        #expect(StoreError.closed.isTemporary)
    }

    @Test(arguments: Engine.installed) func aSecondStoreReadsAndWritesTheSameDatabase(engine: Engine) throws {
        let fixture = try StoreFixture(engine)
        defer { fixture.end() }
        let server = try fixture.openStore()
        let first = try server.create(.sample(1))
        let command = try fixture.openStore(.readOnly)
        #expect(try command.list(SessionQuery()).items == [first])
        #expect(command.obstacle() == nil)
        let refused = #expect(throws: StoreError.self) { try command.create(.sample(2)) }
        #expect(refused?.isTemporary == true)
        let other = try fixture.openStore()
        let second = try other.create(.sample(2))
        #expect(try server.session(second.id) == second)
        #expect(try command.list(SessionQuery()).items == [second, first])
    }
}
