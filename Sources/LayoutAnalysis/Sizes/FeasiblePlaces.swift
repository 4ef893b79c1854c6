internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The places of a family at which its required rows are satisfiable: a convex set, with a proof for each of its edges.
struct FeasiblePlaces {
    let reach: SizeReach
    /// 0, or the tolerance if the rows are exactly satisfiable nowhere.
    let allowance: Rational

    enum Answer {
        case places(FeasiblePlaces)
        /// The rows are feasible at no place of the box: they imply a bound that no place satisfies.
        case nowhere(SizeBound)
    }

    /// Finds the places, from the rows connected to the varying constants.
    static func find(_ family: SizeFamily, within box: SizeBox, budget: Budget) throws(Budget.Spent) -> Answer {
        let system = family.system(at: box.min)
        let required = family.parts.filter { !$0.coordinates.isEmpty }.flatMap(\.rows).filter(system.isRequired).sorted()
        var exact = SizeProgram(family, system, at: box.min)
        for row in required { exact.add(row, sign: 1, offset: .zero, LinearProgram.PackedRole(system.isEquality(row) ? .equal : .atLeast)) }
        let reach = SizeReach(exact, within: box)
        switch try reach.feasibility(budget: budget) {
        case .feasible: return .places(FeasiblePlaces(reach: reach, allowance: .zero))
        case .infeasible(let factors):
            let bound = FeasiblePlaces.bound(factors, family, allowance: .zero)
            if bound.isBeyondTolerance(box) { return .nowhere(bound) }
        }
        var relaxed = SizeProgram(family, system, at: box.min)
        for row in required {
            relaxed.add(row, sign: 1, offset: Tolerance.violation, LinearProgram.PackedRole(.atLeast))
            if system.isEquality(row) { relaxed.add(row, sign: -1, offset: Tolerance.violation, LinearProgram.PackedRole(.atLeast)) }
        }
        let relaxedReach = SizeReach(relaxed, within: box)
        switch try relaxedReach.feasibility(budget: budget) {
        case .feasible: return .places(FeasiblePlaces(reach: relaxedReach, allowance: Tolerance.violation))
        case .infeasible(let factors): return .nowhere(FeasiblePlaces.bound(factors, family, allowance: Tolerance.violation))
        }
    }

    /// Returns the bound on places that a combination of rows implies. The factors of inequalities are positive.
    static func bound(_ factors: [(row: Int, factor: Rational)], _ family: SizeFamily, allowance: Rational) -> SizeBound {
        var rates: [Int: [Rational]] = [:]
        for slope in family.slopes { rates[slope.row] = slope.rates }
        let origin = family.system(at: Array(repeating: .zero, count: family.count))
        var normal = [Rational](repeating: .zero, count: family.count)
        var least = Rational.zero
        for (row, factor) in factors {
            for (coordinate, rate) in (rates[row] ?? []).enumerated() { normal[coordinate] += factor * rate }
            least -= factor * origin.matrix.constant(of: row) + allowance * factor.magnitude
        }
        return SizeBound(
            normal: normal, least: least, combination: RowCombination(factors.map { RowCombination.Term($0.row, -$0.factor) }), allowance: allowance)
    }

    /// Returns the bound that the factors prove: in a direction, the rows are satisfiable no farther than at a place.
    func bound(_ direction: [Rational], at place: [Rational], _ factors: [(row: Int, factor: Rational)]) -> SizeBound {
        var least = Rational.zero
        for (factor, coordinate) in zip(direction, place) { least -= factor * coordinate }
        return SizeBound(
            normal: direction.map { -$0 }, least: least, combination: RowCombination(factors.map { RowCombination.Term($0.row, $0.factor) }),
            allowance: allowance)
    }
}

extension SizeBound {
    /// Returns whether every place of the box violates the bound by more than the rows' tolerance allows.
    fileprivate func isBeyondTolerance(_ box: SizeBox) -> Bool {
        var weight = Rational.zero
        for term in combination.terms { weight += term.factor.magnitude }
        return least - greatest(of: box) > weight * Tolerance.violation
    }

    /// Returns the maximum of `normal * place` over a box.
    func greatest(of box: SizeBox) -> Rational {
        var sum = Rational.zero
        for (coordinate, factor) in normal.enumerated() { sum += factor * (factor.isNegative ? box.min[coordinate] : box.max[coordinate]) }
        return sum
    }
}
