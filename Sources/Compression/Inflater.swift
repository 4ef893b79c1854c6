internal import CZlib

/// An incremental decompressor with bounded output, so that a decompression bomb is never expanded in memory.
package final class Inflater {
    package enum Format: Sendable {
        /// Members with a header and a checksum (RFC 1952), one or several.
        case gzip
        /// Deflated data without a header (RFC 1951), as files in zip archives are.
        case deflate

        /// zlib's window bits that select it.
        fileprivate var windowBits: Int32 {
            switch self {
            case .gzip: MAX_WBITS + 16
            case .deflate: -MAX_WBITS
            }
        }
    }

    /// Allocated at a fixed address, which zlib requires.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var position = 0
    /// Whether the input is between members; a body may end only there.
    private var isAtEnd = false
    /// Whether the last output was as long as allowed, so that zlib may have more of it without further input.
    private var mayHaveMore = false

    /// Returns nil if memory is exhausted.
    package init?(_ format: Format) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, format.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The bytes of memory of the window and of the input.
    package var heldByteCount: Int { 48 << 10 + input.capacity }

    package func feed(_ bytes: some Collection<UInt8>) {
        input.removeSubrange(..<position)
        position = 0
        input += bytes
    }

    /// Returns more decompressed bytes, at most `limit`; empty until more is fed.
    package func next(limit: Int) throws(Gzip.Failure) -> [UInt8] {
        while position < input.count || mayHaveMore {
            if isAtEnd {
                guard inflateReset(stream) == Z_OK else { throw .malformed }
                isAtEnd = false
            }
            let (status, output) = step(limit)
            mayHaveMore = output.count == limit && status == Z_OK
            switch status {
            case Z_STREAM_END: isAtEnd = true
            case Z_OK, Z_BUF_ERROR: break
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .malformed
            }
            if !output.isEmpty { return output }
            if status == Z_BUF_ERROR { break }
        }
        return []
    }

    /// - Throws: if the input ends within a member.
    package func finish() throws(Gzip.Failure) {
        guard isAtEnd, position == input.count else { throw .malformed }
    }

    private func step(_ limit: Int) -> (status: Int32, output: [UInt8]) {
        let given = UInt32(clamping: input.count - position)
        let room = UInt32(clamping: limit)
        var status = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: Int(room)) { target, count in
            status = input.withUnsafeMutableBufferPointer { source in
                stream.pointee.next_in = source.baseAddress?.advanced(by: position)
                stream.pointee.avail_in = given
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = room
                return inflate(stream, Z_NO_FLUSH)
            }
            count = Int(room - stream.pointee.avail_out)
        }
        position += Int(given - stream.pointee.avail_in)
        return (status, output)
    }
}
