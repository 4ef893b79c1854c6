internal import Reporting

/// Finds the end of the token at a source position: a JSON value, a tag, or a line.
///
/// The source must have been parsed without error; the offsets of lines are computed once.
struct TokenEnd {
    private let bytes: [UInt8]
    private let kind: SourceKind
    /// The offset of each line.
    private let lines: [Int]
    /// Whether each byte is one column, so that a column in a long line is found without a scan.
    private let isASCII: Bool

    init(_ bytes: [UInt8], _ kind: SourceKind) {
        self.bytes = bytes
        self.kind = kind
        var lines = [0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { lines.append(offset + 1) }
        self.lines = lines
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Returns the place with its end, or with the end of the line if only the line is known. Returns it unchanged if the source
    /// has no such position.
    func completed(_ place: FilePlace) -> FilePlace {
        guard place.endLine == nil, let line = place.line, lines.indices.contains(line - 1) else { return place }
        var start = lines[line - 1]
        var column = 1
        if let wanted = place.column {
            if isASCII, wanted > 0 {
                let end = lines.indices.contains(line) ? lines[line] - 1 : bytes.count
                start = min(end, start + min(wanted - 1, bytes.count))
                column = start - lines[line - 1] + 1
            }
            while column < wanted, start < bytes.count, bytes[start] != UInt8(ascii: "\n") {
                start += 1
                while start < bytes.count, TokenEnd.isContinuation(bytes[start]) { start += 1 }
                column += 1
            }
            if column < wanted { return place }
        } else {
            while start < bytes.count, TokenEnd.isSpace(bytes[start]) {
                start += 1
                column += 1
            }
        }
        guard start < bytes.count else { return place }
        var completed = place
        (completed.endLine, completed.endColumn) = position(of: end(from: start), from: start, line, column)
        return completed
    }

    private func position(of end: Int, from start: Int, _ line: Int, _ column: Int) -> (Int, Int) {
        var (line, column) = (line, column)
        for byte in bytes[start..<end] {
            if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else if !TokenEnd.isContinuation(byte) { column += 1 }
        }
        return (line, column)
    }

    /// Returns the end offset of the token at an offset.
    private func end(from start: Int) -> Int {
        switch (kind, bytes[start]) {
        case (.document, UInt8(ascii: "{")), (.document, UInt8(ascii: "[")), (.document, UInt8(ascii: "\"")): return endOfValue(from: start)
        case (.interfaceBuilder, UInt8(ascii: "<")): return endOfTag(from: start)
        case (.document, _), (.interfaceBuilder, _):
            return bytes[start...].firstIndex { TokenEnd.isSpace($0) || $0 == UInt8(ascii: "\n") || ",]}>".utf8.contains($0) } ?? bytes.count
        default:
            var end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            while end > start + 1, TokenEnd.isSpace(bytes[end - 1]) { end -= 1 }
            return end
        }
    }

    private func endOfValue(from start: Int) -> Int {
        var (depth, at, isText) = (0, start, false)
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\\") where isText: at += 1
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText: depth -= 1
            default: break
            }
            at += 1
            if depth == 0, !isText { return min(at, bytes.count) }
        }
        return bytes.count
    }

    private func endOfTag(from start: Int) -> Int {
        var quote: UInt8?
        for at in start..<bytes.count {
            if let open = quote {
                if bytes[at] == open { quote = nil }
            } else if bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
                quote = bytes[at]
            } else if bytes[at] == UInt8(ascii: ">") {
                return at + 1
            }
        }
        return bytes.count
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
