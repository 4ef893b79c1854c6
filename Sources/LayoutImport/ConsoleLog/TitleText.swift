/// Decodes titles in a quoted list, which are escaped as in property lists: `\n`, `\"`, `\U00fc`.
enum TitleText {
    /// Returns the decoded title. An invalid escape is left unchanged.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(Byte.backslash) else { return String(decoding: bytes, as: UTF8.self) }
        // In UTF-16, since scalars beyond the basic plane are escaped as surrogate pairs.
        var units: [UInt16] = []
        var plain: [UInt8] = []
        func flush() {
            units += Array(String(decoding: plain, as: UTF8.self).utf16)
            plain.removeAll(keepingCapacity: true)
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            guard byte == Byte.backslash, index + 1 < bytes.endIndex else {
                plain.append(byte)
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "n"): plain.append(Byte.newline)
            case UInt8(ascii: "t"): plain.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): plain.append(Byte.carriageReturn)
            case Byte.doubleQuote, Byte.quote, Byte.backslash: plain.append(bytes[index + 1])
            case UInt8(ascii: "U"), UInt8(ascii: "u"):
                if let unit = hexadecimal(bytes, from: index + 2) {
                    flush()
                    units.append(unit)
                    index += 4
                } else {
                    plain += [byte, bytes[index + 1]]
                }
            default: plain += [byte, bytes[index + 1]]
            }
            index += 2
        }
        flush()
        return String(decoding: units, as: UTF16.self)
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>, from start: Int) -> UInt16? {
        guard start + 4 <= bytes.endIndex else { return nil }
        var value: UInt16 = 0
        for byte in bytes[start..<start + 4] {
            guard let digit = byte.hexValue else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }
}
