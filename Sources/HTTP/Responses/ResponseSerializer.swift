/// The serializer of responses.
public enum ResponseSerializer {
    /// The interim response that asks for the body.
    public static let continueBytes: [UInt8] = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// The end of a body in the chunked coding.
    public static let lastChunk: [UInt8] = Array("0\r\n\r\n".utf8)

    /// Returns the bytes before the data of a chunk.
    ///
    /// - Parameter count: the number of bytes of data, at least 1, since an empty chunk ends the body.
    public static func chunkHead(_ count: Int) -> [UInt8] { Array("\(String(count, radix: 16))\r\n".utf8) }

    /// The bytes after the data of a chunk.
    public static let chunkEnd: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]

    /// Returns a serialized response. For a streamed body this is only the head; the pieces follow as chunks, or, in HTTP/1.0,
    /// unframed until the connection closes.
    /// - Parameters:
    ///   - method: the request's method; a response to HEAD has the length of the body but not the body. Nil if the request could
    ///     not be parsed.
    ///   - version: the request's version; `Connection: keep-alive` is sent only to HTTP/1.0.
    ///   - keepsAlive: whether another request may follow; if not, `Connection: close` is sent.
    ///   - date: the value of `Date`, from ``HTTPDate``.
    public static func bytes(
        of response: HTTPResponse, to method: HTTPMethod?, version: HTTPVersion = .http11, keepsAlive: Bool, date: String
    ) -> [UInt8] {
        head(of: response, version: version, keepsAlive: keepsAlive, date: date) + body(of: response, to: method)
    }

    /// Returns the body to send: empty for HEAD, and for a status that forbids one.
    public static func body(of response: HTTPResponse, to method: HTTPMethod?) -> [UInt8] {
        method == .head || response.status.forbidsBody ? [] : response.body
    }

    /// Returns the serialized head of a response; parameters as for the whole.
    public static func head(of response: HTTPResponse, version: HTTPVersion = .http11, keepsAlive: Bool, date: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024)
        begin(response.status, date: date, &bytes)
        appendLines(of: response, to: &bytes)
        if response.stream != nil, version == .http11 { append("Transfer-Encoding", "chunked", to: &bytes) }
        end(version, keepsAlive: keepsAlive, &bytes)
        return bytes
    }

    /// Returns a serialized prepared response.
    ///
    /// - Parameters:
    ///   - hasBody: whether to append the body; without it, it is sent separately.
    ///   - method: the request's method; a response to HEAD has no body.
    ///   - request: the id of the request, as in ``HTTPResponse/identified(by:)``.
    public static func bytes(
        of ready: CachedResponse, to method: HTTPMethod, request: String, version: HTTPVersion, keepsAlive: Bool, date: String,
        hasBody: Bool = true
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + ready.lines.count + (hasBody ? ready.body.count : 0))
        begin(ready.status, date: date, &bytes)
        bytes.append(contentsOf: ready.lines)
        append("X-Request-Id", request, to: &bytes)
        end(version, keepsAlive: keepsAlive, &bytes)
        if hasBody, method != .head, !ready.status.forbidsBody { bytes.append(contentsOf: ready.body) }
        return bytes
    }

    /// Returns the field lines of a response without a streamed body, except those that depend on the time and the connection.
    static func lines(of response: HTTPResponse) -> [UInt8] {
        var bytes: [UInt8] = []
        appendLines(of: response, to: &bytes)
        return bytes
    }

    private static func begin(_ status: HTTPStatus, date: String, _ bytes: inout [UInt8]) {
        bytes.append(contentsOf: "HTTP/1.1 \(status.code) \(status.reason)\r\n".utf8)
        append("Date", date, to: &bytes)
    }

    private static func appendLines(of response: HTTPResponse, to bytes: inout [UInt8]) {
        for line in response.fields.lines where !reserved.contains(where: line.isNamed) {
            append(line.name, line.value, to: &bytes)
        }
        for field in SecurityFields.all where !response.fields.contains(field.name) {
            bytes.append(contentsOf: field.line)
        }
        if response.stream == nil, !response.status.forbidsBody { append("Content-Length", String(response.body.count), to: &bytes) }
    }

    private static func end(_ version: HTTPVersion, keepsAlive: Bool, _ bytes: inout [UInt8]) {
        if !keepsAlive {
            append("Connection", "close", to: &bytes)
        } else if version == .http10 {
            append("Connection", "keep-alive", to: &bytes)
        }
        bytes.append(ASCII.carriageReturn)
        bytes.append(ASCII.lineFeed)
    }

    /// Fields that the serializer determines, so those of a handler are ignored.
    private static let reserved = ["date", "content-length", "transfer-encoding", "connection", "keep-alive", "trailer"]

    /// Appends a field line. It omits a name that is no token and replaces controls in a value with spaces, so that no value from
    /// a request can begin a new line.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isTokenByte) else { return }
        bytes.append(contentsOf: name.utf8)
        bytes.append(ASCII.colon)
        bytes.append(ASCII.space)
        if value.utf8.allSatisfy(ASCII.isFieldValueByte) {
            bytes.append(contentsOf: value.utf8)
        } else {
            bytes.append(contentsOf: value.utf8.map { ASCII.isFieldValueByte($0) ? $0 : ASCII.space })
        }
        bytes.append(ASCII.carriageReturn)
        bytes.append(ASCII.lineFeed)
    }
}
