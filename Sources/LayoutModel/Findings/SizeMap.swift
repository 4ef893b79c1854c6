public import ExactArithmetic

/// A width and a height of the root, in points.
public struct SizePoint: Sendable, Hashable, Comparable {
    public var width: Rational
    public var height: Rational

    public init(_ width: Rational, _ height: Rational) {
        self.width = width
        self.height = height
    }

    public static func < (a: SizePoint, b: SizePoint) -> Bool { (a.width, a.height) < (b.width, b.height) }
}

/// The verdict at every size of the root between two widths and two heights.
public struct SizeMap: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// No row couples width and height, so the map is the product of the regions of each.
        case product
        /// Each cell of the map is proven by the layouts at its corners.
        case polygons
        /// Single sizes, each proven. Nothing is known in between.
        case grid
    }

    /// The sizes of one verdict, without those on one of the map's lines or points: those inside an odd number of the polygons.
    public struct Area: Sendable, Hashable {
        public var verdict: Analysis.Verdict
        public var rings: [[SizePoint]]

        public init(verdict: Analysis.Verdict, rings: [[SizePoint]]) {
            self.verdict = verdict
            self.rings = rings
        }
    }

    /// The open line segment between two sizes.
    public struct Line: Sendable, Hashable {
        public var verdict: Analysis.Verdict
        public var from: SizePoint
        public var to: SizePoint

        public init(verdict: Analysis.Verdict, from: SizePoint, to: SizePoint) {
            self.verdict = verdict
            self.from = from
            self.to = to
        }
    }

    public struct Point: Sendable, Hashable {
        public var verdict: Analysis.Verdict
        public var size: SizePoint

        public init(verdict: Analysis.Verdict, size: SizePoint) {
            self.verdict = verdict
            self.size = size
        }
    }

    public var width: SizeRange
    public var height: SizeRange
    public var method: Method
    /// For a grid: why the map is not exact.
    public var reason: String?
    /// One area per verdict, the worst verdict first. Empty for a grid.
    public var areas: [Area]
    /// Common borders of areas, and lines at which the verdict differs from that beside them.
    public var lines: [Line]
    /// For a grid, all sizes that were analyzed. Otherwise the points at which the verdict differs from a line or area that ends
    /// there.
    public var points: [Point]
    /// The findings at some sizes of the map.
    public var findings: [SizeMapFinding] = []
    /// The assertions that fail at some sizes of the map.
    public var assertions: [SizeMapAssertion] = []

    public init(
        width: SizeRange, height: SizeRange, method: Method, reason: String? = nil, areas: [Area] = [], lines: [Line] = [], points: [Point] = []
    ) {
        self.width = width
        self.height = height
        self.method = method
        self.reason = reason
        self.areas = areas
        self.lines = lines
        self.points = points
    }

    /// Returns the verdict at a size, or nil outside of the map and between the points of a grid.
    public func verdict(at size: SizePoint) -> Analysis.Verdict? {
        if let point = points.first(where: { $0.size == size }) { return point.verdict }
        if let line = lines.first(where: { $0.contains(size) }) { return line.verdict }
        return areas.first { $0.reaches(size) }?.verdict
    }

    /// All verdicts that occur in the map.
    public var verdicts: Set<Analysis.Verdict> {
        Set(areas.map(\.verdict) + lines.map(\.verdict) + points.map(\.verdict))
    }
}

extension SizePoint {
    /// Returns the point at a fraction of the way from one point to another.
    public static func at(_ share: Rational, from: SizePoint, to: SizePoint) -> SizePoint {
        SizePoint(from.width + (to.width - from.width) * share, from.height + (to.height - from.height) * share)
    }

    /// Returns a positive number if `c` is to the left of the line from `a` to `b`, with height pointing upward: the cross
    /// product of `b - a` and `c - a`.
    public static func turn(_ a: SizePoint, _ b: SizePoint, _ c: SizePoint) -> Rational {
        (b.width - a.width) * (c.height - a.height) - (b.height - a.height) * (c.width - a.width)
    }

    /// Returns whether the point is on the open line segment between `a` and `b`.
    public func isBetween(_ a: SizePoint, _ b: SizePoint) -> Bool {
        guard self != a, self != b, SizePoint.turn(a, b, self).isZero else { return false }
        return Swift.min(a.width, b.width) <= width && width <= Swift.max(a.width, b.width) && Swift.min(a.height, b.height) <= height
            && height <= Swift.max(a.height, b.height)
    }
}

extension SizeMap.Line {
    public func contains(_ size: SizePoint) -> Bool { size.isBetween(from, to) }
}

extension SizeMap.Area {
    /// Returns whether a size is in the area or on its boundary.
    public func reaches(_ size: SizePoint) -> Bool { SizePoint.isReached(size, by: rings) }
}

extension SizePoint {
    /// Returns whether a size is inside an odd number of polygons, or on one (even-odd rule).
    static func isReached(_ size: SizePoint, by rings: [[SizePoint]]) -> Bool {
        var isInside = false
        for ring in rings {
            var last = ring[ring.count - 1]
            for next in ring {
                if size == next || size.isBetween(last, next) { return true }
                if (last.height > size.height) != (next.height > size.height) {
                    let share = (size.height - last.height).divided(by: next.height - last.height) ?? .zero
                    if size.width < last.width + (next.width - last.width) * share { isInside.toggle() }
                }
                last = next
            }
        }
        return isInside
    }
}

extension SizeMap {
    /// Returns sample sizes of a verdict: one in the middle of each part of its area between two neighboring heights of corners.
    /// Without an area, the middle of each line. Without lines, each point.
    public func examples(of verdict: Analysis.Verdict) -> [SizePoint] {
        guard let area = areas.first(where: { $0.verdict == verdict }) else {
            let lines = lines.filter { $0.verdict == verdict }
            if lines.isEmpty { return points.filter { $0.verdict == verdict }.map(\.size) }
            return lines.map { SizePoint.at(.half, from: $0.from, to: $0.to) }
        }
        let heights = Set(area.rings.joined().map(\.height)).sorted()
        var examples: [SizePoint] = []
        for (low, high) in zip(heights, heights.dropFirst()) {
            let height = (low + high) * .half
            var crossings: [Rational] = []
            for ring in area.rings {
                var last = ring[ring.count - 1]
                for next in ring {
                    if (last.height > height) != (next.height > height), let share = (height - last.height).divided(by: next.height - last.height) {
                        crossings.append(last.width + (next.width - last.width) * share)
                    }
                    last = next
                }
            }
            crossings.sort()
            for place in stride(from: 0, to: crossings.count - 1, by: 2) {
                examples.append(SizePoint((crossings[place] + crossings[place + 1]) * .half, height))
            }
        }
        return examples
    }
}
