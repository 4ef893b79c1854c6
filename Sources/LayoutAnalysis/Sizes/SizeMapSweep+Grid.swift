internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// Samples single sizes if there is no map.

extension SizeMapSweep {
    /// Samples a grid of sizes, each proven.
    mutating func sampleGrid(_ failure: Failure, budget: Budget) {
        map.method = .grid
        map.reason = failure.words
        map.points = []
        refusals = []
        for row in 0...SizeMapSweep.rows {
            for column in 0...SizeMapSweep.columns {
                let size = SizePoint(
                    SizeMapSweep.step(column, of: SizeMapSweep.columns, map.width), SizeMapSweep.step(row, of: SizeMapSweep.rows, map.height))
                if map.points.contains(where: { $0.size == size }) { continue }
                let verdict = (try? verdict(size, budget)) ?? .incomplete
                map.points.append(SizeMap.Point(verdict: verdict, size: size))
            }
        }
        map.points.sort { $0.size < $1.size }
    }

    private static let columns = 16
    private static let rows = 12

    private static func step(_ place: Int, of count: Int, _ range: SizeRange) -> Rational {
        range.min + (range.max - range.min) * Rational(place) * Rational(count).reciprocal
    }

    private mutating func verdict(_ size: SizePoint, _ budget: Budget) throws(Budget.Spent) -> Analysis.Verdict {
        try budget.check()
        let system = family.system(at: [size.width, size.height])
        guard var sample = try SizeSample(system, budget: budget) else {
            let required = FeasibilityOracle(system: system, budget: budget)
            guard case .conflict(let conflict) = try required.answer(required.all) else { return .incomplete }
            let line = family.line(from: [size.width, size.height], to: [size.width, size.height])
            let bound = FeasiblePlaces.bound(zip(conflict.rows, conflict.factors).map { ($0, $1) }, line, allowance: .zero)
            return Checker(system: system).checkNowhere(bound, line, from: [.zero], to: [.zero]).isEmpty ? .conflicting : .incomplete
        }
        guard try sample.judge().refusals.isEmpty else { return .incomplete }
        patches.append(SizePatch(corners: [size], layouts: [sample.optimum.point], open: sample.varying, isRelaxed: sample.isRelaxed))
        return sample.verdict
    }
}
