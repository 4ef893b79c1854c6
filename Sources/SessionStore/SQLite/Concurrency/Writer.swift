internal import Glibc
internal import SQLite
internal import StandardAdditions

/// The only writer of a database. It runs jobs in groups, each group in one transaction, so that many callers share one sync of
/// the disk. If no group is in progress, the caller runs its job itself; otherwise the job is queued for the writer's thread.
final class Writer: @unchecked Sendable {
    /// The maximum number of jobs in one transaction: it bounds the time for which the first job waits for the last.
    private static let groupLimit = 256

    // The connection is accessed by the thread that has set `isWriting`; that flag, the queue and the other flags only under the
    // monitor.
    private var connection: Connection?
    private let files: OpenFiles
    private let lock: ProcessLock
    private let changes: Changes
    private let monitor = Monitor()
    private var queue: [Job] = []
    /// Whether a thread has the connection; initially the writer's own.
    private var isWriting = true
    private var isClosing = false
    /// Whether the last write failed because of the disk.
    private var hasFailed = false
    private var hasEnded = false

    /// Starts the thread.
    /// - Parameters:
    ///   - files: the files of the connection.
    ///   - lock: the lock between processes that use the database.
    ///   - changes: notified of each commit.
    init(_ connection: Connection, files: OpenFiles, lock: ProcessLock, changes: Changes) throws(StoreError) {
        self.connection = connection
        self.files = files
        self.lock = lock
        self.changes = changes
        // Checkpoints run explicitly, after a check of the file.
        if files.isWatched { try storing { () throws(SQLiteError) in try connection.stopAutomaticCheckpoints() } }
        let code = DetachedThread.start { self.serve() }
        if code != 0 { throw .unavailable("the thread for writing could not be started: error \(code)") }
    }

    /// Whether this thread has so low a priority that others would wait long for what it writes while the machine is busy, as threads of
    /// long requests and of the verification of imports have.
    private static var givesWay: Bool { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) > 10 }

    private enum Turn {
        case here, queued, never
    }

    /// Queues the work or does it immediately, and returns when it is durable.
    ///
    /// - Parameters:
    ///   - sessions: the stored sessions that the work changes or deletes.
    ///   - makesRoom: whether it frees more space than it takes.
    ///   - checkpointsLog: whether to checkpoint and truncate the log afterwards, unless another connection is reading it.
    ///   - meanwhile: called while the work is queued or written, or immediately after that.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(StoreError) -> Value, on sessions: Set<String>, makesRoom: Bool = false,
        checkpointsLog: Bool = false, meanwhile: () -> Void = {}
    ) throws(StoreError) -> Value {
        let job = ValueJob(on: sessions, makesRoom: makesRoom, checkpointsLog: checkpointsLog, work)
        let givesWay = Writer.givesWay
        let turn = monitor.quietly { () -> (Turn, Bool) in
            if isClosing { return (.never, false) }
            if isWriting || givesWay || !queue.isEmpty {
                queue.append(job)
                return (.queued, !isWriting)
            }
            isWriting = true
            return (.here, false)
        }
        switch turn {
        case .never: throw .closed
        case .queued: meanwhile()
        case .here:
            // Waking another thread and being woken by it takes longer than this work.
            write([job])
            meanwhile()
        }
        do throws(StoreError) { try job.wait() } catch {
            if error.isOfDisk { note(hasFailed: true) }
            throw error
        }
        // A successful deletion does not show that anything can be stored.
        if !makesRoom { note(hasFailed: false) }
        guard let value = job.value else { throw .unavailable("the writing thread returned no result") }
        return value
    }

    /// Records whether the disk failed. It wakes no thread: no thread waits for this, and waking one would take a noticeable part
    /// of the time for a step.
    private func note(hasFailed: Bool) {
        monitor.quietly {
            self.hasFailed = hasFailed
            return ((), false)
        }
    }

    /// The reason why nothing can be stored; nil if there is none. After a failure of the disk, reading this property writes to the
    /// database to find out whether the disk works again.
    var obstacle: StoreError? {
        let (isClosing, hasFailed) = monitor.quietly { ((self.isClosing, self.hasFailed), false) }
        if isClosing { return .closed }
        if let obstacle = files.obstacle { return obstacle }
        look()
        if let obstacle = files.obstacle { return obstacle }
        guard hasFailed else { return nil }
        do throws(StoreError) {
            try perform(
                { connection throws(StoreError) in
                    try storing { () throws(SQLiteError) in
                        // Somewhat more than is reserved for deletions. Writing an unchanged value is a write, too.
                        try connection.reserve(freePages: GroupCommit.sparePages + 8)
                        let version = try connection.first("PRAGMA user_version") { row throws(SQLiteError) in try row.integer(0) }
                        try connection.run(script: "PRAGMA user_version = \(version ?? 0)")
                    }
                }, on: [])
            return nil
        } catch {
            return error
        }
    }

    /// Whether no damage of the files was found.
    var isSound: Bool { files.obstacle == nil }

    /// The name of the log after it was renamed when the store was closed, or nil if it was not.
    var logAside: String? { files.logAside }

    /// Records that SQLite found the file damaged during a read, unless another program changed it, which is the better reason.
    func noteDamage() {
        look()
        files.noteDamage()
    }

    /// Checks the files' content, unless a thread is writing, which checks it itself.
    private func look() {
        let isMine = monitor.quietly { () -> (Bool, Bool) in
            if isWriting { return (false, false) }
            isWriting = true
            return (true, false)
        }
        guard isMine else { return }
        if let connection { _ = files.check(connection) }
        write([])
    }

    /// Rejects further work, finishes the queue, and waits for the thread to end.
    func close() {
        monitor.locked { isClosing = true }
        monitor.wait { hasEnded ? () : nil }
    }

    private func serve() {
        // Here and not when the file is opened, which would delay the start of the service.
        connection?.reserveLog(bytes: GroupCommit.spareLogBytes)
        write([])
        while let group = nextGroup() { write(group) }
        // Closed here and not with the last reference, so that the file is released when `close` returns.
        if let last = connection {
            connection = nil
            files.close(last, lock)
        }
        monitor.locked { hasEnded = true }
    }

    /// Runs jobs, then releases the connection, which the caller must have.
    private func write(_ jobs: [Job]) {
        if let connection, !jobs.isEmpty {
            GroupCommit(connection, files: files, lock: lock, changes: changes).run(jobs)
            if jobs.contains(where: \.checkpointsLog) { emptyLog(connection) }
        }
        monitor.quietly {
            isWriting = false
            return ((), !queue.isEmpty || isClosing)
        }
    }

    private func emptyLog(_ connection: Connection) {
        guard files.check(connection) == nil else { return }
        _ = try? lock.exclusively { () throws(SQLiteError) in try connection.emptyLog(waits: false) }
        connection.reserveLog(bytes: GroupCommit.spareLogBytes)
        lock.withoutCheckpoints { _ = try? connection.reserve(freePages: GroupCommit.sparePages) }
    }

    /// Waits for queued jobs and the connection. Returns the jobs, the oldest first, or nil at the end.
    private func nextGroup() -> [Job]? {
        monitor.wait { () -> [Job]?? in
            if isWriting { return nil }
            if queue.isEmpty { return isClosing ? .some(nil) : nil }
            let group = Array(queue.prefix(Writer.groupLimit))
            queue.removeFirst(group.count)
            isWriting = true
            return group
        }
    }
}
