import Testing

@testable import Compression

@Suite struct ZipArchiveTests {
    private let text = Array("RequestResponses".utf8)

    private var archive: [UInt8] {
        var writer = ZipWriter()
        writer.add("a/metadata", text)
        writer.add("a/b.txt", [])
        return writer.bytes
    }

    private func refusal(_ bytes: [UInt8]) -> ZipArchive.Failure? {
        do throws(ZipArchive.Failure) {
            let archive = try ZipArchive(bytes)
            for entry in archive.entries { _ = try archive.contents(of: entry, limit: 1000) }
            return nil
        } catch {
            return error
        }
    }

    /// The archive with a change at the n-th place of some bytes.
    private func changed(_ sign: [UInt8], _ offset: Int, _ byte: UInt8, nth: Int = 0) throws -> [UInt8] {
        var bytes = archive
        let places = bytes.indices.filter { bytes[$0...].starts(with: sign) }
        bytes[try #require(places.dropFirst(nth).first) + offset] = byte
        return bytes
    }

    private let local: [UInt8] = [0x50, 0x4B, 3, 4]
    private let central: [UInt8] = [0x50, 0x4B, 1, 2]
    private let end: [UInt8] = [0x50, 0x4B, 5, 6]

    @Test func `what is written is read again`() throws {
        let read = try ZipArchive(archive)
        #expect(read.entries.map(\.path) == ["a/metadata", "a/b.txt"])
        #expect(try read.contents(of: read.entries[0], limit: 100) == text)
        #expect(try read.contents(of: read.entries[1], limit: 0) == [])
        #expect(try ZipArchive(archive + [] as [UInt8]).entries.count == 2)
        #expect(ZipArchive.begins(archive) && !ZipArchive.begins(text))
        #expect(try ZipArchive(ZipWriter().bytes).entries.isEmpty)
    }

    @Test func `files are passed on piece by piece`() throws {
        let read = try ZipArchive(archive)
        var passed: [UInt8] = []
        read.pass(read.entries[0]) { piece in
            passed += piece
            return true
        }
        #expect(passed == text)
        let long = [UInt8](repeating: 7, count: 1_000_000)
        // Deflated bytes are those of gzip without its first ten bytes and its last eight.
        let deflated = try #require(Gzip.pack(long)).dropFirst(10).dropLast(8)
        var sizes: [Int] = []
        Inflation.pass(deflated) { piece in
            sizes.append(piece.count)
            return true
        }
        #expect(sizes.reduce(0, +) == long.count && sizes.allSatisfy { $0 <= 65536 })
        sizes = []
        Inflation.pass(deflated) { piece in
            sizes.append(piece.count)
            return sizes.count < 3
        }
        #expect(sizes.count == 3)
        Inflation.pass(ArraySlice(text)) { _ in true }
    }

    @Test func `deflated bytes come whole in however small pieces`() throws {
        // zlib can have read all of the input while much of what it stands for is still to come.
        let zeros = [UInt8](repeating: 0, count: 3000)
        let deflated = try #require(Gzip.pack(zeros)).dropFirst(10).dropLast(8)
        for limit in [1, 7, 100, 258, 2999, 3000] {
            let inflater = try #require(Inflater(.deflate))
            inflater.feed(deflated)
            var output: [UInt8] = []
            while true {
                let piece = try inflater.next(limit: limit)
                if piece.isEmpty { break }
                #expect(piece.count <= limit)
                output += piece
            }
            try inflater.finish()
            #expect(output == zeros, "\(limit)")
        }
    }

    @Test func `hostile archives are refused in words`() throws {
        func expect(_ bytes: [UInt8], _ kind: ZipArchive.Failure.Kind, _ words: String) {
            let found = refusal(bytes)
            #expect(found?.kind == kind && found?.message.contains(words) == true, "\(words): \(String(describing: found))")
        }
        expect(Array(archive.dropLast()), .malformed, "its end is missing")
        expect([], .malformed, "its end is missing")
        expect(try changed(central, 8, 1), .unsupported, "is encrypted")
        expect(try changed(central, 10, 12), .unsupported, "compressed by method 12")
        // The file's mode is that of a link.
        expect(try changed(central, 41, 0xA0), .unsupported, "is a link")
        expect(try changed(end, 4, 1), .unsupported, "one part of a split archive")
        expect(try changed(end, 8, 3), .unsupported, "one part of a split archive")
        var zip64 = archive
        for offset in [8, 9, 10, 11] { zip64[zip64.count - 22 + offset] = 0xFF }
        expect(zip64, .unsupported, "zip64")
        expect(try changed(end, 16, 7), .malformed, "not at the offset that its end record states")
        expect(try changed(local, 30, UInt8(ascii: "x")), .malformed, "not at the offset that the zip archive's directory states")
        // The length, the checksum, and the place.
        expect(try changed(central, 24, 200), .malformed, "damaged")
        expect(try changed(central, 16, 0), .malformed, "damaged")
        expect(try changed(central, 42, 200), .malformed, "not at the offset that the zip archive's directory states")
        expect(try changed(central, 25, 200), .tooLarge, "more than 1000 bytes")
        // Its length when packed.
        expect(try changed(central, 20, 200), .malformed, "overlap")
        for path in ["/a", "../a", "a/../b", "C:/a", "a\\b", "", "a\u{0}"] {
            var writer = ZipWriter()
            writer.add(path, text)
            expect(writer.bytes, .unsupported, "leads out of the archive")
        }
        var twice = ZipWriter()
        twice.add("a", text)
        twice.add("a", text)
        expect(twice.bytes, .unsupported, "two files with the name \"a\"")
        var many = ZipWriter()
        for number in 0...ZipArchive.mostEntries { many.add("\(number)", []) }
        expect(many.bytes, .tooLarge, "more than the limit of 10000")
    }

    @Test func `no cut and no changed byte traps`() {
        let bytes = archive
        for count in bytes.indices { #expect(refusal(Array(bytes.prefix(count))) != nil) }
        for place in bytes.indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = value
                _ = refusal(changed)
            }
        }
    }
}
