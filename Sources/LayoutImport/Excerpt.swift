internal import JSON

/// The line of a text at an error, with a caret below the place.
struct Excerpt {
    let line: Int
    let column: Int
    let text: String

    /// The number of scalars on either side of the place.
    private static let reach = 60

    init(of bytes: [UInt8], at offset: Int) {
        (line, column) = SourcePosition.of(offset, in: bytes)
        let place = min(max(offset, 0), bytes.count)
        let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        // A scalar has at most 4 bytes, so bytes further away are never shown, however long the line is.
        let window = 4 * (Excerpt.reach + 2)
        let from = max(0, place - window)
        let start = bytes[from..<place].lastIndex(where: isBreak).map { $0 + 1 } ?? from
        let end = bytes[place..<min(bytes.count, place + window)].firstIndex(where: isBreak) ?? min(bytes.count, place + window)
        var before = Excerpt.scalars(bytes[start..<place])
        var after = Excerpt.scalars(bytes[place..<end])
        if before.count > Excerpt.reach { before = ["…"] + before.suffix(Excerpt.reach) }
        if after.count > Excerpt.reach { after = after.prefix(Excerpt.reach) + ["…"] }
        var text = String(String.UnicodeScalarView(before))
        text.unicodeScalars.append(contentsOf: after)
        self.text = text + "\n" + String(repeating: " ", count: before.count) + "^"
    }

    /// Creates the excerpt at a line and column (in characters), both from 1. Returns nil if the text has no such line or is not
    /// UTF-8.
    init?(of bytes: [UInt8], line: Int, column: Int) {
        guard line >= 1, column >= 1, !bytes.contains(0) else { return nil }
        var start = 0
        for _ in 1..<line {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            start = end + 1
        }
        // A character begins with a byte that is not a continuation byte.
        var offset = start
        var rest = column
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
            if bytes[offset] & 0xC0 != 0x80 {
                rest -= 1
                if rest == 0 { break }
            }
            offset += 1
        }
        self.init(of: bytes, at: offset)
    }

    /// Returns the bytes of a number of characters, or nil if there are fewer.
    static func prefix(of bytes: ArraySlice<UInt8>, count: Int) -> ArraySlice<UInt8>? {
        var rest = count
        for index in bytes.indices where bytes[index] & 0xC0 != 0x80 {
            if rest == 0 { return bytes[..<index] }
            rest -= 1
        }
        return rest == 0 ? bytes : nil
    }

    /// Replaces control characters by spaces, so that the caret is below its place.
    private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    }
}
