internal import HTTP

extension FuzzTarget {
    private static let requestLimits: RequestLimits = {
        var limits = RequestLimits()
        limits.bodyBytes = 300
        limits.headerSectionBytes = 600
        limits.requestLineBytes = 200
        return limits
    }()

    /// What a client sends means the same however it is cut into packets, and nothing follows an error.
    static func readRequests(_ bytes: [UInt8]) {
        let (whole, rest) = events(of: bytes, step: max(1, bytes.count), inPieces: false)
        for step in [1, 2, 7] {
            guard events(of: bytes, step: step, inPieces: false) == (whole, rest) else {
                fatalError("cut into pieces of \(step) it means something else")
            }
        }
        let streamed = events(of: bytes, step: max(1, bytes.count), inPieces: true)
        guard events(of: bytes, step: 1, inPieces: true) == streamed else { fatalError("a body in pieces depends on how it came") }
        for case .request(let request) in whole where request.body.count > requestLimits.bodyBytes { fatalError("a body beyond its limit") }
    }

    /// The events in their order with pieces of one body joined, and how the input ended.
    private static func events(of bytes: [UInt8], step: Int, inPieces: Bool) -> ([RequestParser.Event], RequestError?) {
        var parser = RequestParser(limits: requestLimits)
        var events: [RequestParser.Event] = []
        do throws(RequestError) {
            for start in stride(from: 0, to: bytes.count, by: step) {
                parser.feed(bytes[start..<min(start + step, bytes.count)])
                while let event = try parser.next() {
                    if case .piece(let more) = event, case .piece(let before)? = events.last {
                        events[events.count - 1] = .piece(before + more)
                    } else {
                        events.append(event)
                    }
                    if inPieces, case .head = event { parser.takeBodyInPieces() }
                }
            }
            try parser.finish()
            return (events, nil)
        } catch {
            return (events, error)
        }
    }
}
