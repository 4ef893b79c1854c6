extension HTTPRequest {
    /// Creates a request by the same rules as one from a socket, to call a ``Responder`` without a server.
    /// - Parameters:
    ///   - target: as in a request line, such as `/v1/sessions?limit=5`.
    ///   - fields: `Host: localhost` is added if it is missing, and `Content-Length` if there is a body.
    /// - Throws: the error with which a server would reject the request.
    public init(
        _ method: HTTPMethod, _ target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [], limits: RequestLimits = RequestLimits()
    ) throws(RequestError) {
        var fields = fields
        if !fields.contains("Host") { fields.append("Host", "localhost") }
        if !body.isEmpty { fields["Content-Length"] = String(body.count) }
        var text = "\(method) \(target) HTTP/1.1\r\n"
        for line in fields.lines { text += "\(line.name): \(line.value)\r\n" }
        var parser = RequestParser(limits: limits)
        parser.feed(Array((text + "\r\n").utf8) + body)
        while let event = try parser.next() {
            guard case .request(let request) = event else { continue }
            // A line end inside a field would have ended the request early.
            guard parser.bufferedByteCount == 0 else { throw .framing("There are bytes after the end of the request.") }
            self = request
            return
        }
        throw .incomplete
    }
}
