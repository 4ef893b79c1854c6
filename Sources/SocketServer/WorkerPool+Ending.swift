internal import Foundation
internal import HTTP

// The end of requests that have no memory, or no worker in time.

extension WorkerPool {
    /// Ends the request, or the piece of one, that holds most memory: it is answered 503, and its handler ends as soon as it notices.
    /// Of those that are small, it is the one that has been handled for longest, unless it has just begun: that would free none.
    func endLargest() {
        condition.lock()
        defer { condition.unlock() }
        let now = ContinuousClock.now
        let running = workers.values.filter(mayEnd).map { (worker: $0, bytes: $0.share.bytes, began: $0.began ?? now) }
        let large = running.filter { $0.bytes > 0 || $0.began.duration(to: now) > WorkerPool.shortTime }
        endFirst(of: large.sorted { ($1.bytes, $0.began) < ($0.bytes, $1.began) }.map(\.worker), "memory", WorkerPool.memoryDetail)
    }

    /// The time within which small requests are handled.
    private static let shortTime = Duration.milliseconds(300)
    private static let memoryDetail = "The service ended the request because it has no more memory for it; try again later."

    /// Returns whether a worker's job may be ended, and was not. Called under the condition.
    private func mayEnd(_ worker: Worker) -> Bool { worker.job.map { $0.isWork && !$0.isCancelled && !$0.isEnded } ?? false }

    /// Ends a long request, or a piece of one, if others wait and no more workers may be set aside: the one that has been handled for longest, of
    /// the address that has the most. Called under the condition.
    ///
    /// - Parameter waits: the times for which requests have waited.
    func endLongest(for waits: some Sequence<Duration>) {
        guard asideCount >= asideCapacity else { return }
        // Ended ones may not have noticed it yet: the longer somebody waits, the more are ended.
        let count = waits.reduce(0) { $0 + Int($1 / WorkerPool.mostWait) }
        let aside = workers.values.filter(\.isAside)
        let running = aside.filter(mayEnd)
        guard aside.count - running.count < count else { return }
        let crowds = Dictionary(grouping: running) { $0.job?.address ?? 0 }
        let most = crowds.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.value ?? []
        let longest = most.sorted { ($0.began ?? .now) < ($1.began ?? .now) }
        endFirst(of: longest, "overloaded", "The service ended the request because it handles too many long ones; try again later.")
    }

    /// Ends the job of the first worker whose result is not being committed. Called under the condition.
    private func endFirst(of workers: [Worker], _ code: String, _ detail: String) {
        for worker in workers {
            guard let job = worker.job else { continue }
            let isEnded =
                switch job.work {
                case .request(_, let context): end(job, context, code, detail)
                case .piece(_, _, _, let part): part.cancel()
                }
            guard isEnded else { continue }
            // It need not wait for its turn to notice that.
            asideTurns.release(worker.turn)
            return
        }
    }

    /// Ends a request, or a piece of one, which answers by itself.
    func endForMemory(_ job: Job, _ context: RequestContext) {
        end(job, context, "memory", WorkerPool.memoryDetail)
    }

    /// Returns false if the result is being committed, or was ended before.
    @discardableResult
    private func end(_ job: Job, _ context: RequestContext, _ code: String, _ detail: String) -> Bool {
        guard context.end() else { return false }
        if job.isRequest { mailbox.post(.answer(EventLoop.overloaded(code, detail), connection: job.connectionID, request: job.requestID)) }
        return true
    }

    /// Answers requests that have waited for too long. Called under the condition.
    func refuseLate(at now: ContinuousClock.Instant) {
        func isLate(_ job: Job) -> Bool { job.isRequest && !job.isRead && job.queued.duration(to: now) > longestWait }
        guard queue.contains(where: isLate) else { return }
        let late = queue.filter(isLate)
        queue.removeAll(where: isLate)
        requestCount -= late.count
        for job in late { refuse(job) }
    }

    /// Ends pieces that have waited for too long for the memory that they need: they may start then, and answer that. Called under the
    /// condition.
    func endLatePieces(at now: ContinuousClock.Instant) {
        var isAny = false
        for job in queue where job.isWork && !job.isSmall && job.queued.duration(to: now) > longestWait && !job.isEnded {
            guard case .piece(_, _, _, let part) = job.work else { continue }
            part.cancel()
            isAny = true
        }
        if isAny { condition.broadcast() }
    }

    func refuse(_ job: Job) {
        let detail = "Other requests use all the processors or the memory; try again in a second."
        mailbox.post(.answer(EventLoop.overloaded("overloaded", detail), connection: job.connectionID, request: job.requestID))
    }
}
