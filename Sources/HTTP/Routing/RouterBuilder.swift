/// A builder that collects the routes of a ``Router``.
public struct RouterBuilder {
    /// An error in the table of routes, detected when the service starts.
    public enum RouteError: Error, Hashable, Sendable {
        case invalidPattern(String)
        case clash(method: HTTPMethod, pattern: String)
    }

    /// The routes that differ only in their methods.
    struct Resource: Sendable {
        let pattern: RoutePattern
        let access: Route.Access
        var routes: [Route]

        func route(_ method: HTTPMethod) -> Route? {
            routes.first { $0.method == method }
        }
    }

    var resources: [Resource] = []

    public init() {}

    /// Adds a route. HEAD is implied by GET, and OPTIONS by every method; both may also be added explicitly.
    /// - Throws: for a malformed pattern, and for one that matches the same paths as another with the same method, other names of
    ///   parameters or another access.
    public mutating func add(_ route: Route) throws(RouteError) {
        guard let pattern = RoutePattern(route.pattern) else { throw .invalidPattern(route.pattern) }
        guard let index = resources.firstIndex(where: { $0.pattern.clashes(with: pattern) }) else {
            resources.append(Resource(pattern: pattern, access: route.access, routes: [route]))
            return
        }
        // Two names for one parameter would leave one handler without its value.
        guard resources[index].pattern == pattern, resources[index].access == route.access, resources[index].route(route.method) == nil else {
            throw .clash(method: route.method, pattern: route.pattern)
        }
        resources[index].routes.append(route)
    }

    /// Adds a route for clients with the token.
    public mutating func add(
        _ method: HTTPMethod, _ pattern: String, cost: Route.Cost = .heavy, body: BodyRules? = nil, streamsBody: Bool = false,
        handler: @escaping Route.Handler
    ) throws(RouteError) {
        try add(Route(method: method, pattern: pattern, cost: cost, body: body, streamsBody: streamsBody, handler: handler))
    }
}
