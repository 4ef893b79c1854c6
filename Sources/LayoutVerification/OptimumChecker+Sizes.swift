public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// A layout with the root of some size: a value for each variable, in points.
public struct SizedLayout: Sendable, Hashable {
    public var size: Rational
    public var values: [Rational]

    public init(size: Rational, values: [Rational]) {
        self.size = size
        self.values = values
    }
}

extension OptimumChecker {
    /// Checks that between two sizes of the root along an axis the layout stays what the checker has proven it to be at a size in between.
    ///
    /// With the signs of all rows at `inside`, every row is 0 or has its sign at both ends and at `others`; so between the ends, on the
    /// way from `inside` to each, all rows have the very same signs. A proof by duality names coefficients and signs and no constant, and
    /// holds for all of these: each is optimal. What differs from `inside` at its own size is carried along, and where there is one optimum
    /// there, the equations that say so are the same at every size between.
    /// - Parameters:
    ///   - inside: an optimum at the size of the checker's own system.
    ///   - others: more optima at that size.
    public func checkSizes(
        _ axis: Axis, inside: [Rational], others: [[Rational]], from least: SizedLayout, to greatest: SizedLayout
    ) -> [Refusal] {
        let claim = "sizes from \(least.size.decimalText()) to \(greatest.size.decimalText())"
        let foundation = refusalsOfFoundation(claim)
        guard foundation.isEmpty else { return foundation }
        guard let sizeRow = system.rootSizeRow(axis) else { return [Refusal(claim, "the root has no size")] }
        let own = -system.matrix.constant(of: sizeRow)
        guard least.size < own, own < greatest.size else { return [Refusal(claim, "the proven size is not between them")] }
        for point in [inside, least.values, greatest.values] + others {
            if let reason = checker.whyNoLayout(point) { return [Refusal(claim, reason)] }
        }
        for index in problem.rows.indices {
            let row = problem.rows[index]
            func value(_ point: [Rational], at size: Rational) -> Rational {
                let value = problem.value(of: index, in: system, at: point)
                return row.source == sizeRow ? value + Rational(row.sign) * (own - size) : value
            }
            let sign = value(inside, at: own).signum
            let values =
                [value(least.values, at: least.size), value(greatest.values, at: greatest.size)] + others.map { value($0, at: own) }
            if values.contains(where: { $0.signum != 0 && $0.signum != sign }) {
                return [Refusal(claim, "\(system.id(of: row.source)) has another sign")]
            }
        }
        return []
    }
}
