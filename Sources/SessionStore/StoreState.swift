internal import SQLite

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
