internal import ExactArithmetic
internal import LayoutModel

// All arithmetic is exact for any numbers, but readers of reports reject numbers beyond the range of doubles.

extension AnalysisRun {
    /// Makes results inconclusive that contain a length beyond the range of doubles, although they are proven: a report could
    /// only state a wrong number.
    mutating func withdrawUnrepresentableLengths() {
        if !analysis.hasLengthsOfLayoutInRange {
            leaveOpen("frames", Inconclusive.tooLong)
            withdrawLayout()
        }
        for (index, conflict) in analysis.conflicts.enumerated() where !conflict.vanishesAt.allSatisfy({ [$0.min, $0.max].areInRange }) {
            leaveOpen("vanishesAt", Inconclusive.tooLong)
            analysis.conflicts[index].vanishesAt = []
        }
        if !analysis.ambiguities.allSatisfy({ $0.attributes.allSatisfy { [$0.min, $0.max, $0.value].areInRange } }) {
            leaveOpen("ambiguities", Inconclusive.tooLong)
            analysis.ambiguities = []
        }
        let alternates = analysis.alternates.filter { $0.frames.allSatisfy { $0.frame.isInRange } }
        if alternates.count < analysis.alternates.count {
            leaveOpen("alternates", Inconclusive.tooLong)
            analysis.alternates = alternates
        }
        let (width, height) = (analysis.feasibleSize.width, analysis.feasibleSize.height)
        if let width, ![width.min, width.max].areInRange {
            leaveOpen("feasibleSize", Inconclusive.tooLong)
            analysis.feasibleSize.width = nil
        }
        if let height, ![height.min, height.max].areInRange {
            leaveOpen("feasibleSize", Inconclusive.tooLong)
            analysis.feasibleSize.height = nil
        }
    }
}

extension Analysis {
    /// Whether every length of the layout itself is in the range of doubles.
    var hasLengthsOfLayoutInRange: Bool { frames.allSatisfy(\.isInRange) && unsatisfied.allSatisfy { $0.error.isInRangeOfDoubles } }

    /// Whether the ranges of the root's sizes are in the range of doubles.
    var hasFeasibleSizesInRange: Bool {
        [feasibleSize.width?.min, feasibleSize.width?.max, feasibleSize.height?.min, feasibleSize.height?.max].areInRange
    }
}

extension LayoutFrame {
    var isInRange: Bool {
        x.isInRangeOfDoubles && y.isInRangeOfDoubles && width.isInRangeOfDoubles && height.isInRangeOfDoubles
    }
}

extension [Rational?] {
    /// Whether all numbers that are not nil are in the range of doubles.
    var areInRange: Bool { allSatisfy { $0?.isInRangeOfDoubles ?? true } }
}
