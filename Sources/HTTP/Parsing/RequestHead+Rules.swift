extension RequestHead {
    /// Combines the request line and fields, and checks the rules that span them: host, framing and expectation.
    init(_ line: StartLine, fields: HTTPFields, limits: RequestLimits) throws(RequestError) {
        let authority = try RequestHead.authority(line, fields)
        for name in RequestHead.singleFields where fields.values(name).count > 1 { throw .field("There is more than one \(name) field.") }
        let framing = try RequestHead.framing(line, fields, limits)
        if line.version == .http11, !fields.values("Expect").allSatisfy({ asciiLowercased($0) == "100-continue" }) { throw .expectation }
        self.init(
            method: line.method, target: line.target, version: line.version, fields: fields, framing: framing, authority: authority)
    }

    /// Fields with a single value. Readers of a request with two such lines would disagree on which one is valid. `Host` and
    /// `Content-Length` have messages of their own, and a second `Authorization` is a wrong token.
    private static let singleFields = [
        "Content-Type", "Idempotency-Key", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Last-Event-ID", "Origin", "Range",
        "Referer", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "User-Agent",
    ]

    /// Returns the requested host (RFC 9112 section 3.2). An absolute target with another host than `Host` is rejected instead of
    /// obeyed: no honest client sends one, and a proxy may have checked the other host. A port that is given in only one of the
    /// two is ignored.
    private static func authority(_ line: StartLine, _ fields: HTTPFields) throws(RequestError) -> Authority? {
        let hosts = fields.values("Host")
        guard hosts.count <= 1 else { throw .host("There is more than one Host field.") }
        guard let value = hosts.first else {
            if line.version == .http11 { throw .host("The Host field is missing.") }
            return line.target.authority
        }
        guard let host = Authority(value) else { throw .host("The Host field must be a host with an optional port, such as localhost:8080.") }
        guard let named = line.target.authority else { return host }
        guard named.host == host.host, named.port == nil || host.port == nil || named.port == host.port else {
            throw .host("The target and the Host field name different hosts.")
        }
        return named.port == nil ? host : named
    }

    /// Returns the framing of the body (RFC 9112 section 6.3). Every ambiguous message is rejected.
    private static func framing(_ line: StartLine, _ fields: HTTPFields, _ limits: RequestLimits) throws(RequestError) -> Framing {
        let lengths = fields.values("Content-Length")
        let codings = fields.values("Transfer-Encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw .framing("The request has both Transfer-Encoding and Content-Length; send only one of them.") }
            guard line.version == .http11 else { throw .framing("Transfer-Encoding requires HTTP/1.1.") }
            try checkCodings(codings)
            return .chunked
        }
        guard let value = lengths.first else { return .none }
        guard lengths.count == 1 else { throw .framing("There is more than one Content-Length field.") }
        guard !value.isEmpty, value.utf8.allSatisfy(ASCII.isDigit) else { throw .framing("The Content-Length must be a decimal number.") }
        // A text that consists of digits can fail to parse only by overflow.
        guard let length = Int(value) else { throw .bodyTooLarge(limit: limits.bodyBytes) }
        return .length(length)
    }

    /// Checks that the only coding is `chunked`, and only once.
    private static func checkCodings(_ values: [String]) throws(RequestError) {
        var names: [String] = []
        for value in values {
            for part in value.utf8.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
                let name = asciiLowercased(String(Substring(part).trimmingOptionalWhitespace()))
                guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isTokenByte) else {
                    throw .framing("The Transfer-Encoding must be a list of coding names.")
                }
                names.append(name)
            }
        }
        if let unknown = names.first(where: { $0 != "chunked" }) {
            // If chunked is not the last coding, the end of the message is unknown: the client's error.
            guard !names.dropLast().contains("chunked") else { throw .framing("The transfer coding chunked must be the last one.") }
            throw .transferCoding(unknown)
        }
        guard names.count == 1 else { throw .framing("The transfer coding chunked is given twice.") }
    }
}
