import Testing

@testable import Compression

@Suite struct GzipTests {
    private let text = Array(repeatElement("title.width == 60\n", count: 500).joined().utf8)

    @Test func `what is packed is unpacked again`() throws {
        let packed = try #require(Gzip.pack(text))
        #expect(packed.count < text.count / 10)
        #expect(try Gzip.unpack(packed, limit: text.count) == text)
        #expect(try Gzip.unpack(#require(Gzip.pack([])), limit: 0).isEmpty)
    }

    @Test func `several members count as one body`() throws {
        let packed = try #require(Gzip.pack(text))
        #expect(try Gzip.unpack(packed + packed, limit: 2 * text.count) == text + text)
    }

    @Test func `no more than the limit is made`() throws {
        let packed = try #require(Gzip.pack(text))
        #expect(throws: Gzip.Failure.tooLarge) { try Gzip.unpack(packed, limit: text.count - 1) }
    }

    @Test func `damage is refused`() throws {
        let packed = try #require(Gzip.pack(text))
        var changed = packed
        changed[changed.count - 5] ^= 1
        for bytes in [[], Array(packed.dropLast()), Array(packed.dropFirst()), changed, packed + [0], text] {
            #expect(throws: Gzip.Failure.malformed) { try Gzip.unpack(bytes, limit: 1 << 20) }
        }
    }
}
