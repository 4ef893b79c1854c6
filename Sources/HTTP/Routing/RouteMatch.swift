/// The route of a request. It is found once, from the request's head, and passed on to everything that handles the request.
public struct RouteMatch: Sendable {
    /// The route; nil if there is none for the path and method.
    public let route: Route?
    /// The decoded values of the route's `{name}` segments.
    public let parameters: [String: String]
    /// Whether the request only selects stored data. With other parameters or fields a route may compute or search.
    private let isPlain: Bool
    /// The number of rows that the request asks for, by which its time is estimated; 0 if it does not say.
    public let rows: Int
    /// The clients that are answered at this path. A path with several routes has one policy for all, also for methods without a
    /// route.
    public let access: Route.Access
    /// The response if the head alone decides it: a rejection, or the answer to OPTIONS. The handler is not called then.
    public var refusal: HTTPResponse?
    /// Whether the access policies reject the request, whatever its body. The body is then not read.
    public private(set) var isDenied = false
    /// Whether the request has no access token although the service requires one: it is answered because the resource is public.
    public internal(set) var isUnauthenticated = false

    public init(
        route: Route? = nil, parameters: [String: String] = [:], access: Route.Access = .token, refusal: HTTPResponse? = nil,
        isPlain: Bool = true, rows: Int = 0
    ) {
        self.isPlain = isPlain
        self.rows = rows
        self.route = route
        self.parameters = parameters
        self.access = access
        self.refusal = refusal
    }

    /// A match of a request that the access policies reject.
    init(denial: HTTPResponse) {
        self.init(refusal: denial)
        isDenied = true
    }

    /// Whether the response takes well under a millisecond and never blocks, so that it may be made on the event loop's thread.
    public var isCheap: Bool { refusal != nil || route?.cost == .cheap }

    /// Whether the response only reads stored data, which takes milliseconds. Such a request does not wait for long ones.
    public var isRead: Bool { refusal == nil && isPlain && route?.cost == .read }

    /// Whether the body of the request is needed. No byte of another one is retained: its request is answered by its head alone, or the
    /// client has not presented the token.
    public var takesBody: Bool {
        guard refusal == nil, !isUnauthenticated else { return false }
        return route.map { $0.body != nil || $0.streamsBody || $0.method == .post } ?? true
    }

    /// Whether the request is answered before its body has arrived. The body is then passed in pieces to the stream of the
    /// response.
    public var streamsBody: Bool { refusal == nil && route?.streamsBody == true }
}
