internal import Synchronization

/// The context of a request that is passed to its handler.
public struct RequestContext: Sendable {
    /// The time at which the response is due; a handler can watch it and return a partial result.
    public let deadline: ContinuousClock.Instant
    /// The decoded values of the route's `{name}` segments.
    public internal(set) var parameters: [String: String]
    /// Whether the request has no access token although the service requires one: it is answered because the resource is public.
    public internal(set) var isUnauthenticated = false
    private let cancellation: Cancellation

    public init(deadline: ContinuousClock.Instant, parameters: [String: String] = [:], cancellation: Cancellation = Cancellation()) {
        self.deadline = deadline
        self.parameters = parameters
        self.cancellation = cancellation
    }

    /// Whether the handler should end: the response is not needed any more, or the deadline has passed.
    public var isCancelled: Bool { cancellation.isCancelled || ContinuousClock.now >= deadline }

    /// Whether the response would still reach the client, even after the deadline: the client has not left and was not answered
    /// 503.
    public var isAwaited: Bool { !cancellation.isCancelled }

    /// Prevents the request from being answered 503 from now on, because its result is being stored. Returns false if the client
    /// does not wait any more.
    public func claim() -> Bool { cancellation.claim() }

    /// The seconds until the deadline; 0 after it.
    public var secondsLeft: Double {
        let left = ContinuousClock.now.duration(to: deadline).components
        return max(0, Double(left.seconds) + Double(left.attoseconds) / 1e18)
    }
}

/// A flag that the server sets and a handler on another thread reads.
///
/// A handler may claim it instead, so that it cannot be set any more. Only one of the two succeeds, so that nothing is stored for
/// a request that was answered 503.
public final class Cancellation: Sendable {
    private enum State {
        static let open: UInt8 = 0
        static let cancelled: UInt8 = 1
        static let claimed: UInt8 = 2
    }

    private let state = Atomic(State.open)

    public init() {}

    public var isCancelled: Bool { state.load(ordering: .acquiring) == State.cancelled }

    /// Sets the flag. Returns false if it is claimed.
    @discardableResult
    public func cancel() -> Bool { turn(to: State.cancelled) }

    /// Claims the flag. Returns false if it is set.
    public func claim() -> Bool { turn(to: State.claimed) }

    private func turn(to new: UInt8) -> Bool {
        let (exchanged, found) = state.compareExchange(expected: State.open, desired: new, ordering: .acquiringAndReleasing)
        return exchanged || found == new
    }
}
