internal import CZlib

/// A zip archive in memory: stored and deflated files, without zip64, encryption, links or paths that lead out of it.
package struct ZipArchive {
    package struct Failure: Error, Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// The bytes are not a complete archive.
            case malformed
            /// The archive uses a feature that is not supported.
            case unsupported
            /// A limit is exceeded.
            case tooLarge
        }

        package var kind: Kind
        /// A sentence without its first capital and full stop.
        package var message: String

        init(_ kind: Kind, _ message: String) {
            self.kind = kind
            self.message = message
        }
    }

    package struct Entry: Sendable {
        /// The path, with slashes. The path of a folder ends with a slash.
        package var path: String
        /// The length when unpacked, as the archive states it.
        package var size: Int
        fileprivate var packedSize: Int
        fileprivate var isDeflated: Bool
        fileprivate var checksum: UInt32
        /// The offset of the local header.
        fileprivate var offset: Int
    }

    /// In the order of the central directory.
    package private(set) var entries: [Entry] = []
    private let bytes: [UInt8]
    private var directory = 0

    /// The maximum number of files and folders in an archive.
    package static let mostEntries = 10_000

    /// Returns whether bytes begin as a zip archive does.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    /// Reads the central directory, and checks every entry.
    package init(_ bytes: [UInt8]) throws(Failure) {
        self.bytes = bytes
        guard let end = ZipArchive.endRecord(in: bytes) else {
            throw Failure(.malformed, "the zip archive is cut short: its end is missing")
        }
        // Archives are recognized by their beginning, so one with something else before it would be read in some places alone.
        guard ZipArchive.begins(bytes) else { throw Failure(.malformed, "the file has other bytes before the zip archive in it") }
        let count = short(end + 10)
        let size = long(end + 12)
        directory = long(end + 16)
        if end >= 20, long(end - 20) == 0x0706_4B50 || count == 0xFFFF || size == 0xFFFF_FFFF || directory == 0xFFFF_FFFF {
            throw Failure(.unsupported, "the zip archive is in the zip64 format, which is for archives of more than 4 GB; create it without zip64")
        }
        guard short(end + 4) == 0, short(end + 6) == 0, short(end + 8) == count else {
            throw Failure(.unsupported, "the zip archive is one part of a split archive; join the parts first")
        }
        guard directory + size == end else {
            throw Failure(.malformed, "the zip archive's directory is not at the offset that its end record states")
        }
        guard count <= ZipArchive.mostEntries else {
            throw Failure(.tooLarge, "the zip archive has \(count) files, more than the limit of \(ZipArchive.mostEntries)")
        }
        var place = directory
        var names: Set<String> = []
        for _ in 0..<count {
            let (entry, next) = try entry(at: place, before: end)
            guard names.insert(entry.path).inserted else {
                throw Failure(.unsupported, "the zip archive has two files with the name \(entry.path.quoted)")
            }
            entries.append(entry)
            place = next
        }
        guard place == end else { throw Failure(.malformed, "the zip archive's directory lists more than the stated \(count) files") }
        // Otherwise a short archive could unpack to any length.
        guard entries.reduce(0, { $0 + 30 + $1.path.utf8.count + $1.packedSize }) <= directory else {
            throw Failure(.malformed, "files of the zip archive overlap")
        }
    }

    /// Returns a file's bytes, at most `limit`.
    package func contents(of entry: Entry, limit: Int) throws(Failure) -> [UInt8] {
        guard entry.size <= limit else { throw Failure(.tooLarge, "\(entry.path.quoted) in the zip archive unpacks to more than \(limit) bytes") }
        let packed = try packedBytes(of: entry)
        let output = entry.isDeflated ? Inflation.bytes(packed, count: entry.size) : packed.count == entry.size ? Array(packed) : nil
        guard let output, Inflation.checksum(output) == entry.checksum else {
            throw Failure(.malformed, "\(entry.path.quoted) in the zip archive is damaged: its checksum is wrong")
        }
        return output
    }

    /// Passes a file's bytes on piece by piece, without checking that they are whole, until `take` returns false.
    package func pass(_ entry: Entry, to take: ([UInt8]) -> Bool) {
        guard let packed = try? packedBytes(of: entry) else { return }
        if entry.isDeflated { Inflation.pass(packed, to: take) } else { _ = take(Array(packed)) }
    }

    private func packedBytes(of entry: Entry) throws(Failure) -> ArraySlice<UInt8> {
        let head = entry.offset
        guard head + 30 <= directory, long(head) == 0x0403_4B50 else {
            throw Failure(.malformed, "\(entry.path.quoted) is not at the offset that the zip archive's directory states")
        }
        let nameEnd = head + 30 + short(head + 26)
        let start = nameEnd + short(head + 28)
        guard start + entry.packedSize <= directory, bytes[head + 30..<nameEnd].elementsEqual(entry.path.utf8) else {
            throw Failure(.malformed, "\(entry.path.quoted) is not at the offset that the zip archive's directory states")
        }
        return bytes[start..<start + entry.packedSize]
    }

    // MARK: The directory

    /// Returns the offset of the record at the end. A comment may follow it.
    private static func endRecord(in bytes: [UInt8]) -> Int? {
        let longestComment = 0xFFFF
        var place = bytes.count - 22
        while place >= 0, place >= bytes.count - 22 - longestComment {
            if bytes[place] == 0x50, bytes[place + 1] == 0x4B, bytes[place + 2] == 5, bytes[place + 3] == 6,
                place + 22 + (Int(bytes[place + 20]) | Int(bytes[place + 21]) << 8) == bytes.count
            {
                return place
            }
            place -= 1
        }
        return nil
    }

    private func entry(at place: Int, before end: Int) throws(Failure) -> (Entry, next: Int) {
        guard place + 46 <= end, long(place) == 0x0201_4B50 else {
            throw Failure(.malformed, "the zip archive's directory lists fewer files than stated")
        }
        let nameEnd = place + 46 + short(place + 28)
        let next = nameEnd + short(place + 30) + short(place + 32)
        guard next <= end else { throw Failure(.malformed, "the zip archive's directory is cut short") }
        guard let path = String(validating: bytes[place + 46..<nameEnd], as: UTF8.self) else {
            throw Failure(.unsupported, "a name in the zip archive is not UTF-8")
        }
        try check(path)
        let (flags, method) = (short(place + 8), short(place + 10))
        // Bit 0: encrypted; bit 6: strongly; bit 13: the directory is masked.
        if flags & (1 | 1 << 6 | 1 << 13) != 0 { throw Failure(.unsupported, "\(path.quoted) in the zip archive is encrypted") }
        guard method == 0 || method == 8 else {
            throw Failure(
                .unsupported, "\(path.quoted) in the zip archive is compressed by method \(method); only stored and deflated files are supported")
        }
        // The upper half is the file's mode on Unix.
        let kind = long(place + 38) >> 16 & 0xF000
        if kind != 0, kind != 0x8000, kind != 0x4000 {
            throw Failure(.unsupported, "\(path.quoted) in the zip archive is a link or a special file")
        }
        let entry = Entry(
            path: path, size: long(place + 24), packedSize: long(place + 20), isDeflated: method == 8,
            checksum: UInt32(truncatingIfNeeded: long(place + 16)), offset: long(place + 42))
        if entry.size == 0xFFFF_FFFF || entry.packedSize == 0xFFFF_FFFF || entry.offset == 0xFFFF_FFFF {
            throw Failure(.unsupported, "\(path.quoted) in the zip archive is in the zip64 format, which is for files of more than 4 GB")
        }
        return (entry, next)
    }

    private func check(_ path: String) throws(Failure) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = !path.isEmpty && !path.utf8.contains(0) && !path.utf8.contains(UInt8(ascii: "\\")) && !parts.contains("..")
        let isAbsolute = path.hasPrefix("/") || path.dropFirst().hasPrefix(":")
        guard isPlain, !isAbsolute else {
            throw Failure(.unsupported, "\(path.quoted) in the zip archive has a path that leads out of the archive")
        }
    }

    private func short(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    private func long(_ place: Int) -> Int { short(place) | short(place + 2) << 16 }
}

/// Decompression of a deflated file, and checksums.
enum Inflation {
    /// Returns exactly `count` bytes, or nil if the input is something else.
    static func bytes(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        guard let given = UInt32(exactly: packed.count), let room = UInt32(exactly: count) else { return nil }
        var stream = z_stream()
        // Negative window bits mean deflate without a header.
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = Array(packed)
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { target, made in
            isWhole = input.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = given
                stream.next_out = target.baseAddress
                stream.avail_out = room
                return inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0
            }
            made = count - Int(stream.avail_out)
        }
        return isWhole ? output : nil
    }

    /// Passes the unpacked bytes on piece by piece until `take` returns false, or the input is damaged.
    static func pass(_ packed: ArraySlice<UInt8>, to take: ([UInt8]) -> Bool) {
        guard let inflater = Inflater(.deflate) else { return }
        inflater.feed(packed)
        while let piece = try? inflater.next(limit: 65536), !piece.isEmpty, take(piece) {}
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}

extension String {
    /// The text in quotation marks, shortened.
    fileprivate var quoted: String { "\"\(String(prefix(100)))\(count > 100 ? "…" : "")\"" }
}
