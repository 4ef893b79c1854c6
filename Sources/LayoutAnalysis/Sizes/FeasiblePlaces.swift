internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// At which places of a family its required rows can hold: a convex set, and beyond each of its edges a proof.
struct FeasiblePlaces {
    let reach: SizeReach
    /// 0, or the tolerance where rows can hold exactly nowhere.
    let allowance: Rational

    enum Answer {
        case places(FeasiblePlaces)
        /// No place of the box is on the side of the bound on which rows can hold.
        case nowhere(SizeBound)
    }

    /// Of the rows that hang together with what changes.
    static func find(_ family: SizeFamily, within box: SizeBox, budget: Budget) throws(Budget.Spent) -> Answer {
        let system = family.system(at: box.min)
        let required = family.parts.filter { !$0.coordinates.isEmpty }.flatMap(\.rows).filter(system.isRequired).sorted()
        var exact = SizeProgram(family, system, at: box.min)
        for row in required { exact.add(row, sign: 1, offset: .zero, LinearProgram.PackedRole(system.isEquality(row) ? .equal : .atLeast)) }
        let reach = SizeReach(exact, within: box)
        switch try reach.somewhere(budget: budget) {
        case .reached: return .places(FeasiblePlaces(reach: reach, allowance: .zero))
        case .nowhere(let factors):
            let bound = FeasiblePlaces.bound(factors, family, allowance: .zero)
            if bound.isBeyondTolerance(box) { return .nowhere(bound) }
        }
        var relaxed = SizeProgram(family, system, at: box.min)
        for row in required {
            relaxed.add(row, sign: 1, offset: Tolerance.violation, LinearProgram.PackedRole(.atLeast))
            if system.isEquality(row) { relaxed.add(row, sign: -1, offset: Tolerance.violation, LinearProgram.PackedRole(.atLeast)) }
        }
        let relaxedReach = SizeReach(relaxed, within: box)
        switch try relaxedReach.somewhere(budget: budget) {
        case .reached: return .places(FeasiblePlaces(reach: relaxedReach, allowance: Tolerance.violation))
        case .nowhere(let factors): return .nowhere(FeasiblePlaces.bound(factors, family, allowance: Tolerance.violation))
        }
    }

    /// What rows say of places alone when they are added up with factors, those of inequalities being positive.
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

    /// What proves that rows hold at no place farther in a direction than one.
    func bound(_ direction: [Rational], at place: [Rational], _ factors: [(row: Int, factor: Rational)]) -> SizeBound {
        var least = Rational.zero
        for (factor, coordinate) in zip(direction, place) { least -= factor * coordinate }
        return SizeBound(
            normal: direction.map { -$0 }, least: least, combination: RowCombination(factors.map { RowCombination.Term($0.row, $0.factor) }),
            allowance: allowance)
    }
}

extension SizeBound {
    /// Every place of the box misses the bound by more than the tolerance allows to rows.
    fileprivate func isBeyondTolerance(_ box: SizeBox) -> Bool {
        var weight = Rational.zero
        for term in combination.terms { weight += term.factor.magnitude }
        return least - greatest(of: box) > weight * Tolerance.violation
    }

    /// The greatest of `normal * place` in a box.
    func greatest(of box: SizeBox) -> Rational {
        var sum = Rational.zero
        for (coordinate, factor) in normal.enumerated() { sum += factor * (factor.isNegative ? box.min[coordinate] : box.max[coordinate]) }
        return sum
    }
}
