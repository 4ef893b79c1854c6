internal import Synchronization

/// What a handler is told beside the request.
public struct RequestContext: Sendable {
    /// When the answer must be there; a handler that watches it can still answer with what it has.
    public let deadline: ContinuousClock.Instant
    /// The values of the `{name}` segments of the route, decoded.
    public internal(set) var parameters: [String: String]
    /// Whether the request shows no access token although the service has one: it is answered as it is open to all.
    public internal(set) var isStranger = false
    private let cancellation: Cancellation

    public init(deadline: ContinuousClock.Instant, parameters: [String: String] = [:], cancellation: Cancellation = Cancellation()) {
        self.deadline = deadline
        self.parameters = parameters
        self.cancellation = cancellation
    }

    /// Whether nobody waits for the answer any more: the client left, was answered 503, or the deadline is over.
    public var isCancelled: Bool { cancellation.isCancelled || ContinuousClock.now >= deadline }

    /// Seconds until the deadline, 0 when it is over.
    public var secondsLeft: Double {
        let left = ContinuousClock.now.duration(to: deadline).components
        return max(0, Double(left.seconds) + Double(left.attoseconds) / 1e18)
    }
}

/// A flag that the server raises and a handler on another thread reads.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    public func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}
