internal import Digest
internal import Glibc
internal import PostgreSQL
internal import Synchronization

/// A store of sessions in a PostgreSQL database, which any number of services use at the same time. POSTGRESQL.md explains it.
///
/// A write is committed on the server when it returns, and on its synchronous standbys if it has some.
public final class PostgreSQLSessionStore: SessionStore {
    let pool: ConnectionPool
    let bases = DeltaBases()
    public let engine: StoreEngine
    /// The name of this process in leases.
    let holder = RandomToken.make()
    /// Whether the store was opened only for reading.
    private let isReadOnly: Bool
    private let hasFailed = Atomic(false)
    /// The time for which the outcome of a COMMIT is looked up, in seconds.
    private let patience: Double

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - text: a connection string of libpq, which may contain a password; no error contains it.
    ///   - connections: the maximum number of connections; at least 2.
    ///   - allowsLoss: whether a server may be used that can lose what it has acknowledged.
    ///   - patience: the time for which the outcome of a commit is looked up after the connection was lost, in seconds.
    public init(
        connecting text: String, access: StoreAccess = .create, connections: Int = 8, allowsLoss: Bool = false, patience: Double = 10
    ) throws(StoreError) {
        guard ConnectionText.isLibraryInstalled else {
            throw .cannotOpen(path: "the PostgreSQL database", "the library libpq is not installed (Debian's package libpq5)")
        }
        guard let connection = ConnectionText(text) else {
            throw .cannotOpen(
                path: "the PostgreSQL database",
                "its connection string cannot be read; it is postgresql://USER@HOST:PORT/DATABASE or service=NAME, and special characters "
                    + "in names and passwords are written as %40 for @")
        }
        isReadOnly = access == .readOnly
        self.patience = patience
        let opening = PostgreSQLOpening(text: connection, allowsLoss: allowsLoss)
        engine = try opening.open(access)
        pool = ConnectionPool(connection, most: max(2, connections), isWriting: access == .create)
    }

    deinit {
        close()
    }

    public func close() {
        pool.close()
    }

    /// The place of a database without its password, such as `postgresql://plumbline@db.example/plumbline`.
    public static func place(of text: String) -> String {
        ConnectionText(text)?.place ?? "the PostgreSQL database"
    }

    /// Unknown: finding it out would take a query, which costs as much as the one that it would save.
    public var state: StoreState? { nil }

    public var stateAtOnce: StoreState? { nil }

    public func observe(_ work: @escaping @Sendable (StoreChange) -> Void) {}

    public func obstacle() -> StoreError? {
        do throws(StoreError) {
            let isStandby = try read { transaction throws(StoreError) in
                _ = try transaction.number("SELECT count(*) FROM (SELECT 1 FROM session LIMIT 1) AS s")
                return try transaction.first("SELECT pg_is_in_recovery()") { row throws(PostgreSQLError) in try row.boolean(0) }
            }
            guard !isReadOnly else { return nil }
            if isStandby == true {
                pool.forgetIdle()
                return .unavailable("the server is a standby: another one is the primary")
            }
            if hasFailed.load(ordering: .relaxed) {
                // Writing an unchanged value is a write, too.
                _ = try write { transaction, _ throws(StoreError) in
                    try transaction.change("UPDATE plumbline_schema SET version = version")
                }
            }
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Transactions

    /// The time limit of a statement in a long read.
    private static let longReadSeconds = 5

    /// Reads in one snapshot. If the connection was lost, which idle connections are after the server was restarted, it is repeated
    /// once on a new one.
    ///
    /// - Parameters:
    ///   - isLong: whether the body may search everything. Such reads leave a connection to short ones, and fail as
    ///     `searchTooLong` after their time limit.
    ///   - isSingle: whether the body runs a single statement, which is a snapshot by itself: it saves two exchanges with the server.
    func read<T>(isLong: Bool = false, isSingle: Bool = false, _ body: (Transaction) throws(StoreError) -> T) throws(StoreError) -> T {
        var isAgain = false
        while true {
            let connection = try borrow(isLong: isLong)
            defer { pool.giveBack(connection, isLong: isLong) }
            let transaction = Transaction(connection)
            do throws(StoreError) {
                if !isSingle { try transaction.beginReading(limit: isLong ? PostgreSQLSessionStore.longReadSeconds : nil) }
                let result = try body(transaction)
                if !isSingle { try transaction.commit() }
                return result
            } catch {
                if !isSingle { transaction.rollBack() }
                guard let failure = transaction.failure else { throw error }
                if isLong, failure.isCancelled { throw .searchTooLong }
                guard failure.isLost || failure.isCollision, !isAgain else { throw error }
                isAgain = true
            }
        }
    }

    /// Does the work in a transaction and returns when it is committed.
    ///
    /// Transactions that collide with others, or lose their connection, are repeated for a while. If the connection is lost during
    /// COMMIT, the outcome is not known. The work is then repeated with `isAgain`, so it must find out whether it was done: its first
    /// statement locks the session's row, or inserts the same keys, and so waits until the former transaction has ended.
    ///
    /// - Throws: `outcomeUnknown` if the outcome cannot be looked up in time, `notReplicated` if the wait for the standbys was cancelled.
    func write<T>(_ work: (Transaction, _ isAgain: Bool) throws(StoreError) -> T) throws(StoreError) -> T {
        guard !isReadOnly else { throw .readOnly("it was opened only for reading") }
        var patience = WritePatience(seconds: patience)
        while true {
            do throws(StoreError) {
                let value = try attempt(work, &patience)
                hasFailed.store(false, ordering: .relaxed)
                return value
            } catch {
                if patience.isToRepeat { continue }
                if patience.mayBeCommitted, patience.isLost { throw .outcomeUnknown }
                if error.isOfDisk { hasFailed.store(true, ordering: .relaxed) }
                throw error
            }
        }
    }

    /// Returns what a read has found, after the synchronous standbys have it, too.
    func replicated<T>(_ found: T?) throws(StoreError) -> T? {
        guard let found, !isReadOnly else { return found }
        try write { transaction, _ throws(StoreError) in try transaction.writeForStandbys() }
        return found
    }

    private func attempt<T>(
        _ work: (Transaction, _ isAgain: Bool) throws(StoreError) -> T, _ patience: inout WritePatience
    ) throws(StoreError) -> T {
        let connection: Connection
        do throws(ConnectionPool.Failure) { connection = try pool.borrow() } catch {
            if case .server(let failure) = error { patience.note(failure) } else { patience.giveUp() }
            throw StoreError(error)
        }
        defer { pool.giveBack(connection) }
        let transaction = Transaction(connection)
        do throws(StoreError) {
            try transaction.beginWriting()
            let value = try work(transaction, patience.mayBeCommitted)
            if patience.mayBeCommitted { try transaction.writeForStandbys() }
            try transaction.writeSummaries()
            patience.isCommitting = true
            try transaction.commit()
            return value
        } catch {
            transaction.rollBack()
            if let failure = transaction.failure { patience.note(failure) } else { patience.giveUp() }
            // A server that has become a standby still has connections to this pool.
            if transaction.failure?.isLost == true { pool.forgetIdle() }
            throw error
        }
    }

    private func borrow(isLong: Bool) throws(StoreError) -> Connection {
        do throws(ConnectionPool.Failure) { return try pool.borrow(isLong: isLong) } catch { throw StoreError(error) }
    }
}

/// Decides whether a failed write is repeated, and pauses before that.
private struct WritePatience {
    private static let mostCollisions = 20
    /// The number of attempts that lose their connection before COMMIT, which is certainly not committed.
    private static let mostLosses = 2

    /// Whether the attempt in progress has sent COMMIT.
    var isCommitting = false
    /// Whether an attempt lost its connection during COMMIT.
    private(set) var mayBeCommitted = false
    /// Whether the last attempt lost its connection or found none, or the row was locked.
    private(set) var isLost = false
    private(set) var isToRepeat = false
    private var collisions = 0
    private var losses = 0
    private let seconds: Double
    private let start = WritePatience.now()

    /// - Parameter seconds: the time for which the outcome of a COMMIT is looked up.
    init(seconds: Double) {
        self.seconds = seconds
    }

    private var hasTime: Bool { WritePatience.now() - start < seconds }

    /// Notes that the attempt failed for a reason that repeating it does not change.
    mutating func giveUp() {
        isCommitting = false
        isLost = false
        isToRepeat = false
    }

    mutating func note(_ failure: PostgreSQLError) {
        isLost = failure.isLost || failure.isLocked || failure.isShortage
        if failure.isLost {
            if isCommitting { mayBeCommitted = true }
            losses += 1
            isToRepeat = mayBeCommitted ? hasTime : losses < WritePatience.mostLosses
            if isToRepeat, losses > 1 { usleep(200_000) }
        } else if failure.isCollision || failure.isDuplicate {
            collisions += 1
            isToRepeat = collisions < WritePatience.mostCollisions
            if isToRepeat { usleep(UInt32.random(in: 500...2000) << UInt32(min(collisions, 5))) }
        } else {
            isToRepeat = mayBeCommitted && isLost && hasTime
        }
        isCommitting = false
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
