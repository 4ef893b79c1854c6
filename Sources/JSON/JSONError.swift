/// Why a text is not read as JSON, and where in it.
public struct JSONError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The text breaks RFC 8259, or is not UTF-8.
        case syntax
        /// Nested deeper than the limit.
        case tooDeep
        /// A number that neither a 64-bit integer nor a double holds.
        case numberOutOfRange
        /// An object has a key twice.
        case duplicateKey
        /// More values than the limit.
        case tooManyValues
        /// The parser ran out of memory or the text is beyond its size limit.
        case resources
    }

    public var reason: Reason
    /// What was found and what was expected, without the place.
    public var message: String
    /// Offset of the first byte that cannot be right.
    public var offset: Int
    /// From 1.
    public var line: Int
    /// From 1, in characters (Unicode scalars).
    public var column: Int
    /// JSON Pointer of the second of two equal keys, else nil.
    public var pointer: String?

    /// Counts line and column of `offset` in `bytes`.
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

/// Lines and columns of a byte offset in UTF-8.
public enum SourcePosition {
    /// Line and column, both from 1; a column counts Unicode scalars. Lines end with LF, CRLF or CR.
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
