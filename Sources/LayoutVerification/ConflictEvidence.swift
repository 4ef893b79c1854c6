public import ExactArithmetic

/// A Farkas proof: the combination of required rows with these factors is the constant `sum`, so the rows are infeasible.
public struct ConflictEvidence: Sendable {
    /// The rows, as indices into the lowered system.
    public var members: [Int]
    /// The factor of each member, at the same index; positive on inequalities.
    public var factors: [Rational]
    public var sum: Rational
    /// Evidence that the members are a minimal conflict; empty if that is not claimed.
    public var minimality: MinimalityEvidence

    public init(members: [Int], factors: [Rational], sum: Rational, minimality: MinimalityEvidence = MinimalityEvidence()) {
        self.members = members
        self.factors = factors
        self.sum = sum
        self.minimality = minimality
    }
}
