internal import CSQLite

/// The present row of a statement. Its values are not trusted: a value of an unexpected type is an error, never a trap or a
/// silent 0, unless the query repairs.
public struct Row {
    let statement: Statement
    /// Whether malformed values are replaced: text that is not UTF-8 is read with U+FFFD in it, and a value of another type as
    /// U+FFFD, 0 or no bytes.
    public let isRepaired: Bool

    /// The number of columns.
    public var count: Int { Int(sqlite3_column_count(statement.handle)) }

    /// Returns the value as it is stored.
    ///
    /// - Throws: `SQLITE_MISMATCH` for text that is not UTF-8, unless it is repaired; `SQLITE_RANGE` for a column that the
    ///   statement doesn't have.
    public func value(_ column: Int) throws(SQLiteError) -> Value {
        guard column >= 0, column < count, let index = Int32(exactly: column) else {
            throw SQLiteError(extendedCode: SQLITE_RANGE, message: "there is no column \(column)", sql: statement.sql)
        }
        let handle = statement.handle
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(handle, index) else { throw outOfMemory }
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
            statement.readBytes += bytes.count
            if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
            guard isRepaired else { throw mismatch(index, "is text that is not UTF-8") }
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let length = Int(sqlite3_column_bytes(handle, index))
            guard length > 0 else { return .blob([]) }
            statement.readBytes += length
            guard let start = sqlite3_column_blob(handle, index) else { throw outOfMemory }
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: length)))
        default: return .null
        }
    }

    /// Returns the integer of a column.
    public func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        let value = try value(column)
        if case .integer(let number) = value { return number }
        guard isRepaired else { throw unexpected(value, column, "INTEGER") }
        return 0
    }

    /// Returns the text of a column.
    public func text(_ column: Int) throws(SQLiteError) -> String {
        let value = try value(column)
        if case .text(let text) = value { return text }
        guard isRepaired else { throw unexpected(value, column, "TEXT") }
        return "\u{FFFD}"
    }

    /// Returns the bytes of a column.
    public func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
        let value = try value(column)
        if case .blob(let bytes) = value { return bytes }
        guard isRepaired else { throw unexpected(value, column, "BLOB") }
        return []
    }

    /// Returns the bytes of a column, or nil for NULL.
    public func optionalBlob(_ column: Int) throws(SQLiteError) -> [UInt8]? {
        try value(column) == .null ? nil : blob(column)
    }

    private var outOfMemory: SQLiteError {
        SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory", sql: statement.sql)
    }

    private func unexpected(_ value: Value, _ column: Int, _ expected: String) -> SQLiteError {
        mismatch(Int32(truncatingIfNeeded: column), "is \(value.storageClass), not \(expected)")
    }

    private func mismatch(_ index: Int32, _ what: String) -> SQLiteError {
        let name = sqlite3_column_name(statement.handle, index).map { String(cString: $0) } ?? "\(index)"
        return SQLiteError(extendedCode: SQLITE_MISMATCH, message: "column \(name) \(what)", sql: statement.sql)
    }
}
