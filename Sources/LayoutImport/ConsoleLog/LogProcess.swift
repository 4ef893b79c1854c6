/// The process that wrote a line, if the line states it: `App[123:4567]`, `App(UIKitCore)[123]`.
struct LogProcess: Hashable {
    /// The maximum length of the prefix with date and host.
    private static let longestPrefix = 200

    private let number: Bytes

    /// Returns nil if no process is named at the beginning of the line, before any bracket or quote.
    init?(of line: Bytes) {
        guard let found = LogProcess.find(in: line) else { return nil }
        number = found.number
    }

    /// Returns what a line says after its process, or nil if it names none.
    static func message(in line: Bytes) -> ArraySlice<UInt8>? {
        find(in: line).map { line[$0.end...].drop { $0 == Byte.colon || $0.isBlank } }
    }

    private static func find(in line: Bytes) -> (number: Bytes, end: Int)? {
        var index = 0
        // The start of the word before the index.
        var word = 0
        while index < line.count, index < longestPrefix {
            let byte = line[index]
            if byte == Byte.less || byte == Byte.doubleQuote { return nil }
            if byte.isBlank { word = index + 1 }
            if byte == Byte.openBracket, index > word, let found = number(in: line, from: index + 1) { return found }
            index += 1
        }
        return nil
    }

    /// Parses `123]` or `123:4567]`, followed by a blank or the end.
    private static func number(in line: Bytes, from start: Int) -> (number: Bytes, end: Int)? {
        let digits = line[start...].prefix { $0.isDigit }
        guard !digits.isEmpty else { return nil }
        var end = digits.endIndex
        if line.at(end) == Byte.colon { end += 1 + line[(end + 1)...].prefix { $0.isHexDigit || $0 == UInt8(ascii: "x") }.count }
        guard line.at(end) == Byte.closeBracket, line.at(end + 1)?.isBlank ?? true || line.at(end + 1) == Byte.colon else { return nil }
        return (Bytes(digits), end + 1)
    }
}
