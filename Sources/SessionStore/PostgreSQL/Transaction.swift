internal import Digest
internal import PostgreSQL

/// A transaction on a connection. It converts errors to the store's, and remembers PostgreSQL's own, by which it is decided whether
/// the transaction is repeated.
final class Transaction {
    private let connection: Connection
    /// The last error of PostgreSQL.
    private(set) var failure: PostgreSQLError?
    /// The changes of the summaries of findings across sessions.
    var summaries = SummaryChanges()

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The time for which a write waits for another one to the same session.
    private static let lockSeconds = 5

    func beginWriting() throws(StoreError) {
        try remembering { () throws(PostgreSQLError) in
            // Every statement sees what was committed before it, and rows to be changed are locked first. A role may have turned warnings
            // off, one of which says that a commit was not replicated.
            try connection.run(
                script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; "
                    + "SET LOCAL lock_timeout = '\(Transaction.lockSeconds)s'; SET LOCAL client_min_messages = 'warning'")
        }
    }

    /// - Parameter seconds: the time limit of each statement; nil for none.
    func beginReading(limit seconds: Int?) throws(StoreError) {
        let limit = seconds.map { "; SET LOCAL statement_timeout = '\($0)s'" } ?? ""
        try remembering { () throws(PostgreSQLError) in
            try connection.run(script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" + limit)
        }
    }

    /// Lets the following statements run in one process of the server. For some hundred rows, the start of more takes longer than the rows.
    func planSerially() throws(StoreError) {
        try remembering { () throws(PostgreSQLError) in try connection.run(script: "SET LOCAL max_parallel_workers_per_gather = 0") }
    }

    /// Writes something that leaves no trace, so that the commit waits for the synchronous standbys: they have all that this transaction has
    /// read then, even if the wait of the transaction that wrote it was cut short.
    func writeForStandbys() throws(StoreError) {
        let name = "commit of \(RandomToken.make())"
        try change("INSERT INTO lease (name, holder, until) VALUES ($1, '', now())", [.text(name)])
        try change("DELETE FROM lease WHERE name = $1", [.text(name)])
    }

    func commit() throws(StoreError) {
        try remembering { () throws(PostgreSQLError) in try connection.commit() }
    }

    func rollBack() {
        guard !connection.isLost else { return }
        try? connection.run(script: "ROLLBACK")
    }

    func query<T>(_ sql: String, _ values: [Value] = [], _ read: (Row) throws(PostgreSQLError) -> T) throws(StoreError) -> [T] {
        try remembering { () throws(PostgreSQLError) in try connection.query(sql, values, read) }
    }

    /// Reads the rows one by one up to the first one for which `isLast` returns true.
    func query<T>(
        _ sql: String, _ values: [Value], through isLast: (T) -> Bool, _ read: (Row) throws(PostgreSQLError) -> T
    ) throws(StoreError) -> [T] {
        try remembering { () throws(PostgreSQLError) in try connection.query(sql, values, through: isLast, read) }
    }

    func first<T>(_ sql: String, _ values: [Value] = [], _ read: (Row) throws(PostgreSQLError) -> T) throws(StoreError) -> T? {
        try query(sql, values, read).first
    }

    /// Returns the integer in the statement's first row, or nil if there is no row.
    func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64? {
        try first(sql, values) { row throws(PostgreSQLError) in try row.integer(0) }
    }

    /// Runs one statement and returns the number of rows that it changed.
    @discardableResult
    func change(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int {
        try remembering { () throws(PostgreSQLError) in try connection.execute(sql, values) }
    }

    private func remembering<T>(_ work: () throws(PostgreSQLError) -> T) throws(StoreError) -> T {
        do { return try work() } catch {
            failure = error
            throw StoreError(error)
        }
    }
}

extension StoredParts {
    /// Reads rows that belong to the session alone: a value that violates the schema is damage of the session.
    ///
    /// - Parameter name: names the rows, such as "step 3".
    func rows<T>(
        _ transaction: Transaction, _ sql: String, _ values: [Value], _ name: @autoclosure () -> String,
        _ read: (Row) throws(PostgreSQLError) -> T
    ) throws(StoreError) -> [T] {
        do throws(StoreError) { return try transaction.query(sql, values, read) } catch {
            guard let failure = transaction.failure, failure.isMismatch else { throw error }
            throw damage("in \(name()), \(failure.message)")
        }
    }
}
