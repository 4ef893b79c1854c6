internal import JSON
internal import Testing

@Suite struct ValueLimitTests {
    private func values(_ text: String) -> Int { JSONValueCount.values(of: Array(text.utf8)) }

    @Test func `values are counted and what is in strings is not`() {
        #expect(values("1") == 1 && values("[1,2,3]") == 4 && values(#"{"a":[1,{"b":2}],"c":null}"#) == 6)
        #expect(values(#"["[,{","\"[,","\\",1]"#) == 5)
        // Never too few, also of what is no JSON.
        #expect(values("[[],{}]") >= 3 && values("[[[[") == 5)
    }

    @Test func `pieces count as the whole`() {
        let bytes = Array(#"["a\"[,\\",{"k":"\\"},[1,2]]"#.utf8)
        for cut in 0...bytes.count {
            var count = JSONValueCount()
            bytes[..<cut].withUnsafeBufferPointer { count.feed($0) }
            bytes[cut...].withUnsafeBufferPointer { count.feed($0) }
            #expect(count.values == JSONValueCount.values(of: bytes), "\(cut)")
        }
    }

    @Test func `more values than may be are refused`() throws {
        let bytes = Array(#"[1,2,{"a":3}]"#.utf8)
        _ = try JSONDocument(parsing: bytes, valueLimit: 5)
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes, valueLimit: 4) }
        #expect(error.reason == .tooManyValues && error.message.contains("more than 4 values"))
        // A long string is one value.
        _ = try JSONDocument(parsing: Array("\"\(String(repeating: ",", count: 100))\"".utf8), valueLimit: 4)
    }
}
