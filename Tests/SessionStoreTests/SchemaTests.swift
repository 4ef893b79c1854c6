internal import Digest
internal import SQLite
@testable internal import SessionStore
internal import Testing

@Suite struct SchemaTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The definitions of a database without comments and with single spaces: what they say, not how they are set.
    private func definitions(_ connection: Connection) throws -> [String] {
        try connection.query("SELECT type || ' ' || name || ' ' || tbl_name || ' ' || ifnull(sql, '') FROM sqlite_master ORDER BY type, name") {
            row throws(SQLiteError) in try row.text(0)
        }.map { definition in
            definition.split(separator: "\n").map { $0.prefix { $0 != "-" } }.joined(separator: " ").split(separator: " ").joined(separator: " ")
                // A column that was added has a space before what follows.
                .replacing(" ,", with: ",").replacing(" )", with: ")").replacing("( ", with: "(")
        }
    }

    @Test func migrationsLeadToTheSchemaInTheSchemaFile() throws {
        let migrated = try Connection(path: folder.path("migrated.db"), access: .create)
        try Schema.migrator.migrate(migrated)
        let made = try Connection(path: folder.path("made.db"), access: .create)
        try made.run(script: SQLiteSessionStore.schema)
        let definitions = try definitions(migrated)
        #expect(definitions.count > 20)
        #expect(try self.definitions(made) == definitions)
    }

    @Test func `the digest is that of the objects that the migrations make`() throws {
        let migrated = try Connection(path: folder.path("migrated.db"), access: .create)
        try Schema.migrator.migrate(migrated)
        #expect(SchemaCheck.digest(try SchemaCheck.objects(migrated)) == Schema.digest)
    }

    @Test func `the tables of an index are those that SQLite makes, in quotes of any kind`() throws {
        let migrated = try Connection(path: folder.path("migrated.db"), access: .create)
        try Schema.migrator.migrate(migrated)
        let objects = try SchemaCheck.objects(migrated).filter { $0.key.hasPrefix("session_search_") || $0.key.hasPrefix("session_key_") }
        #expect(objects.count == 9)
        for (name, object) in objects {
            let definition = try #require(SchemaCheck.indexTables[String(name.split(separator: "_")[2])], "\(name)")
            for quoted in ["'\(name)'", "\"\(name)\"", name] {
                let known = SchemaCheck.Object(type: "table", name: name, sql: "CREATE TABLE \(quoted)\(definition)")
                #expect(object.definition == known.definition)
            }
        }
    }

    @Test func `every table can be read from end to end, as tools that look after databases do`() throws {
        let store = try SQLiteSessionStore(path: folder.path("read.db"))
        _ = try store.create(.sample(1))
        let connection = try Connection(path: folder.path("read.db"), access: .readOnly)
        let tables = try connection.query("SELECT name FROM sqlite_master WHERE type = 'table'") { row throws(SQLiteError) in try row.text(0) }
        for table in tables { _ = try connection.query("SELECT * FROM \"\(table)\"") { _ in } }
        #expect(try connection.query("SELECT rowid FROM session_key") { row throws(SQLiteError) in try row.integer(0) }.count == 1)
    }

    @Test func releasedMigrationsNeverChange() {
        // A test that fails here means that databases in use would differ from new ones: write a further migration instead.
        #expect(Schema.migrator.migrations.map(\.version) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(
            Schema.migrator.migrations.map { SHA256.hex(of: $0.script) } == [
                "533606b7de8a3de9ab4e67b836d9ff0aa3f3c2c8be7e19fdd37f45f38c696494",
                "241183c049424762325a9a6bf8eeed299d9e86455dff643fd2eff24f1fe43c43",
                "3a90a32b14047d1ffd667dfca1de492229bbca4b70465130eadc58758dc027de",
                "c917ff7c3a97826b93ae0588d226fdf8aa8d33cb72c7fa136da583cd1f25ba34",
                "c429fff12cb00b0862a8829fb0f8bd5d898e8afdc416626724462cce570a241e",
                "5f397f8269e3a5c83b4d4f7baada671cbbcc3c012c4aac2a3499e97236f03a48",
                "dd5e6e9d023d26d25954b722463c32d6862315df3b44b9ecc60a9852f1e8441b",
                "1e3af3d50aa0160ee2b26034625f9842242a6ae3c2c55785bacd3a1964a9b95b",
                "0c705d97f6e5e0dbefd6bc26b49e8e350b6c733780dcb3d0303ddfd199792b47",
                "92868bf24393da22f6fcd2b1ec5f9d2c75381ddbe389c9ada38d60cb1a8c5b68",
            ])
    }

    @Test func everyForeignKeyHasAnIndexOnItsSide() throws {
        let connection = try Connection(path: folder.path("a.db"), access: .create)
        try connection.run(script: SQLiteSessionStore.schema)
        let tables = try connection.query("SELECT name FROM sqlite_master WHERE type = 'table'") { row throws(SQLiteError) in try row.text(0) }
        var keys = 0
        for table in tables {
            let columns = try connection.query("SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE seq = 0", [.text(table)]) {
                row throws(SQLiteError) in try row.text(0)
            }
            let indexed = try connection.query(
                "SELECT i.name FROM pragma_index_list(?) AS l JOIN pragma_index_info(l.name) AS i WHERE i.seqno = 0 AND i.name IS NOT NULL",
                [.text(table)]
            ) { row throws(SQLiteError) in try row.text(0) }
            keys += columns.count
            #expect(Set(columns).isSubset(of: indexed), "\(table)")
        }
        #expect(keys == 12)
    }
}
