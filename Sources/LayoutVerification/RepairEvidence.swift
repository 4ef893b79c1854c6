public import ExactArithmetic

/// Evidence that dropping `relax` ends every conflict, and that none of these rows could be retained.
public struct RepairEvidence: Sendable {
    /// The dropped rows, as indices into the lowered system.
    public var relax: [Int]
    /// A layout that satisfies all other required rows.
    public var witness: [Rational]
    /// For each row in `relax`, a conflict of it with required rows outside of `relax`.
    public var barriers: [ConflictEvidence]

    public init(relax: [Int], witness: [Rational], barriers: [ConflictEvidence]) {
        self.relax = relax
        self.witness = witness
        self.barriers = barriers
    }
}
