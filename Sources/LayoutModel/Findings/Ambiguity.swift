public import ExactArithmetic

/// Attributes of one view that are not constant on the set of optima, with one cause.
public struct Ambiguity: Sendable, Hashable {
    public enum Cause: String, Sendable, Hashable {
        /// The attribute changes along a direction in which no violation changes, so a constraint is missing.
        case underconstrained
        /// The attribute changes only together with violations that tie at one priority.
        case priorityTie
    }

    public struct Attribute: Sendable, Hashable {
        public var dimension: FrameDimension
        /// The exact minimum and maximum, or nil if unbounded.
        public var min: Rational?
        public var max: Rational?
        /// The value in the report's frames.
        public var value: Rational

        public init(dimension: FrameDimension, min: Rational?, max: Rational?, value: Rational) {
            self.dimension = dimension
            self.min = min
            self.max = max
            self.value = value
        }
    }

    /// The index of the view in the document.
    public var view: Int
    public var cause: Cause
    /// Ids of the rows that compete at one priority. Empty for `underconstrained`.
    public var tied: [String]
    public var fingerprint: String
    public var attributes: [Attribute]
    /// The missing information, in words, such as `"vertical position"`.
    public var needs: [String]
    public var suggestions: [Change]
    /// False if the source opts out of this report. The ambiguity then does not affect the verdict.
    public var isVerified = true

    public init(
        view: Int, cause: Cause, tied: [String] = [], fingerprint: String = "", attributes: [Attribute], needs: [String] = [],
        suggestions: [Change] = []
    ) {
        self.view = view
        self.cause = cause
        self.tied = tied
        self.fingerprint = fingerprint
        self.attributes = attributes
        self.needs = needs
        self.suggestions = suggestions
    }
}

/// Another solution in the set of optima.
public struct Alternate: Sendable, Hashable {
    public var id: String
    /// Frames of the views that differ from the report's, by view index in ascending order.
    public var frames: [MovedFrame]

    public struct MovedFrame: Sendable, Hashable {
        public var view: Int
        public var frame: LayoutFrame

        public init(view: Int, frame: LayoutFrame) {
            self.view = view
            self.frame = frame
        }
    }

    public init(id: String, frames: [MovedFrame]) {
        self.id = id
        self.frames = frames
    }
}

/// A broken or optional row that the layout violates.
public struct Unsatisfied: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        /// The view is smaller than its intrinsic size.
        case compressed
        /// The view is larger than its intrinsic size.
        case stretched
        case unmet
    }

    public var id: String
    public var priority: Rational
    /// The violation in points.
    public var error: Rational
    public var kind: Kind

    public init(id: String, priority: Rational, error: Rational, kind: Kind) {
        self.id = id
        self.priority = priority
        self.error = error
        self.kind = kind
    }
}

/// The exact range of the root's size, per axis, in which the required rows connected to it are satisfiable. Nil if they are
/// infeasible at every size, or if the axis was not analyzed.
public struct FeasibleSize: Sendable, Hashable {
    public struct Range: Sendable, Hashable {
        /// The ends, in points, or nil if unbounded.
        public var min: Rational?
        public var max: Rational?

        public init(min: Rational?, max: Rational?) {
            self.min = min
            self.max = max
        }
    }

    public var width: Range?
    public var height: Range?

    public init(width: Range? = nil, height: Range? = nil) {
        self.width = width
        self.height = height
    }
}
