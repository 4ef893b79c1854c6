internal import Glibc
internal import SQLite

/// Writes one group of jobs at a time. Who comes where nothing is being written writes himself; whatever else waits is written by a thread in one
/// transaction, so that many callers share one sync of the disk.
final class Writer: @unchecked Sendable {
    /// Jobs in one transaction, at most: a bound on how long the first one waits for the last.
    private static let groupLimit = 256

    // The connection is touched by who has set `isWriting`; that, the queue and the other flags under the monitor.
    private var connection: Connection?
    private let files: OpenFiles
    private let changes: Changes
    private let monitor = Monitor()
    private var queue: [Job] = []
    /// Somebody has the connection; to begin with, the thread.
    private var isWriting = true
    private var isClosing = false
    /// Whether the disk refused what was to be stored last.
    private var hasFailed = false
    private var hasEnded = false

    /// Starts the thread.
    /// - Parameters:
    ///   - files: those that the connection writes.
    ///   - changes: told of each commit.
    init(_ connection: Connection, files: OpenFiles, changes: Changes) throws(StoreError) {
        self.connection = connection
        self.files = files
        self.changes = changes
        // The log is brought into the file where that has been looked at.
        if files.isWatched { try storing { () throws(SQLiteError) in try connection.stopAutomaticCheckpoints() } }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Writer>.fromOpaque(context).takeRetainedValue().serve() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw .unavailable("no thread for writing: error \(code)")
        }
        pthread_detach(thread)
    }

    private enum Turn {
        case here, queued, never
    }

    /// Waits for its turn, does the work, and returns when it is on the disk.
    ///
    /// - Parameters:
    ///   - sessions: the stored sessions that the work changes or deletes.
    ///   - makesRoom: whether it leaves more room than it takes.
    ///   - emptiesLog: whether the log is brought into the file afterwards and cut, unless somebody reads from it.
    ///   - meanwhile: done while the work waits and is done, or right after it.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(StoreError) -> Value, on sessions: Set<String>, makesRoom: Bool = false,
        emptiesLog: Bool = false, meanwhile: () -> Void = {}
    ) throws(StoreError) -> Value {
        let job = ValueJob(on: sessions, makesRoom: makesRoom, emptiesLog: emptiesLog, work)
        let turn = monitor.quietly { () -> (Turn, Bool) in
            if isClosing { return (.never, false) }
            if isWriting || !queue.isEmpty {
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
            // To wake a thread and be woken by it takes longer than what this one does meanwhile.
            write([job])
            meanwhile()
        }
        do throws(StoreError) { try job.wait() } catch {
            if error.isOfDisk { note(hasFailed: true) }
            throw error
        }
        // What was deleted does not show that anything can be stored.
        if !makesRoom { note(hasFailed: false) }
        guard let value = job.value else { throw .unavailable("the writer lost a result") }
        return value
    }

    /// Nobody waits for it: to wake the thread that writes for nothing would be some of what a step costs.
    private func note(hasFailed: Bool) {
        monitor.quietly {
            self.hasFailed = hasFailed
            return ((), false)
        }
    }

    /// Why nothing can be stored; nil where it can. After the disk has refused something, it is tried.
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
                        // Some more than what is kept for deletions; and to write what is there already is writing, too.
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

    /// SQLite found the file damaged where it was read.
    func noteDamage() { files.noteDamage() }

    /// Looks at what is in the files, unless somebody is writing, who does it.
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

    /// Takes no more work, does what was taken, and waits for the end.
    func close() {
        monitor.locked { isClosing = true }
        monitor.wait { hasEnded ? () : nil }
    }

    private func serve() {
        // Here and not where the file is opened, which a start waits for.
        connection?.reserveLog(bytes: GroupCommit.spareLogBytes)
        write([])
        while let group = nextGroup() { write(group) }
        // Closed here and not when the last reference goes, so that the file is let go of when `close` returns.
        if let last = connection {
            connection = nil
            files.close(last)
        }
        monitor.locked { hasEnded = true }
    }

    /// Does jobs and lets go of the connection, which the caller has.
    private func write(_ jobs: [Job]) {
        if let connection, !jobs.isEmpty {
            GroupCommit(connection, files: files, changes: changes).run(jobs)
            if jobs.contains(where: \.emptiesLog) { emptyLog(connection) }
        }
        monitor.quietly {
            isWriting = false
            return ((), !queue.isEmpty || isClosing)
        }
    }

    private func emptyLog(_ connection: Connection) {
        guard files.check(connection) == nil else { return }
        try? connection.emptyLog(waits: false)
        connection.reserveLog(bytes: GroupCommit.spareLogBytes)
        _ = try? connection.reserve(freePages: GroupCommit.sparePages)
    }

    /// The jobs that wait, oldest first, and the connection for them; nil at the end.
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
