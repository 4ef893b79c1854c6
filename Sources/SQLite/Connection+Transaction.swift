extension Connection {
    /// When a transaction takes its lock.
    public enum TransactionKind: String, Sendable {
        /// At the first statement: for reading a consistent state.
        case deferred = "BEGIN DEFERRED"
        /// At once: for writing, so that it never fails halfway because another connection wrote first.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Runs the body in one transaction, which is rolled back where the body or the commit fails.
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

    /// Runs the body in one transaction, which is rolled back where the body or the commit fails.
    public func transaction<T>(_ kind: TransactionKind, _ body: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        try transaction(kind, mapping: { $0 }, body)
    }

    /// Ends the transaction, if there still is one, without keeping what it did.
    public func rollBack() {
        // A failed roll-back leaves nothing to do: SQLite rolls back by itself when the connection closes.
        if isInTransaction { try? execute("ROLLBACK") }
    }
}
