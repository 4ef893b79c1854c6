public import ExactArithmetic

/// The findings about one layout. Rows are named by id, and lengths are exact, in points.
public struct Analysis: Sendable {
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        case clean, ambiguous, conflicting
        /// A console log whose rows are satisfiable: more information is needed. Otherwise the budget was spent before a verdict
        /// (`isUndecided`).
        case incomplete
    }

    public var verdict: Verdict
    public var isConflicting: Bool
    /// Whether the layout is proven to be ambiguous. If false, the layout may still be ambiguous if `inconclusive` contains the
    /// ambiguities.
    public var isAmbiguous: Bool
    /// The root's size in points.
    public var width: Rational
    public var height: Rational
    /// The frame of each view, in the document's order. Empty for a fragment.
    public var frames: [LayoutFrame]
    public var conflicts: [Conflict]
    public var conflictsComplete: Bool
    public var decisions: [Decision]
    /// Ids of the rows that are broken in the final layout, in the order in which they were broken.
    public var broken: [String]
    public var repairs: [Repair]
    public var ambiguities: [Ambiguity]
    /// The affine dimension of the set of optima. Nil if it was not determined, and for a fragment.
    public var degreesOfFreedom: Int?
    public var alternates: [Alternate]
    public var unsatisfied: [Unsatisfied]
    public var feasibleSize: FeasibleSize
    /// The regions of each requested range of sizes, in ascending order.
    public var regions: [SizeRegion] = []
    /// The map, if ranges of widths and of heights were requested.
    public var sizeMap: SizeMap?
    /// The findings at some of these sizes.
    public var sizeFindings: [SizeFinding] = []
    /// Assertions that fail at some of the requested sizes.
    public var sizeAssertions: [SizeAssertion] = []
    /// The root causes of the conflicts and ambiguities, the most severe first.
    public var diagnoses: [Diagnosis] = []
    /// The passes of a layout whose texts wrap.
    public var passes: TextPasses?
    public var warnings: [String]
    public var inconclusive: [Inconclusive]
    /// For a fragment: the unknown quantities that matter, such as `"margin left of UIView:0x1"`.
    public var missing: [String]
    /// For a fragment: the findings about its log.
    public var log: LogFindings?
    /// The sizes that constraints need in place of fixed ones in conflicts.
    public var neededSizes: [NeededSize] = []
    public var counts: Counts
    public var timing: Timing
    /// Details of the source's format beyond the document. Nil for a format that has none.
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

    /// CPU time by phase, in milliseconds. `lower + solve` is the time that frames and verdict need.
    public struct Timing: Sendable, Hashable {
        public var parse = 0.0
        public var lower = 0.0
        public var solve = 0.0
        public var conflicts = 0.0
        public var ranges = 0.0
        public var explain = 0.0
        /// The analysis of ranges of sizes, if requested.
        public var sizes = 0.0

        public init() {}
    }

    /// A fixed size that is not the one that the other required rows need.
    public struct NeededSize: Sendable, Hashable {
        /// The row's id.
        public var row: String
        /// The size that it fixes, in points.
        public var size: Rational
        /// The difference to the size that the others need: positive if they need more.
        public var growth: Rational
        /// The ids of the rows that add up to the size, but for the rule that no size is negative.
        public var parts: [String]
        /// The ids of the rules that no size is negative for the views whose own sizes add to it, too.
        public var open: [String]
        /// The sum of what they need as one sentence of arithmetic.
        public var explanation: Conflict.Explanation

        /// The size that the others need, in points.
        public var needed: Rational { size + growth }

        public init(row: String, size: Rational, growth: Rational, parts: [String] = [], open: [String] = [], explanation: Conflict.Explanation) {
            self.row = row
            self.size = size
            self.growth = growth
            self.parts = parts
            self.open = open
            self.explanation = explanation
        }
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

    /// The words for the missing part of a log's message if every printed row is complete, and all can be satisfied.
    public static let otherContradiction = "what contradicts the printed constraints: another constraint, or digits of a rounded constant"

    /// Whether the budget was spent before a verdict. For a log, too, it is then unknown whether its rows are satisfiable.
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

/// A result that was not proven within the budget or failed its own verification. No other part of the report states it as a
/// fact.
public struct Inconclusive: Sendable, Hashable {
    /// The part of the report that is affected: `conflicts`, `frames`, `ranges`, …
    public var subject: String
    public var reason: String

    /// The reason if an analysis ended early.
    public static let spent = "the time or memory limit for the analysis was reached"

    /// The reason if a length is not representable as a number.
    public static let tooLong = "a length exceeds the range of the numbers that readers of reports accept (1.8e308)"

    public init(subject: String, reason: String) {
        self.subject = subject
        self.reason = reason
    }

    /// Returns whether a subject leaves open which attributes are ambiguous.
    public static func leavesAmbiguities(_ subject: String) -> Bool { ["decisions", "frames", "ambiguities", "ranges"].contains(subject) }

    /// The subject for people: `the range of possible sizes`.
    public var subjectInWords: String { Inconclusive.words[subject] ?? subject }

    private static let words = [
        "feasibleSize": "the range of possible sizes", "ambiguities": "the ambiguities", "conflicts": "the conflicts",
        "ranges": "the ranges of open attributes",
        "frames": "the frames", "decisions": "the constraints that would break", "repairs": "the repairs", "fixes": "the fixes",
        "suggestions": "the suggestions", "regions": "the verdicts by size", "sizeMap": "the map of sizes",
        "sizeFindings": "the findings at these sizes", "sizeMap findings": "the findings in the map of sizes",
        "alternates": "the alternate layouts", "diagnoses": "the causes", "outcomes": "the outcomes of the fixes", "margins": "the needed margins",
        "vanishesAt": "the sizes at which conflicts vanish", "neededSizes": "the sizes that the constraints need",
        "listed": "the constraints beside the log", "variants": "the other variants",
    ]
}
