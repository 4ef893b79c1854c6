internal import CCrypto

/// Unguessable and unique identifiers.
public enum RandomToken {
    /// Returns cryptographically secure random bytes. Safe from any thread.
    public static func bytes(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        if let length = Int32(exactly: count), RAND_bytes(&bytes, length) == 1 { return bytes }
        // The library found no source of randomness that it trusts; Swift's generator asks the kernel directly.
        var generator = SystemRandomNumberGenerator()
        for place in bytes.indices { bytes[place] = UInt8.random(in: .min ... .max, using: &generator) }
        return bytes
    }

    /// Returns a new identifier: 16 characters of lower-case base32, 80 random bits.
    public static func make() -> String {
        Base32.encode(bytes(10))
    }
}
