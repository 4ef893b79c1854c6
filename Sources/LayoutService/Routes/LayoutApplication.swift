public import HTTP
public import LayoutCheck
public import SessionStore
internal import StandardAdditions

/// The service as HTTP responder: the routes over the use cases, and compression if the client accepts it.
public struct LayoutApplication: Responder {
    /// The routes, as in the OpenAPI document.
    public let routes: [Route]
    private let router: Router
    private let paths: PathAdvice
    private let metrics: ServiceMetrics
    private let cache: ResponseCache
    private let limits: InputLimits
    private let sizes: StoredSizes
    let sessions: SessionService

    /// - Parameter onFailure: called for every failure of the store, for the operator.
    public init(
        store: any SessionStore, limits: InputLimits = InputLimits(), surroundings: Surroundings = .system,
        onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws {
        let metrics = ServiceMetrics()
        self.metrics = metrics
        self.limits = limits
        sizes = StoredSizes(store)
        cache = ResponseCache(of: store)
        let sessions = SessionService(store: store, limits: limits, surroundings: surroundings, onFailure: onFailure)
        self.sessions = sessions
        let routes =
            LayoutApplication.analysisRoutes(sessions, limits) + LayoutApplication.sessionRoutes(sessions)
            + LayoutApplication.stepRoutes(sessions, limits) + LayoutApplication.questionRoutes(sessions, limits)
            + LayoutApplication.streamRoutes(sessions) + LayoutApplication.batchRoutes(limits) + LayoutApplication.exampleRoutes()
            + LayoutApplication.previewRoutes(sessions, limits) + LayoutApplication.pageRoutes(sessions)
            + LayoutApplication.manualRoutes()
            + LayoutApplication.serviceRoutes(sessions, metrics)
        router = try Router { builder in
            for route in routes { try builder.add(route) }
        }
        self.routes = routes
        paths = PathAdvice(routes)
    }

    /// Counts a response, also one that was made before a route was found.
    public func noteAnswer(_ status: HTTPStatus) {
        metrics.note(status)
    }

    /// Registers further metrics for `/metrics`, which are computed on each request.
    public func observe(_ gauges: @escaping @Sendable () -> [Gauge]) {
        metrics.observe(gauges)
    }

    public func match(_ head: RequestHead) -> RouteMatch {
        var match = router.match(head)
        if match.route == nil, match.refusal?.status == .notFound { match.refusal = paths.problem(for: head.target).response }
        match.refusal = match.refusal?.coded(for: head)
        return match
    }

    public func memory(for request: HTTPRequest) -> Int {
        RequestContent.memory(for: request, limit: limits.bodyBytes) + sizes.memory(for: request)
    }

    public func measureRead(_ request: HTTPRequest) { sizes.measure(request) }

    public func readsMuch(_ request: HTTPRequest) -> Bool { sizes.isLarge(request) }

    public func releaseMemory() { sessions.documents.releaseMemory() }

    public func ready(for head: RequestHead, _ match: RouteMatch) -> CachedResponse? {
        guard let route = match.route, let key = ResponseCache.Key(head, match) else { return nil }
        let begin = ContinuousClock.now
        guard let answer = cache.answer(key) else { return nil }
        metrics.note(route, begin.duration(to: .now))
        return answer
    }

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        if let refusal = context.match.refusal { return refusal }
        guard let key = ResponseCache.Key(request.head, context.match), let state = cache.storeState else { return made(for: request, context) }
        let response = made(for: request, context)
        cache.keep(response, key, madeAfter: state)
        return response
    }

    /// Returns the refusal of a request that reads a part of a session that is longer than this process can take apart in its memory.
    private func tooLong(_ request: HTTPRequest) -> HTTPResponse? {
        guard let memory = limits.memory else { return nil }
        let length = sizes.longestPart(for: request)
        guard length > memory.greatestPart else { return nil }
        let detail =
            "The session has a part of \(length >> 20) MB, and with its --max-memory the service reads at most \(memory.greatestPart >> 20) MB at once."
        return ProblemDetails(.serviceUnavailable, "memory", detail).response
    }

    private func made(for request: HTTPRequest, _ context: RequestContext) -> HTTPResponse {
        let begin = ContinuousClock.now
        var response = tooLong(request) ?? router.respond(to: request, context: context)
        if let route = context.match.route {
            metrics.note(route, begin.duration(to: .now))
            if route.cost == .read { sizes.note(response, to: request) }
            if ![.get, .head].contains(request.head.method) { sizes.forget(request) }
        }
        // A line end, so that a shell prompt after the output begins a new line.
        if response.stream == nil, response.fields["Content-Encoding"] == nil, response.fields["Content-Type"] == "application/json",
            response.body.last != UInt8(ascii: "\n")
        {
            response.body.append(UInt8(ascii: "\n"))
        }
        return response.coded(for: request.head)
    }
}
