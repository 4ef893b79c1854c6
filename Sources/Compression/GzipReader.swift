internal import CZlib

/// An incremental decompressor of gzip with bounded output, so that a decompression bomb is never expanded in memory.
package final class GzipReader {
    /// Allocated at a fixed address, which zlib requires.
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var position = 0
    /// Whether the input is between members; a body may end only there.
    private var isAtEnd = false

    /// Returns nil if memory is exhausted.
    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
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

    package func feed(_ bytes: [UInt8]) {
        input.removeSubrange(..<position)
        position = 0
        input += bytes
    }

    /// Returns more decompressed bytes, at most `limit`; empty until more is fed.
    package func next(limit: Int) throws(Gzip.Failure) -> [UInt8] {
        while position < input.count {
            if isAtEnd {
                guard inflateReset(stream) == Z_OK else { throw .malformed }
                isAtEnd = false
            }
            var output = [UInt8](repeating: 0, count: limit)
            let (status, made) = step(&output)
            switch status {
            case Z_STREAM_END: isAtEnd = true
            case Z_OK, Z_BUF_ERROR: break
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .malformed
            }
            if made > 0 { return Array(output[..<made]) }
            if status == Z_BUF_ERROR { break }
        }
        return []
    }

    /// - Throws: if the input ends within a member.
    package func finish() throws(Gzip.Failure) {
        guard isAtEnd, position == input.count else { throw .malformed }
    }

    private func step(_ output: inout [UInt8]) -> (status: Int32, made: Int) {
        let given = UInt32(clamping: input.count - position)
        let room = UInt32(clamping: output.count)
        let status = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.pointee.next_in = source.baseAddress?.advanced(by: position)
                stream.pointee.avail_in = given
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = room
                return inflate(stream, Z_NO_FLUSH)
            }
        }
        position += Int(given - stream.pointee.avail_in)
        return (status, Int(room - stream.pointee.avail_out))
    }
}
