internal import CZstd
internal import Synchronization

/// A pool of the library's contexts, which are expensive to create and serve one call at a time.
final class Contexts: Sendable {
    private struct Free: @unchecked Sendable {
        var packing: [OpaquePointer] = []
        var unpacking: [OpaquePointer] = []
    }

    private let free = Mutex(Free())

    deinit {
        free.withLock { free in
            for context in free.packing { ZSTD_freeCCtx(context) }
            for context in free.unpacking { ZSTD_freeDCtx(context) }
        }
    }

    /// Returns the frame that `work` writes, or nil if the library fails or memory is exhausted. `work` returns the library's
    /// result.
    func frame(of length: Int, _ work: (_ context: OpaquePointer, _ room: UnsafeMutablePointer<UInt8>?, _ size: Int) -> Int) -> [UInt8]? {
        let bound = ZSTD_compressBound(length)
        guard ZSTD_isError(bound) == 0, let context = free.withLock({ $0.packing.popLast() }) ?? ZSTD_createCCtx() else { return nil }
        defer { free.withLock { $0.packing.append(context) } }
        var isDone = false
        let frame = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            let size = work(context, buffer.baseAddress, bound)
            isDone = ZSTD_isError(size) == 0
            count = isDone ? size : 0
        }
        // A copy without the room that is not needed, which may be much more.
        return isDone ? frame.withUnsafeBufferPointer { Array($0) } : nil
    }

    /// Returns the bytes that `work` extracts from a frame. `work` returns the library's result, or nil if memory is exhausted.
    ///
    /// - Parameter limit: the greatest length of the result in bytes.
    func bytes(
        of frame: [UInt8], limit: Int, _ work: (_ context: OpaquePointer, _ room: UnsafeMutablePointer<UInt8>?, _ size: Int) -> Int?
    ) throws(DictionaryCoder.Failure) -> [UInt8] {
        guard let size = Frame.contentCount(frame) else { throw .malformed }
        guard size <= limit else { throw .tooLarge }
        guard let context = free.withLock({ $0.unpacking.popLast() }) ?? ZSTD_createDCtx() else { throw .outOfMemory }
        defer { free.withLock { $0.unpacking.append(context) } }
        var failure: DictionaryCoder.Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let made = work(context, buffer.baseAddress, size)
            failure = made == nil ? .outOfMemory : made == size ? nil : .malformed
            count = failure == nil ? size : 0
        }
        if let failure { throw failure }
        return bytes
    }
}
