public import ExactArithmetic

/// Attributes of one view that are not the same all over the set of optima, for one cause.
public struct Ambiguity: Sendable, Hashable {
    public enum Cause: String, Sendable, Hashable {
        /// It changes along a direction in which no violation changes: a constraint is missing.
        case underconstrained
        /// It changes only together with violations that tie at one priority.
        case priorityTie
    }

    public struct Attribute: Sendable, Hashable {
        public var dimension: FrameDimension
        /// The exact least and greatest value; nil for unbounded.
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

    /// Index of the view in the document.
    public var view: Int
    public var cause: Cause
    /// Ids of rows that compete at one priority; empty where `underconstrained`.
    public var tied: [String]
    public var fingerprint: String
    public var attributes: [Attribute]
    /// What is wanting, in words: `"vertical position"`.
    public var needs: [String]
    public var suggestions: [Change]
    /// False where the source asks not to be told of it: it is no part of the verdict.
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

/// Another layout in the set of optima.
public struct Alternate: Sendable, Hashable {
    public var id: String
    /// Frames of the views that moved, by view index in ascending order.
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
        /// Smaller than the intrinsic size.
        case compressed
        /// Larger than the intrinsic size.
        case stretched
        case unmet
    }

    public var id: String
    public var priority: Rational
    /// In points.
    public var error: Rational
    public var kind: Kind

    public init(id: String, priority: Rational, error: Rational, kind: Kind) {
        self.id = id
        self.priority = priority
        self.error = error
        self.kind = kind
    }
}

/// For each axis the exact range of the root's size in which the required rows connected to it can hold; nil where they
/// cannot at any size, or where it is not judged.
public struct FeasibleSize: Sendable, Hashable {
    public struct Range: Sendable, Hashable {
        /// nil for unbounded.
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
