internal import Foundation
internal import SQLite
internal import Testing

@Suite struct ConnectionTests {
    let folder: TemporaryFolder
    let connection: Connection

    init() throws {
        folder = try TemporaryFolder()
        connection = try Connection(path: folder.path("a.db"), access: .create)
    }

    @Test(arguments: [
        Value.null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("a\0b"), .text("naïve 🧵"), .blob([]), .blob([0, 255]),
    ]) func everyValueComesBackAsItWas(value: Value) throws {
        let back = try connection.first("SELECT ?", [value]) { row throws(SQLiteError) in try row.value(0) }
        #expect(back == value)
    }

    /// SQLite would write zeros behind the length that the log had, where the other connection may be writing.
    @Test func `the log is not extended while another connection writes it`() throws {
        let path = folder.path("a.db")
        try connection.run(script: "PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)")
        func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0 }
        let other = try Connection(path: path, access: .readWrite)
        #expect(try other.query("SELECT n FROM t") { _ in true }.isEmpty)
        try connection.run(script: "BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
        other.reserveLog(bytes: 1 << 20)
        #expect(try size() < 1 << 20)
        try connection.execute("COMMIT")
        other.reserveLog(bytes: 1 << 20)
        #expect(try size() == 1 << 20 && !other.isInTransaction)
        #expect(try other.query("SELECT n FROM t") { row throws(SQLiteError) in try row.integer(0) } == [1])
    }

    @Test func wrongNumbersOfValuesAreRefused() throws {
        for values: [Value] in [[], [1, 2]] {
            let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT ?", values) }
            #expect(error?.code == 25)
        }
    }

    @Test func onlyOneStatementIsTaken() throws {
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1; SELECT 2") }
        #expect(throws: SQLiteError.self) { try connection.execute("") }
        #expect(throws: SQLiteError.self) { try connection.execute("-- nothing") }
        try connection.execute("SELECT 1;\n")
    }

    @Test func errorsTellCodesAndStatementAndHideTheValues() throws {
        try connection.execute("CREATE TABLE t (a TEXT UNIQUE) STRICT")
        try connection.execute("INSERT INTO t VALUES (?)", ["secret"])
        let error = try #require(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (?)", ["secret"]) }
        #expect(error.code == 19)
        #expect(error.extendedCode == 2067)
        #expect(error.description == "SQLite error 19, extended 2067: UNIQUE constraint failed: t.a in: INSERT INTO t VALUES (?)")
        #expect(error.descriptionWithArguments.contains("secret"))
    }

    @Test func aStatementThatFailedRunsAgain() throws {
        try connection.execute("CREATE TABLE t (a INTEGER UNIQUE) STRICT")
        try connection.execute("INSERT INTO t VALUES (?)", [1])
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (?)", [1]) }
        try connection.execute("INSERT INTO t VALUES (?)", [2])
        #expect(try connection.query("SELECT a FROM t ORDER BY a") { row throws(SQLiteError) in try row.integer(0) } == [1, 2])
    }

    @Test func valuesOfAnotherTypeAreReplacedWhereThatIsAskedFor() throws {
        func read<T>(_ sql: String, _ read: (Row) throws(SQLiteError) -> T) throws -> T? {
            let rows = try connection.query(sql, repairing: true, read)
            #expect(try connection.first(sql, repairing: true, read) != nil)
            return rows.first
        }
        for sql in ["SELECT 'x'", "SELECT NULL", "SELECT CAST(x'ff' AS TEXT)"] {
            #expect(try read(sql) { row throws(SQLiteError) in try row.integer(0) } == 0)
            #expect(try read(sql) { row throws(SQLiteError) in try row.blob(0) } == [])
        }
        #expect(try read("SELECT CAST(x'c328' AS TEXT)") { row throws(SQLiteError) in try row.text(0) } == "\u{FFFD}(")
        #expect(try read("SELECT NULL") { row throws(SQLiteError) in try row.text(0) } == "\u{FFFD}")
        #expect(try read("SELECT 'naïve'") { row throws(SQLiteError) in try row.text(0) } == "naïve")
        #expect(throws: SQLiteError.self) { try read("SELECT 1") { row throws(SQLiteError) in try row.text(1) } }
    }

    @Test func valuesOfAnotherTypeAreErrors() throws {
        for sql in ["SELECT 'x'", "SELECT NULL", "SELECT 1.5", "SELECT x'00'"] {
            let error = #expect(throws: SQLiteError.self) {
                _ = try connection.first(sql) { row throws(SQLiteError) in try row.integer(0) }
            }
            #expect(error?.isMismatch == true)
        }
        let broken = #expect(throws: SQLiteError.self) {
            _ = try connection.first("SELECT CAST(x'ff' AS TEXT) AS broken") { row throws(SQLiteError) in try row.text(0) }
        }
        #expect(broken?.message == "column broken is text that is not UTF-8")
        #expect(throws: SQLiteError.self) { _ = try connection.first("SELECT 1") { row throws(SQLiteError) in try row.value(1) } }
        #expect(throws: SQLiteError.self) { _ = try connection.first("SELECT 1") { row throws(SQLiteError) in try row.value(-1) } }
    }

    @Test func aTransactionThatThrowsLeavesNothing() throws {
        try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
        #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.execute("INSERT INTO nowhere VALUES (1)")
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.first("SELECT 1 FROM t") { _ in true } == nil)
    }

    @Test func aConnectionForReadingDoesNotWrite() throws {
        try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
        let reader = try Connection(path: folder.path("a.db"), access: .readOnly)
        #expect(reader.isReadOnly)
        let error = #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.isReadOnly == true)
    }

    @Test func aLockHeldByAnotherIsBusyAfterTheTimeout() throws {
        try connection.execute("BEGIN IMMEDIATE")
        let other = try Connection(path: folder.path("a.db"), access: .readWrite, busyMilliseconds: 1)
        let error = #expect(throws: SQLiteError.self) { try other.execute("BEGIN IMMEDIATE") }
        #expect(error?.isBusy == true)
    }

    @Test(arguments: ["", "a\0b", "/nowhere/at/all.db"]) func aNameThatCannotBeAFileIsRefused(path: String) {
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(path: path, access: .create) }
        #expect(error?.isCannotOpen == true)
    }

    @Test func readingDoesNotMakeAFile() {
        #expect(throws: SQLiteError.self) { _ = try Connection(path: folder.path("none.db"), access: .readOnly) }
    }

    @Test func theTablesOfTheSchemaAreNotWritable() throws {
        try connection.execute("CREATE TABLE t (a INTEGER) STRICT")
        try connection.run(script: "PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_master") }
    }
}
