internal import CZstd

/// Packs and unpacks by Zstandard (RFC 8878) with a dictionary, which makes short texts of one kind far shorter. May be used by any number of
/// threads at once.
public final class DictionaryCoder: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// No frame, a damaged one, or one made with another dictionary.
        case malformed
        /// The frame says that it unpacks to more bytes than were allowed.
        case tooLarge
        case outOfMemory
    }

    /// Digested once; never changed after that, so that threads may share them.
    private struct Dictionaries: @unchecked Sendable {
        let packing: OpaquePointer
        let unpacking: OpaquePointer
    }

    private let dictionaries: Dictionaries
    private let contexts = Contexts()

    /// - Parameter level: from 1 (fast) to 19 (short). Nil where memory is short.
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

    /// The bytes as one frame, which says how many they are and holds a check of them; nil where memory is short.
    public func pack(_ bytes: [UInt8]) -> [UInt8]? {
        contexts.frame(of: bytes.count) { context, room, bound in
            ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
            let set = ZSTD_CCtx_refCDict(context, dictionaries.packing)
            return ZSTD_isError(set) != 0 ? set : ZSTD_compress2(context, room, bound, bytes, bytes.count)
        }
    }

    /// The bytes of a frame that ``pack(_:)`` made.
    /// - Parameter limit: the most bytes that may come out.
    public func unpack(_ frame: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        try contexts.bytes(of: frame, limit: limit) { context, room, size in
            ZSTD_decompress_usingDDict(context, room, size, frame, frame.count, dictionaries.unpacking)
        }
    }
}
