public import ExactArithmetic

/// An interval of sizes, in points. Each end is included or not.
public struct SizeSpan: Sendable, Hashable {
    public var min: Rational
    public var max: Rational
    public var includesMin: Bool
    public var includesMax: Bool

    public init(min: Rational, max: Rational, includesMin: Bool = true, includesMax: Bool = true) {
        self.min = min
        self.max = max
        self.includesMin = includesMin
        self.includesMax = includesMax
    }

    public func contains(_ size: Rational) -> Bool {
        (includesMin ? min <= size : min < size) && (includesMax ? size <= max : size < max)
    }
}

/// A maximal interval of the root's sizes with one verdict.
public struct SizeRegion: Sendable, Hashable {
    public var dimension: SizeDimension
    public var span: SizeSpan
    /// The verdict, or `incomplete` if the time limit was reached before it was proven.
    public var verdict: Analysis.Verdict

    public init(dimension: SizeDimension, span: SizeSpan, verdict: Analysis.Verdict) {
        self.dimension = dimension
        self.span = span
        self.verdict = verdict
    }
}

/// A finding at some sizes of the root. It is checked wherever the layout determines the frames involved.
public struct SizeFinding: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A view with a text is smaller than its intrinsic size.
        case truncated
        /// A view extends beyond its superview.
        case outOfParent
        /// Two siblings overlap, and neither contains the other, or both show a text.
        case overlapping
        /// A view is smaller than the minimum for its class.
        case tooSmall

        /// The kind in words: `truncated`, `out of parent`.
        public var words: String {
            switch self {
            case .truncated, .overlapping: rawValue
            case .outOfParent: "out of parent"
            case .tooSmall: "too small"
            }
        }
    }

    public var dimension: SizeDimension
    public var kind: Kind
    /// One view, or two: a view with its superview, or two siblings.
    public var views: [Int]
    /// Disjoint spans in ascending order.
    public var spans: [SizeSpan]

    public init(dimension: SizeDimension, kind: Kind, views: [Int], spans: [SizeSpan]) {
        self.dimension = dimension
        self.kind = kind
        self.views = views
        self.spans = spans
    }
}

extension SizeSpan {
    /// The span as text: `280...311`, or `280..<311` if the end is excluded.
    public var text: String {
        if min == max { return SizeSpan.number(min) }
        let end = includesMax ? (includesMin ? "." : "") : "<"
        return SizeSpan.number(min) + (includesMin ? "" : "<") + ".." + end + SizeSpan.number(max)
    }

    /// Returns a decimal of at most six places if that is exact, else a fraction.
    static func number(_ value: Rational) -> String {
        value.rounded(toPlaces: 6) == value ? value.decimalText() : value.description
    }

    /// A size in the span: the minimum, or if that is excluded the next integer, or else the middle.
    public var example: Rational {
        if includesMin || min == max { return min }
        let whole = min.floor + .one
        return contains(whole) ? whole : (min + max) * .half
    }
}
