/// The lines of a text, one after the other, the carriers' escapes undone.
struct LogLines {
    struct Line {
        /// From 1.
        var number: Int
        var bytes: Bytes
    }

    private let bytes: Bytes
    private var index = 0
    private var number = 0
    /// A line that was put back.
    private var returned: Line?

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func next() -> Line? {
        if let line = returned {
            returned = nil
            return line
        }
        // Empty lines mean nothing anywhere in a log.
        while index < bytes.count, bytes[index] == Byte.newline {
            index += 1
            number += 1
        }
        guard index < bytes.count else { return nil }
        let end = bytes[index...].firstIndex { $0 == Byte.newline || $0 == Byte.carriageReturn } ?? bytes.count
        let line = Bytes(bytes[index..<end])
        index = end + 1
        if end < bytes.count, bytes[end] == Byte.carriageReturn, bytes.at(index) == Byte.newline { index += 1 }
        number += 1
        return Line(number: number, bytes: CarrierDamage.unescaped(line))
    }

    /// Makes a line, or what is left of it, the next one again.
    mutating func putBack(_ line: Line) {
        returned = line
    }

    /// A line without what quoting, listing and commenting put before it: `> `, `// `, `3. `, `12: `, `* `.
    static func withoutDecoration(_ line: Bytes) -> ArraySlice<UInt8> {
        var slice = line[...]
        func skipSigns() {
            while let byte = slice.first,
                byte.isBlank || byte == Byte.greater || byte == UInt8(ascii: "/") || byte == Byte.star || byte == UInt8(ascii: "`")
                    || byte == UInt8(ascii: "#") || byte == Byte.bar && slice.dropFirst().first?.isBlank == true
            {
                slice.removeFirst()
            }
        }
        skipSigns()
        let digits = slice.prefix { $0.isDigit }
        if !digits.isEmpty, digits.count <= 6, digits.endIndex < slice.endIndex {
            let mark = slice[digits.endIndex]
            let isNumber = mark == Byte.colon || mark == Byte.dot || mark == Byte.bar || mark == UInt8(ascii: "\t") || mark == Byte.closeParenthesis
            if isNumber, slice.dropFirst(digits.count + 1).first?.isBlank ?? true { slice = slice[(digits.endIndex + 1)...] }
        }
        skipSigns()
        return slice
    }
}
