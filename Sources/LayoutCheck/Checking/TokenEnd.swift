internal import ExactArithmetic
internal import Reporting

/// Finds the end of the token at a source position: a JSON value, a tag, or a line.
///
/// The source must have been parsed without error. A line may be as long as the file and have all findings, so none is read for each of them:
/// the offsets of lines, the numbers of characters, and ends that were found are remembered.
struct TokenEnd {
    private let bytes: [UInt8]
    private let kind: SourceKind
    /// The offset of each line.
    private let lines: [Int]
    /// The number of characters before each `stride` bytes.
    private let characters: [Int]
    private static let stride = 1024
    /// The ends of the tokens that were met, by the offsets of their beginnings.
    private var ends: [Int: Int] = [:]

    init(_ bytes: [UInt8], _ kind: SourceKind) {
        self.bytes = bytes
        self.kind = kind
        var lines = [0]
        var characters: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % TokenEnd.stride == 0 { characters.append(count) }
            if !TokenEnd.isContinuation(byte) { count += 1 }
            if byte == UInt8(ascii: "\n") { lines.append(offset + 1) }
        }
        self.lines = lines
        self.characters = characters
    }

    /// Returns the place with its end, or with the end of the line if only the line is known. Returns it unchanged if the source
    /// has no such position.
    mutating func completed(_ place: FilePlace) -> FilePlace {
        guard place.endLine == nil, let line = place.line, lines.indices.contains(line - 1) else { return place }
        let first = lines[line - 1]
        let end = self.end(ofLine: line - 1)
        var start = first
        if let column = place.column {
            guard let found = offset(ofColumn: column, from: first), found <= end else { return place }
            start = found
        } else {
            while start < end, TokenEnd.isSpace(bytes[start]) { start += 1 }
        }
        guard start < bytes.count else { return place }
        var completed = place
        let tokenEnd = ends[start] ?? self.end(from: start, lineEnd: end)
        ends[start] = tokenEnd
        let last = lines.partitioningIndex { $0 > tokenEnd } - 1
        (completed.endLine, completed.endColumn) = (last + 1, column(of: tokenEnd, from: lines[last]))
        return completed
    }

    /// Returns the offset of the end of a line, which is that of its line feed or of the end of the source.
    private func end(ofLine index: Int) -> Int { lines.indices.contains(index + 1) ? lines[index + 1] - 1 : bytes.count }

    /// Returns the number of characters before an offset.
    private func characters(before offset: Int) -> Int {
        let place = min(offset / TokenEnd.stride, characters.count - 1)
        guard place >= 0 else { return 0 }
        return characters[place] + bytes[(place * TokenEnd.stride)..<offset].count { !TokenEnd.isContinuation($0) }
    }

    private func column(of offset: Int, from first: Int) -> Int { characters(before: offset) - characters(before: first) + 1 }

    /// Returns the offset of the character in a column, or of the end of the source after the last one. Columns below 1 are the first one.
    private func offset(ofColumn column: Int, from first: Int) -> Int? {
        if column <= 1 { return first }
        let (wanted, isOver) = characters(before: first).addingReportingOverflow(column - 1)
        let place = characters.partitioningIndex { $0 > wanted } - 1
        guard !isOver, place >= 0 else { return nil }
        var count = characters[place]
        for offset in (place * TokenEnd.stride)..<bytes.count where !TokenEnd.isContinuation(bytes[offset]) {
            if count == wanted { return offset }
            count += 1
        }
        return count == wanted ? bytes.count : nil
    }

    /// Returns the end offset of the token at an offset.
    private func end(from start: Int, lineEnd: Int) -> Int {
        switch (kind, bytes[start]) {
        case (.document, UInt8(ascii: "{")), (.document, UInt8(ascii: "[")), (.document, UInt8(ascii: "\"")): return endOfValue(from: start)
        case (.interfaceBuilder, UInt8(ascii: "<")): return endOfTag(from: start)
        case (.document, _), (.interfaceBuilder, _):
            return bytes[start...].firstIndex { TokenEnd.isSpace($0) || $0 == UInt8(ascii: "\n") || ",]}>".utf8.contains($0) } ?? bytes.count
        default:
            var end = lineEnd
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
