public import HTTP

/// An access log record of one answered request.
public struct AccessRecord: Sendable {
    /// The request's id, as in the answer's `X-Request-Id` and in its problem details.
    public let request: String
    /// The method; nil if the request could not be parsed.
    public let method: HTTPMethod?
    /// The path as it was sent, without the query; empty if the request could not be parsed.
    public let path: String
    public let status: HTTPStatus
    /// The length of the answer's body in bytes.
    public let bodyBytes: Int
    /// The time from the end of the request to its answer.
    public let duration: Duration
}
