/// Converts a stream of text from UTF-16 to UTF-8 if it begins with the byte order mark of UTF-16. Other streams are unchanged.
public struct WideTextStream {
    /// The order of the bytes, or nil as long as the first two have not come.
    private enum Order {
        case big, little, narrow
    }

    private var order: Order?
    /// The bytes of a character that has not come as a whole.
    private var rest: [UInt8] = []

    public init() {}

    /// Returns the next piece of the text, which may be empty.
    public mutating func utf8(_ piece: [UInt8]) -> [UInt8] {
        if order == .narrow { return piece }
        var bytes = rest + piece
        rest = []
        if order == nil {
            guard bytes.count > 1 || ![0xFE, 0xFF].contains(bytes.first) else {
                rest = bytes
                return []
            }
            guard EncodedText.isWide(bytes) else {
                order = .narrow
                return bytes
            }
            order = bytes[0] == 0xFE ? .big : .little
            bytes.removeFirst(2)
        }
        var whole = bytes.count & ~1
        // The first half of a character of two units waits for the second.
        if whole > 1, 0xD8...0xDB ~= bytes[order == .big ? whole - 2 : whole - 1] { whole -= 2 }
        rest = Array(bytes[whole...])
        return text(bytes[..<whole])
    }

    /// Returns what is left at the end of the stream: half a character.
    public mutating func end() -> [UInt8] {
        defer { rest = [] }
        return order == nil ? rest : rest.isEmpty ? [] : Array("\u{FFFD}".utf8)
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
            let (high, low) = order == .big ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
