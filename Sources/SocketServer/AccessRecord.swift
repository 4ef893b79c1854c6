public import HTTP

/// One answered request, for a log.
public struct AccessRecord: Sendable {
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
