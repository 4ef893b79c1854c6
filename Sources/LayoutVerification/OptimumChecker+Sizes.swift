public import ExactArithmetic
public import LayoutLowering
internal import LayoutModel

/// A layout at a point of a family: a value for each variable, in points.
public struct SizedLayout: Sendable, Hashable {
    /// A coordinate for each dimension of the family.
    public var place: [Rational]
    public var values: [Rational]

    public init(place: [Rational], values: [Rational]) {
        self.place = place
        self.values = values
    }
}

extension OptimumChecker {
    /// Checks that the optimum at one place of a family remains the optimum on a whole cell of places.
    ///
    /// With the signs of all rows at `inside`, every row is 0 or has its sign at all corners and at `others`. A place in the
    /// relative interior of the cell is a convex combination of the own place, with positive weight, and of the corners; so there
    /// all rows have the same signs. An optimal basis then stays optimal (see `RHSCertificate`), so each of these layouts is
    /// optimal. The differences between optima are the same at all places of the cell, and if there is only one optimum at the
    /// own place, the same equations prove that everywhere in the cell.
    /// - Parameters:
    ///   - family: the family. The checker's system is its member at `own`.
    ///   - inside: an optimum there.
    ///   - others: more optima there.
    ///   - corners: layouts at the corners of a convex cell that contains `own`.
    public func checkCell(
        _ family: SizeFamily, own: [Rational], inside: [Rational], others: [[Rational]], corners: [SizedLayout]
    ) -> [Refusal] {
        let claim = "sizes " + corners.map { $0.place.map { $0.decimalText() }.joined(separator: " x ") }.joined(separator: ", ")
        let foundation = refusalsOfFoundation(claim)
        guard foundation.isEmpty else { return foundation }
        guard own.count == family.count, corners.allSatisfy({ $0.place.count == family.count }) else {
            return [Refusal(claim, "the sizes do not belong to this family of systems")]
        }
        let proven = family.system(at: own)
        guard proven.rows.count == system.rows.count, family.slopes.allSatisfy({ system.rows.indices.contains($0.row) }),
            system.rows.indices.allSatisfy({ proven.matrix.constant(of: $0) == system.matrix.constant(of: $0) })
        else { return [Refusal(claim, "the proven system does not belong to the family")] }
        for point in [inside] + corners.map(\.values) + others {
            if let reason = checker.whyNoLayout(point) { return [Refusal(claim, reason)] }
        }
        let rates = family.rates
        for index in problem.rows.indices {
            let row = problem.rows[index]
            let sign = problem.value(of: index, in: system, at: inside).signum
            func fits(_ point: [Rational], at place: [Rational]) -> Bool {
                var value = problem.value(of: index, in: system, at: point)
                if let rate = rates[row.source] {
                    for coordinate in place.indices { value += Rational(row.sign) * rate[coordinate] * (place[coordinate] - own[coordinate]) }
                }
                return value.signum == 0 || value.signum == sign
            }
            guard corners.allSatisfy({ fits($0.values, at: $0.place) }), others.allSatisfy({ fits($0, at: own) }) else {
                return [Refusal(claim, "the value of \(system.id(of: row.source)) does not have the same sign in all layouts")]
            }
        }
        return []
    }
}

/// Evidence that the required rows of a family are feasible only at places on one side of a line.
public struct SizeBound: Sendable, Hashable {
    /// At every place where the rows are feasible, `normal * place >= least`.
    public var normal: [Rational]
    public var least: Rational
    /// With the factors f over rows of the family, `normal * place + sum of f * e == least` for all layouts and places, and no f
    /// on an inequality is positive. With an allowance the constants are `allowance * sum of |f|` greater.
    public var combination: RowCombination
    /// 0, or the tolerance if the rows are exactly feasible nowhere.
    public var allowance: Rational

    public init(normal: [Rational], least: Rational, combination: RowCombination, allowance: Rational) {
        self.normal = normal
        self.least = least
        self.combination = combination
        self.allowance = allowance
    }
}

extension Checker {
    /// Checks that the required rows are infeasible beyond a line. The checker's system is the family's at the origin.
    public func checkBound(_ bound: SizeBound, _ family: SizeFamily) -> [Refusal] {
        let claim = "feasible sizes"
        guard bound.normal.count == family.count else { return [Refusal(claim, "the sizes do not belong to this family of systems")] }
        guard bound.allowance.isZero || bound.allowance == Tolerance.violation else {
            return [Refusal(claim, "the allowance of the proof is greater than the tolerance")]
        }
        let rates = family.rates
        var seen: Set<Int> = []
        var total: [Int: Rational] = [:]
        var places = bound.normal
        var constant = Rational.zero
        for term in bound.combination.terms {
            guard isRow(term.row), system.isRequired(term.row), seen.insert(term.row).inserted else {
                return [Refusal(claim, "the combination has a row twice, or one that is not required")]
            }
            guard system.isEquality(term.row) || !term.factor.isPositive else { return [Refusal(claim, "the factor of an inequality is positive")] }
            for part in system.terms(of: term.row) { total[part.variable, default: .zero] += term.factor * part.coefficient }
            for (coordinate, rate) in (rates[term.row] ?? []).enumerated() { places[coordinate] += term.factor * rate }
            constant += term.factor * system.rows[term.row].constant - bound.allowance * term.factor.magnitude
        }
        guard total.allSatisfy({ $0.value.isZero || system.isFixedAtZero($0.key) }), places.allSatisfy(\.isZero) else {
            return [Refusal(claim, "the variables of the combination do not cancel out")]
        }
        return constant == bound.least ? [] : [Refusal(claim, "the combination proves a different bound")]
    }

    /// Checks that required rows are infeasible at every place between two corners of a box.
    public func checkNowhere(_ bound: SizeBound, _ family: SizeFamily, from low: [Rational], to high: [Rational]) -> [Refusal] {
        let refused = checkBound(bound, family)
        guard refused.isEmpty, low.count == family.count, high.count == family.count else { return refused }
        var greatest = Rational.zero
        for (coordinate, factor) in bound.normal.enumerated() { greatest += factor * (factor.isNegative ? low[coordinate] : high[coordinate]) }
        return greatest < bound.least ? [] : [Refusal("feasible sizes", "the rows may be satisfiable at some of the sizes")]
    }
}
