internal import CSQLite

// Room on the disk that is taken before it is needed, so that a full disk is met where nothing is lost by it.

extension Connection {
    /// Has the database's file hold all pages that the database has now, within a transaction or not, and so many free ones.
    ///
    /// What a write-ahead log has for the file then goes there also when the disk is full, and the log can begin anew.
    /// - Throws: `SQLITE_FULL` where there is no room.
    /// - Returns: how many bytes these are.
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

    /// Has the database's file hold so many bytes.
    ///
    /// - Throws: `SQLITE_FULL` where there is no room.
    public func reserve(bytes: Int64) throws(SQLiteError) {
        guard plumbline_reserve(handle, 0, try pageSize(), bytes) == SQLITE_OK else {
            throw SQLiteError(extendedCode: SQLITE_FULL, message: String(cString: sqlite3_errstr(SQLITE_FULL)))
        }
    }

    /// The size of the database's pages, which is asked for once there are some: from then on it stays.
    private func pageSize() throws(SQLiteError) -> Int64 {
        if let knownPageSize { return knownPageSize }
        let size = try first("PRAGMA page_size") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        let pages = try first("PRAGMA page_count") { row throws(SQLiteError) in try row.integer(0) } ?? 0
        if pages > 0 { knownPageSize = size }
        return size
    }

    /// Has the file of the write-ahead log hold so many bytes, where there is room.
    public func reserveLog(bytes: Int64) {
        _ = plumbline_reserve(handle, 1, 4096, bytes)
    }

    /// Brings what the write-ahead log has into the file, which is cut to the database's pages, and gives back the log's room. Not within a transaction.
    ///
    /// - Parameter waits: whether those who read from the log are waited for; where they are not, nothing may come of it.
    public func emptyLog(waits: Bool = true) throws(SQLiteError) {
        if !waits { sqlite3_busy_timeout(handle, 0) }
        defer { sqlite3_busy_timeout(handle, busyMilliseconds) }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
