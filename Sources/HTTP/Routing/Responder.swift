/// A handler of all requests, called on any thread and concurrently.
public protocol Responder: Sendable {
    /// Returns the response if the head alone suffices to reject the request, before `100 Continue` is sent; otherwise nil.
    func refusal(for head: RequestHead) -> HTTPResponse?

    /// Returns whether the response takes well under a millisecond and never blocks, so that it may be made on the event loop's
    /// thread.
    func isCheap(_ head: RequestHead) -> Bool

    /// Returns a prepared response to a request without a body, or nil if ``respond(to:context:)`` must be called. Called on the
    /// event loop's thread: it takes microseconds and never blocks. The response equals that of ``respond(to:context:)``.
    func ready(for head: RequestHead) -> CachedResponse?

    /// Returns whether the resource is public, even without the service's access token: it contains no stored data.
    func isOpen(_ head: RequestHead) -> Bool

    /// Returns whether the request is answered before its body has arrived. The body is then passed in pieces to the stream of
    /// the response.
    func streamsBody(of head: RequestHead) -> Bool

    /// Estimates the memory in bytes needed for the response, without allocating it. Called once for each request, on a worker's
    /// thread.
    func memory(for request: HTTPRequest) -> Int

    /// Returns the response. Whatever ``refusal(for:)`` rejects must be rejected here too.
    func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse
}

extension Responder {
    public func refusal(for head: RequestHead) -> HTTPResponse? { nil }

    public func isCheap(_ head: RequestHead) -> Bool { false }

    public func ready(for head: RequestHead) -> CachedResponse? { nil }

    public func isOpen(_ head: RequestHead) -> Bool { false }

    public func streamsBody(of head: RequestHead) -> Bool { false }

    public func memory(for request: HTTPRequest) -> Int { MemoryNeed.bytes(body: request.body.count) }
}
