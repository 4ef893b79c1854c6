internal import SQLite
internal import StandardAdditions

/// A pool of connections for reading, each lent to one thread at a time. In WAL mode, readers and the writer do not block each
/// other.
final class ReaderPool: @unchecked Sendable {
    // A connection is accessed only by its borrower; the lists and flags only under the monitor.
    private let monitor = Monitor()
    private var idle: [Connection]
    private var lent = 0
    /// The number of connections lent for long reads, and its maximum: one connection always remains for short reads.
    private var lentForLong = 0
    private let mostForLong: Int
    private var isClosed = false

    private let noteDamage: @Sendable () -> Void

    /// - Parameter noteDamage: called if SQLite finds the file damaged during a read.
    init(_ connections: [Connection], noteDamage: @escaping @Sendable () -> Void) {
        idle = connections
        mostForLong = max(1, connections.count - 1)
        self.noteDamage = noteDamage
    }

    /// The CPU time of one read in nanoseconds: of a long one, and of another, which takes milliseconds unless the file is damaged.
    private static let (longTime, shortTime) = (1_000_000_000, 5_000_000_000)
    /// The memory of one read in bytes.
    private static let mostMemory = 128 << 20

    /// Lends a connection to the body, in a read transaction: everything it reads belongs to one snapshot.
    ///
    /// - Parameter isLong: whether the body may search everything. Such reads leave one connection to short ones, if there are
    ///   several: further ones wait. They fail as `searchTooLong` after their time limit.
    /// - Parameter isLimited: whether the read fails if it takes more time or memory than reads of undamaged files.
    /// - Parameter notesDamage: whether nothing may be written any more if SQLite finds the file damaged.
    func read<T>(
        isLong: Bool = false, isLimited: Bool = true, notesDamage: Bool = true, _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        let borrowed: Connection? = monitor.wait { () -> Connection?? in
            if isClosed { return .some(nil) }
            if isLong, lentForLong >= mostForLong { return nil }
            guard let connection = idle.popLast() else { return nil }
            lent += 1
            if isLong { lentForLong += 1 }
            return connection
        }
        guard let connection = borrowed else { throw .closed }
        defer {
            monitor.locked {
                lent -= 1
                if isLong { lentForLong -= 1 }
                if !isClosed { idle.append(connection) }
            }
        }
        return try connection.snapshot(mapping: { StoreError($0) }) { () throws(StoreError) in
            if isLimited {
                connection.limit(
                    nanoseconds: isLong ? ReaderPool.longTime : ReaderPool.shortTime, bytes: ReaderPool.mostMemory, rowBytes: ReaderPool.mostMemory)
            }
            defer { connection.endLimit() }
            do throws(StoreError) {
                return try body(connection)
            } catch {
                if isLimited, connection.isOverLimit { throw isLong ? .searchTooLong : .limit(of: connection) }
                // Nothing is stored here that could be too long: a service with more memory may have stored it.
                if case .tooLong = error { throw .unavailable("a stored value is longer than this service reads; give it more --max-memory") }
                // A malformed row is damage of its session; this is damage of the file.
                if notesDamage, error.isOfPage { noteDamage() }
                throw error
            }
        }
    }

    /// Closes the connections after all have been returned.
    func close() {
        monitor.locked {
            isClosed = true
            idle = []
        }
        monitor.wait { lent == 0 ? () : nil }
    }
}
