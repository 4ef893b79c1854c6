internal import Foundation
internal import SQLite
@testable internal import SessionStore
internal import Testing

@Suite struct OpeningTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private static func insert(_ type: String, _ name: String, _ sql: String) -> String {
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('\(type)', '\(name)', 'session', 0, '\(sql)')"
    }

    private static func replace(_ name: String, _ column: String, _ value: String) -> String {
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET \(column) = \(value) WHERE name = '\(name)'"
    }

    private func write(_ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: fixture.path))
    }

    @Test(arguments: [StoreAccess.create, .readOnly]) func aFileThatIsNoDatabaseIsNamedAndKept(access: StoreAccess) throws {
        let bytes = Data(repeating: 65, count: 5000)
        try write(bytes)
        #expect(throws: StoreError.notADatabase(path: fixture.path)) { _ = try SQLiteSessionStore(path: fixture.path, access: access) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == bytes)
    }

    @Test func anotherProgramsDatabaseIsNamedAndKept() throws {
        try Connection(path: fixture.path, access: .create).run(script: "CREATE TABLE theirs (a INTEGER)")
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        #expect(throws: StoreError.foreignDatabase(path: fixture.path)) { _ = try fixture.open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    }

    @Test func aNewerDatabaseIsRefusedWithBothVersions() throws {
        try fixture.open().close()
        let newer = Schema.migrator.newestVersion + 1
        try fixture.connect().run(script: "PRAGMA user_version = \(newer)")
        let expected = StoreError.newerSchema(path: fixture.path, found: newer, known: Schema.migrator.newestVersion)
        #expect(throws: expected) { _ = try fixture.open() }
        #expect(throws: expected) { _ = try SQLiteSessionStore(path: fixture.path, access: .readOnly) }
        #expect(
            expected.description.contains(
                "has schema \(newer), written by a newer plumbline; this one knows schemas up to \(Schema.migrator.newestVersion)")
        )
    }

    @Test func readingDoesNotMigrate() throws {
        let steps = Array(Schema.migrator.migrations.dropLast())
        try Migrator(applicationID: Schema.applicationID, migrations: steps).migrate(try Connection(path: fixture.path, access: .create))
        #expect(throws: StoreError.olderSchema(path: fixture.path, found: Int64(steps.count), known: Schema.migrator.newestVersion)) {
            _ = try SQLiteSessionStore(path: fixture.path, access: .readOnly)
        }
    }

    @Test(
        arguments: [
            ("DROP TABLE finding", "the table finding is missing"),
            ("DROP TABLE pin; CREATE VIEW pin AS SELECT 1 AS session", "pin is a view and not a table"),
            ("CREATE TRIGGER mine AFTER INSERT ON session BEGIN DELETE FROM session; END", #"the trigger "mine" is unknown"#),
            (
                "DROP INDEX session_by_layout; CREATE INDEX session_by_layout ON session (id)",
                "the index session_by_layout has a different definition"
            ),
            (
                insert("trigger", "sqlite_x", "CREATE TRIGGER sqlite_x AFTER INSERT ON session BEGIN DELETE FROM session; END"),
                #"the trigger "sqlite_x""#
            ),
            // Versions of SQLite that compare names with definitions name these, others do not.
            (insert("view", "sqlite_stat1", "CREATE VIEW sqlite_stat1 AS SELECT 1"), "sqlite_stat1"),
            (insert("table", "sqlite_stat9", "CREATE TRIGGER t AFTER INSERT ON session BEGIN SELECT 1; END"), "sqlite_stat9"),
            // Two objects of one name, and one in the place of a table that SQLite has made for an index.
            (
                insert("trigger", "pin", "CREATE TRIGGER pin AFTER INSERT ON session BEGIN SELECT 1; END"),
                "pin is a table and trigger and not a table"
            ),
            (
                replace("session_search_config", "sql", "'CREATE TRIGGER t AFTER INSERT ON session BEGIN SELECT 1; END'"),
                "session_search_config"
            ),
            // A column that is computed at each read, a condition that takes memory at each write, a comment that could have either.
            (
                replace("session_search_content", "sql", "replace(sql, 'c0', 'c1, c0 AS (hex(zeroblob(400000000)))')"),
                "the table session_search_content has a different definition"
            ),
            (
                replace("session_search_docsize", "sql", "replace(sql, 'BLOB', 'BLOB CHECK (length(randomblob(900000000)) > 0)')"),
                "the table session_search_docsize has a different definition"
            ),
            (
                replace("session_key_config", "sql", "replace(sql, ', v', ', v DEFAULT (1)')"),
                "the table session_key_config has a different definition"
            ),
            (replace("session_key_idx", "sql", "sql || ' /* x */'"), "the table session_key_idx has a different definition"),
            (replace("session_key_idx", "sql", "replace(sql, ' WITHOUT ROWID', '')"), "the table session_key_idx has a different definition"),
            (replace("finding_seen", "sql", "replace(sql, 'old.seen', '''old.seen''')"), "the trigger finding_seen has a different definition"),
            (replace("finding_seen", "sql", "replace(sql, 'old.seen', '\"old.seen\"')"), "the trigger finding_seen has a different definition"),
            (replace("finding", "sql", "replace(sql, '''conflict''', '''con flict''')"), "the table finding has a different definition"),
            ("PRAGMA user_version = 1", "schema 1 differs"),
            ("PRAGMA user_version = 0", "its header says schema 0"),
            ("PRAGMA user_version = -5", "its header says schema -5"),
        ], [StoreAccess.create, .readOnly])
    func `a database that was made otherwise is refused with what differs`(change: (script: String, told: String), access: StoreAccess) throws {
        try fixture.open().close()
        var connection: Connection? = try fixture.connect()
        // As any other program, which may write the schema itself.
        connection?.allowWritesToIndexes()
        try connection?.run(script: change.script)
        // Its log does not show whose it is.
        connection = nil
        let error = try #require(throws: StoreError.self) { _ = try SQLiteSessionStore(path: fixture.path, access: access) }
        #expect("\(error)".contains(change.told) && !"\(error)".contains("\n"), "\(error)")
    }

    @Test(arguments: ["/nowhere/at/all.db", "/proc/plumbline.db", "/", ""]) func aPlaceWhereNoFileCanBeIsNamed(path: String) throws {
        let error = try #require(throws: StoreError.self) { _ = try SQLiteSessionStore(path: path) }
        guard case .cannotOpen(path, _) = error else { throw error }
        #expect(!FileManager.default.fileExists(atPath: path + "-lock"))
    }

    @Test func readingNeedsAFile() throws {
        let error = try #require(throws: StoreError.self) { _ = try SQLiteSessionStore(path: fixture.path, access: .readOnly) }
        guard case .cannotOpen = error else { throw error }
        #expect(!FileManager.default.fileExists(atPath: fixture.path))
    }

    @Test func aDamagedFileIsAnErrorAndNeverACrash() throws {
        var store = try fixture.open()
        let ids = try store.createAll((0..<300).map { .sample($0) }).map(\.id)
        store.close()
        let sound = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        var failures = 0
        for page in 0..<12 {
            var damaged = sound
            // The first page keeps its header, so that the file is still taken for a database.
            let start = page * 4096 * (sound.count / 4096 / 12) + (page == 0 ? 100 : 0)
            damaged.replaceSubrange(start..<(start + 2000), with: Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ page) }))
            try write(damaged)
            do {
                store = try fixture.open()
                for id in ids {
                    _ = try store.session(id)
                    _ = try store.report(id)
                    _ = try store.document(id)
                }
                _ = try store.list(SessionQuery(text: "cell", limit: 1000))
                for id in ids { _ = try store.delete(id) }
                store.close()
            } catch let error as StoreError {
                failures += 1
                store.close()
                switch error {
                // A damaged count of pages looks like one that may not grow.
                case .damaged, .notADatabase, .foreignDatabase, .newerSchema, .refused, .full: break
                case .cannotOpen(_, let why) where why.contains("size limit"): break
                default: Issue.record("\(error)")
                }
            }
        }
        #expect(failures > 4)
    }

    @Test func settingsThatThePromisesRestOnAreInForce() throws {
        let opening = StoreOpening(path: fixture.path, greatestSize: nil)
        let writer = try opening.writer()
        func text(_ pragma: String, _ connection: Connection) throws -> Value? {
            try connection.first("PRAGMA \(pragma)") { row throws(SQLiteError) in try row.value(0) }
        }
        #expect(try text("journal_mode", writer) == "wal")
        #expect(try text("synchronous", writer) == 2)
        #expect(try text("foreign_keys", writer) == 1)
        #expect(try text("application_id", writer) == 0x506c_6d62)
        #expect(try text("trusted_schema", writer) == 0)
        #expect(try opening.reader().isReadOnly)
    }

    @Test func closingEmptiesTheLog() throws {
        let store = try fixture.open()
        _ = try store.create(.sample(1))
        store.close()
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "-wal"))
    }
}
