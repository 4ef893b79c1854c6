internal import CSQLite

/// A prepared statement. Like its connection, it is used by one thread at a time.
public final class Statement {
    /// The text of the statement.
    public let sql: String
    let handle: OpaquePointer
    private let connection: OpaquePointer
    private var arguments: [Value] = []
    /// The sum of the texts and blobs that were read from its rows, in bytes.
    var readBytes = 0

    init(connection: OpaquePointer, sql: String) throws(SQLiteError) {
        var prepared: OpaquePointer?
        // The length is passed explicitly, so that a NUL character cannot hide the rest of the text.
        var text = sql
        var hasTail = false
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    connection, characters.baseAddress, Int32(clamping: characters.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
                if let tail, let start = characters.baseAddress {
                    hasTail = characters[(tail - start)...].contains { $0 != 0x20 && $0 != 0x0a }
                }
                return code
            }
        }
        guard code == SQLITE_OK else { throw Connection.error(connection, sql: sql) }
        guard let prepared, !hasTail else {
            sqlite3_finalize(prepared)
            throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "exactly one statement is expected", sql: sql)
        }
        self.sql = sql
        self.handle = prepared
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds all parameters, in order.
    ///
    /// - Throws: `SQLITE_RANGE` if the number of values is not the number of parameters, `SQLITE_TOOBIG` for a value beyond 1 GB.
    public func bind(_ values: [Value]) throws(SQLiteError) {
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw SQLiteError(
                extendedCode: SQLITE_RANGE,
                message: "\(values.count) values for \(sqlite3_bind_parameter_count(handle)) parameters", sql: sql)
        }
        arguments = values
        for (place, value) in values.enumerated() {
            let code = bind(value, at: Int32(truncatingIfNeeded: place + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .real(let number): return sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                guard let length = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
                // An empty buffer may have no address, and a null address would bind NULL.
                guard let start = bytes.baseAddress else { return plumbline_bind_text(handle, index, "", 0) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { plumbline_bind_text(handle, index, $0, length) }
            }
        case .blob(let bytes):
            guard let length = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
            return length == 0 ? sqlite3_bind_zeroblob(handle, index, 0) : plumbline_bind_blob(handle, index, bytes, length)
        }
    }

    /// Advances to the next row. Returns false if there is none.
    public func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(code)
        }
    }

    /// Resets the statement and releases the bound values. Errors were already thrown by `step`.
    public func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        arguments = []
    }

    private func error(_ code: Int32) -> SQLiteError {
        // The connection reports its last failure, which is another one if a check above failed.
        sqlite3_errcode(connection) & 0xff == code & 0xff
            ? Connection.error(connection, sql: sql, arguments: arguments)
            : SQLiteError(extendedCode: code, message: String(cString: sqlite3_errstr(code)), sql: sql, arguments: arguments)
    }
}
