/// A claim that was not proven, and the reason.
public struct Refusal: Sendable, Hashable, CustomStringConvertible {
    /// The claim: `conflict`, `optimum`, `range of title.x`, …
    public var claim: String
    public var reason: String

    public init(_ claim: String, _ reason: String) {
        self.claim = claim
        self.reason = reason
    }

    public var description: String { "\(claim): \(reason)" }
}
