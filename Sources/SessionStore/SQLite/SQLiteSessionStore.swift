internal import SQLite
internal import Synchronization

/// A store of sessions in one SQLite file. Every call blocks until it is done, and may come from any thread.
///
/// Writes are durable when they return: after the commit and its sync, which concurrent calls share. Reads use connections of
/// their own, see one snapshot, and neither wait for writes nor delay them. Other processes may use the file at the same time.
public final class SQLiteSessionStore: SessionStore {
    let readers: ReaderPool
    /// The writer; nil if the store is read-only.
    private let writer: Writer?
    let opening: StoreOpening
    let changes: Changes
    let bases = DeltaBases()
    let repairs = Repairs()
    private let structureSearch = StructureSearch()
    /// Whether the index of the requests for sessions leads to all of them; nil until they are compared.
    let requestIndex = Mutex<Bool?>(nil)
    private let onFailedRepair: @Sendable (StoreError) -> Void

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file; two files beside it (`-wal`, `-shm`) exist while it is in use, and an empty one (`-lock`) once it was.
    ///   - readers: the number of simultaneous reads; at least 1.
    ///   - greatestSize: the greatest size of the file in bytes; a write beyond it fails as `full`. Nil for no limit but the
    ///     disk's.
    ///   - longestValue: the greatest length of one value in bytes. A longer one is damage, or of a service with more memory.
    ///   - cacheBytes: the length of each connection's cache of pages in bytes.
    ///   - fileSystem: the name of a registered `sqlite3_vfs`, through which all content of files goes; nil for the operating
    ///     system's files.
    ///   - onFailedRepair: called if damaged indexes could not be made again.
    public init(
        path: String, access: StoreAccess = .create, readers: Int = 4, greatestSize: Int64? = nil, longestValue: Int = StoreLocation.longestValue,
        cacheBytes: Int = StoreLocation.mostCacheBytes, fileSystem: String? = nil,
        onFailedRepair: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws(StoreError) {
        self.onFailedRepair = onFailedRepair
        opening = StoreOpening(
            path: path, greatestSize: greatestSize, longestValue: longestValue, cacheBytes: cacheBytes, fileSystem: fileSystem)
        if access == .create { try opening.refuseSideName(isMade: false) }
        let lock = access == .create ? try ProcessLock(path) : nil
        let writing = try lock.map { [opening] lock throws(StoreError) in
            // Migrations commit and checkpoint.
            guard let connection = try lock.exclusively({ () throws(StoreError) in try opening.writer() }) else {
                throw .locked(path)
            }
            return (connection, lock)
        }
        let first = try opening.reader(isFirst: writing == nil)
        let changes = Changes(try storing { () throws(SQLiteError) in try ChangeWatch(first) })
        self.changes = changes
        writer = try writing.map { (connection, lock) throws(StoreError) in
            try Writer(connection, files: OpenFiles(path, connection), lock: lock, changes: changes)
        }
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

    public func close() {
        changes.end()
        readers.close()
        // The writer closes last: the last connection to close checkpoints the write-ahead log, which a reader may not do.
        writer?.close()
    }

    /// The reason for which the log was set aside when the store was closed, and how to proceed; nil if it was not.
    public var logAside: StoreError? {
        writer?.logAside.map { StoreOpening.logIsAside(opening.path, $0) }
    }

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

    public var engine: StoreEngine { StoreEngine(name: "sqlite", version: Connection.libraryVersion) }

    /// The full current schema as SQL, for a person to read.
    public static var schema: String { Schema.text }

    /// Does the work in a transaction and returns when it is durable.
    ///
    /// - Parameters:
    ///   - sessions: the stored sessions that the work changes or deletes.
    ///   - makesRoom: whether it frees more space than it takes, and so is allowed when nothing can be stored.
    ///   - checkpointsLog: whether to checkpoint and truncate the log afterwards.
    ///   - meanwhile: called while the work waits for the disk.
    func write<T: Sendable>(
        to sessions: Set<String>, makesRoom: Bool = false, checkpointsLog: Bool = false,
        _ work: @escaping @Sendable (Connection) throws(StoreError) -> T, meanwhile: () -> Void = {}
    ) throws(StoreError) -> T {
        guard let writer else { throw .readOnly("it was opened only for reading") }
        return try repairing { () throws(StoreError) in
            try writer.perform(work, on: sessions, makesRoom: makesRoom, checkpointsLog: checkpointsLog, meanwhile: meanwhile)
        }
    }

    /// Makes the tables and indexes again that only find or count, unless another thread has done it since a count of repairs was taken.
    ///
    /// - Parameters:
    ///   - reindexing: whether to make the indexes of all tables again, which takes time in proportion to the file.
    ///   - state: the state in which work failed; if there is another one, another process may have repaired it. Nil to repair anyway.
    func makeTablesAgain(since count: Int, in state: StoreState? = nil, reindexing: Bool) throws(StoreError) -> Repairs.Outcome {
        guard let writer, writer.isSound else { return .inVain }
        do throws(StoreError) {
            return try repairs.make(since: count) { () throws(StoreError) in
                try opening.rebuildDerivedTables(reindexing: reindexing) { state.map { $0 != changes.state } ?? false }
            }
        } catch {
            onFailedRepair(error)
            throw error
        }
    }

    /// Does the work; if it fails because a table is damaged that only finds or counts, makes these tables again and repeats it.
    func repairing<T>(_ work: () throws(StoreError) -> T) throws(StoreError) -> T {
        let (before, state) = (repairs.count, changes.state)
        do throws(StoreError) { return try completing(work) } catch {
            guard let writer, error.mayBeOfIndex, error != .endless else { throw error }
            do throws(StoreError) {
                switch try makeTablesAgain(since: before, in: state, reindexing: error.isOfEntry) {
                case .made: break
                case .inVain: throw error
                case .underWay: throw StoreError.underRepair
                case .unneeded:
                    if let result = try? work() { return result }
                    // Only another commit was made meanwhile.
                    guard try makeTablesAgain(since: before, reindexing: error.isOfEntry) == .made else { throw error }
                }
            } catch let failure {
                if case .damaged = failure, failure != error || error.isOfPage { writer.noteDamage() }
                // The disk failed, which says nothing about what the work has met.
                if case .cannotOpen(_, let why) = failure { throw StoreError.unavailable("damaged indexes could not be made again: \(why)") }
                throw failure.isTemporary ? failure : error
            }
            do throws(StoreError) {
                let result = try work()
                repairs.noteSuccess()
                return result
            } catch let failure {
                if failure.isOfPage { writer.noteDamage() }
                throw failure
            }
        }
    }

    /// Does the work; if a session is damaged because an index does not lead to all of its rows, makes the index again and repeats it.
    func completing<T>(_ work: () throws(StoreError) -> T) throws(StoreError) -> T {
        do throws(StoreError) { return try work() } catch {
            guard case .damagedSession(let id, _, let isMissing) = error else { throw error }
            guard completeIndexes(of: id) else {
                // An altered value alone makes no row missing.
                if isMissing { searchDamage() }
                throw error
            }
            return try work()
        }
    }

    /// Searches the file for damage that SQLite does not notice. If there is any, nothing is written any more.
    private func searchDamage() {
        // In a simulation, a thread of its own would change the order of events.
        guard let writer, writer.isSound, opening.fileSystem == nil else { return }
        structureSearch.begin(in: opening) { writer.noteDamage() }
    }

    /// Does the work, which returns nil if it does not find a session. That is returned only if the index of ids leads to all sessions; if not,
    /// makes it again and repeats the work.
    func found<T>(_ work: () throws(StoreError) -> T?) throws(StoreError) -> T? {
        var failure: StoreError?
        do throws(StoreError) { if let result = try work() { return result } } catch {
            guard error == MissedRow.damage else { throw error }
            failure = error
        }
        let before = repairs.count
        if try areIdsWhole() {
            if let failure { throw failure }
            return nil
        }
        switch try makeTablesAgain(since: before, reindexing: true) {
        case .underWay: throw .underRepair
        case .made where try areIdsWhole():
            repairs.noteSuccess()
            return try work()
        default: throw MissedRow.damage
        }
    }

    /// Returns whether the index of ids leads to all sessions. If that takes too long, as there are very many sessions, it is taken for whole.
    private func areIdsWhole() throws(StoreError) -> Bool {
        try repairs.areIdsWhole { () throws(StoreError) in
            do throws(StoreError) {
                return try readers.read(isLong: true, notesDamage: false) { connection throws(StoreError) in try MissedRow.leadsToAll(connection) }
            } catch {
                switch error {
                case .searchTooLong: return true
                case .damaged: return false
                default: throw error
                }
            }
        }
    }

    /// Makes the indexes again that do not lead to all rows of a session. Returns whether there was one.
    func completeIndexes(of id: String) -> Bool {
        guard let writer, writer.isSound, repairs.mayCompare(id) else { return false }
        do throws(StoreError) {
            // The damage of another session's rows is for the reads of that session.
            let tables = try readers.read(notesDamage: false) { connection throws(StoreError) in
                try DerivedTables.withoutEntries(of: id, connection)
            }
            if !tables.isEmpty { try opening.reindex(tables) }
            return !tables.isEmpty
        } catch {
            onFailedRepair(error)
            return false
        }
    }
}

extension Connection {
    /// Returns the integer in the statement's first row, or nil if there is no row.
    func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64? {
        try storing { () throws(SQLiteError) in try first(sql, values) { row throws(SQLiteError) in try row.integer(0) } }
    }

    /// Runs one statement.
    func change(_ sql: String, _ values: [Value]) throws(StoreError) {
        try storing { () throws(SQLiteError) in try execute(sql, values) }
    }
}

/// Converts SQLite's errors to the store's.
func storing<T>(_ body: () throws(SQLiteError) -> T) throws(StoreError) -> T {
    do { return try body() } catch { throw StoreError(error) }
}
