internal import HTTP

extension HTTPResponse {
    /// Below this many bytes packing saves nothing worth its time.
    private static let leastPacked = 1024

    /// The answer in the gzip coding, where the request takes it and it is worth it.
    func coded(for request: HTTPRequest) -> HTTPResponse {
        guard body.count >= HTTPResponse.leastPacked, !status.forbidsBody, fields["Content-Encoding"] == nil else { return self }
        var response = self
        response.tellThatCodingVaries()
        guard HTTPResponse.takesGzip(request.fields.tokens("Accept-Encoding")), let packed = Gzip.pack(body) else { return response }
        response.body = packed
        response.fields.append("Content-Encoding", "gzip")
        return response
    }

    /// Has caches know that the coding depends on what the request takes.
    mutating func tellThatCodingVaries() {
        if fields.tokens("Vary").contains("accept-encoding") { return }
        fields["Vary"] = (fields.values("Vary") + ["Accept-Encoding"]).joined(separator: ", ")
    }

    /// Whether a list of codings with weights allows gzip: by name, else by `*`; a weight of 0 forbids (RFC 9110 section 12.5.3).
    static func takesGzip(_ codings: [String]) -> Bool {
        var byWildcard = false
        for coding in codings {
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let isAllowed = !parts.dropFirst().contains { part in
                part.hasPrefix("q=") && (Double(part.dropFirst(2)) ?? 0) <= 0
            }
            if parts.first == "gzip" || parts.first == "x-gzip" { return isAllowed }
            if parts.first == "*" { byWildcard = isAllowed }
        }
        return byWildcard
    }
}
