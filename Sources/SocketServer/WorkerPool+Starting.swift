internal import Foundation
internal import HTTP

// The rules by which jobs start.

extension WorkerPool {
    /// The places in the queue of the read that is next, and of the other job that is; nil if none may start. Called under the condition.
    var nextPlaces: (read: Int?, other: Int?) {
        var (read, other): ((place: Int, turn: ClientTurns.Turn)?, (place: Int, turn: ClientTurns.Turn)?)
        for (place, job) in queue.enumerated() where mayStart(job) {
            if job.isRead {
                let turn = readTurns.turn(of: job)
                if read.map({ turn < $0.turn }) ?? true { read = (place, turn) }
            } else {
                let turn = turns.turn(of: job)
                if other.map({ turn < $0.turn }) ?? true { other = (place, turn) }
            }
        }
        return (read?.place, other?.place)
    }

    /// Returns whether another worker could serve the job. Called under the condition.
    func mayServe(_ job: Job) -> Bool { !job.isRead || readingCount < mostReading }

    /// Called under the condition.
    func mayStart(_ job: Job) -> Bool {
        if job.isRead || job.isEnded { return true }
        if job.isWork, !turns.isIdle, shortage > .none {
            guard job.isSmall, shortage == .tight || job.isRequest && reserveCount < placeCount else { return false }
        }
        return job.memory == nil || hasRoom(for: job)
    }

    /// Returns whether a job that starts takes memory that is left for small requests. Called under the condition.
    func needsReserve(_ job: Job) -> Bool { shortage == .critical && job.isWork && job.isRequest && !turns.isIdle }

    func memory(for job: Job) -> Int {
        switch job.work {
        case .request(let request, _): responder.memory(for: request)
        case .piece(let stream, _, _, _): stream.memory
        }
    }

    /// Returns whether a job may start. A large job waits while the memory reserved by others leaves no room for it, or while as
    /// many workers are set aside as the pool has places. Called under the condition.
    private func hasRoom(for job: Job) -> Bool {
        guard job.isLarge, let need = job.memory else { return true }
        return asideCount < placeCount && memory.hasRoom(for: need)
    }
}
