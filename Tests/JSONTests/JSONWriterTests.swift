internal import JSON
internal import Testing

@Suite struct JSONWriterTests {
    private func example(indented: Bool) -> String {
        var writer = JSONWriter(indented: indented)
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(-12)
        writer.number("0.5")
        writer.beginObject()
        writer.endObject()
        writer.endArray()
        writer.key(text: "b\"")
        writer.null()
        writer.key("c")
        writer.bool(true)
        writer.key("d")
        writer.raw("[1]".utf8)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a text that is taken while it is written is the same`() {
        var writer = JSONWriter()
        var taken: [UInt8] = []
        func take() { taken += writer.take() }
        writer.beginObject()
        take()
        writer.key("a")
        take()
        writer.beginArray()
        for number in 0..<3 {
            writer.string(String(repeating: "x", count: number * 900_000))
            take()
            #expect(writer.byteCount == 0)
        }
        writer.endArray()
        writer.member("b", 1)
        take()
        writer.endObject()
        #expect(writer.byteCount == 1)
        take()
        let texts = (0..<3).map { "\"" + String(repeating: "x", count: $0 * 900_000) + "\"" }
        #expect(String(decoding: taken, as: UTF8.self) == #"{"a":["# + texts.joined(separator: ",") + #"],"b":1}"#)
    }

    @Test func `a text of several parts is taken whole, and another may follow`() {
        var writer = JSONWriter()
        let text = (0..<9_000_001).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        for _ in 0..<2 {
            writer.raw(text)
            let copy = writer.bytes
            #expect(copy.suffix(text.count).elementsEqual(text))
            #expect(writer.take() == copy && writer.byteCount == 0 && writer.take().isEmpty)
        }
    }

    @Test func `compact text has no white space`() {
        #expect(example(indented: false) == #"{"a":[-12,0.5,{}],"b\"":null,"c":true,"d":[1]}"#)
    }

    @Test func `indented text has a line for each value`() {
        let lines = [
            "{", "  \"a\": [", "    -12,", "    0.5,", "    {}", "  ],", "  \"b\\\"\": null,", "  \"c\": true,", "  \"d\": [1]", "}",
        ]
        #expect(example(indented: true) == lines.joined(separator: "\n"))
    }

    @Test func `every scalar comes back from a string as it was`() throws {
        var text = ""
        for value in UInt32(0)...0x3000 { if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) } }
        text += "😀\u{10FFFF}\u{FFFF}"
        var writer = JSONWriter()
        writer.string(text)
        #expect(try JSONTree(parsing: writer.bytes) == .string(text))
        #expect(writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }

    @Test(arguments: [0, 9, -9, 10, -10, .max, .min])
    func `integers come back as they were`(value: Int) throws {
        var writer = JSONWriter()
        writer.integer(value)
        #expect(try JSONTree(parsing: writer.bytes) == .number(JSONTree.Number(.integer(Int64(value)))))
    }
}
