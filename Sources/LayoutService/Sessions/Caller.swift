/// Who waits for the answer of a use case, and for how long.
public struct Caller: Sendable {
    /// Seconds until the answer should be made; what is proven by then is told.
    let secondsLeft: @Sendable () -> Double
    /// Whether the answer is still waited for. It may be some time after it should have been made: what was found has to be stored yet.
    let isWaiting: @Sendable () -> Bool
    /// Asked last before something is stored: who says yes waits until it is.
    let claim: @Sendable () -> Bool

    /// One who waits for ever, where nothing else is said.
    public init(
        secondsLeft: @escaping @Sendable () -> Double = { .infinity }, isWaiting: @escaping @Sendable () -> Bool = { true },
        claim: @escaping @Sendable () -> Bool = { true }
    ) {
        self.secondsLeft = secondsLeft
        self.isWaiting = isWaiting
        self.claim = claim
    }
}
