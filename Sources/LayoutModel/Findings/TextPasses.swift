public import ExactArithmetic

/// The two passes in which a layout was solved whose texts wrap: the widths of the first, and the heights of the second.
public struct TextPasses: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// The index of the view.
        public var view: Int
        /// The width of its alignment rectangle in the first pass.
        public var width: Rational
        /// The height of its content in the second pass.
        public var height: Rational

        public init(view: Int, width: Rational, height: Rational) {
            self.view = view
            self.width = width
            self.height = height
        }
    }

    /// The sizes of a range at which all texts have these heights in the second pass.
    public struct Region: Sendable, Hashable {
        public var dimension: SizeDimension
        public var span: SizeSpan
        /// The heights of the wrapping views, in the document's order.
        public var heights: [Rational]

        public init(dimension: SizeDimension, span: SizeSpan, heights: [Rational]) {
            self.dimension = dimension
            self.span = span
            self.heights = heights
        }
    }

    /// The wrapping views in the document's order. Empty if the first pass was not solved in time.
    public var entries: [Entry]
    public var regions: [Region]

    public init(entries: [Entry] = [], regions: [Region] = []) {
        self.entries = entries
        self.regions = regions
    }
}
