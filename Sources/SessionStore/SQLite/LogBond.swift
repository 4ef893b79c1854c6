internal import SQLite

/// A comparison of a log with the database file beside it, by the headers of the first page in both
/// (https://sqlite.org/fileformat2.html section 1.3).
///
/// The file is in the state in which the log was begun, or a checkpoint has copied a commit's first page from the log into it. In the first
/// case the log's first header follows the file's: a connection that writes the first page raises the counter of changes by one, or writes the
/// same again if it was the last that wrote. The schema version is a mark: each opening commits the first page with the mark that it has, and
/// then a random one (`Connection.renewMark`). All later commits contain the first page, so a log can begin with any of them.
///
/// A database of an older version has no mark. Its schema version is raised by one at each change of the schema; a migration makes many in one
/// commit.
enum LogBond {
    private static let mostChangesOfMigration: UInt32 = 1000

    /// Returns whether a log may be of a file, as far as their headers show.
    ///
    /// - Parameters:
    ///   - file: the file's header, 100 bytes.
    ///   - commits: the headers in the log's commits, in order; nil for commits without the first page.
    static func isPossible(_ file: [UInt8], _ commits: [[UInt8]?]) -> Bool {
        let headers = commits.compactMap(\.self)
        if commits.isEmpty || headers.contains(file) { return true }
        let version = number(file, 40)
        let isMarked = Connection.isMark(version)
        guard let first = isMarked ? commits[0] : headers.first else { return !isMarked }
        guard file.count == first.count, file[..<24] == first[..<24], number(first, 24) &- number(file, 24) <= 1 else { return false }
        let isMigrated = number(file, 60) != number(first, 60)
        return number(first, 40) &- version <= (isMarked ? 0 : isMigrated ? mostChangesOfMigration : 1)
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
        let commits = LogCheck.commits(in: file + "-wal")
        guard !commits.isEmpty, let header = Connection.header(of: file, fileSystem: fileSystem) else { return true }
        return LogBond.isPossible(header, commits)
    }
}
