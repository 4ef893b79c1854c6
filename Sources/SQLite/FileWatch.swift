internal import CSQLite
internal import Glibc

/// A check whether the files of a database in WAL mode are as SQLite left them: somebody may copy a backup over one or truncate
/// it.
///
/// SQLite changes the database file only when it checkpoints the log or extends the file. Any other change comes from another
/// program, and data that is stored after it is lost. The owner of the connection calls this; it costs a few system calls.
public final class FileWatch {
    public enum Finding: Sendable {
        /// The database file has other content.
        case database
        /// The log file lacks data that was written to it.
        case log
    }

    /// The file's attributes and the header on its first page.
    private struct Mark: Equatable {
        var size: Int
        var seconds: Int
        var nanoseconds: Int
        var header: [UInt8]

        /// Returns nil if the system call fails. The header is empty if the file is shorter.
        init?(_ path: String, _ connection: Connection) {
            var status = stat()
            var header = [UInt8](repeating: 0, count: 100)
            guard stat(path, &status) == 0 else { return nil }
            switch plumbline_read(connection.handle, 0, 0, 100, &header) {
            case SQLITE_OK: break
            case FileWatch.shortRead: header = []
            default: return nil
            }
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
            self.header = header
        }

        /// Returns whether a checkpoint can have made this state of another: the same kind of file
        /// (https://sqlite.org/fileformat2.html section 1.3), and not an older one. The id of the application is in the log at first.
        ///
        /// - Parameter isWhole: whether it has ended. It writes the first page, with the number of pages, before the pages behind the
        ///   file's end, for which a full disk may have no space.
        func canFollow(_ other: Mark, isWhole: Bool) -> Bool {
            header.count == other.header.count && header[..<24] == other.header[..<24]
                && [0, number(FileWatch.applicationID)].contains(other.number(FileWatch.applicationID))
                && isGreater(24, other) && (isGreater(40, other) || other.hasLastMark) && (!isWhole || size >= number(28) * pageSize)
        }

        /// Whether a lower mark follows, as there is none above.
        private var hasLastMark: Bool { number(40) >= Int(Int32.max) - Int(Connection.longestStep) }

        /// Returns whether only the time of change differs.
        func isAlike(_ other: Mark) -> Bool { size == other.size && header == other.header }

        /// Returns whether the file was only extended.
        func isLonger(than other: Mark) -> Bool { size > other.size && header == other.header }

        private func isGreater(_ place: Int, _ other: Mark) -> Bool {
            Int32(truncatingIfNeeded: number(place) - other.number(place)) >= 0
        }

        private var pageSize: Int {
            let size = Int(header[16]) << 8 | Int(header[17])
            return size == 1 ? 65536 : size
        }

        private func number(_ place: Int) -> Int { header[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    /// The progress of checkpoints, shared by all processes.
    private struct Progress: Equatable {
        var salt: UInt64
        /// The number of frames of the log that are already in the database file.
        var done: UInt32
        /// The number of frames that an unfinished checkpoint was to copy.
        var begun: UInt32
    }

    private let path: String
    private let words: UnsafePointer<UInt32>
    private var mark: Mark
    private var progress: Progress
    /// The header of the log when it was last restarted; empty before it was read.
    private var logStart: [UInt8] = []

    /// - Parameters:
    ///   - path: the database file, without symbolic links.
    ///   - connection: must be open whenever this is used. Returns nil if its database is not in WAL mode.
    public init?(_ path: String, _ connection: Connection) {
        guard let words = plumbline_wal_index(connection.handle), let mark = Mark(path, connection), !mark.header.isEmpty else { return nil }
        self.path = path
        self.words = UnsafePointer(words)
        self.mark = mark
        progress = FileWatch.progress(self.words)
    }

    /// Returns the file that another program changed since the last call, or nil if none was changed.
    ///
    /// - Parameter isShared: whether another process uses the database. If it extends the file, the time of change is set before the length, or
    ///   alone if the disk is full.
    public func finding(_ connection: Connection, isShared: () -> Bool = { false }) -> Finding? {
        let before = FileWatch.progress(words)
        // If the disk cannot be read, the file's state is unknown; later writes fail by themselves.
        guard let now = Mark(path, connection) else { return nil }
        if now != mark {
            // Read again, as another process may have begun a checkpoint meanwhile.
            let after = FileWatch.progress(words)
            let isWhole = after.begun <= after.done
            let isCheckpoint = before != progress || after != progress || !isWhole
            let isAttempt = now.isAlike(mark) && (connection.hasFailedToGrow || isShared())
            guard isAttempt || now.isLonger(than: mark) || isCheckpoint && now.canFollow(mark, isWhole: isWhole) else { return .database }
            mark = now
        }
        connection.hasFailedToGrow = false
        progress = before
        return isLogWhole(connection) ? nil : .log
    }

    /// Returns whether the file has the size and the header that it had before another program changed it, so that its log still continues it.
    public func isAlike(_ connection: Connection) -> Bool {
        Mark(path, connection)?.isAlike(mark) ?? false
    }

    /// The number of frames in the log, and how many of them are in the database file.
    public var frames: (written: Int, done: Int) {
        let header = FileWatch.header(words)
        return (Int(header[4]), Int(words[FileWatch.doneWord]))
    }

    /// Returns the number of frames that the log file has space for.
    public func framesLeft(_ connection: Connection) -> Int {
        max(0, Int(plumbline_log_size(connection.handle)) - 32) / (24 + FileWatch.pageSize(FileWatch.header(words)))
    }

    /// Returns whether the log file begins as its index says and is long enough for its frames.
    private func isLogWhole(_ connection: Connection) -> Bool {
        var header = FileWatch.header(words)
        while true {
            if header[4] == 0 { return true }
            let need = 32 + Int64(header[4]) * Int64(24 + FileWatch.pageSize(header))
            var start = [UInt8](repeating: 0, count: 32)
            let code = plumbline_read(connection.handle, 1, 0, 32, &start)
            if code != SQLITE_OK, code != FileWatch.shortRead { return true }
            if plumbline_log_size(connection.handle) >= need,
                start[16..<24].elementsEqual(withUnsafeBytes(of: (header[8], header[9]), Array.init))
            {
                return isKnown(start)
            }
            // Another process may have restarted the log between the two reads.
            let again = FileWatch.header(words)
            if again == header { return false }
            header = again
        }
    }

    /// Returns whether the log's header is the one that was seen before with the same salts, which each restart of the log changes.
    private func isKnown(_ start: [UInt8]) -> Bool {
        if logStart.isEmpty || logStart[16..<24] != start[16..<24] { logStart = start }
        return logStart == start
    }

    /// The offset of the application's id in the header of a database.
    private static let applicationID = 68

    /// `SQLITE_IOERR_SHORT_READ`: the file is shorter.
    private static let shortRead = SQLITE_IOERR | 2 << 8

    // Offsets in the index of the log (https://sqlite.org/walformat.html section 2.1).
    private static let doneWord = 24
    private static let begunWord = 32

    private static func header(_ words: UnsafePointer<UInt32>) -> [UInt32] {
        var header = [UInt32](repeating: 0, count: 12)
        return plumbline_wal_header(words, &header) == 0 ? [UInt32](repeating: 0, count: 12) : header
    }

    private static func pageSize(_ header: [UInt32]) -> Int {
        let size = Int(header[3] >> 16)
        return size == 1 ? 65536 : size
    }

    private static func progress(_ words: UnsafePointer<UInt32>) -> Progress {
        let header = header(words)
        return Progress(salt: UInt64(header[8]) << 32 | UInt64(header[9]), done: words[doneWord], begun: words[begunWord])
    }
}

extension Connection {
    /// Returns whether a file is mounted on another one.
    public static func isMountPoint(_ path: String) -> Bool { plumbline_is_mount_point(path) != 0 }

    /// Checkpoints as much of the log as is possible without waiting.
    public func checkpoint() throws(SQLiteError) {
        try execute("PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Disables automatic checkpoints at commits; the caller must call ``checkpoint()``.
    public func stopAutomaticCheckpoints() throws(SQLiteError) {
        try execute("PRAGMA wal_autocheckpoint = 0")
    }

    /// Prevents the checkpoint at closing, so that the file and its log remain unchanged.
    ///
    /// - Parameter isOn: false to checkpoint at closing again.
    public func leaveFilesAlone(_ isOn: Bool = true) {
        _ = plumbline_close_without_checkpoint(handle, isOn ? 1 : 0)
    }
}
