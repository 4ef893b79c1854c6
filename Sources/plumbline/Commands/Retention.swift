internal import Dispatch
internal import Glibc
internal import Reporting
internal import SessionStore
internal import Synchronization

/// How long sessions are kept by a running service.
struct Retention: Sendable {
    var days: Int?
    /// How many at most.
    var sessions: Int?

    /// Deletes what need not be kept, now and every minute; nil where everything is kept.
    func start(on store: SessionStore) -> RetentionTimer? {
        days == nil && sessions == nil ? nil : RetentionTimer(self, store)
    }

    /// Deletes what need not be kept at this moment.
    func prune(_ store: SessionStore) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let begin = days.map { (Int64(now.tv_sec) - Int64($0) * 86400) * 1_000_000 }
        do {
            let count = try store.prune(createdBefore: begin, keeping: sessions)
            if count > 0 { Console.message("deleted \(count) sessions that need not be kept") }
        } catch {
            Console.message("plumbline: old sessions could not be deleted: \(error)".terminalSafe())
        }
    }
}

/// Prunes every minute, on a thread of its own, until it is stopped.
final class RetentionTimer: Sendable {
    private let stopped = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ retention: Retention, _ store: SessionStore) {
        DispatchQueue.global().async { [self] in
            repeat { retention.prune(store) } while stopped.wait(timeout: .now() + 60) == .timedOut
            ended.signal()
        }
    }

    func stop() {
        stopped.signal()
        ended.wait()
    }
}
