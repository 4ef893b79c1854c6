internal import CSQLite

// Disk space is reserved before it is needed, so that a full disk is detected when nothing can be lost.
//
// SQLite extends a file by writing a zero at the end of each block behind the length that the file had. If another connection writes there at the
// same time, the zeros replace bytes that it has written, so that a reservation needs a lock that prevents this.

extension Connection {
    /// Extends the database file to all pages that the database has now (whether in a transaction or not) plus some free ones.
    ///
    /// A checkpoint of the write-ahead log then succeeds also on a full disk, and the log can restart. No process may checkpoint meanwhile.
    /// - Throws: `SQLITE_FULL` if there is no space.
    /// - Returns: The resulting size in bytes.
    @discardableResult
    public func reserve(freePages: Int64) throws(SQLiteError) -> Int64 {
        func number(_ pragma: String) throws(SQLiteError) -> Int64 {
            try first("PRAGMA \(pragma)") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        }
        let size = try pageSize()
        let pages = try number("page_count") + max(0, freePages - number("freelist_count"))
        try reserve(bytes: pages * size)
        return pages * size
    }

    /// Has full-text indexes write what they have in memory, which takes pages, and which they else do only in the commit. Within a transaction.
    public func flushIndexes() throws(SQLiteError) {
        try execute("SAVEPOINT flush")
        try execute("RELEASE flush")
    }

    /// Extends the database file to all pages that the database has in the open transaction. If there is no space, moves pages from the end to free
    /// ones until the file has room for the others. No process may checkpoint meanwhile.
    ///
    /// - Throws: `SQLITE_FULL` if there are no free pages.
    public func reserveMovingPages() throws(SQLiteError) {
        var free = Int64.max
        while true {
            do throws(SQLiteError) {
                try reserve(freePages: 0)
                return
            } catch {
                let left = try first("PRAGMA freelist_count") { row throws(SQLiteError) in try row.integer(0) } ?? 0
                guard error.isFull, left > 0, left < free else { throw error }
                free = left
                try execute("PRAGMA incremental_vacuum(16)")
            }
        }
    }

    /// Extends the database file to a number of bytes. No process may checkpoint meanwhile.
    ///
    /// - Throws: `SQLITE_FULL` if there is no space.
    public func reserve(bytes: Int64) throws(SQLiteError) {
        guard plumbline_reserve(handle, 0, try pageSize(), bytes) == SQLITE_OK else {
            hasFailedToGrow = true
            throw SQLiteError(extendedCode: SQLITE_FULL, message: String(cString: sqlite3_errstr(SQLITE_FULL)))
        }
    }

    /// Returns the page size in bytes. It is cached once there are pages, because it is fixed from then on.
    private func pageSize() throws(SQLiteError) -> Int64 {
        if let knownPageSize { return knownPageSize }
        let size = try first("PRAGMA page_size") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        let pages = try first("PRAGMA page_count") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        if pages > 0 { knownPageSize = size }
        return size
    }

    /// Extends the write-ahead log's file to a number of bytes, if there is space and no other connection is writing. Not within a transaction.
    public func reserveLog(bytes: Int64) {
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, busyMilliseconds) }
        guard !isInTransaction, (try? execute("BEGIN IMMEDIATE")) != nil else { return }
        _ = plumbline_reserve(handle, 1, 4096, bytes)
        rollBack()
    }

    /// Checkpoints the write-ahead log, truncates the file to the database's pages, and truncates the log. Not within a
    /// transaction.
    ///
    /// - Parameter waits: whether to wait for readers of the log. If not, the checkpoint may be incomplete.
    public func emptyLog(waits: Bool = true) throws(SQLiteError) {
        if !waits { sqlite3_busy_timeout(handle, 0) }
        defer { sqlite3_busy_timeout(handle, busyMilliseconds) }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
