public import ExactArithmetic
public import LayoutModel

/// What proves that rows were broken as claimed. Rows are named by their index in the lowered system.
public struct BreakingEvidence: Sendable {
    /// One breaking decision.
    public struct Step: Sendable {
        /// The row that entered when the conflict appeared.
        public var trigger: Int
        /// A minimal conflict of what was kept then.
        public var conflict: ConflictEvidence
        public var broken: Int
        /// In the policy's order, the broken row first.
        public var candidates: [Int]
        public var policy: BreakingPolicy
        public var isRestored: Bool
        /// A layout in which all that was kept before the trigger entered holds.
        public var witness: [Rational]

        public init(
            trigger: Int, conflict: ConflictEvidence, broken: Int, candidates: [Int], policy: BreakingPolicy, isRestored: Bool, witness: [Rational]
        ) {
            self.trigger = trigger
            self.conflict = conflict
            self.broken = broken
            self.candidates = candidates
            self.policy = policy
            self.isRestored = isRestored
            self.witness = witness
        }
    }

    /// In the order in which the decisions were taken.
    public var steps: [Step]
    /// The rows that are broken in the end, in the order broken.
    public var broken: [Int]
    /// For each row in `broken`, a conflict of it with what was kept when it asked to be restored.
    public var barriers: [ConflictEvidence]
    /// A layout in which all that is kept in the end holds.
    public var witness: [Rational]

    public init(steps: [Step], broken: [Int], barriers: [ConflictEvidence], witness: [Rational]) {
        self.steps = steps
        self.broken = broken
        self.barriers = barriers
        self.witness = witness
    }
}
