internal import ExactArithmetic
internal import Reporting

/// Finds the end of the token at a source position: a JSON value, a tag, or a line.
///
/// The source must have been parsed without error. A line may be as long as the file and have all findings, so none is read for each of them,
/// and there may be as many lines as bytes, so none has memory of its own: lines and characters are counted at intervals, and the lines and
/// tokens of findings are remembered.
struct TokenEnd {
    private let bytes: [UInt8]
    private let kind: SourceKind
    /// The number of line feeds before each `stride` bytes.
    private let lineFeeds: [Int]
    /// The number of characters before each `stride` bytes.
    private let characters: [Int]
    private static let stride = 1024
    /// The lines that were met, by their indices.
    private var lines: [Int: Line] = [:]
    /// The ends of the tokens that were met, by the offsets of their beginnings.
    private var ends: [Int: Int] = [:]

    /// A line by offsets.
    private struct Line {
        var start: Int
        var end: Int
        /// The offset of the first byte that is not a space, and the one behind the last. They are the line's end and start if it has no such byte.
        var content: (start: Int, end: Int)
    }

    init(_ bytes: [UInt8], _ kind: SourceKind) {
        self.bytes = bytes
        self.kind = kind
        var (lineFeeds, characters): ([Int], [Int]) = ([], [])
        var (lineFeed, character) = (0, 0)
        for (offset, byte) in bytes.enumerated() {
            if offset % TokenEnd.stride == 0 {
                lineFeeds.append(lineFeed)
                characters.append(character)
            }
            if !TokenEnd.isContinuation(byte) { character += 1 }
            if byte == UInt8(ascii: "\n") { lineFeed += 1 }
        }
        (self.lineFeeds, self.characters) = (lineFeeds, characters)
    }

    /// Returns the place with its end, or with the end of the line if only the line is known. Returns it unchanged if the source
    /// has no such position.
    mutating func completed(_ place: FilePlace) -> FilePlace {
        guard place.endLine == nil, let number = place.line, let line = line(number - 1) else { return place }
        var start = line.content.start
        if let column = place.column {
            guard let found = offset(ofColumn: column, from: line.start), found <= line.end else { return place }
            start = found
        }
        guard start < bytes.count else { return place }
        var completed = place
        let tokenEnd = ends[start] ?? self.end(from: start, in: line)
        ends[start] = tokenEnd
        let last = index(ofLineAt: tokenEnd)
        (completed.endLine, completed.endColumn) = (last + 1, column(of: tokenEnd, from: self.line(last)?.start ?? 0))
        return completed
    }

    // MARK: Lines

    private mutating func line(_ index: Int) -> Line? {
        if let line = lines[index] { return line }
        guard let start = start(ofLine: index) else { return nil }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let content = bytes[start..<end]
        let first = content.firstIndex { !TokenEnd.isSpace($0) } ?? end
        let last = content.lastIndex { !TokenEnd.isSpace($0) }.map { $0 + 1 } ?? start
        let line = Line(start: start, end: end, content: (first, last))
        lines[index] = line
        return line
    }

    /// Returns the offset of a line, or nil if there are fewer.
    private func start(ofLine index: Int) -> Int? {
        if index <= 0 { return index == 0 ? 0 : nil }
        let place = lineFeeds.partitioningIndex { $0 >= index } - 1
        guard place >= 0 else { return nil }
        var count = lineFeeds[place]
        for offset in (place * TokenEnd.stride)..<bytes.count where bytes[offset] == UInt8(ascii: "\n") {
            count += 1
            if count == index { return offset + 1 }
        }
        return nil
    }

    private func index(ofLineAt offset: Int) -> Int {
        let place = min(offset / TokenEnd.stride, lineFeeds.count - 1)
        guard place >= 0 else { return 0 }
        return lineFeeds[place] + bytes[(place * TokenEnd.stride)..<offset].count { $0 == UInt8(ascii: "\n") }
    }

    // MARK: Columns

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

    // MARK: Tokens

    /// Returns the end offset of the token at an offset.
    private func end(from start: Int, in line: Line) -> Int {
        switch (kind, bytes[start]) {
        case (.document, UInt8(ascii: "{")), (.document, UInt8(ascii: "[")), (.document, UInt8(ascii: "\"")): return endOfValue(from: start)
        case (.interfaceBuilder, UInt8(ascii: "<")): return endOfTag(from: start)
        case (.document, _), (.interfaceBuilder, _):
            return bytes[start...].firstIndex { TokenEnd.isSpace($0) || $0 == UInt8(ascii: "\n") || ",]}>".utf8.contains($0) } ?? bytes.count
        default: return max(line.content.end, min(start + 1, line.end))
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
