internal import ExactArithmetic

/// Where of a map of widths and heights something is so.
public struct SizeExtent: Sendable, Hashable {
    /// Sizes inside of an odd number of these, single lines among them aside; of rims nothing is said.
    public var rings: [[SizePoint]]
    /// Sizes between two, these aside, outside of the rings.
    public var lines: [SizeMap.Stretch]
    /// Single sizes besides; of a grid all.
    public var points: [SizePoint]
    /// A size at which it is so: of the least width and then of the least height, or near that where there is none.
    public var smallest: SizePoint

    public init(rings: [[SizePoint]] = [], lines: [SizeMap.Stretch] = [], points: [SizePoint] = [], smallest: SizePoint) {
        self.rings = rings
        self.lines = lines
        self.points = points
        self.smallest = smallest
    }

    /// Whether a size lies in it; of rims: whether it lies on one.
    public func reaches(_ size: SizePoint) -> Bool {
        points.contains(size) || lines.contains { size.isBetween($0.from, $0.to) } || SizePoint.isReached(size, by: rings)
    }

    /// The least and the greatest width and height in it, in words: `width 280...311, height 0...44`.
    public var text: String {
        let sizes = rings.joined() + lines.flatMap { [$0.from, $0.to] } + points
        guard let width = SizeExtent.span(sizes.map(\.width)), let height = SizeExtent.span(sizes.map(\.height)) else { return smallest.text }
        let isWhole = lines.isEmpty && points.isEmpty && rings.count == 1 && rings[0].count == 4
        let isRectangle =
            isWhole
            && rings[0].allSatisfy { corner in
                (corner.width == width.min || corner.width == width.max) && (corner.height == height.min || corner.height == height.max)
            }
        return "\(isRectangle || sizes.count == 1 ? "" : "some sizes of ")width \(width.text) by height \(height.text)"
    }

    private static func span(_ places: [Rational]) -> SizeSpan? {
        guard let min = places.min(), let max = places.max() else { return nil }
        return SizeSpan(min: min, max: max)
    }
}

/// Something that is so at some sizes of a map: judged wherever the layout decides the frames it is about.
public struct SizeMapFinding: Sendable, Hashable {
    public var kind: SizeFinding.Kind
    /// One view, or two: with its superview, or two siblings.
    public var views: [Int]
    public var extent: SizeExtent

    public init(kind: SizeFinding.Kind, views: [Int], extent: SizeExtent) {
        self.kind = kind
        self.views = views
        self.extent = extent
    }
}

/// At which sizes of a map an assertion does not hold; those of conflicting and ambiguous areas aside, where no layout is decided.
public struct SizeMapAssertion: Sendable, Hashable {
    /// Its place among the document's assertions followed by those that were asked for besides.
    public var index: Int
    /// As it is written, its metrics as numbers.
    public var text: String
    public var fails: SizeExtent
    /// The layout at the smallest of these, by view.
    public var frames: [LayoutFrame]

    public init(index: Int, text: String, fails: SizeExtent, frames: [LayoutFrame]) {
        self.index = index
        self.text = text
        self.fails = fails
        self.frames = frames
    }
}

extension SizeMap {
    /// The sizes between two, these aside.
    public struct Stretch: Sendable, Hashable {
        public var from: SizePoint
        public var to: SizePoint

        public init(from: SizePoint, to: SizePoint) {
            self.from = from
            self.to = to
        }
    }
}

extension SizePoint {
    /// `320 x 1000/3`
    public var text: String { "\(SizeSpan.number(width)) x \(SizeSpan.number(height))" }
}
