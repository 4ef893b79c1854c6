internal import ExactArithmetic
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A convex polygon of sizes, its corners in turn, to the left of each edge; with a layout for each corner where it is a cell.
struct SizePolygon {
    var corners: [SizePoint]

    /// Without corners on straight edges; nil for what has no area.
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

    /// A place inside, near the middle, with short numbers where these do.
    var middle: SizePoint {
        let exact = exactMiddle
        for places in [0, 1, 3, 6] {
            let short = SizePoint(exact.width.rounded(toPlaces: places), exact.height.rounded(toPlaces: places))
            if contains(short) { return short }
        }
        return exact
    }

    /// Whether a size lies inside, not on the rim.
    func contains(_ size: SizePoint) -> Bool {
        edges.allSatisfy { SizePoint.turn($0.from, $0.to, size).isPositive }
    }

    /// The parts to the left and to the right of the line from one size through another.
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

    /// What of it lies outside of another, in convex pieces.
    func without(_ other: SizePolygon) -> [SizePolygon] {
        var pieces: [SizePolygon] = []
        var rest = self
        for (from, to) in other.edges {
            let (inner, outer) = rest.cut(from: from, through: to)
            if let outer { pieces.append(outer) }
            // They have no area in common.
            guard let inner else { return [self] }
            rest = inner
        }
        return pieces
    }
}

/// The outline of what is reached in two dimensions.
struct SizeOutline {
    /// In turn; two for a line, one for a point.
    private(set) var corners: [SizedLayout] = []
    /// For each edge from a corner to the next: what proves that the rows reach no farther; nil where the box limits it.
    private(set) var factors: [[(row: Int, factor: Rational)]?] = []

    /// nil where nothing is reached.
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

    /// Adds what lies to the right of the way from one corner to another, the first one included.
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
