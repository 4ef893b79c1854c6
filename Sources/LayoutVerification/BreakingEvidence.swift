public import ExactArithmetic
public import LayoutModel

/// Evidence for the rows that break and their order (see "What breaks" in Manual/documents.md). Rows are indices into the lowered
/// system.
public struct BreakingEvidence: Sendable {
    /// One breaking decision.
    public struct Step: Sendable {
        /// The row with whose entry the rows became infeasible.
        public var trigger: Int
        /// A minimal conflict among the rows remaining at that time.
        public var conflict: ConflictEvidence
        public var broken: Int
        /// The rows that could break, in the policy's order; the broken row is first.
        public var candidates: [Int]
        public var policy: BreakingPolicy
        public var isRestored: Bool
        /// A layout that satisfies all rows remaining before the trigger entered, as its changes from the layout of the step before. In
        /// the layout before the first step every variable is 0.
        public var changes: [VariableChange]

        public init(
            trigger: Int, conflict: ConflictEvidence, broken: Int, candidates: [Int], policy: BreakingPolicy, isRestored: Bool,
            changes: [VariableChange]
        ) {
            self.trigger = trigger
            self.conflict = conflict
            self.broken = broken
            self.candidates = candidates
            self.policy = policy
            self.isRestored = isRestored
            self.changes = changes
        }
    }

    /// The decisions in the order in which they were taken.
    public var steps: [Step]
    /// The rows that are broken in the end, in the order in which they broke.
    public var broken: [Int]
    /// For each row in `broken`, its conflict with the rows that remained when it was tested whether it can be restored.
    public var barriers: [ConflictEvidence]
    /// A layout that satisfies all rows that are not broken in the end.
    public var witness: [Rational]

    public init(steps: [Step], broken: [Int], barriers: [ConflictEvidence], witness: [Rational]) {
        self.steps = steps
        self.broken = broken
        self.barriers = barriers
        self.witness = witness
    }
}
