/// A claim that was not proven, and why.
public struct Refusal: Sendable, Hashable, CustomStringConvertible {
    /// What was claimed: `conflict`, `optimum`, `range of title.x`, …
    public var claim: String
    public var reason: String

    public init(_ claim: String, _ reason: String) {
        self.claim = claim
        self.reason = reason
    }

    public var description: String { "\(claim): \(reason)" }
}
