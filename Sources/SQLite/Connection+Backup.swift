internal import CSQLite
internal import Glibc

extension Connection {
    /// The pause before another try, while the database is locked, and the maximum number of tries. Together they are as long as
    /// statements wait.
    private static let pause: UInt32 = 20_000
    private static let mostTries = 250

    /// Copies the database, page by page and as one snapshot, to an empty file, and syncs it. Other connections may write
    /// meanwhile.
    ///
    /// `VACUUM INTO` would rebuild every row and index, which takes several times as long.
    public func copy(to path: String) throws(SQLiteError) {
        let target = try Connection(path: path, access: .create, fileSystem: fileSystem)
        try target.execute("PRAGMA synchronous = FULL")
        // A file that is not complete is deleted, so it needs no journal. A journal that is left beside the copy would change it later.
        try target.execute("PRAGMA journal_mode = MEMORY")
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else { throw Connection.error(target.handle, sql: nil) }
        var tries = 0
        var code = sqlite3_backup_step(backup, -1)
        while code == SQLITE_BUSY || code == SQLITE_LOCKED, tries < Connection.mostTries {
            tries += 1
            usleep(Connection.pause)
            code = sqlite3_backup_step(backup, -1)
        }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw Connection.error(target.handle, sql: nil) }
        // The copy is one file, readable also where nothing may be created beside it.
        try target.execute("PRAGMA journal_mode = MEMORY")
        // The log of this database must not be taken for one of the copy.
        try target.setMark()
    }
}
