internal import HTTP
internal import Testing

@Suite struct SingleFieldTests {
    @Test(arguments: ["Idempotency-Key", "idempotency-key", "Content-Type", "Range", "Last-Event-ID", "Origin"])
    func `a second line of a field with one value is an error`(name: String) {
        let one = "\(name): bytes=0-1"
        #expect(transcript(of: post("\(one)\r\nContent-Length: 1", "a")).error == nil)
        for second in [one, "\(name):", "\(name.uppercased()): bytes=2-3"] {
            let outcome = transcript(of: post("\(one)\r\nX: y\r\n\(second)\r\nContent-Length: 1", "a"))
            #expect(outcome.events.isEmpty && outcome.error?.response.status == .badRequest, "\(second)")
        }
    }

    @Test func `lists may come in several lines`() {
        #expect(
            transcript(of: post("Accept: a/b\r\nAccept: c/d\r\nIf-Match: \"1\"\r\nIf-Match: \"2\"\r\nContent-Length: 1", "a")).requests.count == 1)
    }
}
