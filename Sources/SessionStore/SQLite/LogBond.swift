internal import SQLite

/// A comparison of a log with the database file beside it, by the headers of the first page in both
/// (https://sqlite.org/fileformat2.html section 1.3).
///
/// The file is in the state in which the log was begun, or a checkpoint has copied a commit's first page from the log into it. In the first
/// case the log's first header follows the file's: a connection that writes the first page raises the counter of changes by one, or writes the
/// same again if it was the last that wrote. The schema version is a mark: each opening commits the first page with the mark that it has, and
/// then another one (`Connection.renewMark`). All later commits contain the first page, so a log can begin with any of them.
///
/// A database of an older version has no mark. Its schema version is raised by one at each change of the schema; a migration makes many in one
/// commit.
///
/// A power failure may leave a checkpoint's write of the first page torn, even within its header. Then the first bytes are those of a commit, and
/// the others are those of a commit that an earlier checkpoint copied, or of the state in which the log was begun.
enum LogBond {
    private static let mostChangesOfMigration: UInt32 = 1000

    /// Returns whether a log may be of a file, as far as their headers show.
    ///
    /// - Parameters:
    ///   - file: the file's header, 100 bytes.
    ///   - log: the content of the log, compared with the file.
    static func isPossible(_ file: [UInt8], _ log: LogCheck.Content) -> Bool {
        if log.commitCount == 0 || log.sharedStart + log.sharedEnd >= file.count { return true }
        guard let first = log.firstHeader else { return !Connection.isMark(number(file, 40)) }
        // The bytes between say whether the file has a log. SQLite uses one even if they deny that, as before a first write, which may be lost.
        guard file.count == first.count, file[..<18] == first[..<18], file[20..<24] == first[20..<24] else { return false }
        // The state in which the log was begun, as far as it is not overwritten.
        let begun = first[..<log.sharedStart] + file[log.sharedStart...]
        let isMarked = Connection.isMark(number(Array(begun), 40))
        let mostChanges: UInt32 = file[18..<20] == first[18..<20] ? 1 : 2
        if isMarked && log.headerOfFirst == nil || difference(first, file, 24, from: log.sharedStart) > mostChanges { return false }
        let isMigrated = number(file, 60) != number(first, 60)
        // Another program may have changed the schema once. The steps of marks are longer.
        return difference(first, file, 40, from: log.sharedStart) <= (isMigrated && !isMarked ? mostChangesOfMigration : 1)
    }

    /// Returns by how much a number of one header is higher than that of another.
    ///
    /// - Parameters:
    ///   - place: where the number is.
    ///   - start: the place of the first byte that is compared. If it is within the number, only the lower bytes are.
    private static func difference(_ header: [UInt8], _ other: [UInt8], _ place: Int, from start: Int) -> UInt32 {
        let lost = min(max(start - place, 0), 4)
        return (number(header, place) &- number(other, place)) & (lost == 4 ? 0 : UInt32.max >> UInt32(8 * lost))
    }

    static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns whether a file is shorter than its header says, and its log does not have the pages that are missing.
    ///
    /// A checkpoint that was interrupted may have written the header before the last pages, which the log contains then.
    ///
    /// - Parameters:
    ///   - header: the file's header, 100 bytes.
    ///   - size: the file's length in bytes.
    ///   - pages: the numbers of the log's pages.
    static func isCut(_ header: [UInt8], size: Int, _ pages: Set<UInt32>) -> Bool {
        // The number of pages counts only if the same program wrote it.
        guard number(header, 24) == number(header, 92) else { return false }
        let length = Int(header[16]) << 8 | Int(header[17])
        let pageSize = length == 1 ? 65536 : length
        let count = Int(number(header, 28))
        guard pageSize >= 512, size / pageSize < count else { return false }
        return (size / pageSize + 1...count).contains { page in
            // SQLite never writes the page of its locks.
            page != lockingByte / pageSize + 1 && !pages.contains(UInt32(page))
        }
    }

    private static let lockingByte = 1 << 30
}

extension StoreOpening {
    /// Throws if the log is of another database, or continues another state of this one, or if the file is not whole without it.
    ///
    /// - Parameter isLocked: as for ``checkFiles(isLocked:)``.
    func refuseStrangeLog(isLocked: Bool) throws(StoreError) {
        let file = try PrivateFile(path).path
        guard var obstacle = obstacle(file) else { return }
        if !isLocked {
            // Another process may have ended meanwhile.
            guard !SQLiteSessionStore.isInUse(file), let present = self.obstacle(file) else { return }
            obstacle = present
        }
        throw .cannotOpen(path: path, obstacle)
    }

    /// Returns why a file and its log cannot be opened together; nil if they can.
    private func obstacle(_ file: String) -> String? {
        guard LogCheck.hasFrames(file + "-wal"), let header = Connection.header(of: file, fileSystem: fileSystem) else { return nil }
        let content = LogCheck.content(of: file + "-wal", file: header)
        guard content.commitCount > 0 else { return nil }
        if !LogBond.isPossible(header, content) {
            return "its log \(file)-wal does not continue it: one of the two was replaced, or they were copied at different times, and SQLite would "
                + "destroy sessions. Put back the file or the log that belongs to the other, or restore a backup, or move the log to another folder "
                + "to continue without what is in it; until then no command opens the file. If another program, such as sqlite3, has the database "
                + "open, end it first; if an earlier version of plumbline used the file last, start and end that version first"
        }
        guard let size = StoreOpening.size(file), LogBond.isCut(header, size: size, content.pages) else { return nil }
        return "it is cut, and its log \(file)-wal, in which sessions may be that were acknowledged, does not have what is missing. Put the whole "
            + "database back beside the log, or restore a backup; until then no command opens the file"
    }
}
