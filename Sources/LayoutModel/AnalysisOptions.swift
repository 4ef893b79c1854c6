/// What a caller may choose about an analysis.
public struct AnalysisOptions: Sendable, Hashable {
    public var policy: BreakingPolicy
    /// How many alternates to show where the layout has them.
    public var alternates: Int
    /// The seed of the exercise; the same seed gives the same alternates.
    public var seed: UInt64
    /// How many conflicts are listed at most. So many are looked for as well, or `leastConflictsSought` if that is more: which are known has
    /// a say in what breaks.
    public var conflictLimit: Int
    /// Seconds that the analysis may take; what is proven by then is reported.
    public var deadline: Double
    /// Where the verdict at every size between two is asked for; at most one range for each axis.
    public var sizes: [SizeRange]
    /// Asked at all these sizes besides the document's own assertions.
    public var assertions: [LayoutAssertion] = []
    /// What is looked for at all these sizes.
    public var sizeFindings: Set<SizeFinding.Kind> = [.truncated, .overlapping]
    /// By what limits it is looked for.
    public var frameLimits = FrameLimits()

    /// So many conflicts are looked for, however few are listed.
    public static let leastConflictsSought = 64

    public init(
        policy: BreakingPolicy = .uikit, alternates: Int = 2, seed: UInt64 = 1, conflictLimit: Int = leastConflictsSought, deadline: Double = 30,
        sizes: [SizeRange] = []
    ) {
        self.policy = policy
        self.alternates = alternates
        self.seed = seed
        self.conflictLimit = conflictLimit
        self.deadline = deadline
        self.sizes = sizes
    }
}
