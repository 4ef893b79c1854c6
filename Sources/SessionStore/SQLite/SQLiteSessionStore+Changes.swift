internal import SQLite
internal import Synchronization

extension SQLiteSessionStore {
    public var state: StoreState? { changes.state }

    public var stateAtOnce: StoreState? { changes.stateAtOnce }

    public func observe(_ work: @escaping @Sendable (StoreChange) -> Void) {
        changes.observe(work)
    }
}

/// A notifier of the commits of one store.
final class Changes: Sendable {
    private let watch: ChangeWatch
    private let observer = Mutex(Observer())

    /// A wrapper of the function: a bare function would be re-wrapped each time it leaves the mutex, at each commit, until the
    /// stack overflows.
    private struct Observer {
        var work: (@Sendable (StoreChange) -> Void)?
    }

    init(_ watch: ChangeWatch) {
        self.watch = watch
    }

    var state: StoreState? { watch.state.map(StoreState.init) }

    var stateAtOnce: StoreState? { watch.stateAtOnce.map(StoreState.init) }

    func observe(_ work: @escaping @Sendable (StoreChange) -> Void) {
        observer.withLock { $0.work = work }
    }

    /// Notifies the observer of a commit.
    /// - Parameter sessions: the sessions that it changed; nil for any.
    func note(since before: StoreState?, sessions: Set<String>?) {
        guard let before, let after = state, let work = observer.withLock({ $0.work }) else { return }
        // If there was more than the one commit, another process has written.
        work(StoreChange(before: before, after: after, sessions: after.isNext(after: before) ? sessions : nil))
    }

    /// Stops reading. Call it before the connections are closed.
    func end() {
        watch.end()
    }
}
