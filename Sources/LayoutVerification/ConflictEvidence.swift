public import ExactArithmetic

/// Required rows that cannot hold together: with these factors they add up to `sum` alone.
public struct ConflictEvidence: Sendable {
    /// Rows of the lowered system.
    public var members: [Int]
    /// Each member's factor at the same place; positive on inequalities.
    public var factors: [Rational]
    public var sum: Rational
    /// What proves that the members are a minimal conflict; empty if that is not claimed.
    public var minimality: MinimalityEvidence

    public init(members: [Int], factors: [Rational], sum: Rational, minimality: MinimalityEvidence = MinimalityEvidence()) {
        self.members = members
        self.factors = factors
        self.sum = sum
        self.minimality = minimality
    }
}
