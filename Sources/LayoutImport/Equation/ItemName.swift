/// An item's name in a text: its range, and whether it has escapes.
struct ItemName {
    /// The range. For a quoted name, it is that between the quotes.
    var range: Range<Int>
    var isQuoted: Bool

    /// Returns the name's bytes with escapes resolved. A backslash escapes the next byte.
    func bytes(in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard isQuoted else { return Array(text[range]) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text[range] {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                bytes.append(byte)
                isEscaped = false
            }
        }
        return bytes
    }
}
