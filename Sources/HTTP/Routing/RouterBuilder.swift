/// Collects routes; ``Router`` serves them.
public struct RouterBuilder {
    /// Answers one route. A thrown problem is answered as such.
    public typealias Handler = @Sendable (HTTPRequest, RequestContext) throws(ProblemDetails) -> HTTPResponse

    /// Where a handler runs.
    public enum Cost: Hashable, Sendable {
        /// On the thread of the connections: it takes well under a millisecond and never blocks.
        case cheap
        /// On the pool of workers.
        case heavy
    }

    /// A mistake in the table of routes, found when the service starts.
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

    /// Adds a route. HEAD follows from GET and OPTIONS from all; both may still be added by hand.
    /// - Parameters:
    ///   - pattern: such as `/v1/sessions/{id}/report`; the values come as `context.parameters`.
    ///   - cost: where the handler runs.
    ///   - body: which bodies it takes; nil leaves that to the handler.
    ///   - streamsBody: whether the handler is called before the body is there, which the stream of its answer then gets in pieces.
    /// - Throws: a pattern that cannot be read, or one that stands for the same paths as another of the same method.
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
