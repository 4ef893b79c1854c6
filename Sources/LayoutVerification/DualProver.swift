internal import ExactArithmetic
internal import LayoutLowering

/// A checker of dual certificates over the rows of a staged problem; see `DualProof`.
///
/// Correctness: by the certificate's identity, the objective at any layout that satisfies the hard rows is `bound + sum of
/// (reduced cost * side)`. In the optima of the levels before, a side whose first nonzero reduced cost is positive is itself 0
/// (complementary slackness): at level 0 all reduced costs are 0 or more and the total equals the bound, so the sides with a
/// positive one are 0; without them the same holds at level 1, and so on. On the other sides this certificate's reduced cost is 0
/// or more, so the objective is at least the bound.
struct DualProver {
    private let system: LoweredSystem
    private let problem: StagedProblem
    private var total: SparseSum
    private var factors: SparseSum
    private var aboveCosts: SparseSum
    private var belowCosts: SparseSum

    typealias Cost = (row: Int, above: Rational, below: Rational)

    init(_ checker: OptimumChecker) {
        system = checker.system
        problem = checker.problem
        total = SparseSum(count: system.variables.count)
        factors = SparseSum(count: problem.rows.count)
        aboveCosts = SparseSum(count: problem.rows.count)
        belowCosts = SparseSum(count: problem.rows.count)
    }

    /// Returns why a certificate is not valid for the objective `gradient + costs`, or nil if it is.
    ///
    /// If `learns`, the sides with a positive reduced cost are added to `zeroSides`. That is correct only if the bound is
    /// attained in every optimum.
    mutating func whyNotProven(
        _ proof: DualProof, gradient: LinearTerm?, costs: [Cost], zeroSides: inout [OptimumChecker.Sides], learns: Bool
    ) -> String? {
        defer {
            total.reset()
            factors.reset()
            aboveCosts.reset()
            belowCosts.reset()
        }
        if let reason = whyNoIdentity(proof, gradient: gradient) { return reason }
        for cost in costs {
            aboveCosts.add(cost.above, at: cost.row)
            belowCosts.add(cost.below, at: cost.row)
        }
        let rows = factors.touched + costs.map(\.row)
        for row in rows {
            if let reason = whyNotReduced(row, zeroSides[row]) { return reason }
        }
        // Only a certificate that is valid as a whole proves sides to be 0.
        if learns { for row in rows { learn(row, &zeroSides[row]) } }
        return nil
    }

    /// Returns why `gradient + sum of factor * value == bound` is no identity, or nil if it is one.
    private mutating func whyNoIdentity(_ proof: DualProof, gradient: LinearTerm?) -> String? {
        var constant = Rational.zero
        if let gradient { total.add(gradient.coefficient, at: gradient.variable) }
        for term in proof.combination.terms {
            guard problem.rows.indices.contains(term.row), factors[term.row].isZero, !term.factor.isZero else {
                return "the combination has a row that is unknown, listed twice, or has the factor 0"
            }
            factors.add(term.factor, at: term.row)
            let row = problem.rows[term.row]
            let factor = row.sign < 0 ? -term.factor : term.factor
            for part in system.terms(of: row.source) { total.add(factor * part.coefficient, at: part.variable) }
            constant += factor * system.rows[row.source].constant + term.factor * row.offset
        }
        guard total.touched.allSatisfy({ total[$0].isZero || system.isFixedAtZero($0) }) else {
            return "the variables of the combination do not cancel out"
        }
        return constant == proof.bound ? nil : "the combination proves the bound \(constant.decimalText()), not \(proof.bound.decimalText())"
    }

    /// Returns why a row's sides could lower the objective below the bound, or nil if they cannot.
    private func whyNotReduced(_ row: Int, _ zeroSides: OptimumChecker.Sides) -> String? {
        let role = problem.rows[row].role
        if role == .equal { return nil }
        if !zeroSides.above, reducedCostAbove(row).isNegative {
            return "the reduced cost above \(system.id(of: problem.rows[row].source)) is negative"
        }
        if role != .atLeast, !zeroSides.below, reducedCostBelow(row).isNegative {
            return "the reduced cost below \(system.id(of: problem.rows[row].source)) is negative"
        }
        return nil
    }

    private func learn(_ row: Int, _ zeroSides: inout OptimumChecker.Sides) {
        let role = problem.rows[row].role
        if role == .equal { return }
        if reducedCostAbove(row).isPositive { zeroSides.above = true }
        if role != .atLeast, reducedCostBelow(row).isPositive { zeroSides.below = true }
    }

    private func reducedCostAbove(_ row: Int) -> Rational { aboveCosts[row] - factors[row] }

    private func reducedCostBelow(_ row: Int) -> Rational { belowCosts[row] + factors[row] }
}
