internal import CSQLite

/// What SQLite refused to do, with all it said about it.
///
/// The arguments of the statement are kept for a person who debugs, but are not part of `description`: layouts are private data.
public struct SQLiteError: Error, Sendable, Equatable {
    /// The primary result code, such as `SQLITE_CONSTRAINT` (19).
    public let code: Int32
    /// The extended result code, such as `SQLITE_CONSTRAINT_UNIQUE` (2067); the primary code where there is no finer one.
    public let extendedCode: Int32
    /// SQLite's sentence about it.
    public let message: String
    /// The statement, if it was a statement that failed.
    public let sql: String?
    /// What was bound to the statement; not in `description`.
    public let arguments: [Value]

    public init(extendedCode: Int32, message: String, sql: String? = nil, arguments: [Value] = []) {
        self.code = extendedCode & 0xff
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
        self.arguments = arguments
    }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        let number = code == extendedCode ? "\(code)" : "\(code), extended \(extendedCode)"
        let place = sql.map { " in: \($0)" } ?? ""
        return "SQLite error \(number): \(message)\(place)"
    }

    /// The description with the bound values; these may hold a user's data.
    public var descriptionWithArguments: String {
        arguments.isEmpty ? description : "\(description) with \(arguments)"
    }
}

// The primary codes that callers tell apart, by SQLite's names in Swift's spelling.
extension SQLiteError {
    /// Another connection holds the lock, longer than the busy timeout.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    /// The disk, or the size allowed for the database, is full.
    public var isFull: Bool { code == SQLITE_FULL }
    /// The operating system failed to read, write or sync.
    public var isInputOutput: Bool { code == SQLITE_IOERR }
    /// The file or its folder may not be written.
    public var isReadOnly: Bool { code == SQLITE_READONLY }
    /// The file cannot be opened.
    public var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
    /// The file is no SQLite database.
    public var isNotADatabase: Bool { code == SQLITE_NOTADB }
    /// The file is a database, and damaged.
    public var isCorrupt: Bool { code == SQLITE_CORRUPT }
    /// A constraint of the schema refused the row.
    public var isConstraint: Bool { code == SQLITE_CONSTRAINT }
    /// A value has another type than the program asked for.
    public var isMismatch: Bool { code == SQLITE_MISMATCH }
    /// A value is larger than SQLite stores.
    public var isTooBig: Bool { code == SQLITE_TOOBIG }
    /// There was no memory.
    public var isOutOfMemory: Bool { code == SQLITE_NOMEM }
}
