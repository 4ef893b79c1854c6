internal import Dispatch
internal import Glibc
internal import Reporting
internal import SessionStore
internal import StandardAdditions
internal import Synchronization

/// The retention policy of a running service.
struct Retention: Sendable {
    var days: Int?
    /// Whether more than a tenth of all sessions may be deleted for their age at once.
    var isUnlimited = false
    /// The maximum number of sessions.
    var sessions: Int?

    /// Prunes sessions and returns free pages to the file system, now and every minute.
    func start(on store: any SessionStore, _ log: ServiceLog) -> RetentionTimer { RetentionTimer(self, store, log) }

    fileprivate func tidy(_ store: any SessionStore, _ log: ServiceLog, _ clock: inout ClockWatch) {
        if days != nil || sessions != nil { prune(store, log, &clock) }
        do { try store.giveBackSpace() } catch {
            log.note(.error, "retention", "free space in the database could not be returned to the file system: \(error)")
        }
    }

    /// Deletes the sessions that the policy does not retain; none if the clock was changed, as what arrived last is then not known.
    private func prune(_ store: any SessionStore, _ log: ServiceLog, _ clock: inout ClockWatch) {
        if let seconds = clock.jump {
            log.note(
                .error, "retention",
                "the clock was changed by \(seconds) seconds while the service was running; no session is deleted because of its age, or because "
                    + "there are too many, until the service is restarted")
            return
        }
        do {
            let rule = RetentionRule(arrivedBefore: try begin(store, log), keeping: sessions, now: CivilTime.microsecondsNow)
            let count = try store.prune(rule) { id in
                guard clock.named.insert(id).inserted else { return }
                log.note(
                    .error, "retention",
                    "session \(id.terminalSafe()) is not deleted, because its stored data is damaged: its age is unknown, or it could not be deleted"
                )
            }
            if count > 0 { log.note(.info, "retention", "deleted \(count) sessions according to --keep-days and --keep-sessions") }
        } catch {
            log.note(.error, "retention", "old sessions could not be deleted: \(error)")
        }
    }

    /// Returns the time before which sessions are too old; nil if none are to be deleted for their age.
    private func begin(_ store: any SessionStore, _ log: ServiceLog) throws -> Int64? {
        guard let days else { return nil }
        let begin = CivilTime.microsecondsNow - Int64(days) * 86_400_000_000
        let (old, all, hasLater) = try store.countArrived(before: begin)
        guard !isUnlimited, let reason = Retention.reason(old: old, all: all, hasLater: hasLater) else { return begin }
        log.note(
            .error, "retention",
            "\(old) of \(all) sessions are older than \(days) days; that is \(reason), so none of them is deleted: "
                + "if the clock is right and you want to delete them, start the service with --delete-many")
        return nil
    }

    /// Returns why sessions are not deleted for their age, as a clock that is far ahead would make them old; nil if they are.
    ///
    /// A single one is deleted however few there are, so that the sessions of a small database go one by one.
    private static func reason(old: Int, all: Int, hasLater: Bool) -> String? {
        if old == 0 { return nil }
        if !hasLater { return "all of them" }
        return old > max(1, all / 10) ? "more than a tenth" : nil
    }
}

/// Compares the clock with one that cannot be set.
struct ClockWatch {
    /// The maximum difference of both clocks in seconds. Corrections of a clock that runs fast or slow are smaller.
    private static let tolerance: Int64 = 600

    private let start = CivilTime.microsecondsNow / 1_000_000
    private let steadyStart = ClockWatch.steady()
    /// The seconds by which the clock was set; nil if it was not.
    private var found: Int64?
    /// The damaged sessions that the log names already.
    var named: Set<String> = []

    /// The number of seconds by which the clock was changed since the start; nil if it was not changed.
    var jump: Int64? {
        mutating get {
            let difference = (CivilTime.microsecondsNow / 1_000_000 - start) - (ClockWatch.steady() - steadyStart)
            if found == nil, abs(difference) > ClockWatch.tolerance { found = difference }
            return found
        }
    }

    /// The seconds of a clock that also counts while the machine sleeps.
    private static func steady() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Int64(now.tv_sec)
    }
}

/// Runs the retention every minute on a thread of its own until it is stopped.
final class RetentionTimer: Sendable {
    private let stopped = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ retention: Retention, _ store: any SessionStore, _ log: ServiceLog) {
        DispatchQueue.global().async { [self] in
            var clock = ClockWatch()
            repeat { retention.tidy(store, log, &clock) } while stopped.wait(timeout: .now() + 60) == .timedOut
            ended.signal()
        }
    }

    func stop() {
        stopped.signal()
        ended.wait()
    }
}
