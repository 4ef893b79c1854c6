internal import SQLite

/// Sessions in one SQLite file. Every call blocks until it is done, and may come from any thread.
///
/// What a call has answered is on the disk: writes return after the commit and its sync, which calls that wait at the same time share. Reads go
/// to connections of their own, see a state of one moment, and neither wait for writes nor hold them up. Other processes may use the file at the same time.
public final class SessionStore: Sendable {
    /// What a store may do to the file.
    public enum Access: Sendable {
        /// Read and write; make the file, or bring its schema up to date, where needed.
        case create
        /// Only read a file that exists.
        case readOnly
    }

    let readers: ReaderPool
    /// Nil where the store is for reading.
    private let writer: Writer?
    let opening: StoreOpening
    let changes: Changes
    let bases = ReportBases()

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file; a second and third file beside it (`-wal`, `-shm`) come and go with its use.
    ///   - readers: how many calls can read at the same time; at least 1.
    ///   - greatestSize: how many bytes the file may grow to; a write beyond it fails as `full`. Nil for as many as the disk holds.
    public init(path: String, access: Access = .create, readers: Int = 4, greatestSize: Int64? = nil) throws(StoreError) {
        opening = StoreOpening(path: path, greatestSize: greatestSize)
        let writing = access == .create ? try opening.writer() : nil
        let first = try opening.reader(isFirst: writing == nil)
        let changes = Changes(try storing { () throws(SQLiteError) in try ChangeWatch(first) })
        self.changes = changes
        writer = try writing.map { connection throws(StoreError) in try Writer(connection, files: OpenFiles(path, connection), changes: changes) }
        do throws(StoreError) {
            var connections = [first]
            for _ in 1..<max(1, readers) { connections.append(try opening.reader()) }
            self.readers = ReaderPool(connections) { [writer] in writer?.noteDamage() }
        } catch {
            changes.end()
            writer?.close()
            throw error
        }
    }

    deinit {
        close()
    }

    /// Finishes what has begun and closes the file. Calls after it fail as `closed`.
    public func close() {
        changes.end()
        readers.close()
        // The writer goes last: the last connection to go empties the write-ahead log, and a reader may not.
        writer?.close()
    }

    /// Why the database does not answer, or takes nothing; nil where all is well. After the disk has refused something, it is tried again.
    public func obstacle() -> StoreError? {
        if let obstacle = writer?.obstacle { return obstacle }
        do throws(StoreError) {
            try readers.read { connection throws(StoreError) in
                _ = try connection.number("SELECT count(*) FROM (SELECT 1 FROM session LIMIT 1)")
            }
            return nil
        } catch {
            return error
        }
    }

    /// The full current schema as SQL, for a person to read.
    public static var schema: String { Schema.text }

    /// Does the work in a transaction and returns when it is durable.
    ///
    /// - Parameters:
    ///   - sessions: the stored sessions that the work changes or deletes.
    ///   - makesRoom: whether it leaves more room than it takes, and is done also where nothing can be stored.
    ///   - emptiesLog: whether the log is brought into the file afterwards, and cut.
    ///   - meanwhile: done while the work waits for the disk.
    func write<T: Sendable>(
        to sessions: Set<String>, makesRoom: Bool = false, emptiesLog: Bool = false,
        _ work: @escaping @Sendable (Connection) throws(StoreError) -> T, meanwhile: () -> Void = {}
    ) throws(StoreError) -> T {
        guard let writer else { throw .readOnly("it was opened for reading") }
        return try writer.perform(work, on: sessions, makesRoom: makesRoom, emptiesLog: emptiesLog, meanwhile: meanwhile)
    }
}

extension Connection {
    /// The integer that the statement's first row has; nil without a row.
    func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64? {
        try storing { () throws(SQLiteError) in try first(sql, values) { row throws(SQLiteError) in try row.integer(0) } }
    }

    /// Runs one statement.
    func change(_ sql: String, _ values: [Value]) throws(StoreError) {
        try storing { () throws(SQLiteError) in try execute(sql, values) }
    }
}

/// Gives SQLite's errors the store's words.
func storing<T>(_ body: () throws(SQLiteError) -> T) throws(StoreError) -> T {
    do { return try body() } catch { throw StoreError(error) }
}
