internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Places along which frames are linear: a piece of a sweep without its ends, or one place.
struct SizeSection {
    let min: Rational
    let max: Rational
    /// The undetermined variables.
    let open: Set<Int>
    /// Whether rows are satisfiable only within the tolerance, which then limits the accuracy of frames.
    let isRelaxed: Bool
    private let start: [Rational]
    private let end: [Rational]

    init(_ piece: SizeSweep.Piece) {
        (min, max) = (piece.min, piece.max)
        open = piece.varying
        isRelaxed = piece.isRelaxed
        (start, end) = (piece.least.values, piece.greatest.values)
    }

    /// Returns nil for a place that conflicts.
    init?(_ place: Rational, _ point: SizeSweep.Point) {
        guard let values = point.values else { return nil }
        (min, max) = (place, place)
        open = point.varying
        isRelaxed = point.isRelaxed
        (start, end) = (values, values)
    }

    /// Creates the section between two layouts, without its ends, with places from 0 to 1.
    init(from start: [Rational], to end: [Rational], open: Set<Int>, isRelaxed: Bool) {
        (min, max) = (.zero, .one)
        self.open = open
        self.isRelaxed = isRelaxed
        (self.start, self.end) = (start, end)
    }

    /// Returns the layout at a place, or nil if the place is not in the section.
    func values(at place: Rational) -> [Rational]? {
        if min == max { return place == min ? start : nil }
        guard min < place, place < max, let share = (place - min).divided(by: max - min) else { return nil }
        return zip(start, end).map { $0 + ($1 - $0) * share }
    }

    /// The layouts at both ends.
    var layouts: [[Rational]] { [start, end] }

    /// Returns the spans in which a condition is satisfied. Its constants change linearly from those at the start to those at the
    /// end.
    func spans(_ startCondition: FrameCondition, _ endCondition: FrameCondition) -> [SizeSpan] {
        let (first, last) = (startCondition.without(open), endCondition.without(open))
        if min == max { return first.holds(at: start) ? [SizeSpan(min: min, max: max)] : [] }
        var clauses: [[SizeLine]] = []
        for (forms, others) in zip(first.clauses, last.clauses) {
            let lines = zip(forms, others).map { SizeLine(start: $0.value(at: start), end: $1.value(at: end)) }
            // Usually some clause is violated everywhere.
            if lines.allSatisfy({ !$0.start.isPositive && !$0.end.isPositive }) { return [] }
            clauses.append(lines)
        }
        func holds(at share: Rational) -> Bool {
            clauses.allSatisfy { $0.contains { $0.value(at: share).isPositive } }
        }
        var marks: Set<Rational> = [.zero, .one]
        for line in clauses.joined() {
            if let crossing = line.crossing, crossing.isPositive, crossing < .one { marks.insert(crossing) }
        }
        let shares = marks.sorted()
        var found: [SizeSpan] = []
        func place(_ share: Rational) -> Rational { share.isOne ? max : min + (max - min) * share }
        for (share, next) in zip(shares, shares.dropFirst()) {
            if !share.isZero, holds(at: share) { found.append(SizeSpan(min: place(share), max: place(share))) }
            if holds(at: (share + next) * .half) {
                found.append(SizeSpan(min: place(share), max: place(next), includesMin: false, includesMax: false))
            }
        }
        return SizeSpan.joined(found)
    }
}

/// A linear function by its values at the two ends of a section.
private struct SizeLine {
    var start: Rational
    var end: Rational

    func value(at share: Rational) -> Rational { start + (end - start) * share }

    /// The fraction at which it is 0.
    var crossing: Rational? { start.divided(by: start - end) }
}

extension SizeSpan {
    /// Merges adjacent spans, which are in ascending order.
    static func joined(_ spans: [SizeSpan]) -> [SizeSpan] {
        var result: [SizeSpan] = []
        for span in spans {
            if let last = result.last, last.max == span.min, last.includesMax || span.includesMin {
                result[result.count - 1].max = span.max
                result[result.count - 1].includesMax = span.includesMax
            } else {
                result.append(span)
            }
        }
        return result
    }
}
