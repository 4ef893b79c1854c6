public import HTTP

/// One answered request, for a log.
public struct AccessRecord: Sendable {
    /// The name that the request has in the answer's `X-Request-Id`, and in the problem that it is answered with.
    public let request: String
    /// Nil where the request could not be read.
    public let method: HTTPMethod?
    /// The path as it was sent, without the query; empty where the request could not be read.
    public let path: String
    public let status: HTTPStatus
    /// Bytes of the answer's body.
    public let bodyBytes: Int
    /// From the end of the request to its answer.
    public let duration: Duration
}
