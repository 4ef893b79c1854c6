internal import LayoutCheck
internal import HTTP

/// A request's body, decoded from its content coding, and its kind.
struct RequestContent {
    var bytes: [UInt8]
    var kind: SourceKind
    /// The media type as it is stored: lower case, without parameters.
    var mediaType: String

    init(_ request: HTTPRequest, limits: InputLimits) throws(ProblemDetails) {
        try RequestContent.checkBody(request)
        bytes = try RequestContent.decoded(request, limit: limits.bodyBytes)
        switch request.head.mediaType {
        case "application/json": (mediaType, kind) = ("application/json", .document)
        case "text/plain": (mediaType, kind) = ("text/plain", .text)
        case "application/xml", "text/xml": (mediaType, kind) = ("application/xml", .interfaceBuilder)
        case nil:
            kind = SourceKind(contentOf: bytes)
            mediaType = kind == .document ? "application/json" : kind == .interfaceBuilder ? "application/xml" : "text/plain"
        case let other?:
            throw ProblemDetails(
                .unsupportedMediaType, "media-type",
                "A body of type \(other) is not taken: send application/json for a document, text/plain for equations or a console log, "
                    + "application/xml for an Interface Builder file.")
        }
    }

    /// Returns a decoded JSON body that is not a layout.
    ///
    /// - Parameter isOptional: whether a request without a body is accepted.
    static func json(_ request: HTTPRequest, limits: InputLimits, isOptional: Bool = false) throws(ProblemDetails) -> [UInt8] {
        if !isOptional { try checkBody(request) }
        return try decoded(request, limit: limits.bodyBytes)
    }

    /// Returns whether the body has the gzip coding. Also checks its charset.
    static func isPacked(_ request: HTTPRequest) throws(ProblemDetails) -> Bool {
        try checkCharset(request.fields["Content-Type"] ?? "")
        let codings = request.fields.tokens("Content-Encoding").filter { $0 != "identity" }
        guard codings.count <= 1 else {
            throw ProblemDetails(.unsupportedMediaType, "content-coding", "A body in several content codings is not taken.")
        }
        return !codings.isEmpty
    }

    /// Rejects a request that does not announce a body (RFC 9110 section 15.5.12). An empty body is reported by its parser.
    private static func checkBody(_ request: HTTPRequest) throws(ProblemDetails) {
        guard case .none = request.head.framing else { return }
        throw ProblemDetails(
            .lengthRequired, "length-required", "The request has neither Content-Length nor Transfer-Encoding: chunked, and so no body.")
    }

    private static func decoded(_ request: HTTPRequest, limit: Int) throws(ProblemDetails) -> [UInt8] {
        let bytes = try isPacked(request) ? unpacked(request.body, limit: limit) : request.body
        guard bytes.count <= limit else { throw ProblemDetails(.tooLarge, limit: limit) }
        return bytes
    }

    private static func unpacked(_ bytes: [UInt8], limit: Int) throws(ProblemDetails) -> [UInt8] {
        do throws(Gzip.Failure) {
            return try Gzip.unpack(bytes, limit: limit)
        } catch {
            throw ProblemDetails(error, limit: limit)
        }
    }

    /// Rejects any charset but UTF-8, which would be misread.
    private static func checkCharset(_ contentType: String) throws(ProblemDetails) {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmed.lowercased() == "charset" else { continue }
            var charset = parts[1].trimmed.lowercased()
            if charset.count >= 2, charset.hasPrefix("\""), charset.hasSuffix("\"") { charset = String(charset.dropFirst().dropLast()) }
            guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(charset) else {
                throw ProblemDetails(.unsupportedMediaType, "charset", "A body in the charset \(charset) is not taken; UTF-8 is.")
            }
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
