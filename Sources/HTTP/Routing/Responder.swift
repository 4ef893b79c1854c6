/// A handler of all requests, called on any thread and concurrently.
public protocol Responder: Sendable {
    /// Returns the route of a request. Called once for each request, on the event loop's thread and before `100 Continue` is sent:
    /// it takes microseconds and never blocks. The result is passed to the other methods.
    func match(_ head: RequestHead) -> RouteMatch

    /// Returns a prepared response to a request without a body, or nil if ``respond(to:context:)`` must be called. Called on the
    /// event loop's thread: it takes microseconds and never blocks. The response equals that of ``respond(to:context:)``.
    func ready(for head: RequestHead, _ match: RouteMatch) -> CachedResponse?

    /// Estimates the memory in bytes needed for the response, without allocating it. Called once for each request, on a worker's
    /// thread.
    func memory(for request: HTTPRequest) -> Int

    /// Finds out how much a request that only reads stored data reads, for ``readsMuch(_:)``. Called on a worker's thread, before
    /// ``respond(to:context:)``; it may read lengths from the store.
    func measureRead(_ request: HTTPRequest)

    /// Returns whether a request that only reads stored data is known to read much, so that it is handled like one that computes. Called on
    /// any thread: it takes microseconds and never blocks.
    func readsMuch(_ request: HTTPRequest) -> Bool

    /// Releases what was retained to answer later requests faster. Called on any thread while the process nearly uses its memory limit.
    func releaseMemory()

    /// Returns the response: that of `context.match` if it has one, otherwise the handler's.
    func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse
}

extension Responder {
    public func match(_ head: RequestHead) -> RouteMatch { RouteMatch() }

    public func ready(for head: RequestHead, _ match: RouteMatch) -> CachedResponse? { nil }

    public func memory(for request: HTTPRequest) -> Int { MemoryNeed.bytes(body: request.body.count) }

    public func measureRead(_ request: HTTPRequest) {}

    public func readsMuch(_ request: HTTPRequest) -> Bool { false }

    public func releaseMemory() {}

    /// Finds the route and returns the response, as for a request from a socket.
    public func respond(to request: HTTPRequest, within limit: Duration) -> HTTPResponse {
        respond(to: request, context: RequestContext(deadline: .now + limit, match: match(request.head)))
    }
}
