/// A responder with access policies: requests that they reject never reach the handlers of the inner responder.
public struct GuardedResponder: Responder {
    private let policy: LocalPolicy
    private let token: AccessToken?
    private let responder: any Responder

    /// - Parameter token: the token that every request must present, except those for public resources; nil if none is required.
    public init(policy: LocalPolicy, token: AccessToken? = nil, responder: any Responder) {
        self.policy = policy
        self.token = token
        self.responder = responder
    }

    public func match(_ head: RequestHead) -> RouteMatch {
        let match = responder.match(head)
        let isPage = match.access == .page && (head.method == .get || head.method == .head) && head.target.form == .origin
        if let refusal = policy.refusal(for: head, isPage: isPage) { return RouteMatch(denial: refusal) }
        guard let refusal = token?.refusal(for: head) else { return match }
        guard isPage || match.access == .everybody else { return RouteMatch(denial: refusal) }
        var open = match
        open.isUnauthenticated = true
        return open
    }

    public func ready(for head: RequestHead, _ match: RouteMatch) -> CachedResponse? {
        match.refusal == nil ? responder.ready(for: head, match) : nil
    }

    public func memory(for request: HTTPRequest) -> Int {
        responder.memory(for: request)
    }

    public func measureRead(_ request: HTTPRequest) { responder.measureRead(request) }

    public func readsMuch(_ request: HTTPRequest) -> Bool { responder.readsMuch(request) }

    public func releaseMemory() { responder.releaseMemory() }

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        context.match.refusal ?? responder.respond(to: request, context: context)
    }
}
