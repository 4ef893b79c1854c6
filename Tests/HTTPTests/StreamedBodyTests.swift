import HTTP
import Testing

@Suite struct StreamedBodyTests {
    /// All events of a request whose body is taken in pieces, however the bytes are cut; pieces that follow each other are joined.
    private func events(_ text: String, cut: Int) -> (body: [UInt8], ends: Int, requests: Int, error: RequestError?) {
        var limits = RequestLimits()
        limits.bodyBytes = 4
        var parser = RequestParser(limits: limits)
        var result: (body: [UInt8], ends: Int, requests: Int, error: RequestError?) = ([], 0, 0, nil)
        let bytes = Array(text.utf8)
        var isFirst = true
        for part in [bytes[..<cut], bytes[cut...]] {
            parser.feed(part)
            do throws(RequestError) {
                while let event = try parser.next() {
                    switch event {
                    case .head:
                        if isFirst { parser.takeBodyInPieces() }
                        isFirst = false
                    case .piece(let piece):
                        #expect(!piece.isEmpty)
                        result.body += piece
                    case .bodyEnd: result.ends += 1
                    case .request: result.requests += 1
                    }
                }
            } catch {
                result.error = error
                return result
            }
        }
        return result
    }

    private static let next = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n6;a=b\r\n456789\r\n0\r\nX: y\r\n\r\n",
    ])
    func `pieces make up the body beyond the limit, and the next request follows`(request: String) {
        for cut in 0...request.utf8.count {
            let found = events(request + StreamedBodyTests.next, cut: cut)
            #expect(found.body == Array("0123456789".utf8) && found.ends == 1 && found.requests == 1 && found.error == nil)
        }
    }

    @Test func `a body that is empty has an end`() {
        for fields in ["", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n"] {
            let body = fields.contains("chunked") ? "0\r\n\r\n" : ""
            let found = events("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)" + StreamedBodyTests.next, cut: 0)
            #expect(found.body.isEmpty && found.ends == 1 && found.requests == 1 && found.error == nil)
        }
    }

    @Test func `what came before an error comes first`() {
        let request = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\nzz\r\n"
        for cut in 0...request.utf8.count {
            let found = events(request, cut: cut)
            #expect(found.body == Array("0123".utf8) && found.ends == 0 && found.error?.code == "chunk")
        }
    }

    @Test func `a body that is not taken in pieces keeps the limit`() {
        var limits = RequestLimits()
        limits.bodyBytes = 4
        var parser = RequestParser(limits: limits)
        parser.feed(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n".utf8))
        #expect(throws: Never.self) { try parser.next() }
        #expect(throws: RequestError.bodyTooLarge(limit: 4)) { try parser.next() }
    }
}

@Suite struct StreamedResponseTests {
    private final class Silent: BodyStream {
        func next(_ input: BodyInput) -> BodyPiece { BodyPiece([], .end) }
    }

    @Test func `the head says how the body ends`() {
        let response = HTTPResponse(contentType: "text/plain", stream: Silent())
        let new = String(decoding: ResponseSerializer.bytes(of: response, to: .get, keepsAlive: true, date: "now"), as: UTF8.self)
        #expect(new.contains("\r\nTransfer-Encoding: chunked\r\n") && !new.contains("Content-Length") && new.hasSuffix("\r\n\r\n"))
        let old = String(
            decoding: ResponseSerializer.bytes(of: response, to: .get, version: .http10, keepsAlive: false, date: "now"), as: UTF8.self)
        #expect(!old.contains("Transfer-Encoding") && !old.contains("Content-Length") && old.contains("\r\nConnection: close\r\n"))
        #expect(String(decoding: ResponseSerializer.chunkHead(17), as: UTF8.self) == "11\r\n")
    }
}
