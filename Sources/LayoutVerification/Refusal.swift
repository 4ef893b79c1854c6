/// A claim that was not proven, and the reason.
public struct Refusal: Sendable, Hashable, CustomStringConvertible {
    /// The claim: `conflict`, `optimum`, `range of title.x`, …
    public var claim: String
    public var reason: String

    /// The words before a refusal in a report: whose fault it is, and what to do.
    public static let explanation =
        "the result failed verification and was left out; this is a bug in plumbline, not in your layout; please report it with this text"

    public init(_ claim: String, _ reason: String) {
        self.claim = claim
        self.reason = reason
    }

    public var description: String { "\(claim): \(reason)" }
}
