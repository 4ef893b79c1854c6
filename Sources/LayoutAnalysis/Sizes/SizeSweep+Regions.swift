internal import ExactArithmetic
internal import LayoutModel
internal import LayoutVerification

extension SizeSweep {
    /// Returns the regions of the whole range.
    func regions(_ dimension: SizeDimension) -> [SizeRegion] {
        spans.map { SizeRegion(dimension: dimension, span: $0.span, verdict: $0.verdict) }
    }

    /// The regions without the dimension.
    var spans: [(span: SizeSpan, verdict: Analysis.Verdict)] {
        var ends: Set<Rational> = [min, max]
        for piece in pieces { ends.formUnion([piece.min, piece.max]) }
        for span in conflicting { ends.formUnion([span.min, span.max]) }
        ends.formUnion(points.keys)
        let marks = ends.sorted()

        var joined = JoinedRegions()
        var nextPiece = 0
        for (place, mark) in marks.enumerated() {
            joined.append(SizeSpan(min: mark, max: mark), points[mark]?.verdict ?? .incomplete)
            guard place + 1 < marks.count else { break }
            let next = marks[place + 1]
            while nextPiece < pieces.count, pieces[nextPiece].max <= mark { nextPiece += 1 }
            var verdict = Analysis.Verdict.incomplete
            if nextPiece < pieces.count, pieces[nextPiece].min <= mark, next <= pieces[nextPiece].max {
                verdict = pieces[nextPiece].verdict
            } else if conflicting.contains(where: { $0.min <= mark && next <= $0.max }) {
                verdict = .conflicting
            }
            joined.append(SizeSpan(min: mark, max: next, includesMin: false, includesMax: false), verdict)
        }
        return joined.regions
    }
}

/// A list of regions in which neighbors with equal verdicts are merged.
private struct JoinedRegions {
    private(set) var regions: [(span: SizeSpan, verdict: Analysis.Verdict)] = []

    mutating func append(_ span: SizeSpan, _ verdict: Analysis.Verdict) {
        if let last = regions.last, last.verdict == verdict {
            regions[regions.count - 1].span.max = span.max
            regions[regions.count - 1].span.includesMax = span.includesMax
        } else {
            regions.append((span, verdict))
        }
    }
}

extension Rational {
    /// Returns a number strictly between two others, in the middle third and with a short denominator.
    static func short(between low: Rational, _ high: Rational) -> Rational {
        let middle = (low + high) * .half
        let margin = (high - low) * (Rational(1, over: 6) ?? .zero)
        var (scale, inverse) = (Rational.one, Rational.one)
        // Each round halves the step. A multiple is inside when the step is at most the middle third.
        while true {
            let candidate = (middle * scale).rounded(toPlaces: 0) * inverse
            if (candidate - middle).magnitude <= margin { return candidate }
            scale *= 2
            inverse *= .half
        }
    }
}
