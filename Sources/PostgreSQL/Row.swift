internal import CPostgreSQL

/// A row of a result. It is valid only while it is being read. A value of an unexpected type is an error, never a trap.
public struct Row {
    let result: OpaquePointer
    let number: Int32
    let sql: String

    /// Returns the integer of a column.
    public func integer(_ column: Int) throws(PostgreSQLError) -> Int64 {
        guard let number = try optionalInteger(column) else { throw mismatch(column, "is null") }
        return number
    }

    /// Returns the integer of a column, or nil for null.
    public func optionalInteger(_ column: Int) throws(PostgreSQLError) -> Int64? {
        guard let (type, bytes) = try value(column) else { return nil }
        switch (type, bytes.count) {
        case (Value.TypeID.integer8, 8): return Row.number(bytes, Int64.self)
        case (Value.TypeID.integer4, 4): return Int64(Row.number(bytes, Int32.self))
        case (Value.TypeID.integer2, 2): return Int64(Row.number(bytes, Int16.self))
        default: throw mismatch(column, "is no integer")
        }
    }

    /// Returns the text of a column.
    public func text(_ column: Int) throws(PostgreSQLError) -> String {
        guard let text = try optionalText(column) else { throw mismatch(column, "is null") }
        return text
    }

    /// Returns the text of a column, or nil for null.
    public func optionalText(_ column: Int) throws(PostgreSQLError) -> String? {
        guard let (type, bytes) = try value(column) else { return nil }
        guard [Value.TypeID.text, Value.TypeID.varchar, Value.TypeID.name].contains(type) else { throw mismatch(column, "is no text") }
        return StoredText.decoded(bytes)
    }

    /// Returns the bytes of a column.
    public func bytes(_ column: Int) throws(PostgreSQLError) -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw mismatch(column, "is null") }
        return bytes
    }

    /// Returns the bytes of a column, or nil for null.
    public func optionalBytes(_ column: Int) throws(PostgreSQLError) -> [UInt8]? {
        guard let (type, bytes) = try value(column) else { return nil }
        guard type == Value.TypeID.bytes else { throw mismatch(column, "is no byte string") }
        return Array(bytes)
    }

    /// Returns the truth value of a column.
    public func boolean(_ column: Int) throws(PostgreSQLError) -> Bool {
        guard let (type, bytes) = try value(column), type == Value.TypeID.boolean, bytes.count == 1 else {
            throw mismatch(column, "is no truth value")
        }
        return bytes[0] != 0
    }

    /// Returns the texts of a column with an array.
    public func texts(_ column: Int) throws(PostgreSQLError) -> [String] {
        guard let (type, bytes) = try value(column), type == Value.TypeID.texts else { throw mismatch(column, "is no list of texts") }
        var place = 0
        func number() throws(PostgreSQLError) -> Int {
            guard bytes.count - place >= 4 else { throw mismatch(column, "is cut") }
            defer { place += 4 }
            return Int(Row.number(UnsafeRawBufferPointer(rebasing: bytes[place..<place + 4]), Int32.self))
        }
        let dimensions = try number()
        _ = try number()
        _ = try number()
        guard dimensions > 0 else { return [] }
        guard dimensions == 1 else { throw mismatch(column, "has \(dimensions) dimensions") }
        let count = try number()
        _ = try number()
        var texts: [String] = []
        for _ in 0..<max(0, count) {
            let length = try number()
            guard length >= 0, length <= bytes.count - place else { throw mismatch(column, "has an invalid element") }
            texts.append(StoredText.decoded(bytes[place..<place + length]))
            place += length
        }
        return texts
    }

    /// Returns the type of a column and its bytes in the binary format, or nil for null.
    private func value(_ column: Int) throws(PostgreSQLError) -> (type: UInt32, bytes: UnsafeRawBufferPointer)? {
        guard let index = Int32(exactly: column), index >= 0, index < plumbline_pq_field_count(result) else {
            throw mismatch(column, "does not exist")
        }
        if plumbline_pq_is_null(result, number, index) != 0 { return nil }
        let length = Int(plumbline_pq_length(result, number, index))
        return (plumbline_pq_field_type(result, index), UnsafeRawBufferPointer(start: plumbline_pq_value(result, number, index), count: length))
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _: Number.Type) -> Number {
        Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    private func mismatch(_ column: Int, _ what: String) -> PostgreSQLError {
        let name = Int32(exactly: column).flatMap { plumbline_pq_field_name(result, $0) }.map { String(cString: $0) } ?? "\(column)"
        return PostgreSQLError(state: nil, message: "column \(name) \(what)", sql: sql, isMismatch: true)
    }
}
