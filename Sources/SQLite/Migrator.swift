/// One step of the schema. Once released, neither its number nor its text may change.
public struct Migration: Sendable {
    /// The schema version after this step: 1 for the first, without gaps.
    public let version: Int64
    /// The statements that upgrade the previous version.
    public let script: String

    public init(version: Int64, script: String) {
        self.version = version
        self.script = script
    }
}

/// The reason why a migration failed. The failed step was rolled back.
public enum MigrationError: Error, Sendable, Equatable {
    /// The database was written by a newer program.
    case newer(found: Int64, known: Int64)
    /// The file is a database of another program.
    case foreign(applicationID: Int64)
    /// After the step, rows of these tables have dangling foreign keys.
    case danglingReferences(version: Int64, tables: [String])
    case failed(SQLiteError)
}

/// A migrator that upgrades a database to the newest schema step by step. `PRAGMA user_version` is the present version.
public struct Migrator: Sendable {
    /// The steps in order.
    public let migrations: [Migration]
    /// The application id in the file's header, which distinguishes our databases from those of other programs.
    public let applicationID: Int32

    public init(applicationID: Int32, migrations: [Migration]) {
        self.applicationID = applicationID
        self.migrations = migrations.sorted { $0.version < $1.version }
    }

    /// The version after all steps.
    public var newestVersion: Int64 { migrations.last?.version ?? 0 }

    /// Returns the version of a database after checking its application id. Changes nothing.
    public func version(of connection: Connection) throws(MigrationError) -> Int64 {
        // A transaction reads one state of the file: another process that creates the database meanwhile would leave an old
        // version beside new tables.
        guard !connection.isInTransaction else { return try look(at: connection) }
        return try connection.snapshot(mapping: MigrationError.failed) { () throws(MigrationError) in try look(at: connection) }
    }

    private func look(at connection: Connection) throws(MigrationError) -> Int64 {
        let version: Int64
        let identifier: Int64
        let isEmpty: Bool
        do {
            version = try connection.first("PRAGMA user_version") { row throws(SQLiteError) in try row.integer(0) } ?? 0
            identifier = try connection.first("PRAGMA application_id") { row throws(SQLiteError) in try row.integer(0) } ?? 0
            isEmpty = try connection.first("SELECT 1 FROM sqlite_master LIMIT 1") { _ in true } == nil
        } catch {
            throw .failed(error)
        }
        let isNew = isEmpty && version == 0 && identifier == 0
        guard isNew || identifier == Int64(applicationID) else { throw .foreign(applicationID: identifier) }
        guard version <= newestVersion else { throw .newer(found: version, known: newestVersion) }
        return version
    }

    /// Runs the missing steps, each in a transaction of its own, and checks foreign keys before each commit.
    ///
    /// The order is that of SQLite's procedure for schema changes: enforcement off (a step may rebuild a table that others refer
    /// to), begin, change, check, commit, enforcement on.
    public func migrate(_ connection: Connection) throws(MigrationError) {
        guard try version(of: connection) < newestVersion else { return }
        var known: Set<String> = []
        do {
            try connection.execute("PRAGMA foreign_keys = OFF")
            known = try danglingTables(connection)
        } catch {
            throw .failed(error)
        }
        for migration in migrations {
            try connection.transaction(.immediate, mapping: MigrationError.failed) { () throws(MigrationError) in
                // Read again under the lock: another process may have done this step meanwhile.
                if try version(of: connection) < migration.version {
                    try apply(migration, to: connection, known)
                }
            }
        }
        do { try connection.execute("PRAGMA foreign_keys = ON") } catch { throw .failed(error) }
    }

    /// Returns the tables with rows that refer to nothing.
    private func danglingTables(_ connection: Connection) throws(SQLiteError) -> Set<String> {
        let sql = "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check"
        return Set(try connection.query(sql) { row throws(SQLiteError) in try row.text(0) })
    }

    /// - Parameter known: tables in which rows were damaged before, which remain so.
    private func apply(_ migration: Migration, to connection: Connection, _ known: Set<String>) throws(MigrationError) {
        let dangling: Set<String>
        do {
            try connection.run(script: migration.script)
            dangling = try danglingTables(connection).subtracting(known)
            try connection.run(script: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(migration.version)")
        } catch {
            throw .failed(error)
        }
        guard dangling.isEmpty else {
            throw .danglingReferences(version: migration.version, tables: dangling.sorted())
        }
    }
}
