/// A responder with access policies: requests that they reject never reach the inner responder.
public struct GuardedResponder: Responder {
    private let policy: LocalPolicy
    private let token: AccessToken?
    private let responder: any Responder

    /// - Parameter token: the token that every request must present, except those for `/healthz` and for public resources; nil if
    ///   none is required.
    public init(policy: LocalPolicy, token: AccessToken? = nil, responder: any Responder) {
        self.policy = policy
        self.token = token
        self.responder = responder
    }

    private func denial(for head: RequestHead) -> HTTPResponse? {
        if let refusal = policy.refusal(for: head, isPage: responder.isOpen(head)) { return refusal }
        // Health checks need no secret.
        if head.target.form != .asterisk, head.target.segments == ["healthz"] { return nil }
        if responder.isOpen(head) { return nil }
        return token?.refusal(for: head)
    }

    public func refusal(for head: RequestHead) -> HTTPResponse? {
        denial(for: head) ?? responder.refusal(for: head)
    }

    public func isCheap(_ head: RequestHead) -> Bool {
        denial(for: head) != nil || responder.isCheap(head)
    }

    public func ready(for head: RequestHead) -> CachedResponse? {
        denial(for: head) == nil ? responder.ready(for: head) : nil
    }

    public func streamsBody(of head: RequestHead) -> Bool {
        denial(for: head) == nil && responder.streamsBody(of: head)
    }

    public func memory(for request: HTTPRequest) -> Int {
        denial(for: request.head) == nil ? responder.memory(for: request) : 0
    }

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        if let denial = denial(for: request.head) { return denial }
        var context = context
        context.isUnauthenticated = token?.refusal(for: request.head) != nil
        return responder.respond(to: request, context: context)
    }
}
