internal import Synchronization

/// The circumstances of a request, passed to its handler: its route, its deadline, and whether the client still waits.
public struct RequestContext: Sendable {
    private let latest: ContinuousClock.Instant
    private let lead: (@Sendable () -> Duration)?
    /// Called between pieces of an analysis; it may wait, so that others have their turn.
    public var pause: (@Sendable () -> Void)?
    /// The route of the request.
    public let match: RouteMatch
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - deadline: the time at which the response is due at the latest.
    ///   - lead: returns how much earlier it is due at present, so that a partial result still reaches the client although others
    ///     take their share of the processors.
    public init(
        deadline: ContinuousClock.Instant, match: RouteMatch, cancellation: Cancellation = Cancellation(),
        lead: (@Sendable () -> Duration)? = nil
    ) {
        latest = deadline
        self.match = match
        self.cancellation = cancellation
        self.lead = lead
    }

    /// The time at which the response is due; a handler can watch it and return a partial result. It is earlier the more requests
    /// are handled at the time.
    public var deadline: ContinuousClock.Instant { lead.map { latest - $0() } ?? latest }

    /// The decoded values of the route's `{name}` segments.
    public var parameters: [String: String] { match.parameters }

    /// Whether the handler should end: the response is not needed any more, or the deadline has passed.
    public var isCancelled: Bool { cancellation.isCancelled || ContinuousClock.now >= deadline }

    /// Whether the response would still reach the client, even after the deadline: the client has not left and was not answered
    /// 503.
    public var isAwaited: Bool { !cancellation.isCancelled }

    /// Cancels the request: its handler should end, since its response is no longer needed. Returns false if its result is being
    /// stored.
    public func end() -> Bool { cancellation.cancel() }

    /// Prevents the request from being answered 503 from now on, because its result is being stored. Returns false if the client
    /// does not wait any more.
    public func claim() -> Bool { cancellation.claim() }

    /// Whether a handler should continue an analysis: the response is still needed, and not due yet.
    public var isOpen: Bool {
        pause?()
        return isAwaited && ContinuousClock.now < deadline
    }

    /// Whether a handler should continue work whose partial result is of no use: the response would still reach the client.
    public var mayContinue: Bool {
        pause?()
        return isAwaited
    }

    /// Whether the time of the response is over, so that a client which did not get one is answered 503.
    public var isOverdue: Bool { ContinuousClock.now >= latest }

    /// The seconds until the deadline; 0 after it.
    public var secondsLeft: Double {
        max(0, ContinuousClock.now.duration(to: deadline) / .seconds(1))
    }
}

/// The cancellation of a request: the server cancels it at the deadline or if the client leaves, and the handler on another thread
/// checks it.
///
/// Before a handler commits a change, it claims the request. Only one of cancelling and claiming succeeds, so that nothing is stored
/// for a request that was answered 503.
public final class Cancellation: Sendable {
    private enum State {
        static let open: UInt8 = 0
        static let cancelled: UInt8 = 1
        static let claimed: UInt8 = 2
    }

    private let state = Atomic(State.open)
    private let whole: Cancellation?

    /// - Parameter whole: that of the request of which this one is a part, if it is one; it cancels the part, too.
    public init(within whole: Cancellation? = nil) {
        self.whole = whole
    }

    public var isCancelled: Bool { state.load(ordering: .acquiring) == State.cancelled || whole?.isCancelled == true }

    /// Whether a handler has claimed the request, so that its response reports a change.
    public var isClaimed: Bool { state.load(ordering: .acquiring) == State.claimed }

    /// Cancels the request. Returns false if a handler has claimed it.
    @discardableResult
    public func cancel() -> Bool { turn(to: State.cancelled) }

    /// Claims the request, so that it cannot be cancelled any more. Returns false if it was cancelled before.
    public func claim() -> Bool { turn(to: State.claimed) }

    private func turn(to new: UInt8) -> Bool {
        let (exchanged, found) = state.compareExchange(expected: State.open, desired: new, ordering: .acquiringAndReleasing)
        return exchanged || found == new
    }
}
