internal import HTTP

/// Everything that a parser says about a stream, its error last.
struct Transcript: Equatable {
    var events: [RequestParser.Event] = []
    var error: RequestError?

    var requests: [HTTPRequest] {
        events.compactMap { event in
            if case .request(let request) = event { request } else { nil }
        }
    }
}

/// Feeds a stream in pieces of that size, taking all events after each.
func transcript(of bytes: [UInt8], piece: Int = .max, limits: RequestLimits = RequestLimits(), ends: Bool = false) -> Transcript {
    var parser = RequestParser(limits: limits)
    var result = Transcript()
    var rest = bytes[...]
    do throws(RequestError) {
        repeat {
            let part = rest.prefix(piece)
            rest = rest.dropFirst(part.count)
            parser.feed(part)
            while let event = try parser.next() { result.events.append(event) }
        } while !rest.isEmpty
        if ends { try parser.finish() }
    } catch {
        result.error = error
    }
    return result
}

func transcript(of text: String, piece: Int = .max, limits: RequestLimits = RequestLimits(), ends: Bool = false) -> Transcript {
    transcript(of: Array(text.utf8), piece: piece, limits: limits, ends: ends)
}

/// The head of the one request in a text that must be readable.
func head(_ text: String) throws -> RequestHead {
    var parser = RequestParser()
    parser.feed(Array(text.utf8))
    guard case .head(let head) = try parser.next() else { throw RequestError.incomplete }
    return head
}

/// A POST to `/` with these fields beside Host, and this body.
func post(_ fields: String, _ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n\(body)"
}
