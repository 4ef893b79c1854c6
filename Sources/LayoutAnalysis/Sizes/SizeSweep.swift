internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Computes the verdict at every place of a family with one coordinate, in proven pieces: see `SIZES.md`.
struct SizeSweep {
    /// An interval of places at which all rows have the same signs, without its two ends.
    struct Piece {
        let least: SizedLayout
        let greatest: SizedLayout
        let verdict: Analysis.Verdict
        /// The undetermined variables.
        let varying: Set<Int>
        /// Whether rows are satisfiable only within the tolerance.
        let isRelaxed: Bool

        var min: Rational { least.place[0] }
        var max: Rational { greatest.place[0] }
    }

    /// A single place.
    struct Point {
        let verdict: Analysis.Verdict
        /// The layout, or nil if it conflicts.
        let values: [Rational]?
        let varying: Set<Int>
        let isRelaxed: Bool

        static let conflicting = Point(verdict: .conflicting, values: nil, varying: [], isRelaxed: false)
    }

    let min: Rational
    private(set) var max: Rational
    private let family: SizeFamily
    private let budget: Budget
    /// The verdict at places where it may change.
    private(set) var points: [Rational: Point] = [:]
    /// The pieces, in ascending order after `run`.
    private(set) var pieces: [Piece] = []
    /// Open intervals in which the rows are infeasible.
    private(set) var conflicting: [SizeSpan] = []
    /// The checker's refusals. Nothing that depends on them is reported.
    private(set) var refusals: [Refusal] = []

    init(_ family: SizeFamily, from min: Rational, to max: Rational, budget: Budget) {
        self.family = family
        self.min = min
        self.max = max
        self.budget = budget
    }

    /// Returns this sweep together with the next one, which begins where this one ends.
    func joined(with next: SizeSweep) -> SizeSweep {
        var whole = self
        whole.max = next.max
        whole.points.merge(next.points) { own, _ in own }
        whole.pieces += next.pieces
        whole.conflicting += next.conflicting
        whole.refusals += next.refusals
        return whole
    }

    /// Removes the ends of the range that a span does not include.
    mutating func trim(to span: SizeSpan) {
        if !span.includesMin { points[span.min] = nil }
        if !span.includesMax { points[span.max] = nil }
    }

    private var box: SizeBox { SizeBox(min: [min], max: [max]) }

    /// Sweeps the range. If the budget is spent, the results so far remain.
    ///
    /// - Parameter isFeasible: whether the required rows are known to be satisfiable on the whole range.
    mutating func run(isFeasible: Bool = false) throws(Budget.Spent) {
        defer { pieces.sort { $0.min < $1.min } }
        var (least, greatest) = (min, max)
        if !isFeasible {
            guard let ends = try feasibleEnds() else { return conflictEverywhere() }
            (least, greatest) = ends
        }
        if min < least {
            points[min] = .conflicting
            conflicting.append(SizeSpan(min: min, max: least))
        }
        if greatest < max {
            points[max] = .conflicting
            conflicting.append(SizeSpan(min: greatest, max: max))
        }
        guard try judge(least) else {
            try proveConflict(at: least)
            return conflictEverywhere()
        }
        if least == greatest { return }
        _ = try judge(greatest)
        try sweep(from: least, to: greatest)
    }

    /// Returns the ends of the places at which the rows connected to the coordinate are satisfiable, or nil if there are none.
    private mutating func feasibleEnds() throws(Budget.Spent) -> (Rational, Rational)? {
        let feasible: FeasiblePlaces
        switch try FeasiblePlaces.find(family, within: box, budget: budget) {
        case .places(let places): feasible = places
        case .nowhere(let bound):
            try state(checker.checkNowhere(bound, family, from: box.min, to: box.max))
            return nil
        }
        var ends: [Rational] = []
        for (direction, limit) in [(-Rational.one, min), (.one, max)] {
            guard let end = try feasible.reach.farthest([direction], budget: budget) else { throw Budget.Spent() }
            let place = end.layout.place
            ends.append(place[0])
            if place[0] == limit { continue }
            guard let factors = end.factors else {
                refusals.append(Refusal("feasible sizes", "a bound has no proof"))
                throw Budget.Spent()
            }
            try state(checker.checkBound(feasible.bound([direction], at: place, factors), family))
        }
        return (ends[0], ends[1])
    }

    private var checker: Checker { Checker(system: family.system(at: [.zero])) }

    /// Adds the checker's refusals, and throws if there are any.
    private mutating func state(_ refused: [Refusal]) throws(Budget.Spent) {
        refusals += refused
        if !refused.isEmpty { throw Budget.Spent() }
    }

    /// Proves that rows that are infeasible at a place are infeasible at all places.
    private mutating func proveConflict(at place: Rational) throws(Budget.Spent) {
        let required = FeasibilityOracle(system: family.system(at: [place]), budget: budget)
        guard case .conflict(let conflict) = try required.answer(required.all) else { throw Budget.Spent() }
        let bound = FeasiblePlaces.bound(zip(conflict.rows, conflict.factors).map { ($0, $1) }, family, allowance: .zero)
        try state(checker.checkNowhere(bound, family, from: [min], to: [max]))
    }

    private mutating func conflictEverywhere() {
        pieces = []
        points = [min: .conflicting]
        // If the range is a single place, this is the same one.
        points[max] = .conflicting
        conflicting = min < max ? [SizeSpan(min: min, max: max)] : []
    }

    /// Finds the verdict at one place, at which the connected rows are known to be satisfiable. Returns false if the layout
    /// conflicts there.
    private mutating func judge(_ place: Rational) throws(Budget.Spent) -> Bool {
        if points[place] != nil { return true }
        guard var sample = try SizeSample(family.system(at: [place]), budget: budget) else { return false }
        let refused = try sample.judge().refusals
        refusals += refused
        if refused.isEmpty { points[place] = Point(sample) }
        return true
    }

    /// Covers an interval with pieces, from left to right.
    private mutating func sweep(from least: Rational, to greatest: Rational) throws(Budget.Spent) {
        var gaps = [(least, greatest)]
        while let (left, right) = gaps.popLast() {
            try budget.check()
            let place = Rational.short(between: left, right)
            guard var sample = try SizeSample(family.system(at: [place]), budget: budget) else {
                // Unreachable: the feasible places form an interval.
                continue
            }
            let reach = SizePattern(sample, of: family, at: [place], within: box).reach
            guard let low = try reach.farthest([-.one], budget: budget)?.layout, let high = try reach.farthest([.one], budget: budget)?.layout else {
                continue
            }
            let (checker, refused) = try sample.judge()
            if !refused.isEmpty {
                refusals += refused
                continue
            }
            let ends = (low.place[0], high.place[0])
            if ends.0 == ends.1 {
                points[place] = Point(sample)
                gaps.append((place, right))
                gaps.append((left, place))
                continue
            }
            var others: [[Rational]] = []
            if let other = sample.other { others = [sample.optimum.point, other] }
            let isRefused = checker.checkCell(family, own: [place], inside: sample.interior, others: others, corners: [low, high])
            refusals += isRefused
            if !isRefused.isEmpty { continue }
            pieces.append(Piece(least: low, greatest: high, verdict: sample.verdict, varying: sample.varying, isRelaxed: sample.isRelaxed))
            if ends.1 < right {
                _ = try judge(ends.1)
                gaps.append((ends.1, right))
            }
            if left < ends.0 {
                _ = try judge(ends.0)
                gaps.append((left, ends.0))
            }
        }
    }
}

extension SizeSweep.Point {
    init(_ sample: SizeSample) {
        self.init(verdict: sample.verdict, values: sample.optimum.point, varying: sample.varying, isRelaxed: sample.isRelaxed)
    }
}
