public import ExactArithmetic

/// What proves that dropping `relax` ends every conflict, and that none of it could stay.
public struct RepairEvidence: Sendable {
    /// Rows of the lowered system.
    public var relax: [Int]
    /// A layout in which all other required rows hold.
    public var witness: [Rational]
    /// For each row in `relax`, a conflict of it with required rows outside of `relax`.
    public var barriers: [ConflictEvidence]

    public init(relax: [Int], witness: [Rational], barriers: [ConflictEvidence]) {
        self.relax = relax
        self.witness = witness
        self.barriers = barriers
    }
}
