public import ExactArithmetic

/// Everything that was found about one layout. Rows are named by their ids; lengths are exact, in points.
public struct Analysis: Sendable {
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        case clean, ambiguous, conflicting
        /// A console log whose rows can hold together: more would have to be known. Or the budget was spent before a verdict (`isUndecided`).
        case incomplete
    }

    public var verdict: Verdict
    public var isConflicting: Bool
    /// Proven to be; where it is not, `inconclusive` tells whether it may be all the same.
    public var isAmbiguous: Bool
    /// The root's size.
    public var width: Rational
    public var height: Rational
    /// One for each view of the document, in its order; empty for a fragment.
    public var frames: [LayoutFrame]
    public var conflicts: [Conflict]
    public var conflictsComplete: Bool
    public var decisions: [Decision]
    /// Ids of the rows that are broken in the end, in the order broken.
    public var broken: [String]
    public var repairs: [Repair]
    public var ambiguities: [Ambiguity]
    /// The affine dimension of the set of optima; nil where it was not found, and for a fragment.
    public var degreesOfFreedom: Int?
    public var alternates: [Alternate]
    public var unsatisfied: [Unsatisfied]
    public var feasibleSize: FeasibleSize
    /// For each range of sizes asked for, the regions that make it up in ascending order.
    public var regions: [SizeRegion] = []
    /// Where ranges of widths and heights were asked for together.
    public var sizeMap: SizeMap?
    /// What is so at some of these sizes.
    public var sizeFindings: [SizeFinding] = []
    /// Assertions that fail at some of the sizes asked for.
    public var sizeAssertions: [SizeAssertion] = []
    /// The root causes of the conflicts and ambiguities, the gravest first.
    public var diagnoses: [Diagnosis] = []
    public var warnings: [String]
    public var inconclusive: [Inconclusive]
    /// For a fragment: what would have to be known (`"margin left of UIView:0x1"`).
    public var missing: [String]
    /// For a fragment.
    public var log: LogFindings?
    public var counts: Counts
    public var timing: Timing
    /// What only the source's own format tells; nil for a format that tells no more than a document.
    public var source: SourceDetails?

    public struct Counts: Sendable, Hashable {
        public var views: Int
        public var constraints: Int
        public var implicit: Int

        public init(views: Int, constraints: Int, implicit: Int) {
            self.views = views
            self.constraints = constraints
            self.implicit = implicit
        }
    }

    /// CPU time by phase, in milliseconds. `lower + solve` gives frames and verdict without what comes after.
    public struct Timing: Sendable, Hashable {
        public var parse = 0.0
        public var lower = 0.0
        public var solve = 0.0
        public var conflicts = 0.0
        public var ranges = 0.0
        public var explain = 0.0
        /// Of the regions, where these are asked for.
        public var sizes = 0.0

        public init() {}
    }

    public init(
        verdict: Verdict, isConflicting: Bool, isAmbiguous: Bool, width: Rational, height: Rational, frames: [LayoutFrame],
        conflicts: [Conflict] = [], conflictsComplete: Bool = true, decisions: [Decision] = [], broken: [String] = [],
        repairs: [Repair] = [], ambiguities: [Ambiguity] = [], degreesOfFreedom: Int? = nil, alternates: [Alternate] = [],
        unsatisfied: [Unsatisfied] = [], feasibleSize: FeasibleSize = FeasibleSize(), warnings: [String] = [],
        inconclusive: [Inconclusive] = [], missing: [String] = [], log: LogFindings? = nil, counts: Counts, timing: Timing = Timing()
    ) {
        self.verdict = verdict
        self.isConflicting = isConflicting
        self.isAmbiguous = isAmbiguous
        self.width = width
        self.height = height
        self.frames = frames
        self.conflicts = conflicts
        self.conflictsComplete = conflictsComplete
        self.decisions = decisions
        self.broken = broken
        self.repairs = repairs
        self.ambiguities = ambiguities
        self.degreesOfFreedom = degreesOfFreedom
        self.alternates = alternates
        self.unsatisfied = unsatisfied
        self.feasibleSize = feasibleSize
        self.warnings = warnings
        self.inconclusive = inconclusive
        self.missing = missing
        self.log = log
        self.counts = counts
        self.timing = timing
    }

    /// Whether the budget was spent before a verdict: of a log, too, it is then not known that its rows can hold together.
    public var isUndecided: Bool { verdict == .incomplete && !inconclusive.isEmpty }
}

/// A view's frame relative to its superview's, in points.
public struct LayoutFrame: Sendable, Hashable {
    public var x: Rational
    public var y: Rational
    public var width: Rational
    public var height: Rational

    public init(x: Rational, y: Rational, width: Rational, height: Rational) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public subscript(dimension: FrameDimension) -> Rational {
        get {
            switch dimension {
            case .x: x
            case .y: y
            case .width: width
            case .height: height
            }
        }
        set {
            switch dimension {
            case .x: x = newValue
            case .y: y = newValue
            case .width: width = newValue
            case .height: height = newValue
            }
        }
    }
}

/// What could not be proven in its budget, or failed its own check: never stated as fact elsewhere.
public struct Inconclusive: Sendable, Hashable {
    /// The part of the report that it concerns: `conflicts`, `frames`, `ranges`, …
    public var subject: String
    public var reason: String

    /// The reason where a length cannot be told as a number.
    public static let tooLong = "a length is beyond the range of the numbers that readers of reports take (1.8e308)"

    public init(subject: String, reason: String) {
        self.subject = subject
        self.reason = reason
    }
}
