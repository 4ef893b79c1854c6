internal import CSQLite

extension Connection {
    /// A predicate on a row's bytes and a text; nil (NULL in SQL) if the bytes are malformed.
    public typealias Predicate = @Sendable (_ bytes: [UInt8], _ text: [UInt8]) -> Bool?

    /// Registers a predicate as an SQL function with two arguments, a blob and a text.
    public func define(_ name: String, _ predicate: @escaping Predicate) throws(SQLiteError) {
        let context = Unmanaged.passRetained(PredicateBox(predicate))
        let code = sqlite3_create_function_v2(
            handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context.toOpaque(),
            { call, count, values in
                guard let context = sqlite3_user_data(call), count == 2, let bytes = values?[0], let text = values?[1] else { return }
                let box = Unmanaged<PredicateBox>.fromOpaque(context).takeUnretainedValue()
                switch box.predicate(PredicateBox.bytes(bytes), PredicateBox.bytes(text)) {
                case let isMet?: sqlite3_result_int(call, isMet ? 1 : 0)
                case nil: sqlite3_result_null(call)
                }
            }, nil, nil,
            // SQLite calls this also if the registration fails.
            { context in
                if let context { Unmanaged<PredicateBox>.fromOpaque(context).release() }
            })
        guard code == SQLITE_OK else { throw Connection.error(handle, sql: nil) }
    }
}

private final class PredicateBox: Sendable {
    let predicate: Connection.Predicate

    init(_ predicate: @escaping Connection.Predicate) {
        self.predicate = predicate
    }

    static func bytes(_ value: OpaquePointer) -> [UInt8] {
        // Get the pointer before the length: the call may convert the value and change the length.
        guard let bytes = sqlite3_value_blob(value) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
    }
}
