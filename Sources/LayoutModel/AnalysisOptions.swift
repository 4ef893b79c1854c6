/// The options of an analysis.
public struct AnalysisOptions: Sendable, Hashable {
    public var policy: BreakingPolicy
    /// The maximum number of alternate solutions to report for an ambiguous layout.
    public var alternates: Int
    /// The ids of views of which each alternate moves at least one; empty if any view may move.
    public var alternateViews: Set<String> = []
    /// The seed for choosing alternates. Equal seeds give equal alternates.
    public var seed: UInt64
    /// The maximum number of conflicts to list. The analysis searches for this many, or for `leastConflictsSought` if that is
    /// larger, since the known conflicts influence which constraints break.
    public var conflictLimit: Int
    /// The time limit in seconds. The report contains what is proven by then.
    public var deadline: Double
    /// Queried during the analysis to find out whether its result is still needed. If not, the analysis ends as at the deadline.
    public var interest = Interest()
    /// Ranges of sizes to analyze, at most one per axis.
    public var sizes: [SizeRange]
    /// Assertions to check at all these sizes besides the document's own.
    public var assertions: [LayoutAssertion] = []
    /// The kinds of findings to look for at all these sizes.
    public var sizeFindings: Set<SizeFinding.Kind> = [.truncated, .overlapping]
    /// The limits for `sizeFindings`.
    public var frameLimits = FrameLimits()

    /// Whether a result is still needed. This does not affect the result of the analysis, so all values are equal. Both questions may wait
    /// until it is the turn of the one who asks.
    public struct Interest: Sendable, Hashable {
        public let isWanted: @Sendable () -> Bool
        /// Returns whether somebody still waits for the result, although its time may be over. If not, work ends whose partial result is of no
        /// use.
        public let isAwaited: @Sendable () -> Bool

        public init(_ isWanted: @escaping @Sendable () -> Bool = { true }, isAwaited: @escaping @Sendable () -> Bool = { true }) {
            self.isWanted = isWanted
            self.isAwaited = isAwaited
        }

        public static func == (left: Interest, right: Interest) -> Bool { true }

        public func hash(into hasher: inout Hasher) {}
    }

    /// The minimum number of conflicts to search for, however few are listed.
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
