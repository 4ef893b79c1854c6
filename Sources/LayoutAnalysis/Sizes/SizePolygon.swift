internal import ExactArithmetic
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A convex polygon of sizes, with corners in counterclockwise order and, for a cell, a layout at each corner.
struct SizePolygon {
    var corners: [SizePoint]

    /// Creates the polygon without corners on straight edges. Returns nil if it has no area.
    init?(_ points: [SizePoint]) {
        var corners: [SizePoint] = []
        for point in points where corners.last != point { corners.append(point) }
        while corners.count > 1, corners.first == corners.last { corners.removeLast() }
        let kept = corners.indices.filter { place in
            let (before, after) = (corners[(place + corners.count - 1) % corners.count], corners[(place + 1) % corners.count])
            return !SizePoint.turn(before, corners[place], after).isZero
        }
        guard kept.count > 2 else { return nil }
        self.corners = kept.map { corners[$0] }
    }

    var edges: [(from: SizePoint, to: SizePoint)] {
        corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
    }

    /// An interior place near the middle, with short numbers if possible.
    var middle: SizePoint {
        let exact = exactMiddle
        for places in [0, 1, 3, 6] {
            let short = SizePoint(exact.width.rounded(toPlaces: places), exact.height.rounded(toPlaces: places))
            if contains(short) { return short }
        }
        return exact
    }

    /// Returns whether a size is in the interior.
    func contains(_ size: SizePoint) -> Bool {
        edges.allSatisfy { SizePoint.turn($0.from, $0.to, size).isPositive }
    }

    /// Returns the parts to the left and to the right of the line through two sizes.
    func cut(from a: SizePoint, through b: SizePoint) -> (left: SizePolygon?, right: SizePolygon?) {
        var (left, right): ([SizePoint], [SizePoint]) = ([], [])
        for (from, to) in edges {
            let (one, other) = (SizePoint.turn(a, b, from), SizePoint.turn(a, b, to))
            if !one.isNegative { left.append(from) }
            if !one.isPositive { right.append(from) }
            if one.signum * other.signum < 0, let share = one.divided(by: one - other) {
                let crossing = SizePoint.at(share, from: from, to: to)
                left.append(crossing)
                right.append(crossing)
            }
        }
        return (SizePolygon(left), SizePolygon(right))
    }

    /// Returns the difference of two polygons in convex pieces.
    func without(_ other: SizePolygon) -> [SizePolygon] {
        var pieces: [SizePolygon] = []
        var rest = self
        for (from, to) in other.edges {
            let (inner, outer) = rest.cut(from: from, through: to)
            if let outer { pieces.append(outer) }
            // They are disjoint.
            guard let inner else { return [self] }
            rest = inner
        }
        return pieces
    }
}

/// The outline of the places of a `SizeReach` in two dimensions.
struct SizeOutline {
    /// The corners in order: two for a line, one for a point.
    private(set) var corners: [SizedLayout] = []
    /// For each edge from a corner to the next, the factors that prove the bound, or nil if the box is the bound.
    private(set) var factors: [[(row: Int, factor: Rational)]?] = []

    /// Returns nil if no place is feasible.
    init?(_ reach: SizeReach, budget: Budget) throws(Budget.Spent) {
        var ends: [SizedLayout] = []
        for direction in [[Rational.one, 0], [-.one, 0], [0, .one], [0, -.one]] as [[Rational]] {
            guard let layout = try reach.farthest(direction, budget: budget)?.layout else { return nil }
            if !ends.contains(where: { $0.place == layout.place }) { ends.append(layout) }
            if ends.count == 2 { break }
        }
        guard ends.count == 2 else {
            corners = ends
            factors = ends.map { _ in nil }
            return
        }
        try expand(ends[0], ends[1], reach, budget)
        try expand(ends[1], ends[0], reach, budget)
    }

    /// Adds the outline to the right of the segment between two corners, including the first (as in the quickhull algorithm).
    private mutating func expand(_ from: SizedLayout, _ to: SizedLayout, _ reach: SizeReach, _ budget: Budget) throws(Budget.Spent) {
        try budget.check()
        let normal = [to.place[1] - from.place[1], from.place[0] - to.place[0]]
        guard let farthest = try reach.farthest(normal, budget: budget) else { throw Budget.Spent() }
        let gain = normal[0] * (farthest.layout.place[0] - from.place[0]) + normal[1] * (farthest.layout.place[1] - from.place[1])
        if gain.isPositive {
            try expand(from, farthest.layout, reach, budget)
            try expand(farthest.layout, to, reach, budget)
        } else {
            corners.append(from)
            factors.append(farthest.factors)
        }
    }

    var points: [SizePoint] { corners.map { SizePoint($0.place[0], $0.place[1]) } }
}

extension SizePolygon {
    /// The mean of the corners.
    var exactMiddle: SizePoint {
        var (width, height) = (Rational.zero, Rational.zero)
        for corner in corners {
            width += corner.width
            height += corner.height
        }
        let share = Rational(corners.count).reciprocal
        return SizePoint(width * share, height * share)
    }
}
