internal import ExactArithmetic

/// The part of a map of widths and heights at which something applies.
public struct SizeExtent: Sendable, Hashable {
    /// Polygons. The extent contains the sizes inside an odd number of these, except for those on single lines. It is undefined
    /// on the polygons themselves.
    public var rings: [[SizePoint]]
    /// Open line segments outside of the polygons.
    public var lines: [SizeMap.Stretch]
    /// Single sizes in addition to these areas and lines. For a grid, all sizes.
    public var points: [SizePoint]
    /// A size in the extent: one with the least width and then the least height, or a size near it if the minimum is not
    /// attained.
    public var smallest: SizePoint

    public init(rings: [[SizePoint]] = [], lines: [SizeMap.Stretch] = [], points: [SizePoint] = [], smallest: SizePoint) {
        self.rings = rings
        self.lines = lines
        self.points = points
        self.smallest = smallest
    }

    /// Returns whether a size is in the closure of the extent.
    public func reaches(_ size: SizePoint) -> Bool {
        points.contains(size) || lines.contains { size.isBetween($0.from, $0.to) } || SizePoint.isReached(size, by: rings)
    }

    /// The least and greatest width and height in words, such as `width 280...311 by height 0...44`.
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

/// A finding at some sizes of a map. It is checked wherever the layout determines the frames involved.
public struct SizeMapFinding: Sendable, Hashable {
    public var kind: SizeFinding.Kind
    /// One view, or two: a view with its superview, or two siblings.
    public var views: [Int]
    public var extent: SizeExtent

    public init(kind: SizeFinding.Kind, views: [Int], extent: SizeExtent) {
        self.kind = kind
        self.views = views
        self.extent = extent
    }
}

/// The sizes of a map at which an assertion fails, without those in conflicting and ambiguous areas, where the layout is not
/// determined.
public struct SizeMapAssertion: Sendable, Hashable {
    /// The index among the document's assertions followed by the additional ones.
    public var index: Int
    /// The assertion as written, with metrics as numbers.
    public var text: String
    public var fails: SizeExtent
    /// The layout at the smallest of these sizes, by view.
    public var frames: [LayoutFrame]

    public init(index: Int, text: String, fails: SizeExtent, frames: [LayoutFrame]) {
        self.index = index
        self.text = text
        self.fails = fails
        self.frames = frames
    }
}

extension SizeMap {
    /// The open line segment between two sizes.
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
    /// The size as text, such as `320 x 1000/3`.
    public var text: String { "\(SizeSpan.number(width)) x \(SizeSpan.number(height))" }
}
