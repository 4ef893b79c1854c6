internal import CSQLite

/// A connection to a database file, used by one thread at a time.
public final class Connection {
    /// The kind of access to the file.
    public enum Access: Sendable {
        /// Read and write; create the file if it does not exist.
        case create
        /// Read and write an existing file.
        case readWrite
        /// Read an existing file.
        case readOnly

        var flags: Int32 {
            switch self {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        }
    }

    let handle: OpaquePointer
    /// The name of the `sqlite3_vfs`; nil for the operating system's files.
    let fileSystem: String?
    /// The busy timeout in milliseconds.
    let busyMilliseconds: Int32
    private var prepared: [String: Statement] = [:]
    let statementLimit = StatementLimit()
    /// The cached page size in bytes, once there are pages.
    var knownPageSize: Int64?
    /// The cached id of the program that made the file; nil before it is needed.
    var knownApplicationID: Int64?
    /// Whether a file could not be extended since `FileWatch` last looked: the attempt sets its time of change.
    var hasFailedToGrow = false

    /// Opens a file.
    ///
    /// The version of the SQLite library that runs, such as `3.40.1`.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// - Parameters:
    ///   - busyMilliseconds: how long a statement waits for another connection's lock before it fails as busy.
    ///   - fileSystem: the name of a registered `sqlite3_vfs`; nil for the operating system's files.
    /// - Throws: `SQLITE_CANTOPEN` if the file cannot be opened or created. The first statement detects a file that is not a
    ///   database.
    public convenience init(
        path: String, access: Access, busyMilliseconds: Int32 = 5000, fileSystem: String? = nil
    ) throws(SQLiteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "not a file name: \(path.debugDescription)")
        }
        try self.init(name: Connection.fileName(path), flags: access.flags, busyMilliseconds: busyMilliseconds, fileSystem: fileSystem)
    }

    /// Returns a name that SQLite interprets as the name of a file, even if `path` has another meaning for SQLite (an in-memory
    /// database, a URI).
    public static func fileName(_ path: String) -> String {
        // By bytes, as SQLite compares them: a character that combines with the colon hides it from `hasPrefix`.
        path.utf8.starts(with: ":".utf8) || path.utf8.starts(with: "file:".utf8) ? "./" + path : path
    }

    /// Creates an in-memory database, which lives as long as the connection.
    public static func inMemory() throws(SQLiteError) -> Connection {
        try Connection(name: ":memory:", flags: Access.create.flags, busyMilliseconds: 0)
    }

    private init(name: String, flags: Int32, busyMilliseconds: Int32, fileSystem: String? = nil) throws(SQLiteError) {
        var opened: OpaquePointer?
        // Only one thread at a time uses a connection, so SQLite needs no mutex for it.
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, fileSystem)
        guard code == SQLITE_OK, let opened else {
            let error = opened.map { Connection.error($0, sql: nil) }
            sqlite3_close_v2(opened)
            throw error ?? SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)))
        }
        handle = opened
        self.fileSystem = fileSystem
        self.busyMilliseconds = busyMilliseconds
        sqlite3_busy_timeout(opened, busyMilliseconds)
        _ = plumbline_make_defensive(opened, 1)
    }

    deinit {
        prepared = [:]
        // Unlike sqlite3_close this never fails: a statement that is still in use only delays it.
        sqlite3_close_v2(handle)
    }

    /// Whether the file could only be opened for reading, independently of the requested access.
    public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Allows statements that write the tables in which a full-text index is stored, so that a damaged one can be emptied.
    public func allowWritesToIndexes() {
        _ = plumbline_make_defensive(handle, 0)
    }

    /// Whether a transaction is open. Some errors end a transaction by themselves.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last statement changed.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The rowid of the last row inserted.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Prepares a statement that the caller steps.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(connection: handle, sql: sql)
    }

    /// Runs one statement and ignores its rows. The prepared statement is cached.
    public func execute(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
        _ = try query(sql, values) { _ in }
    }

    /// Runs one statement and reads each row.
    ///
    /// - Parameter repairing: whether a malformed value is replaced (``Row/isRepaired``) instead of failing the whole query.
    public func query<T>(
        _ sql: String, _ values: [Value] = [], repairing: Bool = false, _ read: (Row) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> [T] {
        try query(sql, values, repairing: repairing, through: { _ in false }, read)
    }

    /// Runs one statement and reads its rows up to the first one for which `isLast` returns true.
    ///
    /// - Parameter repairing: as for ``query(_:_:repairing:_:)``.
    public func query<T>(
        _ sql: String, _ values: [Value] = [], repairing: Bool = false, through isLast: (T) -> Bool, _ read: (Row) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> [T] {
        let statement = try reusable(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var results: [T] = []
        statement.readBytes = 0
        while try statement.step() {
            let result = try read(Row(statement: statement, isRepaired: repairing))
            results.append(result)
            if isLast(result) { break }
            // A single row is as long as it is.
            if results.count > 1 { try checkRows(statement.readBytes + results.count * MemoryLayout<T>.stride, sql) }
        }
        return results
    }

    /// Runs one statement and returns its first row, or nil if there is none.
    ///
    /// - Parameter repairing: as for ``query(_:_:repairing:_:)``.
    public func first<T>(
        _ sql: String, _ values: [Value] = [], repairing: Bool = false, _ read: (Row) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T? {
        let statement = try reusable(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? try read(Row(statement: statement, isRepaired: repairing)) : nil
    }

    /// Runs the statements of a script, which have no parameters.
    public func run(script: String) throws(SQLiteError) {
        guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw Connection.error(handle, sql: script) }
    }

    private func reusable(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = prepared[sql] { return statement }
        let statement = try prepare(sql)
        prepared[sql] = statement
        return statement
    }

    /// `SQLITE_IOERR_WRITE`.
    private static let failedWrite = SQLITE_IOERR | 3 << 8

    static func error(_ handle: OpaquePointer, sql: String?, arguments: [Value] = []) -> SQLiteError {
        let code = sqlite3_extended_errcode(handle)
        // A limit of the file size or a quota is not a failure of the disk, so it is handled like a full disk.
        let isLimit = code == Connection.failedWrite && plumbline_met_limit(handle) != 0
        return SQLiteError(
            extendedCode: isLimit ? SQLITE_FULL : code, message: String(cString: sqlite3_errmsg(handle)), sql: sql, arguments: arguments)
    }
}
