public import ExactArithmetic

/// Sizes between two ends, in points; each end belongs to it or not.
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

/// Sizes of the root, all of one verdict, that reach as far as they do.
public struct SizeRegion: Sendable, Hashable {
    public var dimension: SizeDimension
    public var span: SizeSpan
    /// `incomplete` where the time allowed was spent before it was proven.
    public var verdict: Analysis.Verdict

    public init(dimension: SizeDimension, span: SizeSpan, verdict: Analysis.Verdict) {
        self.dimension = dimension
        self.span = span
        self.verdict = verdict
    }
}

/// Something that is so at some sizes of the root: judged wherever the layout decides the frames it is about.
public struct SizeFinding: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A view with a text is smaller than its intrinsic size.
        case truncated
        /// A view reaches beyond its superview.
        case outOfParent
        /// Two views of one superview cover each other in part, and neither lies wholly on the other, unless both show a text.
        case overlapping
        /// A view is smaller than views of its class may be.
        case tooSmall

        /// As people say it: `truncated`, `out of parent`.
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
    /// One view, or two: with its superview, or two siblings.
    public var views: [Int]
    /// In ascending order, apart from each other.
    public var spans: [SizeSpan]

    public init(dimension: SizeDimension, kind: Kind, views: [Int], spans: [SizeSpan]) {
        self.dimension = dimension
        self.kind = kind
        self.views = views
        self.spans = spans
    }
}

extension SizeSpan {
    /// `280...311`, or `280..<311` where the end does not belong to it.
    public var text: String {
        if min == max { return SizeSpan.number(min) }
        let end = includesMax ? (includesMin ? "." : "") : "<"
        return SizeSpan.number(min) + (includesMin ? "" : "<") + ".." + end + SizeSpan.number(max)
    }

    /// Decimals of six places, else a fraction.
    static func number(_ value: Rational) -> String {
        value.rounded(toPlaces: 6) == value ? value.decimalText() : value.description
    }

    /// A size that belongs to it: the least, or where that does not belong to it the next whole one, or else one in the middle.
    public var example: Rational {
        if includesMin || min == max { return min }
        let whole = min.floor + .one
        return contains(whole) ? whole : (min + max) * .half
    }
}
