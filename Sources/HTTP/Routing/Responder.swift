/// What answers requests, on any thread and several at once.
public protocol Responder: Sendable {
    /// The answer where the head alone suffices to refuse the request, before `100 Continue` is sent; else nil.
    func refusal(for head: RequestHead) -> HTTPResponse?

    /// Whether the answer takes well under a millisecond and never blocks, so that it may be made on the thread that serves all connections.
    func isCheap(_ head: RequestHead) -> Bool

    /// The answer to a request without a body where it is at hand, made on the thread that serves all connections: this takes microseconds and never
    /// blocks. It is the one that ``respond(to:context:)`` would give. Nil where that must be called.
    func ready(for head: RequestHead) -> ReadyResponse?

    /// Whether anyone may ask for it, also without the service's access token: it holds nothing of what is stored.
    func isOpen(_ head: RequestHead) -> Bool

    /// Whether the request is answered before its body is there, which then comes in pieces to the stream of the answer.
    func streamsBody(of head: RequestHead) -> Bool

    /// Bytes of memory that it may take to answer, found without taking them; a request is asked about once, on a thread of handlers.
    func memory(for request: HTTPRequest) -> Int

    /// The answer. Whatever was refused by its head must be refused here too.
    func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse
}

extension Responder {
    public func refusal(for head: RequestHead) -> HTTPResponse? { nil }

    public func isCheap(_ head: RequestHead) -> Bool { false }

    public func ready(for head: RequestHead) -> ReadyResponse? { nil }

    public func isOpen(_ head: RequestHead) -> Bool { false }

    public func streamsBody(of head: RequestHead) -> Bool { false }

    public func memory(for request: HTTPRequest) -> Int { MemoryNeed.bytes(body: request.body.count) }
}
