internal import CSQLite
internal import Synchronization

/// A snapshot of the version of a database in WAL mode. If two are equal, no connection of any process committed in between.
public struct DatabaseState: Hashable, Sendable {
    /// A counter that each commit with changes increments.
    private let commits: UInt32
    /// The numbers of pages in the log and in the database.
    private let pages: UInt64
    /// The checksum of the log's content.
    private let checksum: UInt64
    /// The salt, which changes each time the log is restarted.
    private let salt: UInt64

    fileprivate init(_ words: UnsafeMutableBufferPointer<UInt32>) {
        commits = words[2]
        pages = UInt64(words[4]) << 32 | UInt64(words[5])
        checksum = UInt64(words[6]) << 32 | UInt64(words[7])
        salt = UInt64(words[8]) << 32 | UInt64(words[9])
    }

    /// Returns whether there was at most one commit since another state.
    public func isNext(after other: DatabaseState) -> Bool {
        commits &- other.commits <= 1
    }
}

/// A reader of a database's state that makes no system call: it reads the shared memory by which SQLite's connections notify each
/// other of commits. Safe to use from any thread.
public final class ChangeWatch: Sendable {
    /// The shared-memory index that SQLite writes. It is accessed only under the mutex, so that no thread reads after ``end()``.
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

    /// - Parameter connection: must remain open until ``end()`` is called. If its database is not in WAL mode, `state` is always
    ///   nil.
    public init(_ connection: Connection) throws(SQLiteError) {
        let mode = try connection.first("PRAGMA journal_mode") { row throws(SQLiteError) in try row.text(0) }
        let words = mode == "wal" ? plumbline_wal_index(connection.handle) : nil
        index = Mutex(Index(words: words.map { UnsafePointer($0) }))
    }

    /// The present state; nil if it is unknown.
    public var state: DatabaseState? {
        index.withLock { $0.state }
    }

    /// The present state, without ever blocking; nil also if that would require waiting for another thread.
    public var stateAtOnce: DatabaseState? {
        index.withLockIfAvailable { $0.state } ?? nil
    }

    /// Stops reading. Call it before the connection is closed; `state` is nil afterwards.
    public func end() {
        index.withLock { $0.words = nil }
    }
}
