internal import ExactArithmetic
internal import LayoutModel
internal import LayoutVerification

/// A part of a map, without its boundary, in which every determined value is a linear function of width and height.
struct SizePatch {
    /// The corners in order: three or more of a polygon, the two ends of a line, or a single size.
    var corners: [SizePoint]
    /// The layout at each corner.
    var layouts: [[Rational]]
    /// The undetermined variables.
    var open: Set<Int>
    /// Whether rows are satisfiable only within the tolerance, which then limits the accuracy of frames.
    var isRelaxed: Bool

    /// Returns the patch with the values of other variables added, which are constant. They are 0 in this patch.
    func adding(_ layout: [Rational], open others: Set<Int>, isRelaxed other: Bool) -> SizePatch {
        SizePatch(
            corners: corners, layouts: layouts.map { zip($0, layout).map(+) }, open: open.union(others), isRelaxed: isRelaxed || other)
    }

    /// Creates the patch of all combinations of places along the two dimensions. A variable that is not 0 in one of the two is 0
    /// in the other.
    init(_ wide: SizeSection, _ high: SizeSection) {
        let (left, right) = (wide.layouts[0], wide.layouts[1])
        let (top, bottom) = (high.layouts[0], high.layouts[1])
        let ends: [(Rational, Rational, [Rational], [Rational])]
        switch (wide.min < wide.max, high.min < high.max) {
        case (true, true):
            ends = [
                (wide.min, high.min, left, top), (wide.max, high.min, right, top), (wide.max, high.max, right, bottom),
                (wide.min, high.max, left, bottom),
            ]
        case (true, false): ends = [(wide.min, high.min, left, top), (wide.max, high.min, right, top)]
        case (false, true): ends = [(wide.min, high.min, left, top), (wide.min, high.max, left, bottom)]
        case (false, false): ends = [(wide.min, high.min, left, top)]
        }
        self.init(
            corners: ends.map { SizePoint($0.0, $0.1) }, layouts: ends.map { zip($0.2, $0.3).map(+) }, open: wide.open.union(high.open),
            isRelaxed: wide.isRelaxed || high.isRelaxed)
    }

    /// Returns the layout at a size, or nil if the size is not in the patch.
    func values(at size: SizePoint) -> [Rational]? {
        if corners.count == 1 { return size == corners[0] ? layouts[0] : nil }
        if corners.count == 2 {
            guard size.isBetween(corners[0], corners[1]) else { return nil }
            let isAcross = corners[0].width != corners[1].width
            let (start, end, own) =
                isAcross ? (corners[0].width, corners[1].width, size.width) : (corners[0].height, corners[1].height, size.height)
            guard let share = (own - start).divided(by: end - start) else { return nil }
            return zip(layouts[0], layouts[1]).map { $0 + ($1 - $0) * share }
        }
        guard SizePolygon(corners)?.contains(size) == true else { return nil }
        // Interpolates with barycentric coordinates in the triangle that contains the size.
        for place in 1..<corners.count - 1 {
            let (a, b, c) = (corners[0], corners[place], corners[place + 1])
            let parts = [SizePoint.turn(b, c, size), SizePoint.turn(c, a, size), SizePoint.turn(a, b, size)]
            guard parts.allSatisfy({ !$0.isNegative }), SizePoint.turn(a, b, c).isPositive else { continue }
            let shares = parts.map { $0.divided(by: SizePoint.turn(a, b, c)) ?? .zero }
            return layouts[0].indices.map {
                shares[0] * layouts[0][$0] + shares[1] * layouts[place][$0] + shares[2] * layouts[place + 1][$0]
            }
        }
        return nil
    }

    init(corners: [SizePoint], layouts: [[Rational]], open: Set<Int>, isRelaxed: Bool) {
        self.corners = corners
        self.layouts = layouts
        self.open = open
        self.isRelaxed = isRelaxed
    }
}

extension SizeSweep {
    /// Returns the pieces of a sweep along a segment, and the single sizes between them.
    func patches(from: SizePoint, to: SizePoint) -> [SizePatch] {
        func size(_ share: Rational) -> SizePoint { SizePoint.at(share, from: from, to: to) }
        return pieces.map { piece in
            SizePatch(
                corners: [size(piece.min), size(piece.max)], layouts: [piece.least.values, piece.greatest.values], open: piece.varying,
                isRelaxed: piece.isRelaxed)
        }
            + points.sorted { $0.key < $1.key }.compactMap { share, point in
                point.values.map { SizePatch(corners: [size(share)], layouts: [$0], open: point.varying, isRelaxed: point.isRelaxed) }
            }
    }

    /// The pieces and single places at which layouts exist.
    var sections: [SizeSection] {
        pieces.map(SizeSection.init) + points.sorted { $0.key < $1.key }.compactMap { SizeSection($0.key, $0.value) }
    }
}
