internal import Compression
internal import HTTP

extension HTTPResponse {
    /// The minimum length in bytes that is worth compressing.
    private static let leastPacked = 1024

    /// Returns the response in the gzip coding, if the request accepts it and it is worthwhile.
    func coded(for request: RequestHead) -> HTTPResponse {
        guard body.count >= HTTPResponse.leastPacked, !status.forbidsBody, fields["Content-Encoding"] == nil else { return self }
        var response = self
        response.addVaryForCoding()
        guard HTTPResponse.takesGzip(request.fields.tokens("Accept-Encoding")), let packed = Gzip.pack(body) else { return response }
        response.body = packed
        response.fields.append("Content-Encoding", "gzip")
        return response
    }

    /// Adds the `Vary` field, because the coding depends on the request.
    mutating func addVaryForCoding() {
        if fields.tokens("Vary").contains("accept-encoding") { return }
        fields["Vary"] = (fields.values("Vary") + ["Accept-Encoding"]).joined(separator: ", ")
    }

    /// Returns whether a list of codings with weights allows gzip: by name, otherwise by `*`; a weight of 0 forbids it (RFC 9110
    /// section 12.5.3).
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
