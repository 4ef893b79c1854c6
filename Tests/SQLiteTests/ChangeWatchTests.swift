internal import SQLite
internal import Testing

@Suite struct ChangeWatchTests {
    let folder: TemporaryFolder
    let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(path: folder.path("a.db"), access: .create)
    }

    private func useLog() throws {
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("CREATE TABLE a (x)")
    }

    @Test func aStateLastsUntilSomethingIsCommitted() throws {
        try useLog()
        let other = try Connection(path: folder.path("a.db"), access: .readWrite)
        let watch = try ChangeWatch(try Connection(path: folder.path("a.db"), access: .readOnly))
        // The connection that was given is gone, and so is what it shared: another must stay open.
        watch.end()
        #expect(watch.state == nil)
        let kept = try Connection(path: folder.path("a.db"), access: .readOnly)
        let second = try ChangeWatch(kept)
        for writer in [connection, other] {
            let before = try #require(second.state)
            _ = try writer.query("SELECT * FROM a") { _ in }
            #expect(second.state == before)
            try writer.execute("BEGIN IMMEDIATE")
            try writer.execute("INSERT INTO a VALUES (1)")
            #expect(second.state == before)
            try writer.execute("ROLLBACK")
            #expect(second.state == before)
            try writer.execute("INSERT INTO a VALUES (1)")
            let after = try #require(second.state)
            #expect(after != before && after.isNext(after: before) && !before.isNext(after: after))
            try writer.execute("INSERT INTO a VALUES (2)")
            let later = try #require(second.state)
            #expect(later.isNext(after: after) && !later.isNext(after: before))
        }
        // The log begins anew, and what is in it is told apart from what was.
        var states: Set<DatabaseState> = [try #require(second.state)]
        for _ in 0..<50 {
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try connection.execute("UPDATE a SET x = 3")
            states.insert(try #require(second.state))
        }
        #expect(states.count == 51)
        withExtendedLifetime(kept) {}
    }

    @Test func nothingIsToldWithoutALog() throws {
        try connection.execute("CREATE TABLE a (x)")
        #expect(try ChangeWatch(connection).state == nil)
    }
}
