internal import CZstd
internal import Synchronization

/// Packs and unpacks texts by Zstandard (RFC 8878), each by another one that it resembles and without which it cannot be unpacked. May be used by any
/// number of threads at once.
public final class PrefixCoder: Sendable {
    /// Contexts are costly to make, and serve one call at a time.
    private struct Contexts: @unchecked Sendable {
        var packing: [OpaquePointer] = []
        var unpacking: [OpaquePointer] = []
    }

    private let level: Int32
    private let contexts = Mutex(Contexts())

    /// As far as a frame may reach back: more than this, of both texts together, is not packed.
    private static let greatestWindow = 27

    /// - Parameter level: from 1 (fast) to 19 (short).
    public init(level: Int32) {
        self.level = level
    }

    deinit {
        contexts.withLock { contexts in
            for context in contexts.packing { ZSTD_freeCCtx(context) }
            for context in contexts.unpacking { ZSTD_freeDCtx(context) }
        }
    }

    /// The bytes as one frame, which says how many they are and holds a check of them; nil where memory is short or both are too long.
    public func pack(_ bytes: [UInt8], by prefix: [UInt8]) -> [UInt8]? {
        let window = Int.bitWidth - (prefix.count + bytes.count).leadingZeroBitCount
        let bound = ZSTD_compressBound(bytes.count)
        guard window <= PrefixCoder.greatestWindow, ZSTD_isError(bound) == 0 else { return nil }
        guard let context = contexts.withLock({ $0.packing.popLast() }) ?? ZSTD_createCCtx() else { return nil }
        defer { contexts.withLock { $0.packing.append(context) } }
        var isDone = false
        let packed = prefix.withUnsafeBytes { prefix in
            [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                // The library refers to the prefix until the frame is made.
                let settings = [
                    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters),
                    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level),
                    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1),
                    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, Int32(max(window, 10))),
                    ZSTD_CCtx_refPrefix(context, prefix.baseAddress, prefix.count),
                ]
                let size = ZSTD_compress2(context, buffer.baseAddress, bound, bytes, bytes.count)
                isDone = !settings.contains { ZSTD_isError($0) != 0 } && ZSTD_isError(size) == 0
                count = isDone ? size : 0
            }
        }
        return isDone ? packed : nil
    }

    /// The bytes of a frame that ``pack(_:by:)`` made with the same prefix.
    /// - Parameter limit: the most bytes that may come out.
    public func unpack(_ frame: [UInt8], by prefix: [UInt8], limit: Int) throws(DictionaryCoder.Failure) -> [UInt8] {
        // Two large values of the library stand for "not told" and "no frame".
        let size = ZSTD_getFrameContentSize(frame, frame.count)
        guard let size = Int(exactly: size) else { throw .malformed }
        guard size <= limit else { throw .tooLarge }
        guard let context = contexts.withLock({ $0.unpacking.popLast() }) ?? ZSTD_createDCtx() else { throw .outOfMemory }
        defer { contexts.withLock { $0.unpacking.append(context) } }
        var (isReady, isDone) = (false, false)
        let bytes = prefix.withUnsafeBytes { prefix in
            [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                isReady =
                    ZSTD_isError(ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters)) == 0
                    && ZSTD_isError(ZSTD_DCtx_refPrefix(context, prefix.baseAddress, prefix.count)) == 0
                guard isReady else { return }
                let made = ZSTD_decompressDCtx(context, buffer.baseAddress, size, frame, frame.count)
                isDone = ZSTD_isError(made) == 0 && made == size
                count = isDone ? size : 0
            }
        }
        // The library makes a table of the prefix each time.
        guard isReady else { throw .outOfMemory }
        guard isDone else { throw .malformed }
        return bytes
    }
}
