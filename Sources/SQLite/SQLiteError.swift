internal import CSQLite

/// An error of SQLite, with all its details.
///
/// The arguments of the statement are recorded for debugging, but are not part of `description`: layouts are private data.
public struct SQLiteError: Error, Sendable, Equatable {
    /// The primary result code, such as `SQLITE_CONSTRAINT` (19).
    public let code: Int32
    /// The extended result code, such as `SQLITE_CONSTRAINT_UNIQUE` (2067); the primary code if there is no extended one.
    public let extendedCode: Int32
    /// SQLite's error message.
    public let message: String
    /// The failed statement, if there was one.
    public let sql: String?
    /// The values bound to the statement; not in `description`.
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

    /// The description with the bound values, which may contain a user's data.
    public var descriptionWithArguments: String {
        arguments.isEmpty ? description : "\(description) with \(arguments)"
    }
}

// The primary codes that callers distinguish, by SQLite's names in Swift's spelling.
extension SQLiteError {
    /// Whether another connection held the lock for longer than the busy timeout.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    /// Whether the disk, or the size allowed for the database, is exhausted.
    public var isFull: Bool { code == SQLITE_FULL }
    /// Whether the operating system failed to read, write or sync.
    public var isInputOutput: Bool { code == SQLITE_IOERR }
    /// Whether the memory that users of a database share could not be made, which is a file.
    public var isSharedMemoryShort: Bool { extendedCode == SQLITE_IOERR | 19 << 8 }
    /// Whether the file or its folder is not writable.
    public var isReadOnly: Bool { code == SQLITE_READONLY }
    /// Whether the file cannot be opened.
    public var isCannotOpen: Bool { code == SQLITE_CANTOPEN }
    /// Whether the file is not a SQLite database.
    public var isNotADatabase: Bool { code == SQLITE_NOTADB }
    /// Whether the file is a damaged database.
    public var isCorrupt: Bool { code == SQLITE_CORRUPT }
    /// Whether an entry of an index was found to differ from its row.
    public var isCorruptEntry: Bool { extendedCode == SQLITE_CORRUPT | 3 << 8 }
    /// Whether a page of the file is not one of its table or index.
    public var isCorruptPage: Bool { extendedCode == SQLITE_CORRUPT }
    /// Whether a constraint of the schema rejected the row.
    public var isConstraint: Bool { code == SQLITE_CONSTRAINT }
    /// Whether a value has another type than the program expects.
    public var isMismatch: Bool { code == SQLITE_MISMATCH }
    /// Whether a value exceeds SQLite's size limit.
    public var isTooBig: Bool { code == SQLITE_TOOBIG }
    /// Whether memory was exhausted.
    public var isOutOfMemory: Bool { code == SQLITE_NOMEM }
}
