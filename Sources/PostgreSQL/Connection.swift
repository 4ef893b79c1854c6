internal import CPostgreSQL

/// A connection to a server, used by one thread at a time.
///
/// It has no state between transactions (no prepared statements, no settings), so that a pooler may give each transaction
/// another connection to the server.
public final class Connection {
    private let handle: OpaquePointer

    /// - Parameter isWriting: whether the connection is for writing, so that a standby is refused.
    public init(_ text: ConnectionText, isWriting: Bool = true) throws(PostgreSQLError) {
        let parameters = text.parameters(isWriting: isWriting)
        let opened = Connection.withStrings(parameters.map(\.keyword)) { keywords in
            Connection.withStrings(parameters.map(\.value)) { values in plumbline_pq_connect(keywords, values) }
        }
        guard let opened else { throw PostgreSQLError(state: nil, message: "out of memory", sql: nil, isOfConnection: true) }
        guard plumbline_pq_status(opened) == plumbline_pq_connection_ok else {
            let message = Connection.line(plumbline_pq_error_message(opened))
            plumbline_pq_finish(opened)
            throw PostgreSQLError(state: nil, message: message, sql: nil, isOfConnection: true)
        }
        handle = opened
    }

    deinit {
        plumbline_pq_finish(handle)
    }

    /// The version of the server as a number, such as 150018 for 15.18.
    public var serverVersion: Int { Int(plumbline_pq_server_version(handle)) }

    /// Whether the connection was lost.
    public var isLost: Bool { plumbline_pq_status(handle) != plumbline_pq_connection_ok }

    /// Whether no transaction is open.
    public var isIdle: Bool { plumbline_pq_transaction_status(handle) == plumbline_pq_transaction_idle }

    /// Runs statements that have no parameters and whose rows are ignored.
    public func run(script: String) throws(PostgreSQLError) {
        let result = plumbline_pq_exec(handle, script)
        defer { plumbline_pq_clear(result) }
        try check(result, script)
    }

    /// Ends the transaction. The outcome is unknown if this throws an error with `isLost`.
    ///
    /// - Throws: an error with `isWaitCancelled` if it is committed on this server, but perhaps on no standby.
    public func commit() throws(PostgreSQLError) {
        var hasWarning: Int32 = 0
        let result = plumbline_pq_exec_warned(handle, "COMMIT", &hasWarning)
        defer { plumbline_pq_clear(result) }
        try check(result, "COMMIT")
        // A transaction that failed before is rolled back, without an error.
        guard plumbline_pq_command_status(result).map({ String(cString: $0) }) == "COMMIT" else {
            throw PostgreSQLError(state: "25P02", message: "the transaction failed before and was rolled back", sql: "COMMIT")
        }
        // The only warning of a COMMIT that succeeds.
        guard hasWarning == 0 else {
            throw PostgreSQLError(state: "01000", message: "the wait for a synchronous standby was cancelled", sql: "COMMIT")
        }
    }

    /// Runs one statement and reads each row.
    public func query<T>(
        _ sql: String, _ values: [Value] = [], _ read: (Row) throws(PostgreSQLError) -> T
    ) throws(PostgreSQLError) -> [T] {
        let result = send(sql, values)
        defer { plumbline_pq_clear(result) }
        try check(result, sql)
        guard let result else { return [] }
        var rows: [T] = []
        let count = plumbline_pq_row_count(result)
        rows.reserveCapacity(Int(count))
        for number in 0..<count { rows.append(try read(Row(result: result, number: number, sql: sql))) }
        return rows
    }

    /// Runs one statement and reads its rows one by one up to the first one for which `isLast` returns true. Only one is in memory at a time.
    public func query<T>(
        _ sql: String, _ values: [Value] = [], through isLast: (T) -> Bool, _ read: (Row) throws(PostgreSQLError) -> T
    ) throws(PostgreSQLError) -> [T] {
        let isSent = bound(values) { count, types, pointers, lengths, formats in
            plumbline_pq_send_params(handle, sql, count, types, pointers, lengths, formats) != 0
        }
        // The rows that are not wanted are received, too: only then can the connection be used again.
        defer { while let rest = plumbline_pq_next_result(handle) { plumbline_pq_clear(rest) } }
        guard isSent else {
            throw PostgreSQLError(state: nil, message: Connection.line(plumbline_pq_error_message(handle)), sql: sql, isOfConnection: isLost)
        }
        var rows: [T] = []
        while let result = plumbline_pq_next_result(handle) {
            defer { plumbline_pq_clear(result) }
            try check(result, sql)
            guard plumbline_pq_row_count(result) > 0 else { continue }
            let row = try read(Row(result: result, number: 0, sql: sql))
            rows.append(row)
            if isLast(row) { break }
        }
        return rows
    }

    /// Runs one statement and returns the number of rows that it changed.
    @discardableResult
    public func execute(_ sql: String, _ values: [Value] = []) throws(PostgreSQLError) -> Int {
        let result = send(sql, values)
        defer { plumbline_pq_clear(result) }
        try check(result, sql)
        return plumbline_pq_command_tuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Sends the statement with its values, and waits for the result in the binary format.
    private func send(_ sql: String, _ values: [Value]) -> OpaquePointer? {
        bound(values) { count, types, pointers, lengths, formats in
            plumbline_pq_exec_params(handle, sql, count, types, pointers, lengths, formats)
        }
    }

    /// Calls the body with the values in the binary format: their number, types, bytes, lengths and formats, as libpq has them.
    private func bound<R>(
        _ values: [Value], _ body: (Int32, [UInt32], [UnsafePointer<CChar>?], [Int32], [Int32]) -> R
    ) -> R {
        var bytes: [UInt8] = []
        var places: [Range<Int>?] = []
        for value in values {
            let start = bytes.count
            value.append(to: &bytes)
            if case .null = value { places.append(nil) } else { places.append(start..<bytes.count) }
        }
        // An empty array may have no address, and a null address would be null.
        bytes.append(0)
        let types = values.map(\.type)
        let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        return bytes.withUnsafeBytes { buffer in
            let pointers = places.map { place in
                place.flatMap { buffer.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) }?.advanced(by: $0.lowerBound) }
            }
            return body(Int32(clamping: values.count), types, pointers, lengths, formats)
        }
    }

    private func check(_ result: OpaquePointer?, _ sql: String) throws(PostgreSQLError) {
        switch plumbline_pq_result_status(result) {
        case plumbline_pq_command_ok, plumbline_pq_tuples_ok, plumbline_pq_single_tuple, plumbline_pq_empty_query: return
        default: break
        }
        func field(_ code: Int32) -> String? { plumbline_pq_result_error_field(result, code).map { String(cString: $0) } }
        let message = field(plumbline_pq_diag_message) ?? Connection.line(plumbline_pq_error_message(handle))
        throw PostgreSQLError(
            state: field(plumbline_pq_diag_sqlstate), message: message, sql: sql, constraint: field(plumbline_pq_diag_constraint),
            isOfConnection: isLost)
    }

    /// Returns the first line of a message.
    private static func line(_ message: UnsafeMutablePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? "no reason is given"
    }

    /// Calls the body with the strings as C has them, the last one null.
    private static func withStrings<T>(_ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> T) -> T {
        var bytes: [CChar] = []
        var offsets: [Int] = []
        for string in strings {
            offsets.append(bytes.count)
            bytes += string.utf8CString
        }
        return bytes.withUnsafeBufferPointer { buffer in
            let pointers = offsets.map { offset in buffer.baseAddress.map { UnsafePointer($0.advanced(by: offset)) } } + [nil]
            return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
}
