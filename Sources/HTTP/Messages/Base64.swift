/// The base64 coding (RFC 4648 section 4), used in credentials.
enum Base64 {
    /// Decodes a text; returns nil if it is not base64 with padding.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).count { $0 == 0x3d }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text.dropLast(padding) {
            guard let value = value(byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5a: byte - 0x41
        case 0x61...0x7a: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case 0x2b: 62
        case 0x2f: 63
        default: nil
        }
    }
}
