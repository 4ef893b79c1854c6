internal import CSodium

/// Identifiers that cannot be guessed and are never given twice.
public enum RandomToken {
    /// Random bytes fit for secrets. Safe from any thread.
    public static func bytes(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        guard Sodium.isReady else {
            // The library found no source of randomness it trusts; Swift's generator asks the kernel directly.
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let start = buffer.baseAddress {
                randombytes_buf(start, count)
                initialized = count
            }
        }
    }

    /// A new identifier: 16 characters of lower-case base32, 80 random bits.
    public static func make() -> String {
        Base32.encode(bytes(10))
    }
}
