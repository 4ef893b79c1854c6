internal import Dispatch
internal import Reporting
internal import SessionStore
internal import StandardAdditions
internal import Synchronization

/// The retention policy of a running service.
struct Retention: Sendable {
    var days: Int?
    /// The maximum number of sessions.
    var sessions: Int?

    /// Prunes sessions and returns free pages to the file system, now and every minute.
    func start(on store: SessionStore, _ log: ServiceLog) -> RetentionTimer { RetentionTimer(self, store, log) }

    fileprivate func tidy(_ store: SessionStore, _ log: ServiceLog) {
        if days != nil || sessions != nil { prune(store, log) }
        do { try store.giveBackSpace() } catch {
            log.note(.error, "retention", "free space in the database could not be returned to the file system: \(error)")
        }
    }

    /// Deletes the sessions that the policy does not retain.
    private func prune(_ store: SessionStore, _ log: ServiceLog) {
        let begin = days.map { (CivilTime.microsecondsNow / 1_000_000 - Int64($0) * 86_400) * 1_000_000 }
        do {
            let count = try store.prune(createdBefore: begin, keeping: sessions)
            if count > 0 { log.note(.info, "retention", "deleted \(count) sessions according to --keep-days and --keep-sessions") }
        } catch {
            log.note(.error, "retention", "old sessions could not be deleted: \(error)")
        }
    }
}

/// Runs the retention every minute on a thread of its own until it is stopped.
final class RetentionTimer: Sendable {
    private let stopped = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ retention: Retention, _ store: SessionStore, _ log: ServiceLog) {
        DispatchQueue.global().async { [self] in
            repeat { retention.tidy(store, log) } while stopped.wait(timeout: .now() + 60) == .timedOut
            ended.signal()
        }
    }

    func stop() {
        stopped.signal()
        ended.wait()
    }
}
