internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Width and height together.

extension SizeMapSweep {
    /// Covers the sizes at which required rows are satisfiable with cells in which all rows have constant signs.
    mutating func cut(_ rows: [Int]) throws(Budget.Spent) {
        let family = family.restricted(to: rows, coordinates: [0, 1])
        guard let whole = polygon else { return try follow(family) }
        let checker = Checker(system: family.system(at: [.zero, .zero]))
        let places: FeasiblePlaces
        switch try FeasiblePlaces.find(family, within: box, budget: budget) {
        case .places(let found): places = found
        case .nowhere(let bound):
            try state(checker.checkNowhere(bound, family, from: box.min, to: box.max))
            rest = .conflicting
            return try cover([], [])
        }
        guard let outline = try SizeOutline(places.reach, budget: budget) else { throw Budget.Spent() }
        let feasible = SizePolygon(outline.points)
        for (place, corner) in outline.corners.enumerated() where outline.corners.count > 1 {
            let next = outline.corners[(place + 1) % outline.corners.count].place
            if isOnRim(corner.place, next) { continue }
            guard let factors = outline.factors[place] else { return try state([Refusal("feasible sizes", "a boundary has no proof")]) }
            let normal = [next[1] - corner.place[1], corner.place[0] - next[0]]
            try state(checker.checkBound(places.bound(normal, at: corner.place, factors), family))
        }
        if outline.corners.count == 1 { try proveCorner(outline.points[0], places, family, checker) }

        var cells = conflicting(whole, feasible, outline.points)
        var open = feasible.map { [$0] } ?? []
        while let polygon = open.popLast() {
            try budget.check()
            let size = polygon.middle
            let place = [size.width, size.height]
            guard var sample = try SizeSample(family.system(at: place), budget: budget) else { throw Budget.Spent() }
            let (checker, refused) = try sample.judge()
            try state(refused)
            guard let reached = try SizeOutline(SizePattern(sample, of: family, at: place, within: box).reach, budget: budget) else {
                throw Budget.Spent()
            }
            guard let cell = SizePolygon(reached.points) else {
                // The cell is a line or a point. The parts on both sides come next.
                let points = reached.points
                let through = points.count > 1 ? points : [size, SizePoint(size.width, size.height + .one)]
                let parts = polygon.cut(from: through[0], through: through[1])
                open += [parts.left, parts.right].compactMap(\.self)
                continue
            }
            var others: [[Rational]] = []
            if let other = sample.other { others = [sample.optimum.point, other] }
            try state(checker.checkCell(family, own: place, inside: sample.interior, others: others, corners: reached.corners))
            cells.append(SizeMapDrawing.Cell(polygon: cell, verdict: SizeMapSweep.worse(sample.verdict, rest)))
            take([
                SizePatch(
                    corners: reached.points, layouts: reached.corners.map(\.values), open: sample.varying, isRelaxed: sample.isRelaxed)
            ])
            if cells.count > SizeMapSweep.mostCells {
                tooManyCells = true
                throw Budget.Spent()
            }
            open = (open + [polygon]).flatMap { $0.without(cell) }
        }
        try draw(cells, feasible, outline.points, family)
    }

    /// Computes the map along a line, for a single width or height.
    private mutating func follow(_ family: SizeFamily) throws(Budget.Spent) {
        let (from, to) = (SizePoint(map.width.min, map.height.min), SizePoint(map.width.max, map.height.max))
        var sweep = SizeSweep(family.line(from: box.min, to: box.max), from: .zero, to: .one, budget: budget)
        try sweep.run()
        try state(sweep.refusals)
        take(sweep.patches(from: from, to: to))
        for (span, verdict) in sweep.spans {
            let verdict = SizeMapSweep.worse(verdict, rest)
            let (first, last) = (SizePoint.at(span.min, from: from, to: to), SizePoint.at(span.max, from: from, to: to))
            let ends = [(first, span.includesMin), (last, span.includesMax)]
            if first != last { map.lines.append(SizeMap.Line(verdict: verdict, from: first, to: last)) }
            for (size, isIncluded) in ends where isIncluded && map.points.last?.size != size {
                map.points.append(SizeMap.Point(verdict: verdict, size: size))
            }
        }
    }

    /// Proves that rows that are satisfiable at a single size are satisfiable at no other.
    private mutating func proveCorner(_ corner: SizePoint, _ places: FeasiblePlaces, _ family: SizeFamily, _ checker: Checker) throws(Budget.Spent) {
        for direction in [[Rational.one, 0], [-.one, 0], [0, .one], [0, -.one]] as [[Rational]] {
            guard let farthest = try places.reach.farthest(direction, budget: budget) else { throw Budget.Spent() }
            let place = [corner.width, corner.height]
            let isAtBox = (0..<2).contains { !direction[$0].isZero && place[$0] == (direction[$0].isPositive ? box.max[$0] : box.min[$0]) }
            if isAtBox { continue }
            guard let factors = farthest.factors else { return try state([Refusal("feasible sizes", "a bound has no proof")]) }
            try state(checker.checkBound(places.bound(direction, at: place, factors), family))
        }
    }

    /// Returns whether the segment between two places is on the boundary of the map.
    private func isOnRim(_ from: [Rational], _ to: [Rational]) -> Bool {
        for coordinate in 0..<2 where from[coordinate] == to[coordinate] {
            if to[coordinate] == box.min[coordinate] || to[coordinate] == box.max[coordinate] { return true }
        }
        return false
    }

    /// Returns the part of the map at which required rows are infeasible.
    private func conflicting(_ whole: SizePolygon, _ feasible: SizePolygon?, _ outline: [SizePoint]) -> [SizeMapDrawing.Cell] {
        let pieces: [SizePolygon]
        if let feasible {
            pieces = whole.without(feasible)
        } else {
            // Divides it along the line, or through the point, at which they are feasible.
            let through = outline.count > 1 ? outline : [outline[0], SizePoint(outline[0].width, outline[0].height + .one)]
            let parts = whole.cut(from: through[0], through: through[1])
            pieces = [parts.left, parts.right].compactMap(\.self)
        }
        return pieces.map { SizeMapDrawing.Cell(polygon: $0, verdict: .conflicting) }
    }

    /// Finds the verdicts on the edges and corners of cells.
    private mutating func draw(
        _ cells: [SizeMapDrawing.Cell], _ feasible: SizePolygon?, _ outline: [SizePoint], _ family: SizeFamily
    ) throws(Budget.Spent) {
        func isFeasible(_ size: SizePoint) -> Bool {
            if let feasible { return feasible.edges.allSatisfy { !SizePoint.turn($0.from, $0.to, size).isNegative } }
            return outline.contains(size) || outline.count > 1 && size.isBetween(outline[0], outline[1])
        }
        var map = map
        var refused: [Refusal] = []
        var ends: [SizePoint: Analysis.Verdict] = [:]
        var patches: [SizePatch] = []
        let (rest, budget) = (rest, budget)
        func stretches(_ from: SizePoint, _ to: SizePoint) throws(Budget.Spent) -> [SizeMapDrawing.Stretch] {
            guard isFeasible(SizePoint.at(.half, from: from, to: to)) else { return [(.conflicting, from, to)] }
            var sweep = SizeSweep(
                family.line(from: [from.width, from.height], to: [to.width, to.height]), from: .zero, to: .one, budget: budget)
            try sweep.run(isFeasible: true)
            refused += sweep.refusals
            if !sweep.refusals.isEmpty { throw Budget.Spent() }
            patches += sweep.patches(from: from, to: to)
            for (share, point) in sweep.points { ends[SizePoint.at(share, from: from, to: to)] = SizeMapSweep.worse(point.verdict, rest) }
            return sweep.spans.compactMap { span, verdict in
                if span.min == span.max {
                    ends[SizePoint.at(span.min, from: from, to: to)] = SizeMapSweep.worse(verdict, rest)
                    return nil
                }
                return (SizeMapSweep.worse(verdict, rest), SizePoint.at(span.min, from: from, to: to), SizePoint.at(span.max, from: from, to: to))
            }
        }
        defer { refusals += refused }
        try SizeMapDrawing(cells, marks: outline).draw(
            into: &map, stretches: stretches,
            verdict: { size throws(Budget.Spent) in
                if let known = ends[size] { return known }
                guard isFeasible(size) else { return .conflicting }
                guard var sample = try SizeSample(family.system(at: [size.width, size.height]), budget: budget) else { throw Budget.Spent() }
                refused += try sample.judge().refusals
                if !refused.isEmpty { throw Budget.Spent() }
                patches.append(
                    SizePatch(corners: [size], layouts: [sample.optimum.point], open: sample.varying, isRelaxed: sample.isRelaxed))
                let found = SizeMapSweep.worse(sample.verdict, rest)
                ends[size] = found
                return found
            })
        self.map = map
        take(patches)
    }
}
