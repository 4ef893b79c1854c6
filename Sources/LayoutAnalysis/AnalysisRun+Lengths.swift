internal import ExactArithmetic
internal import LayoutModel

// All arithmetic is exact, whatever the numbers; but no reader of a report takes a number beyond the range of doubles.

extension AnalysisRun {
    /// What was found is proven, and yet not told where a length of it cannot be told: another number in its place would be false.
    mutating func leaveOpenWhatIsTooLong() {
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
    /// Every length of the layout itself can stand in a report.
    var hasLengthsOfLayoutInRange: Bool { frames.allSatisfy(\.isInRange) && unsatisfied.allSatisfy { $0.error.isInRangeOfDoubles } }

    /// The same of the range of the root's sizes.
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
    /// All that are there can stand in a report.
    var areInRange: Bool { allSatisfy { $0?.isInRangeOfDoubles ?? true } }
}
