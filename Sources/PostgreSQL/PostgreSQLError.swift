/// An error of PostgreSQL or of the connection to it. It has no values of statements: layouts are private data.
public struct PostgreSQLError: Error, Sendable, Equatable {
    /// The SQLSTATE, such as `23505`; nil if the error is not of the server.
    public let state: String?
    /// The first line of the message.
    public let message: String
    /// The failed statement, if there was one.
    public let sql: String?
    /// The name of the violated constraint, if there is one.
    public let constraint: String?
    /// Whether the connection cannot be used any more.
    public let isOfConnection: Bool
    /// Whether a value has another type than the program expects.
    public let isMismatch: Bool

    init(state: String?, message: String, sql: String?, constraint: String? = nil, isOfConnection: Bool = false, isMismatch: Bool = false) {
        self.state = state
        self.message = message
        self.sql = sql
        self.constraint = constraint
        self.isOfConnection = isOfConnection
        self.isMismatch = isMismatch
    }
}

extension PostgreSQLError: CustomStringConvertible {
    public var description: String {
        let number = state.map { " \($0)" } ?? ""
        let place = sql.map { " in: \($0)" } ?? ""
        return "PostgreSQL error\(number): \(message)\(place)"
    }
}

extension PostgreSQLError {
    /// Whether the connection was lost, or the server stops, starts, or became a standby: the same may succeed on another connection.
    public var isLost: Bool {
        isOfConnection || isOfStandby || ["57P01", "57P02", "57P03"].contains(state) || state?.hasPrefix("08") == true
    }

    /// Whether the server is a standby, which refuses to write, and to begin a transaction that may.
    public var isOfStandby: Bool { state == "25006" || state == "0A000" && message.contains("recovery") }

    /// Whether concurrent transactions collided, so that the same transaction may succeed if it is repeated.
    public var isCollision: Bool { state == "40001" || state == "40P01" }

    /// Whether a row with the same key exists.
    public var isDuplicate: Bool { state == "23505" }

    /// Whether the statement took longer than its time limit, or was cancelled.
    public var isCancelled: Bool { state == "57014" }

    /// Whether a transaction is committed on the server, but its wait for the synchronous standbys was cancelled.
    public var isWaitCancelled: Bool { state == "01000" }

    /// Whether a lock was not available in time.
    public var isLocked: Bool { state == "55P03" }

    /// Whether a disk is full.
    public var isFull: Bool { state == "53100" }

    /// Whether the server has too few connections, or too little memory.
    public var isShortage: Bool { !isFull && state?.hasPrefix("53") == true }

    /// Whether the operating system failed to read or write.
    public var isInputOutput: Bool { state?.hasPrefix("58") == true }

    /// Whether stored data is damaged.
    public var isCorrupt: Bool { state?.hasPrefix("XX") == true }

    /// Whether a value exceeds a limit of the server.
    public var isTooBig: Bool { state?.hasPrefix("54") == true }

    /// Whether the role lacks a privilege.
    public var isForbidden: Bool { state == "42501" }

    /// Whether a table does not exist.
    public var isMissingTable: Bool { state == "42P01" }

    /// Whether a table to be created exists.
    public var isExistingTable: Bool { state == "42P07" }
}
