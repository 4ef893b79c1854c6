internal import CZstd

/// A compressor by Zstandard (RFC 8878) with a dictionary, which makes short texts of one kind far shorter. Safe for concurrent
/// use.
public final class DictionaryCoder: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// The bytes are not a frame, or a damaged one, or one made with another dictionary.
        case malformed
        /// The decompressed length exceeds the limit.
        case tooLarge
        case outOfMemory
    }

    /// The digested dictionaries; immutable, so that threads may share them.
    private struct Dictionaries: @unchecked Sendable {
        let packing: OpaquePointer
        let unpacking: OpaquePointer
    }

    private let dictionaries: Dictionaries
    private let contexts = Contexts()

    /// - Parameter level: from 1 (fast) to 19 (short). Returns nil if memory is exhausted.
    public init?(dictionary: [UInt8], level: Int32) {
        guard let packing = ZSTD_createCDict(dictionary, dictionary.count, level) else { return nil }
        guard let unpacking = ZSTD_createDDict(dictionary, dictionary.count) else {
            ZSTD_freeCDict(packing)
            return nil
        }
        dictionaries = Dictionaries(packing: packing, unpacking: unpacking)
    }

    deinit {
        ZSTD_freeCDict(dictionaries.packing)
        ZSTD_freeDDict(dictionaries.unpacking)
    }

    /// Compresses bytes to a frame with their length and a checksum. Returns nil if memory is exhausted.
    public func pack(_ bytes: [UInt8]) -> [UInt8]? {
        contexts.frame(of: bytes.count) { context, room, bound in
            ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
            let set = ZSTD_CCtx_refCDict(context, dictionaries.packing)
            return ZSTD_isError(set) != 0 ? set : ZSTD_compress2(context, room, bound, bytes, bytes.count)
        }
    }

    /// Decompresses a frame of ``pack(_:)``.
    /// - Parameter limit: the greatest length of the result in bytes.
    public func unpack(_ frame: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        try contexts.bytes(of: frame, limit: limit) { context, room, size in
            ZSTD_decompress_usingDDict(context, room, size, frame, frame.count, dictionaries.unpacking)
        }
    }
}
