internal import Glibc
internal import SQLite
internal import Synchronization

/// Checks that an open database's files are still the ones that were opened. If a file was deleted or replaced, writes to it
/// succeed but are lost when the process ends; if it was overwritten, writes destroy it. In both cases, no data may be reported
/// as stored.
final class OpenFiles: @unchecked Sendable {
    /// The device and inode number, which distinguish files of the same name.
    private struct Identity: Equatable {
        let device: UInt64
        let file: UInt64

        /// Returns nil if there is no such file.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(status.st_dev)
            file = UInt64(status.st_ino)
        }
    }

    private typealias File = (path: String, identity: Identity)

    /// A permanent obstacle found in the files.
    private enum Finding {
        /// The database file has other content.
        case otherContent
        /// The log file lacks data that was written to it.
        case cutLog
        /// SQLite cannot interpret the file.
        case damage
    }

    private let database: File?
    private let log: File?
    /// The file by which processes take turns.
    private let lock: File?
    /// The memory that all users of the database share, beside the log.
    private let shared: File?
    /// The least size of that file; it never shrinks while the database is open.
    private let sharedSize: Int
    /// Accessed only by the thread that has the writing connection.
    private let watch: FileWatch?
    /// The descriptor by which locks of the shared memory are looked at, once it is needed. It is closed after the connection, as closing it
    /// releases this process's own locks. Accessed only by the thread that has the writing connection.
    private var sharedDescriptor: Int32?
    private let finding = Mutex<Finding?>(nil)
    private let aside = Mutex<String?>(nil)

    /// - Parameters:
    ///   - path: an open database with an existing log.
    ///   - connection: the connection that writes it.
    init(_ path: String, _ connection: Connection) {
        // The log is next to the file itself, not next to a symbolic link to it.
        let file = (try? PrivateFile(path).path) ?? path
        database = Identity(path).map { (path, $0) }
        log = Identity(file + "-wal").map { (file + "-wal", $0) }
        lock = Identity(file + "-lock").map { (file + "-lock", $0) }
        shared = Identity(file + "-shm").map { (file + "-shm", $0) }
        sharedSize = OpenFiles.size(file + "-shm") ?? 0
        watch = FileWatch(path, connection)
    }

    /// Whether the files can be checked, which ``isLogLong`` requires.
    var isWatched: Bool { watch != nil }

    /// The name of the log after it was renamed at the end, or nil if it was not.
    var logAside: String? { aside.withLock { $0 } }

    /// Records that SQLite found the file damaged: from then on nothing is stored or written.
    func noteDamage() {
        finding.withLock { $0 = $0 ?? .damage }
    }

    /// The reason why nothing may be stored; nil if all files are in their places and no other obstacle was found.
    var obstacle: StoreError? {
        switch finding.withLock({ $0 }) {
        case nil: break
        case .damage?:
            return .unavailable(
                "the database is damaged, and nothing was stored. Stop the service, put a backup in the file's place, and start the service again; "
                    + "'plumbline sessions copy' saves what can be read")
        default:
            return .unavailable(
                "another program changed the database's file or its log while the service used it, and nothing was stored. "
                    + "Stop the service, put the file back, and start the service again")
        }
        guard isInPlace(database), isInPlace(log) else {
            return .unavailable(
                "the database's file was deleted or replaced while it was in use, and nothing was stored; sessions can still be read and exported. "
                    + "Put the file back where it was, or stop the service, put the file back, and start it again")
        }
        guard isSharedInPlace else { return OpenFiles.lacks("-shm") }
        return isInPlace(lock) ? nil : OpenFiles.lacks("-lock")
    }

    private static func lacks(_ end: String) -> StoreError {
        .unavailable(
            "the file \"\(end)\" beside the database was deleted or replaced, or cut, while it was in use, and nothing was stored. "
                + "Put the file back, or stop the service and start it again")
    }

    /// Whether other processes that open the database share this process's memory, without which their writes destroy each other's.
    private var isSharedInPlace: Bool {
        guard let shared else { return true }
        return isInPlace(shared) && OpenFiles.size(shared.path).map { $0 >= sharedSize } ?? false
    }

    private static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    private func isInPlace(_ file: File?) -> Bool {
        file.map { Identity($0.path) == $0.identity } ?? true
    }

    /// Checks the content of the files and returns the obstacle, if any. Called by the thread that has the connection.
    func check(_ connection: Connection) -> StoreError? {
        if let obstacle { return obstacle }
        if let found = watch?.finding(connection, isShared: { isShared }) {
            // If the file was moved away between the two checks, its content is unchanged.
            if let obstacle { return obstacle }
            finding.withLock { $0 = found == .database ? .otherContent : .cutLog }
        }
        return obstacle
    }

    /// Whether the log has reached the length at which it is checkpointed.
    var isLogLong: Bool {
        guard let frames = watch?.frames else { return false }
        return frames.written >= OpenFiles.longLog && frames.done < frames.written
    }

    /// The length in frames, 16 MB: pages that many sessions share are copied from the log to the file once, not once for every 4
    /// MB.
    private static let longLog = 2000

    /// Closes the last connection without writing to files that are not ours any more, and without leaving a log next to a file
    /// that it does not belong to.
    ///
    /// The checkpoint of the last connection to close needs no lock: SQLite begins it only when no other process is connected.
    func close(_ connection: consuming Connection, _ lock: ProcessLock) {
        _ = check(connection)
        let frames = (left: watch?.framesLeft(connection) ?? 0, done: watch?.frames.done ?? 0)
        let isSetAside: Bool
        switch finding.withLock({ $0 }) {
        // If only a bit or the time of change differs, the log still belongs to this file. Another process that uses the log needs it, or renames it.
        case .otherContent?: isSetAside = watch?.isAlike(connection) != true && !isShared
        // The rest of the log continues the file, unless the file is ahead of it.
        case .cutLog?: isSetAside = frames.left < frames.done && !isShared
        case .damage?: isSetAside = false
        case nil:
            isSetAside = !isInPlace(database)
            // The file itself is intact, possibly under another name. But if another process has opened the one that has the name now, it has the
            // same log, and the frames that are copied to this one would count as copied there, too.
            if isSetAside, !isShared { _ = try? lock.exclusively { [connection] () throws(SQLiteError) in try connection.checkpoint() } }
        }
        // Another process may have begun with another shared memory: what is in the log is read at the next start.
        if isSetAside || !isSharedInPlace || finding.withLock({ $0 }) != nil { connection.leaveFilesAlone() }
        _ = consume connection
        if let sharedDescriptor { Glibc.close(sharedDescriptor) }
        sharedDescriptor = nil
        if isSetAside { setLogAside() }
    }

    /// Whether another process uses the files beside the database.
    private var isShared: Bool {
        guard let shared else { return false }
        // On another file that has the name now, this process has no lock.
        guard isInPlace(shared) else { return SQLiteSessionStore.isInUse(sharedMemoryAt: shared.path) }
        sharedDescriptor = sharedDescriptor ?? SQLiteSessionStore.openSharedMemory(shared.path)
        return sharedDescriptor.map { SQLiteSessionStore.isInUse(sharedMemory: $0) } ?? false
    }

    /// Renames the log, so that it is not taken for the log of the file that now has the database's name.
    private func setLogAside() {
        guard let log, isInPlace(log), LogCheck.hasFrames(log.path) else { return }
        let target = StoreOpening.asideEnds.map { log.path + $0 }.first { !StoreOpening.exists($0) }
        guard let target, rename(log.path, target) == 0 else { return }
        aside.withLock { $0 = target }
    }
}
