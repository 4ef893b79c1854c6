import Testing
import Zstandard

@Suite struct PrefixCoderTests {
    private let coder = PrefixCoder(level: 1)

    /// As long as the number says.
    private func text(_ lines: Int, changed: Int? = nil) -> [UInt8] {
        Array((0..<lines).map { "{\"view\(($0 &* 7919) % 1000)\":{\"x\":\($0 &* $0 % 977),\"y\":\($0 == changed ? -1 : $0)}}\n" }.joined().utf8)
    }

    @Test(arguments: [(1, 1), (3000, 3000), (2000, 5), (5, 2000), (20_000, 20_000)])
    func `what is packed by another text is unpacked by it`(_ sizes: (prefix: Int, text: Int)) throws {
        let prefix = text(sizes.prefix)
        for text in [text(sizes.text), text(sizes.text, changed: sizes.text / 2), []] {
            let packed = try #require(coder.pack(text, by: prefix))
            #expect(try coder.unpack(packed, by: prefix, limit: text.count) == text)
            #expect(try coder.unpack(try #require(coder.pack(prefix, by: text)), by: text, limit: prefix.count) == prefix)
        }
    }

    @Test func `a text like the other one is packed to little`() throws {
        let packed = try #require(coder.pack(text(3000, changed: 1500), by: text(3000)))
        #expect(packed.count < 500)
    }

    @Test func `many threads at once do not disturb each other`() async {
        let (coder, first, texts) = (coder, text(500), (0..<50).map { text(500, changed: $0) })
        await withTaskGroup(of: Bool.self) { group in
            for place in 0..<200 {
                group.addTask {
                    let text = texts[place % texts.count]
                    return coder.pack(text, by: first).flatMap { try? coder.unpack($0, by: first, limit: text.count) } == text
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test func `damage is told, and another prefix`() throws {
        let (prefix, other) = (text(40), text(40, changed: 20))
        let packed = try #require(coder.pack(other, by: prefix))
        for place in packed.indices {
            var damaged = packed
            damaged[place] ^= 0x55
            if let read = try? coder.unpack(damaged, by: prefix, limit: 1 << 20) { #expect(read == other, "byte \(place)") }
            #expect(throws: DictionaryCoder.Failure.self) { try coder.unpack(Array(packed[..<place]), by: prefix, limit: 1 << 20) }
        }
        #expect(throws: DictionaryCoder.Failure.tooLarge) { try coder.unpack(packed, by: prefix, limit: other.count - 1) }
        #expect(throws: DictionaryCoder.Failure.malformed) { try coder.unpack(packed, by: text(40, changed: 3), limit: 1 << 20) }
        #expect(throws: DictionaryCoder.Failure.malformed) { try coder.unpack(packed, by: [], limit: 1 << 20) }
        #expect(throws: DictionaryCoder.Failure.malformed) { try coder.unpack(Array("plain".utf8), by: prefix, limit: 100) }
    }
}
