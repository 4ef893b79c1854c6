/// A builder that collects the routes of a ``Router``.
public struct RouterBuilder {
    /// A handler of one route. A thrown problem becomes the response.
    public typealias Handler = @Sendable (HTTPRequest, RequestContext) throws(ProblemDetails) -> HTTPResponse

    /// The thread on which a handler runs.
    public enum Cost: Hashable, Sendable {
        /// The event loop's thread: the handler takes well under a millisecond and never blocks.
        case cheap
        /// A worker of the pool.
        case heavy
    }

    /// An error in the table of routes, detected when the service starts.
    public enum RouteError: Error, Hashable, Sendable {
        case invalidPattern(String)
        case clash(method: HTTPMethod, pattern: String)
    }

    struct Endpoint: Sendable {
        let cost: Cost
        let body: BodyRules?
        let streamsBody: Bool
        let handler: Handler
    }

    struct Resource: Sendable {
        let pattern: RoutePattern
        var endpoints: [(method: HTTPMethod, endpoint: Endpoint)]

        func endpoint(_ method: HTTPMethod) -> Endpoint? {
            endpoints.first { $0.method == method }?.endpoint
        }
    }

    var resources: [Resource] = []

    public init() {}

    /// Adds a route. HEAD is implied by GET, and OPTIONS by every method; both may also be added explicitly.
    /// - Parameters:
    ///   - pattern: such as `/v1/sessions/{id}/report`; the values are passed as `context.parameters`.
    ///   - cost: the thread on which the handler runs.
    ///   - body: the accepted bodies; nil leaves the check to the handler.
    ///   - streamsBody: whether the handler is called before the body has arrived, which is then passed in pieces to the stream
    ///     of its response.
    /// - Throws: for a malformed pattern, or one that matches the same paths as another of the same method.
    public mutating func add(
        _ method: HTTPMethod, _ pattern: String, cost: Cost = .heavy, body: BodyRules? = nil, streamsBody: Bool = false,
        handler: @escaping Handler
    ) throws(RouteError) {
        guard let parsed = RoutePattern(pattern) else { throw .invalidPattern(pattern) }
        let endpoint = Endpoint(cost: cost, body: body, streamsBody: streamsBody, handler: handler)
        guard let index = resources.firstIndex(where: { $0.pattern.clashes(with: parsed) }) else {
            resources.append(Resource(pattern: parsed, endpoints: [(method, endpoint)]))
            return
        }
        // Two names for one parameter would leave one handler without its value.
        guard resources[index].pattern == parsed, resources[index].endpoint(method) == nil else {
            throw .clash(method: method, pattern: pattern)
        }
        resources[index].endpoints.append((method, endpoint))
    }
}
