/// A path that git quotes as C does, with escapes.
enum QuotedPath {
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12,
        UInt8(ascii: "r"): 13,
    ]

    /// Returns the path, or nil if the text is not quoted.
    static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return nil }
        var bytes: [UInt8] = []
        var rest = text.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let sign = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(sign), rest.count >= 2 {
                let digits = [sign] + rest.prefix(2)
                rest = rest.dropFirst(2)
                bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 & 7) }))
            } else {
                bytes.append(escapes[sign] ?? sign)
            }
        }
        return bytes
    }
}
