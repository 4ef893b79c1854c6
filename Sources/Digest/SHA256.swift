internal import CCrypto

/// SHA-256 (FIPS 180-4), which identifies equal documents.
public enum SHA256 {
    /// The length of a digest in bytes.
    public static let length = 32

    /// Returns the 32 bytes of the digest of `bytes`.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            if let start = buffer.baseAddress {
                _ = CCrypto.SHA256(bytes, bytes.count, start)
                count = length
            }
        }
    }

    /// Returns the digest of `bytes` as 64 lower-case hexadecimal digits.
    public static func hex(of bytes: [UInt8]) -> String {
        hex(digest(of: bytes))
    }

    /// Returns the digest of the UTF-8 form of `text` as 64 lower-case hexadecimal digits.
    public static func hex(of text: String) -> String {
        hex(of: Array(text.utf8))
    }

    /// Returns bytes as lower-case hexadecimal digits, two each.
    public static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
