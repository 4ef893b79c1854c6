internal import CSQLite
internal import Synchronization

/// A state of a database in WAL mode. Two that are equal mean that nothing was committed between, by any connection of any process.
public struct DatabaseState: Hashable, Sendable {
    /// Grows by one with each commit that changes something.
    private let commits: UInt32
    /// How many pages the log has, and how many the database.
    private let pages: UInt64
    /// Of all that is in the log.
    private let checksum: UInt64
    /// Another for each beginning of the log.
    private let salt: UInt64

    fileprivate init(_ words: UnsafeMutableBufferPointer<UInt32>) {
        commits = words[2]
        pages = UInt64(words[4]) << 32 | UInt64(words[5])
        checksum = UInt64(words[6]) << 32 | UInt64(words[7])
        salt = UInt64(words[8]) << 32 | UInt64(words[9])
    }

    /// Whether there was one commit at most since another state.
    public func isNext(after other: DatabaseState) -> Bool {
        commits &- other.commits <= 1
    }
}

/// Tells the state of a database without asking the system: it reads the memory in which SQLite's connections tell each other of commits. Any thread
/// may ask.
public final class ChangeWatch: Sendable {
    /// Shared with SQLite, which writes there; touched under the mutex alone, so that none reads on after ``end()``.
    private struct Index: @unchecked Sendable {
        var words: UnsafePointer<UInt32>?

        var state: DatabaseState? {
            guard let words else { return nil }
            return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 12) { header in
                guard let base = header.baseAddress, plumbline_wal_header(words, base) != 0 else { return nil }
                return DatabaseState(header)
            }
        }
    }

    private let index: Mutex<Index>

    /// - Parameter connection: open until ``end()`` is called. Where its database is not in WAL mode, no state is told.
    public init(_ connection: Connection) throws(SQLiteError) {
        let mode = try connection.first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) }
        let words = mode == "wal" ? plumbline_wal_index(connection.handle) : nil
        index = Mutex(Index(words: words.map { UnsafePointer($0) }))
    }

    /// The present state; nil where it is not known.
    public var state: DatabaseState? {
        index.withLock { $0.state }
    }

    /// The same without ever waiting for another thread; nil also where it would have to.
    public var stateAtOnce: DatabaseState? {
        index.withLockIfAvailable { $0.state } ?? nil
    }

    /// To be called before the connection goes; nothing is told after it.
    public func end() {
        index.withLock { $0.words = nil }
    }
}
