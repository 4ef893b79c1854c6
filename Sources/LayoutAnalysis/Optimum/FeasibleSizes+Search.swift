internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

extension FeasibleSizes {
    /// Seeks the ends of the range of the root's size, each by the cost of being away from a place far off.
    struct Search {
        private let variable: Int
        private let rows: [Int]
        private let system: LoweredSystem
        private let matrix: SparseRows
        /// Where the next search begins.
        private(set) var bounds: Set<Int32>
        /// Layouts in which the rows hold; the way from one to another may be a ray.
        private var layouts: [[Rational]] = []

        /// Beyond every end that is one, in points.
        private static let reach = Rational(1 << 40)

        /// - Parameters:
        ///   - variable: the root's size.
        ///   - rows: the required rows that it is connected to.
        ///   - bounds: what an earlier search ended with, for rows with other constants.
        ///   - layout: where the rows may hold.
        init(of variable: Int, _ rows: [Int], _ system: LoweredSystem, from bounds: Set<Int32> = [], beside layout: [Rational]? = nil) {
            self.variable = variable
            self.rows = rows
            self.system = system
            matrix = system.matrix
            self.bounds = bounds
            if let layout, layout.count == system.variables.count, rows.allSatisfy({ system.violation(of: $0, at: layout).isZero }) {
                layouts = [layout]
            }
        }

        /// The least or greatest value; nil where the search does not tell it. Where the place far off is reached, a ray leads there from a layout
        /// that is known, or from there to a place twice as far.
        ///
        /// - Parameter known: the end for rows with other constants, or others: what proved that may prove this one.
        mutating func end(
            _ which: FeasibleSizeEvidence.Which, since known: FeasibleSizeEvidence.End? = nil, _ budget: Budget
        ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
            if layouts.count > 1, let ray = ray(which, from: layouts[1], to: layouts[0]) { return .unbounded(point: layouts[0], ray: ray) }
            guard var near = try closest(to: Search.reach, which, budget) else { return nil }
            let point = near.point
            if Rational(-which.sign) * point[variable] < Search.reach {
                layouts.append(point)
                if case .finite(_, _, let combination)? = known, system.constant(of: combination) == Rational(which.sign) * point[variable] {
                    return .finite(end: point[variable], witness: point, combination: combination)
                }
                // The last row is the cost, with the factor -1: the others' factors prove the end.
                guard let proof = try near.levelProofs().first, proof.bound.isPositive, proof.factors.last == RowFactor(rows.count, -1) else {
                    return nil
                }
                return .finite(
                    end: point[variable], witness: point,
                    combination: RowCombination(proof.factors.dropLast().map { RowCombination.Term(rows[$0.row], $0.factor) }))
            }
            for layout in layouts {
                if let ray = ray(which, from: layout, to: point) { return .unbounded(point: point, ray: ray) }
            }
            guard let far = try closest(to: Search.reach + Search.reach, which, budget),
                let ray = ray(which, from: point, to: far.point)
            else { return nil }
            return .unbounded(point: point, ray: ray)
        }

        /// The way from one layout to another, where the size changes towards the end and no row that holds ever fails.
        private func ray(_ which: FeasibleSizeEvidence.Which, from first: [Rational], to second: [Rational]) -> [Rational]? {
            guard (Rational(which.sign) * (second[variable] - first[variable])).isNegative else { return nil }
            let ray = zip(second, first).map { $0 - $1 }
            return rows.allSatisfy { rises($0, along: ray) } ? ray : nil
        }

        /// The optimum of being as far below (or above) as `reach`.
        private mutating func closest(
            to reach: Rational, _ which: FeasibleSizeEvidence.Which, _ budget: Budget
        ) throws(Budget.Spent) -> Solution? {
            let cost = SparseRow(constant: -reach, sorted: [SparseRow.Entry(variable, Rational(-which.sign))])
            guard case .optimal(let solution) = try Solver(budget: budget).findOptimum(system.program(hard: rows, cost: cost), from: bounds) else {
                return nil
            }
            bounds = solution.activeBounds
            return solution
        }

        private func rises(_ row: Int, along ray: [Rational]) -> Bool {
            system.isEquality(row) || !matrix.slope(of: row, along: ray).isNegative
        }
    }
}
