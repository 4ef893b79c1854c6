internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

extension FeasibleSizes {
    /// Searches the ends of the range of the root's size. Each one is an optimum whose cost is the distance from a faraway size.
    struct Search {
        private let variable: Int
        private let rows: [Int]
        private let system: LoweredSystem
        private let matrix: SparseRows
        /// The active bounds of the last solve, with which the next one is warm-started.
        private(set) var bounds: Set<Int32>
        /// Layouts that satisfy the rows. The difference of two of them may be the direction of a ray.
        private var layouts: [[Rational]] = []

        /// The faraway size, in points, which is beyond every finite end that occurs.
        private static let reach = Rational(1 << 40)

        /// - Parameters:
        ///   - variable: the root's size.
        ///   - rows: the required rows connected to it.
        ///   - bounds: the `bounds` of an earlier search, for rows with other constants.
        ///   - layout: a layout that may satisfy the rows.
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

        /// Returns the minimum or maximum, or nil if the search does not determine it. If the faraway size is reached, there is a
        /// ray to it from a known layout, or from it to a size twice as far.
        ///
        /// - Parameter known: the end of an earlier range, whose proof may be valid for this one.
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
                // The last row is the cost, with factor -1: the factors of the others prove the end.
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

        /// Returns the direction from one layout to another if the size changes toward the end and no row decreases along it.
        private func ray(_ which: FeasibleSizeEvidence.Which, from first: [Rational], to second: [Rational]) -> [Rational]? {
            guard (Rational(which.sign) * (second[variable] - first[variable])).isNegative else { return nil }
            let ray = zip(second, first).map { $0 - $1 }
            return rows.allSatisfy { rises($0, along: ray) } ? ray : nil
        }

        /// Returns the optimum for the distance to a size of `reach` (or `-reach`).
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
