/// The base64 coding (RFC 4648 section 4).
public enum Base64 {
    /// Decodes a text; returns nil if it is not base64 with padding.
    public static func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        return decode(unpadded: text.dropLast(padding))
    }

    /// Decodes a text without padding; returns nil if it contains anything but the 64 characters. Bits that do not fill a byte are
    /// dropped.
    public static func decode(unpadded text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in text {
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

    /// Returns the coding of bytes with padding.
    public static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[Int(bits >> 18 & 63)] : UInt8(ascii: "="))
                bits <<= 6
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
