internal import Compression
internal import LayoutCheck
internal import HTTP

/// A request's body, decoded from its content coding, and its kind.
struct RequestContent {
    var bytes: [UInt8]
    var kind: SourceKind
    /// The media type as it is stored: lower case, without parameters.
    var mediaType: String
    /// The name of the file, if the body is a form that has it.
    var fileName: String?
    /// Whether the client most likely removed the ends of lines, as `curl -d @FILE` does.
    private(set) var hasLostLines = false

    /// Returns whether a text without line ends most likely had several lines: it is long, or has several formats or relations.
    private static func isOfSeveralLines(_ bytes: [UInt8]) -> Bool {
        if bytes.contains(UInt8(ascii: "\n")) { return false }
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        return bytes.count > 80 || text.dropFirst(2).contains("V:") || text.dropFirst(2).contains("H:") || text.split(separator: "==").count > 2
    }

    init(_ request: HTTPRequest, limits: InputLimits) throws(ProblemDetails) {
        try RequestContent.checkBody(request)
        bytes = try RequestContent.decoded(request, limit: limits.bodyBytes)
        switch request.head.mediaType {
        case "application/json": (mediaType, kind) = ("application/json", .document)
        case "text/plain": (mediaType, kind) = ("text/plain", .text)
        case "application/xml", "text/xml": (mediaType, kind) = ("application/xml", .interfaceBuilder)
        case "application/zip", "application/x-zip-compressed": (mediaType, kind) = ("application/zip", .viewHierarchy)
        // The types that curl sends by itself.
        case nil, "application/x-www-form-urlencoded", "application/octet-stream":
            kind = SourceKind(contentOf: bytes)
            let isForm = request.head.mediaType == "application/x-www-form-urlencoded"
            hasLostLines = isForm && kind == .text && RequestContent.isOfSeveralLines(bytes)
            mediaType = RequestContent.mediaType(of: kind)
        case "multipart/form-data":
            let part = try RequestContent.file(of: bytes, contentType: request.fields["Content-Type"] ?? "")
            bytes = part.bytes
            fileName = part.fileName.flatMap(RequestContent.lastName)
            let named = fileName.flatMap { SourceKind(fileExtension: RequestContent.fileExtension(of: $0)) }
            // A stored log is recognized by its content when it is read again.
            kind = named == .consoleLog ? .text : named ?? SourceKind(contentOf: bytes)
            mediaType = RequestContent.mediaType(of: kind)
        case let other?:
            throw ProblemDetails(
                .unsupportedMediaType, "media-type",
                "A body of type \(other) is not supported: send application/json for a document, text/plain for equations or a console log, "
                    + "application/xml for an Interface Builder file, application/zip for a view hierarchy.")
        }
    }

    /// The media types of bodies that contain a layout.
    static let mediaTypes = [
        "application/json", "text/plain", "application/xml", "text/xml", "application/zip", "application/x-zip-compressed",
        "application/x-www-form-urlencoded", "multipart/form-data", "application/octet-stream",
    ]

    /// The media types with which bodies are stored.
    static let storedTypes: Set = ["application/json", "text/plain", "application/xml", "application/zip"]

    private static func mediaType(of kind: SourceKind) -> String {
        switch kind {
        case .document: "application/json"
        case .interfaceBuilder: "application/xml"
        case .viewHierarchy: "application/zip"
        case .text, .consoleLog: "text/plain"
        }
    }

    /// Returns the only file of a form.
    static func file(of bytes: [UInt8], contentType: String) throws(ProblemDetails) -> MultipartForm.Part {
        guard let form = MultipartForm(bytes, contentType: contentType) else {
            throw .badRequest(
                "malformed-form", "The body is not a complete multipart/form-data form. Send a file with curl -F file=@Main.storyboard.")
        }
        let files = form.parts.filter { $0.fileName != nil }
        let named = form.parts.filter { $0.name == "file" }
        guard let part = files.first ?? named.first ?? (form.parts.count == 1 ? form.parts.first : nil), files.count <= 1 else {
            throw .badRequest(
                "one-file",
                files.isEmpty
                    ? "The form has no file, but it must have exactly one: send it with curl -F file=@Main.storyboard."
                    : "The form has \(files.count) files, but it must have exactly one: send each in its own request, with "
                        + "curl -F file=@Main.storyboard.")
        }
        return part
    }

    /// Returns the last name of a path, or nil if it is empty or too long for a file's name.
    private static func lastName(of path: String) -> String? {
        let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        return name.isEmpty || name.unicodeScalars.count > LayoutApplication.nameLimit ? nil : name
    }

    private static func fileExtension(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
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
            throw ProblemDetails(.unsupportedMediaType, "content-coding", "A body may have only one content coding: gzip or none.")
        }
        return !codings.isEmpty
    }

    /// Rejects a request that does not announce a body (RFC 9110 section 15.5.12). An empty body is reported by its parser.
    private static func checkBody(_ request: HTTPRequest) throws(ProblemDetails) {
        guard case .none = request.head.framing else { return }
        throw ProblemDetails(
            .lengthRequired, "length-required", "The request has no body: it has neither Content-Length nor Transfer-Encoding: chunked.")
    }

    static func decoded(_ request: HTTPRequest, limit: Int) throws(ProblemDetails) -> [UInt8] {
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
            guard parts.count == 2, parts[0].trimmingOptionalWhitespace().lowercased() == "charset" else { continue }
            var charset = parts[1].trimmingOptionalWhitespace().lowercased()
            if charset.count >= 2, charset.hasPrefix("\""), charset.hasSuffix("\"") { charset = String(charset.dropFirst().dropLast()) }
            guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(charset) else {
                throw ProblemDetails(.unsupportedMediaType, "charset", "A body in the charset \(charset) is not supported; send UTF-8.")
            }
        }
    }
}
