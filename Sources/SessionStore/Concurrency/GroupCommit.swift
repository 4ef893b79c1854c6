internal import SQLite

/// Several jobs in one transaction, each behind a savepoint of its own: one that fails takes no other with it.
struct GroupCommit {
    /// Free pages that the file keeps, and bytes that the log keeps, so that sessions can be deleted when nothing else can be stored: to delete takes
    /// a few pages before it gives others back, and all of them go through the log.
    static let sparePages: Int64 = 16
    static let spareLogBytes: Int64 = 1 << 22

    private let connection: Connection
    private let files: OpenFiles?
    private let changes: Changes?
    /// Whether the log may give back its room where the disk is full.
    private var canEmptyLog = true

    /// - Parameters:
    ///   - files: those that what is committed must be in; nil where nobody else can reach them.
    ///   - changes: told of each commit.
    init(_ connection: Connection, files: OpenFiles? = nil, changes: Changes? = nil) {
        self.connection = connection
        self.files = files
        self.changes = changes
    }

    /// Does the jobs, and tells each of them how it ended, after the commit and never before.
    func run(_ jobs: [Job]) {
        if let obstacle = files?.obstacle {
            finish(jobs, obstacle)
            return
        }
        do { try connection.execute("BEGIN IMMEDIATE") } catch {
            finish(jobs, obstacle(after: error) ?? StoreError(error))
            return
        }
        // From here on nobody else can write.
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
                // The error ended the whole transaction, and with it what earlier jobs did.
                // It belongs to this job alone, if anybody's: the others are done again without it.
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
            // Room in the file for what the log will bring there, so that it can be emptied.
            if !jobs.allSatisfy(\.makesRoom) { reserved = try connection.reserve(freePages: GroupCommit.sparePages) }
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
            if let obstacle = obstacle(after: error) {
                finish(jobs, obstacle)
                return
            }
            // Too much for the disk together may be little enough one by one. After a failed sync, though, nothing is known
            // of the disk, and trying again would only pretend to know.
            if error.isFull, canEmptyLog { retry(jobs, emptyingLog: true) } else { finish(jobs, StoreError(error)) }
            return
        }
        // Asked again, as only what is found again was stored; and before the log is brought into a file that it may not be of.
        var obstacle = files?.check(connection)
        if obstacle == nil, files?.isLogLong == true {
            try? connection.checkpoint()
            obstacle = files?.check(connection)
        }
        if let obstacle {
            finish(jobs, obstacle)
            return
        }
        // A log that was brought into the file has cut it to the database's pages. No room for more is no failure of what is committed.
        if let reserved {
            try? connection.reserve(bytes: reserved)
        } else {
            _ = try? connection.reserve(freePages: GroupCommit.sparePages)
        }
        changes?.note(since: before, sessions: jobs.reduce(into: []) { $0.formUnion($1.sessions) })
        finish(jobs, nil)
    }

    /// What is wrong with the files where SQLite failed; nil if they are as they were.
    private func obstacle(after error: SQLiteError) -> StoreError? {
        guard let files else { return nil }
        if let obstacle = files.check(connection) { return obstacle }
        if error.isCorrupt || error.isNotADatabase { files.noteDamage() }
        return files.obstacle
    }

    /// Nil where the job succeeded.
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

    /// Takes back what the job did. Where that fails, nothing of the whole group may stay.
    private func undo() {
        guard connection.isInTransaction else { return }
        do {
            try connection.execute("ROLLBACK TO job")
            try connection.execute("RELEASE job")
        } catch {
            connection.rollBack()
        }
    }

    /// Does jobs again, one by one.
    /// - Parameter emptyingLog: whether the log gives back its room first, which is all that a full disk has to give.
    private func retry(_ jobs: [Job], emptyingLog: Bool = false) {
        var other = self
        if emptyingLog, files?.check(connection) == nil {
            try? connection.emptyLog()
            connection.reserveLog(bytes: GroupCommit.spareLogBytes)
            // Once more for each of several, as each of them fills the log.
            other.canEmptyLog = jobs.count > 1
        }
        for job in jobs { other.run([job]) }
    }

    private func finish(_ jobs: [Job], _ error: StoreError?) {
        for job in jobs { job.finish(error) }
    }
}
