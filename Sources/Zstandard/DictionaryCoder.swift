internal import CZstd
internal import Synchronization

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

    /// Contexts are costly to make, and serve one call at a time.
    private struct Contexts: @unchecked Sendable {
        var packing: [OpaquePointer] = []
        var unpacking: [OpaquePointer] = []
    }

    private let dictionaries: Dictionaries
    private let contexts = Mutex(Contexts())

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
        contexts.withLock { contexts in
            for context in contexts.packing { ZSTD_freeCCtx(context) }
            for context in contexts.unpacking { ZSTD_freeDCtx(context) }
        }
        ZSTD_freeCDict(dictionaries.packing)
        ZSTD_freeDDict(dictionaries.unpacking)
    }

    /// The bytes as one frame, which says how many they are and holds a check of them; nil where memory is short.
    public func pack(_ bytes: [UInt8]) -> [UInt8]? {
        guard let context = contexts.withLock({ $0.packing.popLast() }) ?? ZSTD_createCCtx() else { return nil }
        defer { contexts.withLock { $0.packing.append(context) } }
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        guard ZSTD_isError(ZSTD_CCtx_refCDict(context, dictionaries.packing)) == 0 else { return nil }
        let bound = ZSTD_compressBound(bytes.count)
        guard ZSTD_isError(bound) == 0 else { return nil }
        var isDone = false
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            let size = ZSTD_compress2(context, buffer.baseAddress, bound, bytes, bytes.count)
            isDone = ZSTD_isError(size) == 0
            count = isDone ? size : 0
        }
        return isDone ? packed : nil
    }

    /// The bytes of a frame that ``pack(_:)`` made.
    /// - Parameter limit: the most bytes that may come out.
    public func unpack(_ frame: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        // Two large values of the library stand for "not told" and "no frame".
        let size = ZSTD_getFrameContentSize(frame, frame.count)
        guard let size = Int(exactly: size) else { throw .malformed }
        guard size <= limit else { throw .tooLarge }
        guard let context = contexts.withLock({ $0.unpacking.popLast() }) ?? ZSTD_createDCtx() else { throw .outOfMemory }
        defer { contexts.withLock { $0.unpacking.append(context) } }
        var isDone = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let made = ZSTD_decompress_usingDDict(context, buffer.baseAddress, size, frame, frame.count, dictionaries.unpacking)
            isDone = ZSTD_isError(made) == 0 && made == size
            count = isDone ? size : 0
        }
        guard isDone else { throw .malformed }
        return bytes
    }
}
