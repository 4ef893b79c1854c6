internal import CZstd

/// A compressor by Zstandard (RFC 8878) relative to a similar text, which is needed to decompress. Safe for concurrent use.
public final class PrefixCoder: Sendable {
    private let level: Int32
    private let contexts = Contexts()

    /// The binary logarithm of the greatest window: both texts together must fit in it.
    private static let greatestWindow = 27

    /// - Parameter level: from 1 (fast) to 19 (short).
    public init(level: Int32) {
        self.level = level
    }

    /// Compresses bytes to a frame with their length and a checksum. Returns nil if memory is exhausted or both texts are too
    /// long.
    public func pack(_ bytes: [UInt8], by prefix: [UInt8]) -> [UInt8]? {
        let window = Int.bitWidth - (prefix.count + bytes.count).leadingZeroBitCount
        guard window <= PrefixCoder.greatestWindow else { return nil }
        return contexts.frame(of: bytes.count) { context, room, bound in
            // The library refers to the prefix until the frame is complete.
            prefix.withUnsafeBytes { prefix in
                let settings = [
                    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters),
                    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level),
                    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1),
                    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, Int32(max(window, 10))),
                    ZSTD_CCtx_refPrefix(context, prefix.baseAddress, prefix.count),
                ]
                return settings.first { ZSTD_isError($0) != 0 } ?? ZSTD_compress2(context, room, bound, bytes, bytes.count)
            }
        }
    }

    /// Decompresses a frame of ``pack(_:by:)`` with the same prefix.
    /// - Parameter limit: the greatest length of the result in bytes.
    public func unpack(_ frame: [UInt8], by prefix: [UInt8], limit: Int) throws(DictionaryCoder.Failure) -> [UInt8] {
        try contexts.bytes(of: frame, limit: limit) { context, room, size in
            prefix.withUnsafeBytes { prefix in
                // The library builds a table of the prefix each time.
                guard ZSTD_isError(ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters)) == 0,
                    ZSTD_isError(ZSTD_DCtx_refPrefix(context, prefix.baseAddress, prefix.count)) == 0
                else { return nil }
                return ZSTD_decompressDCtx(context, room, size, frame, frame.count)
            }
        }
    }
}
