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
        /// Where the next search begins.
        private(set) var bounds: Set<Int32>

        /// Beyond every end that is one, in points.
        private static let reach = Rational(1 << 40)

        /// - Parameters:
        ///   - variable: the root's size.
        ///   - rows: the required rows that it is connected to.
        ///   - bounds: what an earlier search ended with, for rows with other constants.
        init(of variable: Int, _ rows: [Int], _ system: LoweredSystem, from bounds: Set<Int32> = []) {
            self.variable = variable
            self.rows = rows
            self.system = system
            self.bounds = bounds
        }

        /// The least or greatest value; nil where the search does not tell it. Where the place far off is reached, so is one twice as far, and from
        /// the one to the other leads a ray.
        ///
        /// - Parameter known: the end for rows with other constants, or others: what proved that may prove this one.
        mutating func end(
            _ which: FeasibleSizeEvidence.Which, since known: FeasibleSizeEvidence.End? = nil, _ budget: Budget
        ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
            guard var near = try closest(to: Search.reach, which, budget) else { return nil }
            let point = near.point
            if case .finite(_, _, let combination)? = known, system.constant(of: combination) == Rational(which.sign) * point[variable] {
                return .finite(end: point[variable], witness: point, combination: combination)
            }
            guard let proof = try near.levelProofs().first else { return nil }
            if proof.bound.isPositive {
                // The last row is the cost, with the factor -1: the others' factors prove the end.
                guard proof.factors.last == RowFactor(rows.count, -1) else { return nil }
                return .finite(
                    end: point[variable], witness: point,
                    combination: RowCombination(proof.factors.dropLast().map { RowCombination.Term(rows[$0.row], $0.factor) }))
            }
            guard var far = try closest(to: Search.reach + Search.reach, which, budget), try far.levelProofs().first?.bound.isZero == true else {
                return nil
            }
            let ray = zip(far.point, point).map { $0 - $1 }
            // A size that has to lie farther off than both stays where it is, or comes back.
            guard (Rational(which.sign) * ray[variable]).isNegative, rows.allSatisfy({ rises($0, along: ray) }) else { return nil }
            return .unbounded(point: point, ray: ray)
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
            if system.isEquality(row) { return true }
            var change = Rational.zero
            for term in system.terms(of: row) where !ray[term.variable].isZero { change += term.coefficient * ray[term.variable] }
            return !change.isNegative
        }
    }
}
