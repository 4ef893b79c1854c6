internal import JSON
internal import Testing

private func failure(_ bytes: [UInt8], depthLimit: Int = 512) -> JSONError? {
    do throws(JSONError) { _ = try JSONDocument(parsing: bytes, depthLimit: depthLimit) } catch { return error }
    return nil
}

private func failure(_ text: String, depthLimit: Int = 512) -> JSONError? { failure(Array(text.utf8), depthLimit: depthLimit) }

@Suite struct JSONDocumentTests {
    @Test func `members keep their order and numbers their kind`() throws {
        let text = #"{"b": [1, -2.50, 18446744073709551615, 1e2], "a": {"é\n": null}, "t": true, "f": false}"#
        let tree = try JSONTree(parsing: Array(text.utf8))
        #expect(tree.members?.map(\.key) == ["b", "a", "t", "f"])
        #expect(
            tree["b"]?.elements
                == [JSONNumber.integer(1), .double(-2.5), .unsigned(.max), .double(100)].map { .number(JSONTree.Number($0)) })
        #expect(tree["a"]?["é\n"] == .null)
        #expect(tree["t"]?.bool == true && tree["f"]?.bool == false)
        #expect(tree["b"]?[0]?.integer == 1 && tree["b"]?[4] == nil && tree["b"]?[-1] == nil)
    }

    @Test func `a tree is written with its numbers as they were spelled`() throws {
        let text =
            #"[0.00000005,{"1.50":1.50,"a\\":-0.0,"\" 7.0":"8.0, \\\" 9.0","b":[1E+2,1e-400]},123456789012345678.123456,-9223372036854775808,"#
            + #"18446744073709551615,0,true,"3.0\n",2.0e0]"#
        let bytes = Array(text.utf8)
        let tree = try JSONTree(parsing: bytes)
        func written(_ tree: JSONTree) -> String {
            var writer = JSONWriter()
            writer.tree(tree)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        #expect(written(tree) == text)
        // A part of a document that is copied by itself has the values alone, and is equal all the same.
        let copy = try JSONDocument(parsing: bytes).withRoot { JSONTree($0) }
        #expect(copy == tree && copy.hashValue == tree.hashValue && written(copy).hasPrefix("[5e-08,"))
    }

    @Test func `what lies behind the text means nothing`() throws {
        for filler in ["", "]", "\"", "0", "}"] {
            var bytes = Array("[1, {\"a\": \"b\"}, 23]".utf8)
            let count = bytes.count
            bytes += Array(String(repeating: filler, count: 500).utf8)
            bytes.removeLast(bytes.count - count)
            #expect(try JSONTree(parsing: bytes)[2]?.integer == 23)
            bytes.removeLast()
            #expect(failure(bytes)?.reason == .syntax && failure(bytes)?.offset == count - 1)
        }
        // As many bytes as there are, and not one more.
        let exact = [UInt8](unsafeUninitializedCapacity: 2) { buffer, count in
            (buffer[0], buffer[1], count) = (UInt8(ascii: "4"), UInt8(ascii: "2"), 2)
        }
        #expect(try JSONTree(parsing: exact).integer == 42)
    }

    @Test func `a long text is read as a short one is`() throws {
        let element = #"{"key": "value \u00e9", "number": 12345, "list": [true, null, -1.5]}"#
        let count = 40_000
        let text = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        let one = try JSONTree(parsing: Array(element.utf8))
        #expect(try JSONTree(parsing: Array(text.utf8)).elements == Array(repeating: one, count: count))
    }

    @Test func `the cursor finds keys and places as the tree does`() throws {
        let document = try JSONDocument(parsing: Array(#"{"a": [10, {"b": "x"}], "c": 2}"#.utf8))
        let found = document.withRoot { ($0["a"]?[1]?["b"]?.string, $0["c"]?.number, $0["d"] == nil, $0["a"]?[2] == nil) }
        #expect(found == ("x", .integer(2), true, true))
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, "/a", 7, 1, 8),
        ("{\"x\": {\n \"k\": [{\"b\": \"\\\"\", \"c\": 1, \"\\u0062\": 2}]}}", "/x/k/0/b", 35, 2, 28),
        (#"{"a/b~c":1,"a/b~c":2}"#, "/a~1b~0c", 11, 1, 12),
    ])
    func `the second of two equal keys is refused at its place`(text: String, pointer: String, offset: Int, line: Int, column: Int) {
        let error = failure(text)
        #expect(error?.reason == .duplicateKey)
        #expect(error?.pointer == pointer)
        #expect(error?.offset == offset && error?.line == line && error?.column == column, "\(String(describing: error))")
    }

    @Test func `a duplicate among many keys is found, and many different keys are read`() {
        let keys = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(failure("{\(keys)}") == nil)
        #expect(failure("{\(keys),\"k17\":0,\"k3\":0}")?.pointer == "/k17")
    }

    @Test(arguments: [
        ("", 1, 1, "empty"), (" \n ", 2, 2, "empty"), ("[1,]", 1, 4, "comma"), (#"{"a":1,}"#, 1, 8, "comma"), ("[NaN]", 1, 2, "'NaN'"),
        ("[1e999]", 1, 2, "too large for a double"), ("[123456789012345678901234567890]", 1, 2, "30 digits"), ("[01]", 1, 2, "begin with 0"),
        (#"["\ud800"]"#, 1, 3, "U+D800"), (#"["\ud800\u0041"]"#, 1, 3, "U+D800"), ("{} x", 1, 4, "end of the text"),
        ("{\"a\"\n 1}", 2, 2, "':'"), ("[\"a\u{1}\"]", 1, 4, "U+0001"), ("[\"ab", 1, 2, "not closed"), (#"["\x"]"#, 1, 4, "followed by"),
        ("[1 2]", 1, 4, "',' or ']'"), ("{\"é\": tru}", 1, 7, "'tru'"), ("[1.]", 1, 4, "digit"), ("{1:2}", 1, 2, "key in quotes"),
        ("\u{FEFF}{}", 1, 1, "byte order mark"), ("[", 1, 2, "ends too early"), ("[+1]", 1, 2, "a value"),
    ])
    func `an error tells the place and what is wrong`(text: String, line: Int, column: Int, words: String) {
        let error = failure(text)
        #expect(error?.line == line && error?.column == column && error?.message.contains(words) == true, "\(text): \(String(describing: error))")
    }

    @Test func `what is not UTF-8 is refused at the byte`() {
        #expect(failure([0x22, 0x61, 0xC0, 0x80, 0x22])?.offset == 2)
        #expect(failure([0x22, 0xED, 0xA0, 0x80, 0x22])?.offset == 1)
        #expect(failure([0xFF, 0xFE, 0x31, 0x00])?.message.contains("UTF-16") == true)
        #expect(failure([0x00, 0x31])?.message.contains("UTF-16") == true)
    }

    @Test func `nesting is read up to the limit and refused beyond`() {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        func objects(_ depth: Int) -> String { String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth) }
        #expect(failure(nested(512)) == nil)
        #expect(failure(nested(513))?.reason == .tooDeep)
        #expect(failure(nested(513))?.offset == 512)
        #expect(failure(objects(7), depthLimit: 7) == nil)
        #expect(failure(objects(8), depthLimit: 7)?.reason == .tooDeep)
        #expect(failure(String(repeating: "[", count: 1_000_000))?.reason == .tooDeep)
    }
}
