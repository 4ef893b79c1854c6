/// An item's name in a text: where it stands, and whether escapes are to be resolved.
struct ItemName {
    /// Of a quoted name what stands between the quotes.
    var range: Range<Int>
    var isQuoted: Bool

    /// The name's bytes; a backslash stands for what follows it.
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
