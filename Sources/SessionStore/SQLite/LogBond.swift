internal import SQLite

/// A comparison of a log with the database file beside it, by the headers of the first page in both
/// (https://sqlite.org/fileformat2.html section 1.3).
///
/// The file is in the state in which the log was begun, or a checkpoint has copied a commit's first page from the log into it. In the first
/// case the log's first header follows the file's: a connection that writes the first page raises the counter of changes by one, or writes the
/// same again if it was the last that wrote. The schema version is random for each database, and raised by one at each opening
/// (`Connection.renewMark`) and at each change of the schema; a migration makes many in one commit.
enum LogBond {
    private static let mostChangesOfMigration: UInt32 = 1000

    /// Returns whether a log may be of a file, as far as their headers show.
    ///
    /// - Parameters:
    ///   - file: the file's header, 100 bytes.
    ///   - log: the headers in the log's commits, in order.
    static func isPossible(_ file: [UInt8], _ log: [[UInt8]]) -> Bool {
        guard let first = log.first, file.count == first.count, !log.contains(file) else { return true }
        let isMigrated = number(file, 60) != number(first, 60)
        return file[..<24] == first[..<24] && number(first, 24) &- number(file, 24) <= 1
            && number(first, 40) &- number(file, 40) <= (isMigrated ? mostChangesOfMigration : 1)
    }

    static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension StoreOpening {
    /// Throws if the log is of another database, or continues another state of this one.
    ///
    /// - Parameter isLocked: as for ``checkFiles(isLocked:)``.
    func refuseStrangeLog(isLocked: Bool) throws(StoreError) {
        let file = try PrivateFile(path).path
        if isBondPossible(file) || !isLocked && (SQLiteSessionStore.isInUse(file) || isBondPossible(file)) { return }
        throw .cannotOpen(
            path: path,
            "its log \(file)-wal does not continue it: one of the two was replaced, or they were copied at different times, and SQLite would destroy "
                + "sessions. Put back the file or the log that belongs to the other, or restore a backup, or move the log to another folder to continue "
                + "without what is in it; until then no command opens the file")
    }

    private func isBondPossible(_ file: String) -> Bool {
        let headers = LogCheck.headers(of: file + "-wal")
        guard !headers.isEmpty, let header = Connection.header(of: file, fileSystem: fileSystem) else { return true }
        return LogBond.isPossible(header, headers)
    }
}
