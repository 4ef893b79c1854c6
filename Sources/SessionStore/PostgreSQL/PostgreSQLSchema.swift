internal import EmbeddedFiles
internal import PostgreSQL

/// The schema of this version of the program on PostgreSQL.
enum PostgreSQLSchema {
    /// A step from one version of the schema to the next. Once released, it does not change.
    struct Migration {
        /// The version after this step.
        let version: Int64
        /// The least version that a program must know to work with the tables after this step: the one before, if the step only adds
        /// what older programs need not know, so that services of both versions run at the same time.
        let leastProgram: Int64
        let script: String
    }

    /// The version of `schema.sql`.
    static let version: Int64 = 2
    /// The least version that a program must know to work with `schema.sql`.
    static let leastProgram: Int64 = 1
    /// The steps from version 1 to `version`.
    static let migrations = [
        Migration(
            version: 2, leastProgram: 1,
            script: """
                CREATE TABLE session_request (
                    session bigint PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
                    key text COLLATE "C" NOT NULL,
                    place integer NOT NULL,
                    sessions integer NOT NULL,
                    sha256 bytea NOT NULL,
                    seal bytea NOT NULL,
                    UNIQUE (key, place)
                );
                """)
    ]

    static var text: String { String(decoding: EmbeddedFile.postgreSQLSchema.bytes, as: UTF8.self) }

    /// The index for searches in texts, if the extension `pg_trgm` is installed.
    static let searchIndex = "CREATE INDEX IF NOT EXISTS session_search_by_text ON session_search USING gin (text gin_trgm_ops)"
}

/// Opens a database on a server: checks the server's settings, and makes or migrates the schema.
struct PostgreSQLOpening {
    let text: ConnectionText
    let allowsLoss: Bool

    private static let leastServer = 130_000

    /// Returns the engine.
    ///
    /// - Throws: `unsuitable` for a server that may lose what it has acknowledged, or is too old.
    func open(_ access: StoreAccess) throws(StoreError) -> StoreEngine {
        let connection: Connection
        do throws(PostgreSQLError) { connection = try Connection(text, isWriting: access == .create) } catch {
            throw StoreError(opening: text.place, error)
        }
        try checkServer(connection)
        if access == .create {
            try checkDurability(connection)
            try migrate(connection)
        } else {
            try checkVersion(try stored(connection))
        }
        let version = connection.serverVersion
        return StoreEngine(
            name: "postgresql", version: "\(version / 10_000).\(version % 10_000)", note: try searchNote(connection))
    }

    private func checkServer(_ connection: Connection) throws(StoreError) {
        let version = connection.serverVersion
        guard version >= PostgreSQLOpening.leastServer else {
            throw unsuitable("it runs PostgreSQL \(version / 10_000), and version 13 or later is needed")
        }
        let encoding = try value(connection, "SELECT pg_encoding_to_char(encoding)::text FROM pg_database WHERE datname = current_database()")
        guard encoding == "UTF8" else {
            throw unsuitable("its encoding is \(encoding ?? "unknown"); create the database with ENCODING 'UTF8' TEMPLATE template0")
        }
    }

    /// Refuses a server that acknowledges commits which it may lose.
    private func checkDurability(_ connection: Connection) throws(StoreError) {
        guard !allowsLoss else { return }
        let sql = """
            SELECT name || ' is off' FROM pg_settings
            WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
            UNION ALL SELECT 'synchronous_commit is local although there are synchronous standbys'
            WHERE current_setting('synchronous_commit') = 'local' AND current_setting('synchronous_standby_names') <> '' ORDER BY 1
            """
        let reasons = try opening { () throws(PostgreSQLError) in
            try connection.query(sql) { row throws(PostgreSQLError) in try row.text(0) }
        }
        guard !reasons.isEmpty else { return }
        throw unsuitable(
            "on this server \(reasons.joined(separator: " and ")), so it may lose sessions that were acknowledged; "
                + "turn \(reasons.count == 1 ? "it" : "them") on, or start with --allow-loss")
    }

    /// Makes the schema, or applies the missing steps, all in one transaction. Other services wait for it: the row with the version is
    /// the lock.
    private func migrate(_ connection: Connection) throws(StoreError) {
        // Without a commit, which may wait for a standby that is away.
        if let stored = try stored(connection), stored.version >= PostgreSQLSchema.version,
            try opening({ () throws(PostgreSQLError) in try hasSearchIndex(connection) })
        {
            return try checkVersion(stored)
        }
        var attempts = 5
        while true {
            do throws(PostgreSQLError) {
                try connection.run(script: "BEGIN")
                try prepare(connection)
                break
            } catch {
                try? connection.run(script: "ROLLBACK")
                attempts -= 1
                // Two services that create the first table at the same time: one of them fails.
                guard error.isDuplicate || error.isExistingTable || error.isCollision, attempts > 0 else {
                    throw StoreError(opening: text.place, error)
                }
            }
        }
        do throws(StoreError) {
            let version = try lockedVersion(connection)
            try opening { () throws(PostgreSQLError) in try apply(from: version, connection) }
            try opening { () throws(PostgreSQLError) in try connection.commit() }
        } catch {
            try? connection.run(script: "ROLLBACK")
            throw error
        }
    }

    /// Makes the table with the version if there is none.
    private func prepare(_ connection: Connection) throws(PostgreSQLError) {
        guard try connection.query("SELECT 1 WHERE to_regclass('plumbline_schema') IS NULL", [], { _ in }).first != nil else { return }
        try connection.run(script: PostgreSQLSchema.text)
        try connection.execute(
            "INSERT INTO plumbline_schema (version, least_program) VALUES ($1, $2)",
            [.integer(PostgreSQLSchema.version), .integer(PostgreSQLSchema.leastProgram)])
    }

    private func lockedVersion(_ connection: Connection) throws(StoreError) -> Int64 {
        let rows = try opening { () throws(PostgreSQLError) in
            try connection.query("SELECT version, least_program FROM plumbline_schema FOR UPDATE") { row throws(PostgreSQLError) in
                (version: try row.integer(0), leastProgram: try row.integer(1))
            }
        }
        guard let stored = rows.first else { throw .foreignDatabase(path: text.place) }
        guard stored.leastProgram <= PostgreSQLSchema.version else {
            throw .newerSchema(path: text.place, found: stored.version, known: PostgreSQLSchema.version)
        }
        return stored.version
    }

    private func apply(from version: Int64, _ connection: Connection) throws(PostgreSQLError) {
        for migration in PostgreSQLSchema.migrations where migration.version > version {
            try connection.run(script: migration.script)
            try connection.execute(
                "UPDATE plumbline_schema SET version = $1, least_program = $2",
                [.integer(migration.version), .integer(migration.leastProgram)])
        }
        guard try !hasSearchIndex(connection) else { return }
        // The extension may be unavailable or forbidden; then the text itself is searched.
        try connection.run(script: "SAVEPOINT extension")
        do throws(PostgreSQLError) {
            try connection.run(script: "CREATE EXTENSION IF NOT EXISTS pg_trgm")
            try connection.run(script: PostgreSQLSchema.searchIndex)
            try connection.run(script: "RELEASE SAVEPOINT extension")
        } catch {
            if error.isLost { throw error }
            try connection.run(script: "ROLLBACK TO SAVEPOINT extension")
        }
    }

    /// Returns the version of the schema and the least version that a program must know; nil without a schema.
    private func stored(_ connection: Connection) throws(StoreError) -> (version: Int64, leastProgram: Int64)? {
        do throws(PostgreSQLError) {
            return try connection.query("SELECT version, least_program FROM plumbline_schema") { row throws(PostgreSQLError) in
                (version: try row.integer(0), leastProgram: try row.integer(1))
            }.first
        } catch {
            if error.isMissingTable { return nil }
            throw StoreError(opening: text.place, error)
        }
    }

    private func checkVersion(_ stored: (version: Int64, leastProgram: Int64)?) throws(StoreError) {
        let version = stored?.version ?? 0
        if let stored, stored.leastProgram > PostgreSQLSchema.version {
            throw .newerSchema(path: text.place, found: version, known: PostgreSQLSchema.version)
        }
        if version < PostgreSQLSchema.version { throw .olderSchema(path: text.place, found: version, known: PostgreSQLSchema.version) }
    }

    private func hasSearchIndex(_ connection: Connection) throws(PostgreSQLError) -> Bool {
        try connection.query("SELECT 1 WHERE to_regclass('session_search_by_text') IS NOT NULL", [], { _ in }).first != nil
    }

    private func searchNote(_ connection: Connection) throws(StoreError) -> String? {
        let isIndexed = try opening { () throws(PostgreSQLError) in try hasSearchIndex(connection) }
        return isIndexed ? nil : "searches read the texts of all sessions, because the extension pg_trgm is not installed in the database"
    }

    private func value(_ connection: Connection, _ sql: String) throws(StoreError) -> String? {
        try opening { () throws(PostgreSQLError) in
            try connection.query(sql) { row throws(PostgreSQLError) in try row.text(0) }.first
        }
    }

    private func unsuitable(_ why: String) -> StoreError { .unsuitable(place: text.place, why) }

    private func opening<T>(_ body: () throws(PostgreSQLError) -> T) throws(StoreError) -> T {
        do { return try body() } catch { throw StoreError(opening: text.place, error) }
    }
}
