internal import SQLite

/// Several jobs in one transaction, each behind a savepoint of its own: one that fails takes no other with it.
struct GroupCommit {
    private let connection: Connection
    private let files: OpenFiles?
    private let changes: Changes?

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
            finish(jobs, StoreError(error))
            return
        }
        // From here on nobody else can write.
        let before = changes?.state
        var done: [Job] = []
        for (place, job) in jobs.enumerated() {
            let failure = runBehindSavepoint(job)
            guard connection.isInTransaction else {
                // The error ended the whole transaction, and with it what earlier jobs did.
                // It belongs to this job alone, if anybody's: the others are done again without it.
                job.finish(failure ?? .unavailable("the transaction ended early"))
                retry(done + jobs[(place + 1)...])
                return
            }
            if let failure { job.finish(failure) } else { done.append(job) }
        }
        commit(done, since: before)
    }

    private func commit(_ jobs: [Job], since before: StoreState?) {
        do { try connection.execute("COMMIT") } catch {
            connection.rollBack()
            // Too much for the disk together may be little enough one by one. After a failed sync, though, nothing is known
            // of the disk, and trying again would only pretend to know.
            if error.isFull, jobs.count > 1 { retry(jobs) } else { finish(jobs, StoreError(error)) }
            return
        }
        changes?.note(since: before, sessions: jobs.reduce(into: []) { $0.formUnion($1.sessions) })
        // Asked again, as only what is found again was stored.
        finish(jobs, files?.obstacle)
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

    private func retry(_ jobs: [Job]) {
        for job in jobs { run([job]) }
    }

    private func finish(_ jobs: [Job], _ error: StoreError?) {
        for job in jobs { job.finish(error) }
    }
}
