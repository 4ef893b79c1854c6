internal import SQLite
internal import Testing

@Suite struct MigratorTests {
    let folder: TemporaryFolder
    let connection: Connection
    let first = Migration(version: 1, script: "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT; INSERT INTO a VALUES (1)")
    let second = Migration(version: 2, script: "CREATE TABLE b (a INTEGER REFERENCES a (id)) STRICT; INSERT INTO b VALUES (1)")

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(path: folder.path("a.db"), access: .create)
        try connection.execute("PRAGMA foreign_keys = ON")
    }

    private func number(_ sql: String) throws -> Int64? {
        try connection.first(sql) { row throws(SQLiteError) in try row.integer(0) }
    }

    @Test func stepsRunOnceAndInOrder() throws {
        try Migrator(applicationID: 7, migrations: [first]).migrate(connection)
        #expect(try number("PRAGMA user_version") == 1)
        #expect(try number("PRAGMA application_id") == 7)
        for _ in 0..<2 { try Migrator(applicationID: 7, migrations: [second, first]).migrate(connection) }
        #expect(try number("PRAGMA user_version") == 2)
        #expect(try number("SELECT count(*) FROM b") == 1)
        #expect(try number("PRAGMA foreign_keys") == 1)
    }

    @Test func aStepThatFailsLeavesTheStepBefore() throws {
        let broken = Migration(version: 2, script: "CREATE TABLE b (x TEXT) STRICT; INSERT INTO nowhere VALUES (1)")
        #expect(throws: MigrationError.self) { try Migrator(applicationID: 7, migrations: [first, broken]).migrate(connection) }
        #expect(try number("PRAGMA user_version") == 1)
        #expect(try number("SELECT count(*) FROM sqlite_master WHERE name = 'b'") == 0)
        try Migrator(applicationID: 7, migrations: [first, second]).migrate(connection)
        #expect(try number("PRAGMA user_version") == 2)
    }

    @Test func danglingReferencesAreNotCommitted() throws {
        let dangling = Migration(version: 2, script: second.script + "; DELETE FROM a")
        #expect(throws: MigrationError.danglingReferences(version: 2, tables: ["b"])) {
            try Migrator(applicationID: 7, migrations: [first, dangling]).migrate(connection)
        }
        #expect(try number("SELECT count(*) FROM a") == 1)
        #expect(try number("PRAGMA user_version") == 1)
    }

    @Test func `rows that were damaged before do not stop a migration`() throws {
        try Migrator(applicationID: 7, migrations: [first]).migrate(connection)
        try connection.run(script: "PRAGMA foreign_keys = OFF; \(second.script); DELETE FROM a; PRAGMA foreign_keys = ON")
        let third = Migration(version: 2, script: "ALTER TABLE b ADD COLUMN more INTEGER")
        try Migrator(applicationID: 7, migrations: [first, third]).migrate(connection)
        #expect(try number("PRAGMA user_version") == 2 && number("SELECT count(*) FROM b") == 1)
    }

    @Test func aNewerDatabaseIsLeftAlone() throws {
        try Migrator(applicationID: 7, migrations: [first, second]).migrate(connection)
        #expect(throws: MigrationError.newer(found: 2, known: 1)) { try Migrator(applicationID: 7, migrations: [first]).migrate(connection) }
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        try connection.execute("CREATE TABLE theirs (a INTEGER) STRICT")
        #expect(throws: MigrationError.foreign(applicationID: 0)) { try Migrator(applicationID: 7, migrations: [first]).migrate(connection) }
        #expect(try number("PRAGMA user_version") == 0)
    }
}
