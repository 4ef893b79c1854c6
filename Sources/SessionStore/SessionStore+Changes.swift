internal import SQLite
internal import Synchronization

/// A snapshot of the store's version. If two are equal, nothing was written in between, by this process or another.
public struct StoreState: Hashable, Sendable {
    let database: DatabaseState

    /// Returns whether there was at most one commit since another state.
    public func isNext(after other: StoreState) -> Bool {
        database.isNext(after: other.database)
    }
}

/// The effect of one commit of this store.
public struct StoreChange: Sendable {
    public let before: StoreState
    public let after: StoreState
    /// The sessions that the commit changed or deleted; nil if other sessions may have changed, too.
    public let sessions: Set<String>?
}

extension SessionStore {
    /// The present state, read without a system call; nil if it is unknown.
    public var state: StoreState? { changes.state }

    /// The present state, without ever blocking; nil also if that would require waiting for another thread.
    public var stateAtOnce: StoreState? { changes.stateAtOnce }

    /// Sets the observer, which is called after each commit of this store, before the commit is acknowledged. It replaces the
    /// previous observer, and must not wait for the store.
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
