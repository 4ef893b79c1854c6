internal import StandardAdditions

/// Visual formats and equations in a list that Swift or a debugger printed: `["H:|-8-[title]", "V:|[title]|"]`, or elements
/// as `- 0 : "H:|[title]|"` below a heading.
struct PrintedFormats {
    /// Whether the text has such a list. Its headings and brackets are then no entries.
    private let isList: Bool

    init(_ text: [UInt8]) {
        isList = text.parts(separatedBy: { $0 == Byte.newline || $0 == Byte.carriageReturn }).contains { !PrintedFormats.quoted(in: $0).isEmpty }
    }

    /// Returns the entries of a line: the line itself, or the quoted texts in it, each at its column if that is not far.
    func entries(of line: ArraySlice<UInt8>) -> [[UInt8]] {
        guard isList else { return [Array(line)] }
        let quoted = PrintedFormats.quoted(in: line)
        if quoted.isEmpty { return PrintedFormats.isAround(line.trimmed) ? [] : [Array(line)] }
        let farthest = 200
        return quoted.map { range in
            let column = range.lowerBound - line.startIndex
            return Array(repeating: Byte.space, count: column <= farthest ? column : 0) + line[range]
        }
    }

    /// Returns whether a line is a bracket of a list, its heading, or the command that printed it.
    private static func isAround(_ line: ArraySlice<UInt8>) -> Bool {
        if line.allSatisfy({ "[](),".utf8.contains($0) }) { return true }
        let text = String(decoding: line.prefix(80), as: UTF8.self)
        if ["(lldb) ", "(gdb) ", "<__NS", "<_TtGC"].contains(where: text.hasPrefix) { return true }
        return text.hasPrefix("\u{25BF}") && (text.hasSuffix(" element") || text.hasSuffix(" elements"))
    }

    /// Returns the texts in quotes if the line consists of these, separated by commas, and the first is a format or an equation. A
    /// format with a quoted name, `["my title"(60)]`, is none of these.
    private static func quoted(in line: ArraySlice<UInt8>) -> [Range<Int>] {
        var rest = line.trimmed
        rest = withoutNumber(rest).drop { $0 == Byte.openBracket || $0 == Byte.openParenthesis || $0 == Byte.space }
        var ranges: [Range<Int>] = []
        while rest.first == Byte.doubleQuote {
            let start = rest.startIndex + 1
            var end = start
            while end < rest.endIndex, rest[end] != Byte.doubleQuote || rest[end - 1] == Byte.backslash { end += 1 }
            guard end < rest.endIndex else { return [] }
            ranges.append(start..<end)
            rest = rest[(end + 1)...].drop { $0 == Byte.space }
            guard rest.first == Byte.comma else { break }
            rest = rest.dropFirst().drop { $0 == Byte.space }
        }
        guard let first = ranges.first, rest.allSatisfy({ "])".utf8.contains($0) }), isEntry(line[first]) else { return [] }
        return ranges
    }

    /// Returns a line without `- 0 : ` before it.
    private static func withoutNumber(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.first == Byte.minus else { return line }
        let rest = line.dropFirst().drop { $0 == Byte.space }
        let digits = rest.prefix { $0.isDigit }
        let after = rest.dropFirst(digits.count)
        return !digits.isEmpty && after.starts(with: " : ".utf8) ? after.dropFirst(3) : rest
    }

    private static func isEntry(_ text: ArraySlice<UInt8>) -> Bool {
        if ["H:", "V:", "|", "["].contains(where: { text.starts(with: $0.utf8) }) { return true }
        let bytes = Array(text)
        return bytes.contains(Byte.dot) && bytes.indices.contains { bytes.has("==", at: $0) || bytes.has(">=", at: $0) || bytes.has("<=", at: $0) }
    }
}
