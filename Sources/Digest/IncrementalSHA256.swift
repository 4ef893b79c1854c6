internal import CCrypto
internal import Glibc

/// An incremental SHA-256 for a sequence of similar texts: only the part after the first difference is hashed again.
public struct IncrementalSHA256: Sendable {
    /// A snapshot of the digest's state. It is immutable: it is copied before it is continued.
    private final class State: @unchecked Sendable {
        // Initialized before it is shared, and only read from then on.
        let context: OpaquePointer

        init?(copying other: OpaquePointer) {
            guard let context = EVP_MD_CTX_new() else { return nil }
            guard EVP_MD_CTX_copy_ex(context, other) == 1 else {
                EVP_MD_CTX_free(context)
                return nil
            }
            self.context = context
        }

        deinit { EVP_MD_CTX_free(context) }
    }

    /// The distance between snapshots in bytes; each snapshot takes some hundred bytes.
    private static let distance = 8 << 10

    /// The length of the last text.
    private var length = 0
    /// The snapshots after each multiple of the distance, except 0.
    private var states: [State] = []

    public init() {}

    /// Returns the 32 bytes of the digest, like `SHA256.digest`.
    ///
    /// - Parameter shared: a lower bound of the length of the prefix that this text shares with the last one.
    public mutating func digest(of text: [UInt8], sharing shared: Int) -> [UInt8] {
        states.removeSubrange(min(max(0, min(shared, length)) / IncrementalSHA256.distance, states.count)...)
        length = text.count
        guard let digest = goOn(text) else {
            // The library has no memory for a state; the one-shot function needs only the stack.
            states = []
            return SHA256.digest(of: text)
        }
        return digest
    }

    /// Continues from the last snapshot. Returns nil if the library fails.
    private mutating func goOn(_ text: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        if let last = states.last {
            guard EVP_MD_CTX_copy_ex(context, last.context) == 1 else { return nil }
        } else {
            guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { return nil }
        }
        let distance = IncrementalSHA256.distance
        return text.withUnsafeBytes { bytes -> [UInt8]? in
            while true {
                let start = states.count * distance
                let end = min(start + distance, bytes.count)
                if start < end, EVP_DigestUpdate(context, bytes.baseAddress?.advanced(by: start), end - start) != 1 { return nil }
                guard end == start + distance else { break }
                guard let state = State(copying: context) else { return nil }
                states.append(state)
            }
            var digest = [UInt8](repeating: 0, count: SHA256.length)
            return EVP_DigestFinal_ex(context, &digest, nil) == 1 ? digest : nil
        }
    }

    /// Returns a lower bound of the length of the common prefix; it compares by blocks.
    public static func sharedLength(_ text: [UInt8], _ other: [UInt8]) -> Int {
        text.withUnsafeBytes { mine in
            other.withUnsafeBytes { others in
                let both = min(mine.count, others.count)
                guard both > 0, let start = mine.baseAddress, let otherStart = others.baseAddress else { return 0 }
                var (place, step) = (0, 4096)
                while place < both {
                    step = min(step, both - place)
                    guard memcmp(start + place, otherStart + place, step) == 0 else { break }
                    place += step
                }
                return place
            }
        }
    }
}
