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

    /// Whether the handler should end: nobody waits for the answer any more, or the deadline is over.
    public var isCancelled: Bool { cancellation.isCancelled || ContinuousClock.now >= deadline }

    /// Whether the answer would still reach the client, also after the deadline: it has neither left nor been answered 503.
    public var isAwaited: Bool { !cancellation.isCancelled }

    /// Has the client wait for the answer however long it takes, as what it asked for is being stored; false where it does not wait any more.
    public func claim() -> Bool { cancellation.claim() }

    /// Seconds until the deadline, 0 when it is over.
    public var secondsLeft: Double {
        let left = ContinuousClock.now.duration(to: deadline).components
        return max(0, Double(left.seconds) + Double(left.attoseconds) / 1e18)
    }
}

/// A flag that the server raises and a handler on another thread reads.
///
/// A handler may claim it instead: then it stays down. Of the two only one succeeds, so that nothing is stored which was answered 503.
public final class Cancellation: Sendable {
    private enum State {
        static let open: UInt8 = 0
        static let cancelled: UInt8 = 1
        static let claimed: UInt8 = 2
    }

    private let state = Atomic(State.open)

    public init() {}

    public var isCancelled: Bool { state.load(ordering: .acquiring) == State.cancelled }

    /// Raises the flag; false where it is claimed.
    @discardableResult
    public func cancel() -> Bool { turn(to: State.cancelled) }

    /// Keeps the flag from being raised; false where it has been.
    public func claim() -> Bool { turn(to: State.claimed) }

    private func turn(to new: UInt8) -> Bool {
        let (exchanged, found) = state.compareExchange(expected: State.open, desired: new, ordering: .acquiringAndReleasing)
        return exchanged || found == new
    }
}
