/// RFC 4648 base32 in lower case without padding: safe in URLs and file names, and easy to read aloud.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Encodes bytes: eight characters for every five bytes. The last character's unused low bits are 0.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(pending >> UInt32(bits) & 31)])
            }
            pending &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 {
            text.append(alphabet[Int(pending << UInt32(5 - bits) & 31)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; returns nil for anything that `encode` never returns.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            pending = pending << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(pending >> UInt32(bits) & 255))
            }
            pending &= (1 << UInt32(bits)) - 1
        }
        // Unused bits that are not 0, or an extra character, would give two texts for the same bytes.
        guard bits < 5, pending == 0 else { return nil }
        return bytes
    }
}
