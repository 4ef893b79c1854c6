internal import SQLite

/// Runs a group of jobs in one transaction. Each job has a savepoint of its own, so that a failed job does not affect the others.
struct GroupCommit {
    /// The number of free pages in the file and of bytes in the log that are reserved, so that sessions can be deleted when the
    /// disk is full: a deletion takes a few pages before it frees others, and all of them go through the log.
    static let sparePages: Int64 = 16
    static let spareLogBytes: Int64 = 1 << 22

    private let connection: Connection
    private let files: OpenFiles?
    private let lock: ProcessLock?
    private let changes: Changes?
    /// Whether the log may be truncated if the disk is full.
    private var canEmptyLog = true

    /// - Parameters:
    ///   - files: the files that must contain the committed data; nil if no other process can access them.
    ///   - lock: the lock between processes that use the database; nil if no other process can.
    ///   - changes: notified of each commit.
    init(_ connection: Connection, files: OpenFiles? = nil, lock: ProcessLock? = nil, changes: Changes? = nil) {
        self.connection = connection
        self.files = files
        self.lock = lock
        self.changes = changes
    }

    /// The end of a transaction, and what is left to do when the lock is released.
    private enum Outcome {
        /// All jobs have their results.
        case finished
        /// The transaction was rolled back, and these jobs are to run one by one.
        case retry([Job], emptyingLog: Bool = false)
        /// The jobs are committed.
        case committed([Job], since: StoreState?, reserved: Int64?)
    }

    /// Runs the jobs and reports the result to each of them, never before the commit.
    func run(_ jobs: [Job]) {
        if let obstacle = files?.obstacle {
            finish(jobs, obstacle)
            return
        }
        guard lock?.beginCommit() != false else {
            finish(jobs, .busy("another process uses the database's log, and did not finish in time; try again"))
            return
        }
        let outcome = transact(jobs)
        lock?.endCommit()
        switch outcome {
        case .finished: break
        case .retry(let jobs, let emptyingLog): retry(jobs, emptyingLog: emptyingLog)
        case .committed(let jobs, let before, let reserved): conclude(jobs, since: before, reserved: reserved)
        }
    }

    private func transact(_ jobs: [Job]) -> Outcome {
        do { try connection.execute("BEGIN IMMEDIATE") } catch {
            finish(jobs, obstacle(after: error) ?? StoreError(error))
            return .finished
        }
        // From here on, no other connection can write.
        if let obstacle = files?.check(connection) {
            connection.rollBack()
            finish(jobs, obstacle)
            return .finished
        }
        let before = changes?.state
        var done: [Job] = []
        for (place, job) in jobs.enumerated() {
            let failure = attempt(job)
            if case .full? = failure, canEmptyLog {
                connection.rollBack()
                return .retry(done + jobs[place...], emptyingLog: true)
            }
            if failure != nil || !connection.isInTransaction {
                // The work of earlier jobs is lost, too, so the others are run again without it.
                connection.rollBack()
                job.finish(files?.check(connection) ?? failure ?? .unavailable("the transaction ended early"))
                return .retry(done + jobs[(place + 1)...])
            }
            done.append(job)
        }
        return commit(done, since: before)
    }

    private func commit(_ jobs: [Job], since before: StoreState?) -> Outcome {
        var reserved: Int64?
        do {
            try connection.flushIndexes()
            // Reserve space in the file for the log's frames, so that a checkpoint can succeed. Deletions, too, may add pages at the end before they
            // free others.
            if jobs.allSatisfy(\.makesRoom) {
                try connection.reserveMovingPages()
            } else {
                reserved = try connection.reserve(freePages: GroupCommit.sparePages)
            }
            try connection.writeFirstPage()
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
            if let obstacle = obstacle(after: error) {
                finish(jobs, obstacle)
                return .finished
            }
            // Jobs that exceed the disk together may fit one by one. After a failed sync, though, the state of the disk is unknown,
            // so a retry would prove nothing.
            if error.isFull, canEmptyLog { return .retry(jobs, emptyingLog: true) }
            finish(jobs, StoreError(error))
            return .finished
        }
        return .committed(jobs, since: before, reserved: reserved)
    }

    /// Checks what was committed, checkpoints the log if it is long, and reports success.
    private func conclude(_ jobs: [Job], since before: StoreState?, reserved: Int64?) {
        // Check again, because only what can be read back was stored; and before a checkpoint into a file that the log may not
        // belong to.
        var obstacle = files?.check(connection)
        if obstacle == nil, files?.isLogLong == true {
            checkpoint { () throws(SQLiteError) in try connection.checkpoint() }
            obstacle = files?.check(connection)
        }
        if let obstacle {
            finish(jobs, obstacle)
            return
        }
        // A checkpoint has truncated the file to the database's pages. If the space cannot be reserved again, the commit is still
        // valid.
        let reserve: () -> Void = {
            if let reserved { try? connection.reserve(bytes: reserved) } else { _ = try? connection.reserve(freePages: GroupCommit.sparePages) }
        }
        if let lock { lock.withoutCheckpoints(reserve) } else { reserve() }
        changes?.note(since: before, sessions: jobs.reduce(into: []) { $0.formUnion($1.sessions) })
        finish(jobs, nil)
    }

    /// Runs a checkpoint while no other process commits. One that fails is repeated after a later commit.
    private func checkpoint(_ body: () throws(SQLiteError) -> Void) {
        if let lock { _ = try? lock.exclusively(body) } else { try? body() }
    }

    /// Returns what is wrong with the files after an error of SQLite, or nil if nothing is.
    private func obstacle(after error: SQLiteError) -> StoreError? {
        guard let files else { return nil }
        if let obstacle = files.check(connection) { return obstacle }
        if error.isCorrupt || error.isNotADatabase { files.noteDamage() }
        return files.obstacle
    }

    /// Runs a job in the open transaction. Returns nil if it succeeds.
    ///
    /// A savepoint for each job would spare the others if it fails. But within one, a statement that a trigger belongs to takes time in
    /// proportion to all that was written since: thousands of findings would take minutes.
    private func attempt(_ job: Job) -> StoreError? {
        connection.limit(nanoseconds: GroupCommit.mostTime(connection), rowBytes: GroupCommit.mostRowBytes)
        defer { connection.endLimit() }
        // SQLite ends a transaction if the disk fails, here while it reads the schema again. Without one, each statement would be a commit.
        guard connection.isInTransaction else { return .inputOutput("the schema could not be read") }
        do throws(StoreError) { try job.run(connection) } catch { return connection.isOverLimit ? .limit(of: connection) : error }
        return nil
    }

    /// The greatest sum of the rows of one of its queries, in bytes.
    private static let mostRowBytes = 128 << 20

    /// Returns the CPU time of one job in nanoseconds. The deletion of a session that makes up the file takes less, too.
    static func mostTime(_ connection: Connection) -> Int {
        let pages = try? connection.first("PRAGMA page_count") { row throws(SQLiteError) in try row.integer(0) }
        return 10_000_000_000 + 8000 * 1000 * Int(clamping: pages ?? 0)
    }

    /// Runs jobs again, one by one.
    /// - Parameter emptyingLog: whether to truncate the log first, the only space that can be freed on a full disk.
    private func retry(_ jobs: [Job], emptyingLog: Bool = false) {
        var other = self
        if emptyingLog, files?.check(connection) == nil {
            checkpoint { () throws(SQLiteError) in try connection.emptyLog() }
            connection.reserveLog(bytes: GroupCommit.spareLogBytes)
            // For several jobs the log may be truncated once more, as each of them fills it.
            other.canEmptyLog = jobs.count > 1
        }
        for job in jobs { other.run([job]) }
    }

    private func finish(_ jobs: [Job], _ error: StoreError?) {
        for job in jobs { job.finish(error) }
    }
}
