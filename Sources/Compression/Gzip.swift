internal import CZlib

/// Compression of bodies in the gzip format (RFC 1952).
package enum Gzip {
    package enum Failure: Error {
        /// Not gzip, cut short, or with a wrong checksum.
        case malformed
        /// The decompressed length exceeds the limit; possibly a decompression bomb.
        case tooLarge
        case outOfMemory
    }

    /// zlib's window bits that select the gzip format.
    private static let format = MAX_WBITS + 16
    private static let chunk = 65536

    /// Decompresses bytes, at most `limit` of them. Several consecutive members are decompressed into one body.
    package static func unpack(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var output: [UInt8] = []
        // The length in the last member's trailer avoids reallocation; untouched reserved memory costs nothing.
        output.reserveCapacity(min(limit, bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }))
        try unpack(bytes, limit: limit) { output += $0 }
        return output
    }

    /// Returns the decompressed length, computed in little memory; about `limit` if it is longer.
    ///
    /// - Parameter look: receives the decompressed bytes piece by piece.
    package static func measure(_ bytes: [UInt8], limit: Int, _ look: ([UInt8]) -> Void) -> Int {
        var count = 0
        // Errors are reported by the actual decompression.
        try? unpack(bytes, limit: limit) { piece in
            count += piece.count
            look(piece)
        }
        return count
    }

    private static func unpack(_ bytes: [UInt8], limit: Int, _ take: ([UInt8]) -> Void) throws(Failure) {
        guard let inflater = Inflater(.gzip) else { throw .outOfMemory }
        inflater.feed(bytes)
        var total = 0
        while true {
            let piece = try inflater.next(limit: chunk)
            if piece.isEmpty { break }
            total += piece.count
            if total > limit { throw .tooLarge }
            take(piece)
        }
        try inflater.finish()
    }

    /// Initializes a stream for compression. Returns false if memory is exhausted.
    static func beginPacking(_ stream: UnsafeMutablePointer<z_stream>) -> Bool {
        let level: Int32 = 4
        let memory: Int32 = 8
        let size = Int32(MemoryLayout<z_stream>.size)
        return deflateInit2_(stream, level, Z_DEFLATED, format, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    }

    /// Compresses bytes, or returns nil if memory is exhausted.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard let length = UInt32(exactly: bytes.count), beginPacking(&stream) else { return nil }
        defer { deflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        guard let capacity = UInt32(exactly: output.count) else { return nil }
        var input = bytes
        let status = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = length
                stream.next_out = target.baseAddress
                stream.avail_out = capacity
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        output.removeLast(Int(stream.avail_out))
        return output
    }
}
