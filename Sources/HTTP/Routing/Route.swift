/// A route: a method, a pattern of paths, and the handler of their requests.
public struct Route: Sendable {
    /// A handler of a route's requests. A thrown problem becomes the response.
    public typealias Handler = @Sendable (HTTPRequest, RequestContext) throws(ProblemDetails) -> HTTPResponse

    /// The thread on which a handler runs.
    public enum Cost: Hashable, Sendable {
        /// The event loop's thread: the handler takes well under a millisecond and never blocks.
        case cheap
        /// A worker that long requests do not keep busy: the handler takes milliseconds, unless the query or a field asks for more
        /// (``RouteMatch/isRead``).
        case read
        /// A worker of the pool.
        case heavy
    }

    /// The clients that a service with an access token answers.
    public enum Access: Hashable, Sendable {
        /// Clients that present the token.
        case token
        /// Also a browser that fetches a page or its files: they contain no stored data, and the page asks for the token.
        case page
        /// Everybody, so that health checks need no secret.
        case everybody
    }

    public let method: HTTPMethod
    /// For example `/v1/sessions/{id}/report`; the values are passed as `context.parameters`.
    public let pattern: String
    /// The thread on which the handler runs.
    public let cost: Cost
    /// The accepted bodies; nil leaves the check to the handler.
    public let body: BodyRules?
    /// Whether the handler is called before the body has arrived, which is then passed in pieces to the stream of its response.
    public let streamsBody: Bool
    public let access: Access
    /// The media type of the responses that may be reused until the session that `{id}` names changes; nil if none may.
    public let cachedType: String?
    /// Returns whether the fields of a request to a route of cost ``Cost/read`` ask for more than stored data, as `Accept` does that names
    /// a form which is computed.
    public let computes: @Sendable (RequestHead) -> Bool
    public let handler: Handler

    public init(
        method: HTTPMethod, pattern: String, cost: Cost = .heavy, body: BodyRules? = nil, streamsBody: Bool = false, access: Access = .token,
        cachedType: String? = nil, computes: @escaping @Sendable (RequestHead) -> Bool = { _ in false }, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.cost = cost
        self.body = body
        self.streamsBody = streamsBody
        self.access = access
        self.cachedType = cachedType
        self.computes = computes
        self.handler = handler
    }
}
