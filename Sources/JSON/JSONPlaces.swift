/// The source positions of a JSON text's values and keys, by JSON Pointers.
///
/// The text must have been parsed without error.
public struct JSONPlaces: Sendable {
    private let bytes: [UInt8]
    private var values: [String: Int] = [:]
    private var keys: [String: Int] = [:]

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var walker = Walker(bytes: bytes)
        walker.value("")
        values = walker.values
        keys = walker.keys
    }

    /// The line and column, both from 1, at which the value begins.
    public subscript(pointer: String) -> (line: Int, column: Int)? {
        values[pointer].map { SourcePosition.of($0, in: bytes) }
    }

    /// Returns the lines and columns of values in the order of the text, by one pass over it.
    public func positions(of pointers: [String]) -> [(line: Int, column: Int)?] {
        var (offset, line, column) = (0, 1, 1)
        return pointers.map { pointer in
            guard let next = values[pointer], next >= offset else { return self[pointer] }
            let own = SourcePosition.of(next - offset, in: Array(bytes[offset..<next]))
            column = own.line > 1 ? own.column : column + own.column - 1
            (offset, line) = (next, line + own.line - 1)
            return (line, column)
        }
    }

    /// Returns the byte offset at which the value begins.
    public func offset(of pointer: String) -> Int? { values[pointer] }

    /// The line and column at which the key of a member begins.
    public subscript(key pointer: String) -> (line: Int, column: Int)? {
        keys[pointer].map { SourcePosition.of($0, in: bytes) }
    }

    private struct Walker {
        let bytes: [UInt8]
        var at = 0
        var values: [String: Int] = [:]
        var keys: [String: Int] = [:]

        mutating func value(_ pointer: String) {
            skipSpace()
            values[pointer] = at
            // The parser has bounded the depth.
            guard at < bytes.count else { return }
            switch bytes[at] {
            case UInt8(ascii: "{"): members(pointer)
            case UInt8(ascii: "["): elements(pointer)
            case UInt8(ascii: "\""): skipString()
            default: while at < bytes.count, !",]} \t\r\n".utf8.contains(bytes[at]) { at += 1 }
            }
        }

        private mutating func members(_ pointer: String) {
            at += 1
            skipSpace()
            while at < bytes.count, bytes[at] == UInt8(ascii: "\"") {
                let start = at
                skipString()
                let name = (try? JSONTree(parsing: Array(bytes[start..<at])))?.string ?? ""
                let child = "\(pointer)/\(JSONPointer.escaped(name))"
                keys[child] = start
                skipSpace()
                at += 1
                value(child)
                next()
            }
            at += 1
        }

        private mutating func elements(_ pointer: String) {
            at += 1
            skipSpace()
            var index = 0
            while at < bytes.count, bytes[at] != UInt8(ascii: "]") {
                value("\(pointer)/\(index)")
                index += 1
                next()
            }
            at += 1
        }

        private mutating func next() {
            skipSpace()
            if at < bytes.count, bytes[at] == UInt8(ascii: ",") { at += 1 }
            skipSpace()
        }

        private mutating func skipString() {
            at += 1
            while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
            at += 1
        }

        private mutating func skipSpace() {
            while at < bytes.count, " \t\r\n".utf8.contains(bytes[at]) { at += 1 }
        }
    }
}
