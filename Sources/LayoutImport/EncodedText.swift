/// Bytes of a text in one of the encodings that XML readers know by its first bytes.
public enum EncodedText {
    /// Returns UTF-16 as UTF-8, recognized by its byte order mark or by the zero byte of its first character; other bytes as they
    /// are, without a byte order mark.
    public static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        guard bytes.count > 1 else { return bytes }
        let isMarked = isWide(bytes)
        // A program wrote UTF-8 behind the mark. In UTF-16 one of both bytes of these characters is zero.
        if isMarked, isPlain(bytes.dropFirst(2).prefix(plainLength)) { return Array(bytes.dropFirst(2)) }
        guard isMarked || (bytes[0] == 0) != (bytes[1] == 0) else { return bytes }
        let isBig = isMarked ? bytes[0] == 0xFE : bytes[0] == 0
        let units = stride(from: isMarked ? 2 : 0, to: bytes.count - 1, by: 2).lazy.map { place in
            let (high, low) = isBig ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: Array(units), as: UTF16.self).utf8)
    }

    /// The number of bytes after a mark that show whether a text is in UTF-8.
    private static let plainLength = 256

    private static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
    }

    /// Returns whether bytes begin with the byte order mark of UTF-16.
    public static func isWide(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    /// The encodings that the XML reader knows, in which the signs of ASCII are what they are in UTF-8.
    private static let known: Set = ["UTF-8", "UTF-16", "ISO-8859-1", "US-ASCII"]

    /// Returns whether the declaration of an XML text names no encoding, or one that the reader knows.
    static func isDeclaredAsRead(_ text: [UInt8]) -> Bool {
        let start = text.prefix(1 << 10)
        guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else { return true }
        let words = String(decoding: start[..<end], as: UTF8.self).split { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
        guard let place = words.firstIndex(of: "encoding"), place + 1 < words.count else { return true }
        return known.contains(words[place + 1].uppercased())
    }
}
