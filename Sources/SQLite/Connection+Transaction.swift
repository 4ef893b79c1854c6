extension Connection {
    /// The time at which a transaction takes its lock.
    public enum TransactionKind: String, Sendable {
        /// At the first statement: for reading a consistent state.
        case deferred = "BEGIN DEFERRED"
        /// Immediately: for writing, so that it cannot fail halfway because another connection wrote first.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Runs the body, which only reads, in one transaction: everything it reads belongs to one state.
    ///
    /// The transaction is rolled back: if one of its statements has met a damaged page, SQLite refuses to commit it.
    public func snapshot<T, Failure: Error>(
        mapping wrap: (SQLiteError) -> Failure, _ body: () throws(Failure) -> T
    ) throws(Failure) -> T {
        do { try execute(TransactionKind.deferred.rawValue) } catch { throw wrap(error) }
        defer { rollBack() }
        return try body()
    }

    /// Runs the body in one transaction, which is rolled back if the body or the commit fails.
    public func transaction<T, Failure: Error>(
        _ kind: TransactionKind, mapping wrap: (SQLiteError) -> Failure, _ body: () throws(Failure) -> T
    ) throws(Failure) -> T {
        do { try execute(kind.rawValue) } catch { throw wrap(error) }
        let result: T
        do { result = try body() } catch {
            rollBack()
            throw error
        }
        do { try execute("COMMIT") } catch {
            rollBack()
            throw wrap(error)
        }
        return result
    }

    /// Runs the body in one transaction, which is rolled back if the body or the commit fails.
    public func transaction<T>(_ kind: TransactionKind, _ body: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        try transaction(kind, mapping: { $0 }, body)
    }

    /// Rolls the transaction back, if there is still one.
    public func rollBack() {
        // A failed rollback needs no handling: SQLite rolls back when the connection closes.
        if isInTransaction { try? execute("ROLLBACK") }
    }
}
