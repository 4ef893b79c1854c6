internal import Dispatch
internal import SessionStore
internal import Synchronization

/// A poller for steps that other processes store in the same database, for watchers here.
///
/// As long as there are watchers, it compares the state of the database twice a second, without system calls, and reads only if
/// something was written.
final class StepWatch: Sendable {
    private static let interval = DispatchTimeInterval.milliseconds(500)

    private let store: any SessionStore
    private let feed: StepFeed
    private let isLooking = Mutex(false)

    init(_ store: any SessionStore, feed: StepFeed) {
        self.store = store
        self.feed = feed
    }

    /// Starts polling. Call it after a stream was added, and before stored steps are read for it.
    func begin() {
        let isFirst = isLooking.withLock { isLooking in
            defer { isLooking = true }
            return !isLooking
        }
        if isFirst { look(since: store.state) }
    }

    private func look(since state: StoreState?) {
        DispatchQueue.global().asyncAfter(deadline: .now() + StepWatch.interval) { [self] in
            // Under the lock, so that a stream added concurrently restarts the polling.
            let hasStreams = isLooking.withLock { isLooking in
                isLooking = feed.count > 0
                return isLooking
            }
            guard hasStreams else { return }
            let present = store.state
            if present == nil || present != state {
                for (session, last) in feed.watched { publish(session, after: last) }
            }
            look(since: present)
        }
    }

    private func publish(_ session: String, after last: Int) {
        do throws(StoreError) {
            let steps = try store.verdicts(session, after: last, limit: StepStream.mostWaiting)
            for step in steps { feed.publish(session, step: step.number, verdict: step.verdict) }
            if steps.isEmpty, try store.session(session) == nil { feed.end(session) }
        } catch {
            // A failing store reports errors to requests; the stream is left open.
        }
    }
}
