/// A responder behind a policy: what the policy refuses, the responder never sees.
public struct GuardedResponder: Responder {
    private let policy: LocalPolicy
    private let responder: any Responder

    public init(policy: LocalPolicy, responder: any Responder) {
        self.policy = policy
        self.responder = responder
    }

    public func refusal(for head: RequestHead) -> HTTPResponse? {
        policy.refusal(for: head) ?? responder.refusal(for: head)
    }

    public func isCheap(_ head: RequestHead) -> Bool {
        policy.refusal(for: head) != nil || responder.isCheap(head)
    }

    public func streamsBody(of head: RequestHead) -> Bool {
        policy.refusal(for: head) == nil && responder.streamsBody(of: head)
    }

    public func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
        policy.refusal(for: request.head) ?? responder.respond(to: request, context: context)
    }
}
