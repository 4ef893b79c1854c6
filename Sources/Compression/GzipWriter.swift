internal import CZlib

/// An incremental compressor. Each piece can be decompressed as soon as it has arrived, without the next one.
package final class GzipWriter {
    /// Allocated at a fixed address, which zlib requires.
    private let stream: UnsafeMutablePointer<z_stream>
    private static let chunk = 16 << 10

    /// The bytes of memory that one takes between calls, nearly all for the window and the hash tables of zlib.
    package static let byteCount = 270 << 10

    /// Returns nil if memory is exhausted.
    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard Gzip.beginPacking(stream) else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses the next piece; returns nothing for no bytes, unless they are the last.
    package func pack(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        guard isLast || !bytes.isEmpty else { return [] }
        var input = bytes[...]
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: GzipWriter.chunk)
        repeat {
            // zlib counts by 32 bits.
            let given = UInt32(clamping: input.count)
            let isWhole = given == input.count
            let (status, made) = input.withUnsafeMutableBufferPointer { source in
                buffer.withUnsafeMutableBufferPointer { target in
                    stream.pointee.next_in = source.baseAddress
                    stream.pointee.avail_in = given
                    stream.pointee.next_out = target.baseAddress
                    stream.pointee.avail_out = UInt32(target.count)
                    let status = deflate(stream, !isWhole ? Z_NO_FLUSH : isLast ? Z_FINISH : Z_SYNC_FLUSH)
                    return (status, target.count - Int(stream.pointee.avail_out))
                }
            }
            input = input.dropFirst(Int(given - stream.pointee.avail_in))
            output += buffer[..<made]
            // The stream has all the memory it needs; after any other error the body would lack the gzip trailer.
            if status == Z_STREAM_ERROR { break }
            // Remaining output space means that everything is written.
        } while stream.pointee.avail_out == 0 || !input.isEmpty
        return output
    }
}
