public import ExactArithmetic

/// Findings about a message of a console log, which the system printed as one conflict.
public struct LogFindings: Sendable, Hashable {
    /// The fingerprint of the message, independent of its addresses and order. If the message has exactly one conflict, it is the
    /// conflict's.
    public var fingerprint: String
    /// Whether the printed constraints are infeasible without any others.
    public var isConflict: Bool
    /// Whether the printed constraints are one minimal conflict, from which none can be removed.
    public var isMinimal: Bool
    /// Ids of printed constraints that are in no minimal conflict. Empty if there is no conflict or not all conflicts are known.
    public var innocent: [String]
    public var prediction: BreakingPrediction
    /// The constraints that may have been broken, the likeliest first, each with the resulting layout.
    public var outcomes: [BreakingOutcome]
    /// The values that unprinted margins would need for the constraints to be satisfiable. Empty if there are no such margins, or
    /// if they may have any value.
    public var neededMargins: [NeededMargin] = []
    /// The same for the first baselines of views, which fonts determine.
    public var neededBaselines: [NeededMargin] = []
    /// For a list whose constraints agree, the parts of frames that they and the content sizes determine.
    public var settled: [BreakingOutcome.PartialFrame] = []

    public init(
        fingerprint: String, isConflict: Bool, isMinimal: Bool, innocent: [String] = [], prediction: BreakingPrediction,
        outcomes: [BreakingOutcome] = []
    ) {
        self.fingerprint = fingerprint
        self.isConflict = isConflict
        self.isMinimal = isMinimal
        self.innocent = innocent
        self.prediction = prediction
        self.outcomes = outcomes
    }
}

/// A possible resolution of a log's conflicts, with the resulting layout.
public struct BreakingOutcome: Sendable, Hashable {
    /// The determined part of a view's frame, relative to the superview, in points. A length that the log does not determine is
    /// nil.
    public struct PartialFrame: Sendable, Hashable {
        public var view: Int
        public var x: Rational?
        public var y: Rational?
        public var width: Rational?
        public var height: Rational?

        public init(view: Int, x: Rational? = nil, y: Rational? = nil, width: Rational? = nil, height: Rational? = nil) {
            self.view = view
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// Ids of the broken constraints: the candidate in question, then those that the policy breaks in the remaining conflicts.
    public var broken: [String]
    /// The violation of each of these, in points, without those that are satisfied nevertheless.
    public var unsatisfied: [Unsatisfied]
    /// The views with a determined length.
    public var frames: [PartialFrame]

    public init(broken: [String], unsatisfied: [Unsatisfied], frames: [PartialFrame]) {
        self.broken = broken
        self.unsatisfied = unsatisfied
        self.frames = frames
    }
}
