/// A path that git quotes as C does, with escapes.
enum QuotedPath {
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12,
        UInt8(ascii: "r"): 13, UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    /// Returns the path, or nil if git does not write the text for any path: it quotes only what needs an escape, and escapes only
    /// what must be.
    static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return nil }
        var bytes: [UInt8] = []
        var rest = text.dropFirst().dropLast()
        var hasEscape = false
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                guard byte != UInt8(ascii: "\""), !isControl(byte) else { return nil }
                bytes.append(byte)
                continue
            }
            guard let escaped = escaped(&rest) else { return nil }
            bytes.append(escaped)
            hasEscape = true
        }
        return hasEscape ? bytes : nil
    }

    /// Returns the byte of an escape, without its backslash.
    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        guard let sign = rest.first else { return nil }
        if let byte = escapes[sign] {
            rest = rest.dropFirst()
            return byte
        }
        let digits = rest.prefix(3)
        rest = rest.dropFirst(3)
        guard digits.count == 3, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "7")).contains),
            let byte = UInt8(exactly: digits.reduce(0) { $0 * 8 + Int($1 & 7) })
        else { return nil }
        return byte >= 0x80 || isControl(byte) && !escapes.values.contains(byte) ? byte : nil
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}
