internal import SQLite

/// Runs a group of jobs in one transaction. Each job has a savepoint of its own, so that a failed job does not affect the others.
struct GroupCommit {
    /// The number of free pages in the file and of bytes in the log that are reserved, so that sessions can be deleted when the
    /// disk is full: a deletion takes a few pages before it frees others, and all of them go through the log.
    static let sparePages: Int64 = 16
    static let spareLogBytes: Int64 = 1 << 22

    private let connection: Connection
    private let files: OpenFiles?
    private let changes: Changes?
    /// Whether the log may be truncated if the disk is full.
    private var canEmptyLog = true

    /// - Parameters:
    ///   - files: the files that must contain what is committed; nil if no other process can access them.
    ///   - changes: notified of each commit.
    init(_ connection: Connection, files: OpenFiles? = nil, changes: Changes? = nil) {
        self.connection = connection
        self.files = files
        self.changes = changes
    }

    /// Runs the jobs and reports the result to each of them, never before the commit.
    func run(_ jobs: [Job]) {
        if let obstacle = files?.obstacle {
            finish(jobs, obstacle)
            return
        }
        do { try connection.execute("BEGIN IMMEDIATE") } catch {
            finish(jobs, obstacle(after: error) ?? StoreError(error))
            return
        }
        // From here on, no other connection can write.
        if let obstacle = files?.check(connection) {
            connection.rollBack()
            finish(jobs, obstacle)
            return
        }
        let before = changes?.state
        var done: [Job] = []
        for (place, job) in jobs.enumerated() {
            let failure = runBehindSavepoint(job)
            if case .full? = failure, canEmptyLog {
                connection.rollBack()
                retry(done + jobs[place...], emptyingLog: true)
                return
            }
            guard connection.isInTransaction else {
                // The error ended the whole transaction, including the work of earlier jobs. It is attributed to this job; the
                // others are run again without it.
                job.finish(failure ?? .unavailable("the transaction ended early"))
                retry(done + jobs[(place + 1)...])
                return
            }
            if let failure { job.finish(files?.check(connection) ?? failure) } else { done.append(job) }
        }
        commit(done, since: before)
    }

    private func commit(_ jobs: [Job], since before: StoreState?) {
        var reserved: Int64?
        do {
            // Reserve space in the file for the log's frames, so that a checkpoint can succeed.
            if !jobs.allSatisfy(\.makesRoom) { reserved = try connection.reserve(freePages: GroupCommit.sparePages) }
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
            if let obstacle = obstacle(after: error) {
                finish(jobs, obstacle)
                return
            }
            // Jobs that exceed the disk together may fit one by one. After a failed sync, though, the state of the disk is unknown,
            // so a retry would prove nothing.
            if error.isFull, canEmptyLog { retry(jobs, emptyingLog: true) } else { finish(jobs, StoreError(error)) }
            return
        }
        // Check again, because only what can be read back was stored; and before a checkpoint into a file that the log may not
        // belong to.
        var obstacle = files?.check(connection)
        if obstacle == nil, files?.isLogLong == true {
            try? connection.checkpoint()
            obstacle = files?.check(connection)
        }
        if let obstacle {
            finish(jobs, obstacle)
            return
        }
        // A checkpoint has truncated the file to the database's pages. If the space cannot be reserved again, the commit is still
        // valid.
        if let reserved {
            try? connection.reserve(bytes: reserved)
        } else {
            _ = try? connection.reserve(freePages: GroupCommit.sparePages)
        }
        changes?.note(since: before, sessions: jobs.reduce(into: []) { $0.formUnion($1.sessions) })
        finish(jobs, nil)
    }

    /// Returns what is wrong with the files after an error of SQLite, or nil if nothing is.
    private func obstacle(after error: SQLiteError) -> StoreError? {
        guard let files else { return nil }
        if let obstacle = files.check(connection) { return obstacle }
        if error.isCorrupt || error.isNotADatabase { files.noteDamage() }
        return files.obstacle
    }

    /// Runs a job in a savepoint. Returns nil if it succeeds.
    private func runBehindSavepoint(_ job: Job) -> StoreError? {
        do { try connection.execute("SAVEPOINT job") } catch { return StoreError(error) }
        do throws(StoreError) { try job.run(connection) } catch {
            undo()
            return error
        }
        do { try connection.execute("RELEASE job") } catch {
            undo()
            return StoreError(error)
        }
        return nil
    }

    /// Rolls back the job. If that fails, the whole group is rolled back.
    private func undo() {
        guard connection.isInTransaction else { return }
        do {
            try connection.execute("ROLLBACK TO job")
            try connection.execute("RELEASE job")
        } catch {
            connection.rollBack()
        }
    }

    /// Runs jobs again, one by one.
    /// - Parameter emptyingLog: whether to truncate the log first, the only space that can be freed on a full disk.
    private func retry(_ jobs: [Job], emptyingLog: Bool = false) {
        var other = self
        if emptyingLog, files?.check(connection) == nil {
            try? connection.emptyLog()
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
