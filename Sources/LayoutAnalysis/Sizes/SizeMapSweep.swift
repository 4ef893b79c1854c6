internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Computes the verdict at every width and height of the root in two ranges, as a map: see `SIZES.md`.
struct SizeMapSweep {
    let family: SizeFamily
    let box: SizeBox
    let polygon: SizePolygon?
    let budget: Budget
    var map: SizeMap
    var refusals: [Refusal] = []
    /// The verdict of the rows that depend on neither size. No place can have a better verdict.
    var rest = Analysis.Verdict.clean
    /// The parts of the map with a proven layout.
    var patches: [SizePatch] = []
    /// The values of the variables that depend on neither size, and which of these are undetermined.
    private var restLayout: (values: [Rational], open: Set<Int>, isRelaxed: Bool) = ([], [], false)

    /// The maximum number of cells. A map with more would be unreadable.
    static let mostCells = 400

    /// Returns nil for a layout without a size.
    init?(_ width: SizeRange, _ height: SizeRange, _ document: LayoutDocument, budget: Budget) {
        guard let family = SizeFamily(document, along: [.width, .height]) else { return nil }
        self.family = family
        self.budget = budget
        box = SizeBox(min: [width.min, height.min], max: [width.max, height.max])
        polygon = SizePolygon([
            SizePoint(width.min, height.min), SizePoint(width.max, height.min), SizePoint(width.max, height.max), SizePoint(width.min, height.max),
        ])
        map = SizeMap(width: width, height: height, method: .product)
    }

    /// The reason that there is no exact map.
    enum Failure: Error {
        case spent, refused, tooManyCells

        var words: String {
            switch self {
            case .spent: "the time or memory limit for an exact map was reached"
            case .refused: "a part of the exact map failed verification"
            case .tooManyCells: "an exact map would have more than \(SizeMapSweep.mostCells) cells"
            }
        }
    }

    /// Computes the map. If it fails, partial results are discarded.
    mutating func run() throws(Failure) {
        do throws(Budget.Spent) {
            let parts = family.parts
            try judgeRest(parts.filter(\.coordinates.isEmpty).flatMap(\.rows).sorted())
            let (wide, high) = (parts.filter { $0.coordinates.contains(0) }, parts.filter { $0.coordinates.contains(1) })
            if rest == .conflicting {
                try cover([], [])
            } else if !wide.contains(where: { $0.coordinates.contains(1) }) {
                map.method = .product
                let across = try sweep(wide.flatMap(\.rows).sorted(), 0, from: map.width.min, to: map.width.max)
                let down = try sweep(high.flatMap(\.rows).sorted(), 1, from: map.height.min, to: map.height.max)
                let sections = down.sections
                take(across.sections.flatMap { wide in sections.map { SizePatch(wide, $0) } })
                try cover(across.spans, down.spans)
            } else {
                map.method = .polygons
                try cut(Set(wide.flatMap(\.rows) + high.flatMap(\.rows)).sorted())
            }
        } catch {
            map.areas = []
            map.lines = []
            map.points = []
            patches = []
            throw refusals.isEmpty ? tooManyCells ? .tooManyCells : .spent : .refused
        }
    }

    var tooManyCells = false

    mutating func state(_ refused: [Refusal]) throws(Budget.Spent) {
        refusals += refused
        if !refused.isEmpty { throw Budget.Spent() }
    }

    /// Analyzes the rows that depend on no size.
    private mutating func judgeRest(_ rows: [Int]) throws(Budget.Spent) {
        let family = family.restricted(to: rows, coordinates: [])
        guard var sample = try SizeSample(family.system(at: []), budget: budget) else {
            let system = family.system(at: [])
            let required = FeasibilityOracle(system: system, budget: budget)
            guard case .conflict(let conflict) = try required.answer(required.all) else { throw Budget.Spent() }
            let bound = FeasiblePlaces.bound(zip(conflict.rows, conflict.factors).map { ($0, $1) }, family, allowance: .zero)
            try state(Checker(system: system).checkNowhere(bound, family, from: [], to: []))
            rest = .conflicting
            return
        }
        try state(sample.judge().refusals)
        let free = self.family.freeVariables
        rest = free.isEmpty ? sample.verdict : .ambiguous
        restLayout = (sample.optimum.point, sample.varying.union(free), sample.isRelaxed)
    }

    /// Adds patches of rows that depend on sizes, completed by the values of the other rows.
    mutating func take(_ own: [SizePatch]) {
        patches += own.map { $0.adding(restLayout.values, open: restLayout.open, isRelaxed: restLayout.isRelaxed) }
    }

    static func worse(_ a: Analysis.Verdict, _ b: Analysis.Verdict) -> Analysis.Verdict {
        [.conflicting, .incomplete, .ambiguous].first { a == $0 || b == $0 } ?? .clean
    }

    // MARK: - Independent width and height

    typealias Span = (span: SizeSpan, verdict: Analysis.Verdict)

    /// Sweeps the rows that depend on only one of the sizes.
    private mutating func sweep(_ rows: [Int], _ coordinate: Int, from min: Rational, to max: Rational) throws(Budget.Spent) -> SizeSweep {
        var sweep = SizeSweep(family.restricted(to: rows, coordinates: [coordinate]), from: min, to: max, budget: budget)
        try sweep.run()
        try state(sweep.refusals)
        return sweep
    }

    /// Computes the map of all combinations of a width and a height. If there are no spans along one of them, all sizes conflict.
    mutating func cover(_ wide: [Span], _ high: [Span]) throws(Budget.Spent) {
        let everywhere = rest == .conflicting
        let wide = everywhere ? [(SizeSpan(min: map.width.min, max: map.width.max), rest)] : wide
        let high = everywhere ? [(SizeSpan(min: map.height.min, max: map.height.max), rest)] : high
        let rest = rest
        func verdict(_ size: SizePoint) -> Analysis.Verdict {
            let across = wide.first { $0.span.contains(size.width) }?.verdict ?? .incomplete
            let down = high.first { $0.span.contains(size.height) }?.verdict ?? .incomplete
            return SizeMapSweep.worse(SizeMapSweep.worse(across, down), rest)
        }
        var cells: [SizeMapDrawing.Cell] = []
        for column in wide {
            for row in high {
                let polygon = SizePolygon([
                    SizePoint(column.span.min, row.span.min), SizePoint(column.span.max, row.span.min), SizePoint(column.span.max, row.span.max),
                    SizePoint(column.span.min, row.span.max),
                ])
                if let polygon { cells.append(SizeMapDrawing.Cell(polygon: polygon, verdict: verdict(polygon.exactMiddle))) }
            }
        }
        if cells.isEmpty { return flat(wide, high, verdict) }
        try SizeMapDrawing(cells).draw(
            into: &map,
            stretches: { from, to in [(verdict(SizePoint((from.width + to.width) * .half, (from.height + to.height) * .half)), from, to)] },
            verdict: { verdict($0) })
    }

    /// Computes a map without an area: that of a single width or a single height.
    private mutating func flat(_ wide: [Span], _ high: [Span], _ verdict: (SizePoint) -> Analysis.Verdict) {
        for column in wide {
            for row in high {
                let (from, to) = (SizePoint(column.span.min, row.span.min), SizePoint(column.span.max, row.span.max))
                if from != to {
                    let middle = SizePoint((from.width + to.width) * .half, (from.height + to.height) * .half)
                    map.lines.append(SizeMap.Line(verdict: verdict(middle), from: from, to: to))
                }
                for end in Set([from, to]) where !map.points.contains(where: { $0.size == end }) {
                    map.points.append(SizeMap.Point(verdict: verdict(end), size: end))
                }
            }
        }
        map.points.sort { $0.size < $1.size }
    }
}
