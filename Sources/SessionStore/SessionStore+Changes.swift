internal import SQLite
internal import Synchronization

/// A state of the store. Two that are equal mean that nothing was written between, by this process or another.
public struct StoreState: Hashable, Sendable {
    let database: DatabaseState

    /// Whether there was one commit at most since another state.
    public func isNext(after other: StoreState) -> Bool {
        database.isNext(after: other.database)
    }
}

/// What one commit of this store did.
public struct StoreChange: Sendable {
    public let before: StoreState
    public let after: StoreState
    /// The sessions that it changed or deleted; nil where others may have changed, too.
    public let sessions: Set<String>?
}

extension SessionStore {
    /// The present state, told without asking the system; nil where it is not known.
    public var state: StoreState? { changes.state }

    /// The same without ever waiting for another thread; nil also where it would have to.
    public var stateAtOnce: StoreState? { changes.stateAtOnce }

    /// Has the work done after each commit of this store, before what was committed is acknowledged. It replaces the work of before, and must not
    /// wait for the store.
    public func observe(_ work: @escaping @Sendable (StoreChange) -> Void) {
        changes.observe(work)
    }
}

/// Tells of the commits of one store.
final class Changes: Sendable {
    private let watch: ChangeWatch
    private let observer = Mutex(Observer())

    /// A function by itself under the mutex would come out of it wrapped, and go back so, once more for each commit: in the end no stack is deep enough.
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

    /// A commit was made that began at a state.
    /// - Parameter sessions: those that it changed; nil for any.
    func note(since before: StoreState?, sessions: Set<String>?) {
        guard let before, let after = state, let work = observer.withLock({ $0.work }) else { return }
        // Where there was more than the one commit, another process has been here.
        work(StoreChange(before: before, after: after, sessions: after.isNext(after: before) ? sessions : nil))
    }

    /// To be called before the connections go.
    func end() {
        watch.end()
    }
}
