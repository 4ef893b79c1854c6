internal import Foundation
internal import Glibc
internal import SQLite

/// Opens the connections of a store with the settings that its guarantees depend on.
struct StoreOpening {
    let path: String
    let greatestSize: Int64?
    /// The greatest length of one value in bytes.
    var longestValue = StoreLocation.longestValue
    /// The length of each connection's cache of pages in bytes.
    var cacheBytes = StoreLocation.mostCacheBytes
    /// The name of a registered `sqlite3_vfs`; nil for the operating system's files.
    var fileSystem: String?

    /// Opens the connection that writes, and creates or migrates the schema.
    func writer() throws(StoreError) -> Connection {
        try checkFiles(isLocked: true)
        _ = try PrivateFile(path).make()
        let isNew = StoreOpening.size(try PrivateFile(path).path) ?? 0 == 0
        let connection = try open(.create)
        // A start that fails must not write the log into a file that is damaged, or another program's. A new database has no log to lose.
        if !isNew { connection.leaveFilesAlone() }
        guard !connection.isReadOnly else { throw .readOnly("\(path) cannot be written by this user") }
        try looking { () throws(MigrationError) in
            // Before any change: another program's database must not be modified.
            _ = try Schema.migrator.version(of: connection)
        }
        try checkSchema(connection)
        // These take effect only in a file without tables; see below.
        try opening { () throws(SQLiteError) in
            // Rows of about a kilobyte waste a tenth of 4 kB pages, and half as much of these.
            try connection.execute("PRAGMA page_size = 8192")
            try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        }
        if StoreOpening.size(try PrivateFile(path).path) ?? 0 > StoreOpening.longFile {
            try opening { () throws(SQLiteError) in try connection.execute(StoreOpening.temporaryStore) }
        }
        try avoidJournal(connection)
        try useWriteAheadLog(connection)
        try opening { () throws(SQLiteError) in
            // FULL syncs the log at every commit: what is acknowledged survives a power failure.
            try connection.execute("PRAGMA synchronous = FULL")
            try connection.execute("PRAGMA journal_size_limit = 67108864")
            // 16 MB: pages that many sessions share go from the log to the file once, not once for every 4 MB.
            try connection.execute("PRAGMA wal_autocheckpoint = 2000")
            try limitSize(connection)
        }
        var version: Int64 = 0
        try looking { () throws(MigrationError) in
            version = try Schema.migrator.version(of: connection)
            if (1..<Schema.migrator.newestVersion).contains(version) {
                // A migration changes the mark, and the log begins with that of the file.
                do throws(SQLiteError) { try connection.writeFirstPage() } catch { throw .failed(error) }
            }
            try Schema.migrator.migrate(connection)
        }
        if version < Schema.migrator.newestVersion {
            // Checkpoint what the migrations wrote and restart the log: if the file size is limited, sessions get the space.
            try opening { () throws(SQLiteError) in try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        try opening { () throws(SQLiteError) in try allowShrinking(connection) }
        try opening { () throws(SQLiteError) in try connection.execute("PRAGMA temp_store = MEMORY") }
        try opening { () throws(SQLiteError) in
            do throws(SQLiteError) { try connection.renewMark() } catch {
                // Another program is writing.
                guard error.isBusy else { throw error }
            }
        }
        connection.leaveFilesAlone(false)
        return connection
    }

    /// The length of a file in bytes above which migrations sort, and copy the file, in temporary files instead of memory.
    private static let longFile = 16 << 20

    /// The statement for temporary files, or for memory if SQLite finds no folder for them.
    static var temporaryStore: String {
        let environment = ProcessInfo.processInfo.environment
        let folders = [environment["SQLITE_TMPDIR"], environment["TMPDIR"], "/var/tmp", "/usr/tmp", "/tmp", "."]
        let hasFolder = folders.contains { $0.map { access($0, W_OK | X_OK) == 0 } ?? false }
        return "PRAGMA temp_store = \(hasFolder ? "FILE" : "MEMORY")"
    }

    /// Rewrites a file of the first versions, which can shrink only after that. If there is no room, it remains as it is.
    private func allowShrinking(_ connection: Connection) throws(SQLiteError) {
        let mode = try connection.first("PRAGMA auto_vacuum") { row throws(SQLiteError) in try row.integer(0) }
        guard mode != 2 else { return }
        try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        do throws(SQLiteError) { try connection.execute("VACUUM") } catch {
            guard error.isFull || error.isCannotOpen || error.isInputOutput else { throw error }
        }
    }

    /// Throws if a file is not a database of this program, or is one of a newer version.
    func checkBackup() throws(StoreError) {
        try checkFiles(isLocked: false)
        let connection = try open(.readOnly)
        try checkSchema(connection)
        var version: Int64 = 0
        try looking { () throws(MigrationError) in version = try Schema.migrator.version(of: connection) }
        if version == 0 { throw .foreignDatabase(path: path) }
    }

    private func checkSchema(_ connection: Connection) throws(StoreError) {
        var obstacle: String?
        try looking { () throws(MigrationError) in obstacle = try SchemaCheck.obstacle(connection) }
        if let obstacle { throw .damaged("\(path) does not have the schema of plumbline: \(obstacle)") }
    }

    /// Opens a connection that reads a database with the current schema.
    ///
    /// - Parameter isFirst: whether no other connection of the store has checked the schema and the log.
    func reader(isFirst: Bool = false) throws(StoreError) -> Connection {
        if isFirst { try checkFiles(isLocked: false) } else { try refuseFurtherNames() }
        let connection = try open(.readOnly)
        if isFirst { try checkSchema(connection) }
        var version: Int64 = 0
        try looking { () throws(MigrationError) in version = try Schema.migrator.version(of: connection) }
        guard version == Schema.migrator.newestVersion else {
            throw .olderSchema(path: path, found: version, known: Schema.migrator.newestVersion)
        }
        try opening { () throws(SQLiteError) in
            try ShortWord.prepare(connection)
            try ViewList.prepare(connection)
        }
        return connection
    }

    func open(_ access: Connection.Access) throws(StoreError) -> Connection {
        // A folder's name is invalid for reading, too.
        let file = try PrivateFile(path).path
        if let misnomer = StoreOpening.misnomer(path) { throw .cannotOpen(path: path, misnomer) }
        return try opening { () throws(SQLiteError) in
            let connection = try Connection(path: file, access: access, fileSystem: fileSystem)
            connection.limitValues(to: longestValue)
            try connection.execute("PRAGMA foreign_keys = ON")
            // A manipulated schema must not call functions with side effects.
            try connection.execute("PRAGMA trusted_schema = OFF")
            try connection.execute("PRAGMA cell_size_check = ON")
            try connection.execute("PRAGMA temp_store = MEMORY")
            try connection.execute("PRAGMA cache_size = \(-(cacheBytes >> 10))")
            return connection
        }
    }

    /// Has a database that is not in WAL mode yet, such as a backup, become so without a journal, with which nothing would open it if this
    /// process ended meanwhile. Only the header changes, which is in one sector.
    private func avoidJournal(_ connection: Connection) throws(StoreError) {
        try opening { () throws(SQLiteError) in
            let pages = try connection.first("PRAGMA page_count") { row throws(SQLiteError) in try row.integer(0) } ?? 0
            let mode = try connection.first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) }
            if pages > 0, mode != "wal" { try connection.execute("PRAGMA journal_mode = MEMORY") }
        }
    }

    /// Enables WAL mode, which is persistent in the file: only the first opening does it.
    private func useWriteAheadLog(_ connection: Connection) throws(StoreError) {
        // The switch needs exclusive access and doesn't wait for it, so two processes that create a database collide here. Retry
        // for as long as statements wait for a lock.
        var attempts = 250
        while true {
            do {
                let mode = try connection.first("PRAGMA journal_mode = WAL") { row throws(SQLiteError) in try row.text(0) }
                guard mode == "wal" else {
                    throw StoreError.cannotOpen(path: path, "its file system does not support the shared memory that a write-ahead log needs")
                }
                return
            } catch let error as SQLiteError {
                attempts -= 1
                guard error.isBusy, attempts > 0 else { throw StoreError(opening: path, error) }
                usleep(20_000)
            } catch let error as StoreError {
                throw error
            } catch {
                throw .unavailable("\(error)")
            }
        }
    }

    private func limitSize(_ connection: Connection) throws(SQLiteError) {
        guard let greatestSize else { return }
        let pageSize = try connection.first("PRAGMA page_size") { row throws(SQLiteError) in try row.integer(0) } ?? 4096
        try connection.execute("PRAGMA max_page_count = \(max(1, greatestSize / max(1, pageSize)))")
    }

    private func opening<T>(_ body: () throws(SQLiteError) -> T) throws(StoreError) -> T {
        do { return try body() } catch { throw StoreError(opening: path, error) }
    }

    private func looking(_ body: () throws(MigrationError) -> Void) throws(StoreError) {
        do { try body() } catch { throw StoreError(opening: path, error) }
    }
}
