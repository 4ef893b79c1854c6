import Testing
import Zstandard

@Suite struct DictionaryCoderTests {
    private let dictionary = Array(
        String(repeating: "{\"first\":{\"item\":\"title\",\"attribute\":\"leading\"},\"relation\":\"==\"}", count: 20).utf8)

    @Test func `what is packed is unpacked, by many threads at once`() async throws {
        let coder = try #require(DictionaryCoder(dictionary: dictionary, level: 6))
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let text =
                        Array("{\"first\":{\"item\":\"view\(number)\",\"attribute\":\"leading\"}}".utf8) + [UInt8](repeating: 7, count: number * 50)
                    guard let packed = coder.pack(text) else { return false }
                    return packed.count < text.count && (try? coder.unpack(packed, limit: text.count)) == text
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test func `nothing has a frame, too`() throws {
        let coder = try #require(DictionaryCoder(dictionary: dictionary, level: 6))
        let packed = try #require(coder.pack([]))
        #expect(try coder.unpack(packed, limit: 0) == [])
    }

    @Test func `damage is told wherever it is`() throws {
        let coder = try #require(DictionaryCoder(dictionary: dictionary, level: 6))
        let text = Array("{\"first\":{\"item\":\"another\",\"attribute\":\"trailing\"},\"constant\":17}".utf8)
        let packed = try #require(coder.pack(text))
        for place in packed.indices {
            var damaged = packed
            damaged[place] ^= 0x55
            // What is no longer refused must at least say the same: the frame's own head has bits that mean nothing.
            if let read = try? coder.unpack(damaged, limit: 1 << 20) { #expect(read == text, "byte \(place)") }
            #expect(throws: DictionaryCoder.Failure.self) { try coder.unpack(Array(packed[..<place]), limit: 1 << 20) }
        }
        #expect(throws: DictionaryCoder.Failure.tooLarge) { try coder.unpack(packed, limit: text.count - 1) }
        #expect(throws: DictionaryCoder.Failure.malformed) { try coder.unpack(Array("plain".utf8), limit: 100) }
    }
}
