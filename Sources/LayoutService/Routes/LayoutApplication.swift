public import LayoutCheck
public import HTTP
internal import LayoutModel
public import SessionStore

/// The service as HTTP responder: the routes over the use cases, and compression if the client accepts it.
public struct LayoutApplication: Responder {
    /// A route as in the table and the OpenAPI document.
    public struct Route: Sendable {
        public var method: HTTPMethod
        public var pattern: String
        var cost = RouterBuilder.Cost.heavy
        var body: BodyRules?
        var streamsBody = false
        var handler: RouterBuilder.Handler
    }

    public let routes: [Route]
    private let router: Router
    private let metrics: ServiceMetrics
    private let kept: ResponseCache
    private let limits: InputLimits

    /// - Parameter onFailure: called for every failure of the store, for the operator.
    public init(
        store: SessionStore, limits: InputLimits = InputLimits(), onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) throws {
        let metrics = ServiceMetrics()
        self.metrics = metrics
        self.limits = limits
        kept = ResponseCache(of: store)
        let sessions = SessionService(store: store, limits: limits, onFailure: onFailure)
        let routes =
            LayoutApplication.analysisRoutes(sessions, limits) + LayoutApplication.sessionRoutes(sessions)
            + LayoutApplication.stepRoutes(sessions, limits) + LayoutApplication.questionRoutes(sessions, limits)
            + LayoutApplication.streamRoutes(sessions) + LayoutApplication.batchRoutes(limits) + LayoutApplication.exampleRoutes()
            + LayoutApplication.previewRoutes(sessions, limits) + LayoutApplication.pageRoutes(sessions)
            + LayoutApplication.manualRoutes()
            + LayoutApplication.serviceRoutes(sessions, metrics)
        router = try Router { builder in
            for route in routes {
                try builder.add(route.method, route.pattern, cost: route.cost, body: route.body, streamsBody: route.streamsBody) {
                    request, context throws(ProblemDetails) in
                    let begin = ContinuousClock.now
                    defer { metrics.note(route.method, route.pattern, begin.duration(to: .now)) }
                    return try route.handler(request, context)
                }
            }
        }
        self.routes = routes
    }

    /// Counts a response, from a route or from before one was found.
    public func noteAnswer(_ status: HTTPStatus) {
        metrics.note(status)
    }

    /// Registers further metrics for `/metrics`, which are computed on each request.
    public func observe(_ gauges: @escaping @Sendable () -> [Gauge]) {
        metrics.observe(gauges)
    }

    /// Returns whether the request is for the page's own files: the page asks for the token and uses it in its requests for data.
    public func isOpen(_ head: RequestHead) -> Bool {
        guard head.method == .get || head.method == .head, head.target.form == .origin else { return false }
        let segments = head.target.segments
        return segments.isEmpty || segments == [""] || segments == ["help"]
            || (segments.count == 2 && ["assets", "help", "sessions"].contains(segments[0]))
    }

    public func refusal(for head: RequestHead) -> HTTPResponse? {
        router.refusal(for: head)
    }

    public func isCheap(_ head: RequestHead) -> Bool {
        router.isCheap(head)
    }

    public func streamsBody(of head: RequestHead) -> Bool {
        router.streamsBody(of: head)
    }

    public func memory(for request: HTTPRequest) -> Int {
        RequestContent.memory(for: request, limit: limits.bodyBytes)
    }

    public func ready(for head: RequestHead) -> CachedResponse? {
        guard let key = ResponseCache.Key(head) else { return nil }
        let begin = ContinuousClock.now
        guard let answer = kept.answer(key) else { return nil }
        metrics.note(.get, key.pattern, begin.duration(to: .now))
        return answer
    }

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        guard let key = ResponseCache.Key(request.head), let state = kept.storeState else { return made(for: request, context) }
        let response = made(for: request, context)
        kept.keep(response, key, madeAfter: state)
        return response
    }

    private func made(for request: HTTPRequest, _ context: RequestContext) -> HTTPResponse {
        var response = router.respond(to: request, context: context)
        // A line end, so that a shell prompt after the output begins a new line.
        if response.stream == nil, response.fields["Content-Encoding"] == nil, response.fields["Content-Type"] == "application/json",
            response.body.last != UInt8(ascii: "\n")
        {
            response.body.append(UInt8(ascii: "\n"))
        }
        return response.coded(for: request)
    }
}
