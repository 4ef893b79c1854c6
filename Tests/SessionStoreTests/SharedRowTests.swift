internal import SQLite
@testable internal import SessionStore
internal import Testing

/// Rows that several sessions share: a new session joins none that is damaged.
@Suite struct SharedRowTests {
    private static let sound = (
        body: Array("{\"text\":\"\(String(repeating: "layout ", count: 40))\"}".utf8), canonical: Array("{\"canonical\":1}".utf8)
    )

    private func session(_ number: Int) -> NewSession {
        var session = NewSession.sample(number)
        (session.body, session.canonical) = SharedRowTests.sound
        return session
    }

    @Test(arguments: [
        "UPDATE document SET body = randomblob(90)", "UPDATE document SET body = x'7b7d', packing = 0", "UPDATE document SET packing = 7",
        "UPDATE document SET packing = 2", "UPDATE document SET body = x''", "UPDATE layout SET canonical = x'7b7d'",
        "UPDATE layout SET packing = 1", "UPDATE layout SET canonical = randomblob(9)",
    ]) func `a damaged row gets the new bytes`(damage: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let first = try store.create(session(1)).id
        try fixture.connect().execute(damage)
        #expect(throws: StoreError.self, "\(damage)") { try store.document(first) }
        let second = try store.create(session(2)).id
        for id in [first, second] {
            let document = try #require(try store.document(id))
            #expect(document.body == SharedRowTests.sound.body && document.canonical == SharedRowTests.sound.canonical, "\(damage)")
        }
        #expect(try fixture.rows()["document"] == 1 && fixture.rows()["layout"] == 1)
    }

    @Test func `a sound row is left as it is, however it is packed`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        let first = try store.create(session(1)).id
        let connection = try fixture.connect()
        try connection.execute("UPDATE document SET body = ?, packing = 0", [.blob(SharedRowTests.sound.body)])
        let second = try store.create(session(2)).id
        #expect(try store.document(first) == store.document(second) && store.document(first) != nil)
        #expect(try fixture.numbers("SELECT packing FROM document") == [0])
    }
}
