/// The reason and position of a failure to parse JSON.
public struct JSONError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The text violates RFC 8259, or is not UTF-8.
        case syntax
        /// Nested deeper than the limit.
        case tooDeep
        /// A number that fits neither a 64-bit integer nor a double.
        case numberOutOfRange
        /// An object has a duplicate key.
        case duplicateKey
        /// More values than the limit.
        case tooManyValues
        /// The parser ran out of memory or the text is beyond its size limit.
        case resources
    }

    public var reason: Reason
    /// The actual and the expected text, without the position.
    public var message: String
    /// The offset of the first wrong byte.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in characters (Unicode scalars).
    public var column: Int
    /// The JSON Pointer of the second of two equal keys, otherwise nil.
    public var pointer: String?

    /// Creates an error, and computes line and column from `offset` in `bytes`.
    init(_ reason: Reason, _ message: String, offset: Int, in bytes: [UInt8], pointer: String? = nil) {
        self.reason = reason
        self.message = message
        self.offset = offset
        self.pointer = pointer
        let (line, column) = SourcePosition.of(offset, in: bytes)
        self.line = line
        self.column = column
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// Converts byte offsets in UTF-8 to lines and columns.
public enum SourcePosition {
    /// Returns line and column, both from 1; a column counts Unicode scalars. Lines end with LF, CRLF or CR.
    public static func of(_ offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var line = 1
        var start = 0
        let end = min(max(offset, 0), bytes.count)
        for index in 0..<end {
            let byte = bytes[index]
            let endsLine =
                byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")))
            if endsLine {
                line += 1
                start = index + 1
            }
        }
        let column = bytes[start..<end].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return (line, column)
    }
}
