public import ExactArithmetic

/// What only a console log is asked for: of a message that the system printed as one conflict.
public struct LogFindings: Sendable, Hashable {
    /// The same for the same message, whatever its addresses and order: its conflict's where it has just one.
    public var fingerprint: String
    /// Whether the printed constraints alone cannot hold together.
    public var isConflict: Bool
    /// Whether they are one minimal conflict: none could be left out.
    public var isMinimal: Bool
    /// Ids of printed constraints that are in no minimal conflict; empty where not all conflicts are known, or there is none.
    public var innocent: [String]
    public var prediction: BreakingPrediction
    /// What could have been broken, the likeliest first, and what would then hold.
    public var outcomes: [BreakingOutcome]
    /// What margins that are not printed would have to be for the constraints to hold; empty if they cannot, or may be anything.
    public var neededMargins: [NeededMargin] = []

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

/// One way in which a log's conflicts could have been ended, and the layout after that.
public struct BreakingOutcome: Sendable, Hashable {
    /// What is known of a view: a length that the log does not decide is nil. Relative to the superview, in points.
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

    /// Ids of what is broken: the one that is asked about, then what the policy breaks of the conflicts that are left.
    public var broken: [String]
    /// By how much each of these is then missed, in points; those that hold all the same are left out.
    public var unsatisfied: [Unsatisfied]
    /// The views of which something is decided.
    public var frames: [PartialFrame]

    public init(broken: [String], unsatisfied: [Unsatisfied], frames: [PartialFrame]) {
        self.broken = broken
        self.unsatisfied = unsatisfied
        self.frames = frames
    }
}
