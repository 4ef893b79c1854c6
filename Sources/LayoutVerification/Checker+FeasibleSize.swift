internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

extension Checker {
    /// Checks the range of the root's feasible sizes along an axis, in points. A `range` of nil claims that no size is feasible.
    public func checkFeasibleSize(_ axis: Axis, _ range: FeasibleSize.Range?, evidence: FeasibleSizeEvidence) -> [Refusal] {
        let claim = "feasible size, \(axis.rawValue)"
        let connected = system.rowsConnected(to: axis)
        switch (range, evidence) {
        case (let range?, .range(let least, let greatest, let allowance)):
            guard allowance.isZero || allowance == Tolerance.violation else {
                return [Refusal(claim, "the allowance of the proof is greater than the tolerance")]
            }
            let reasons = [
                whyNotEnd(least, claimed: range.min, sign: 1, axis, connected, allowance),
                whyNotEnd(greatest, claimed: range.max, sign: -1, axis, connected, allowance),
            ]
            return reasons.compactMap { $0.map { Refusal(claim, $0) } }
        case (nil, .none(let conflict)):
            let isConnected = Set(connected)
            guard conflict.members.allSatisfy(isConnected.contains) else {
                return [Refusal(claim, "the conflict has a member that is not connected to the root's size")]
            }
            return whyNoContradiction(conflict).map { [Refusal(claim, $0)] } ?? []
        default:
            return [Refusal(claim, "the evidence is about a different claim")]
        }
    }

    /// Returns why an end of the range is not proven, or nil if it is. `sign` is 1 for the least size, -1 for the greatest.
    ///
    /// The combination is an identity `sign * size == bound + sum of (-f) * e`. Each `(-f) * e` is at least 0 in every layout
    /// that satisfies the rows, so `sign * size` is at least `bound`.
    func whyNotEnd(
        _ end: FeasibleSizeEvidence.End, claimed: Rational?, sign: Rational, _ axis: Axis, _ connected: [Int], _ allowance: Rational
    ) -> String? {
        whyNotEnd(end, claimed: claimed, sign: sign, of: system.rootSize(along: axis), connected, allowance)
    }

    /// Checks an end of the range of a variable, such as a view's height, over all layouts that satisfy some required rows.
    public func checkEnd(
        _ end: FeasibleSizeEvidence.End, _ which: FeasibleSizeEvidence.Which, of variable: Int, over rows: [Int]
    ) -> [Refusal] {
        let bound: Rational? = if case .finite(let bound, _, _) = end { bound } else { nil }
        let reason =
            rows.allSatisfy { isRow($0) && system.isRequired($0) }
            ? whyNotEnd(end, claimed: bound, sign: Rational(which.sign), of: variable, rows, .zero) : "a row is unknown or optional"
        return reason.map { [Refusal("needed size", $0)] } ?? []
    }

    private func whyNotEnd(
        _ end: FeasibleSizeEvidence.End, claimed: Rational?, sign: Rational, of size: Int, _ connected: [Int], _ allowance: Rational
    ) -> String? {
        guard system.variables.indices.contains(size), !system.isFixedAtZero(size) else { return "the size is not variable" }
        switch end {
        case .finite(let bound, let witness, let combination):
            guard claimed == bound else { return "the bound is not the proven one" }
            if let reason = whyViolated(connected, at: witness, allowance: allowance) { return "the layout at the bound is not valid: \(reason)" }
            guard witness[size] == bound else { return "the layout does not reach the bound" }
            var isConnected = [Bool](repeating: false, count: system.rows.count)
            for row in connected { isConnected[row] = true }
            return whyNoBound(sign * bound, on: size, sign: sign, combination, allowance) { isConnected[$0] }
        case .unbounded(let point, let ray):
            guard claimed == nil else { return "the bound is not the proven one" }
            if let reason = whyViolated(connected, at: point, allowance: allowance) { return "the layout is not valid: \(reason)" }
            if let reason = whyNoLayout(ray) { return "the ray is not valid: \(reason)" }
            guard (sign * ray[size]).isNegative else { return "the size does not change along the ray" }
            return connected.lazy.compactMap { whyNotAlong(ray, $0) }.first
        }
    }

    /// Returns why a row may become violated along a ray from a layout that satisfies it, or nil if it cannot.
    func whyNotAlong(_ ray: [Rational], _ row: Int) -> String? {
        let slope = system.matrix.slope(of: row, along: ray)
        return slope.isNegative || (system.isEquality(row) && !slope.isZero) ? "\(system.id(of: row)) is violated along the ray" : nil
    }

    /// Returns why a combination of connected rows does not prove an end, or nil if it does.
    func whyNoBound(
        _ bound: Rational, on size: Int, sign: Rational, _ combination: RowCombination, _ allowance: Rational, where isConnected: (Int) -> Bool
    ) -> String? {
        var seen: Set<Int> = []
        var total: [Int: Rational] = [size: sign]
        var constant: Rational = .zero
        for term in combination.terms {
            guard isRow(term.row), isConnected(term.row), seen.insert(term.row).inserted else {
                return "the combination has a row twice, or one that is not connected to the root's size"
            }
            guard system.rows[term.row].isEquality || !term.factor.isPositive else { return "the factor of an inequality is positive" }
            for part in system.terms(of: term.row) { total[part.variable, default: .zero] += term.factor * part.coefficient }
            constant += term.factor * system.rows[term.row].constant - allowance * term.factor.magnitude
        }
        guard total.allSatisfy({ $0.value.isZero || system.isFixedAtZero($0.key) }) else {
            return "the variables of the combination do not cancel out"
        }
        return constant == bound ? nil : "the combination proves a different bound"
    }
}
