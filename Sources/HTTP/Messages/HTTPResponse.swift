/// A response. The serializer adds `Date`, `Content-Length`, `Connection` and the security fields.
public struct HTTPResponse: Hashable, Sendable {
    public var status: HTTPStatus
    public var fields: HTTPFields
    public var body: [UInt8]
    /// The body if it is streamed; ``body`` is empty then.
    public var stream: StreamedBody?

    public init(status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Creates a response whose body has that media type.
    public init(status: HTTPStatus = .ok, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: HTTPFields([("Content-Type", contentType)]), body: body)
    }

    /// Creates a response with a streamed body.
    public init(status: HTTPStatus = .ok, contentType: String, stream: any BodyStream) {
        self.init(status: status, contentType: contentType, body: [])
        self.stream = StreamedBody(stream)
    }

    /// Returns a response of plain text in UTF-8.
    public static func text(_ text: String, status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// Returns a response whose body is serialized JSON.
    public static func json(_ body: [UInt8], status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status: status, contentType: "application/json", body: body)
    }
}
