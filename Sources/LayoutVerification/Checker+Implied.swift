public import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Evidence that a row is redundant, or that its violation is the same in every layout: a combination of other rows.
public struct ImpliedEvidence: Sendable, Hashable {
    /// The row in question: `e == 0` or `e >= 0`.
    public var row: Int
    /// The required rows of the combination. The root's size is not among them, so the evidence is valid at every size.
    public var members: [Int]
    public var factors: [Rational]
    /// The difference of `e` and the combination of the members.
    public var rest: Rational

    public init(row: Int, members: [Int], factors: [Rational], rest: Rational) {
        self.row = row
        self.members = members
        self.factors = factors
        self.rest = rest
    }
}

extension Checker {
    /// Checks that the members imply the row: `e` is their combination plus a rest. For an equality, all members must be
    /// equalities and the rest 0; for an inequality, the rest must not be negative.
    public func checkImplied(_ evidence: ImpliedEvidence) -> [Refusal] {
        let claim = "implied row"
        if let reason = whyNoIdentity(evidence) { return [Refusal(claim, reason)] }
        if system.isEquality(evidence.row) {
            guard evidence.members.allSatisfy(system.isEquality) else { return [Refusal(claim, "inequalities cannot imply an equality")] }
            return evidence.rest.isZero ? [] : [Refusal(claim, "the remainder of the proof is not 0")]
        }
        if let reason = whyNotSigned(evidence) { return [Refusal(claim, reason)] }
        return evidence.rest.isNegative ? [Refusal(claim, "the remainder of the proof is negative")] : []
    }

    /// Checks that the members determine the row's violation: all are equalities, and the rest is negative, or if the row is an
    /// equality, not 0.
    public func checkAlwaysMissed(_ evidence: ImpliedEvidence) -> [Refusal] {
        let claim = "row that is always violated"
        if let reason = whyNoIdentity(evidence) { return [Refusal(claim, reason)] }
        guard evidence.members.allSatisfy(system.isEquality) else {
            return [Refusal(claim, "an inequality cannot determine the violation of the row")]
        }
        if evidence.rest.isPositive, !system.isEquality(evidence.row) { return [Refusal(claim, "the remainder of the proof is positive")] }
        return evidence.rest.magnitude > Tolerance.violation ? [] : [Refusal(claim, "the remainder of the proof is within the tolerance")]
    }

    /// Checks that the members force `e` to a single value: combinations of them bound it from below and from above by the same
    /// rest. The row is then always satisfied if the rest is 0, or not negative for an inequality. Otherwise the rest is its
    /// violation in every layout.
    public func checkForced(least: ImpliedEvidence, greatest: ImpliedEvidence) -> [Refusal] {
        let claim = "row with a forced value"
        if let reason = whyNoIdentity(least) ?? whyNoIdentity(greatest) { return [Refusal(claim, reason)] }
        if let reason = whyNotSigned(least) ?? whyNotSigned(greatest, from: -1) { return [Refusal(claim, reason)] }
        guard least.row == greatest.row, least.rest == greatest.rest else { return [Refusal(claim, "the two bounds of the proof differ")] }
        if least.rest.isZero || least.rest.isPositive && !system.isEquality(least.row) { return [] }
        return least.rest.magnitude > Tolerance.violation ? [] : [Refusal(claim, "the remainder of the proof is within the tolerance")]
    }

    /// Returns why `e - sum of factor * member == rest` is no identity, or nil if it is one.
    private func whyNoIdentity(_ evidence: ImpliedEvidence) -> String? {
        guard isRow(evidence.row) else { return "the row is unknown" }
        guard evidence.members.count == evidence.factors.count, Set(evidence.members).count == evidence.members.count else {
            return "a member is listed twice or has no factor"
        }
        var total: [Int: Rational] = [:]
        for term in system.terms(of: evidence.row) { total[term.variable, default: .zero] += term.coefficient }
        var constant = system.rows[evidence.row].constant
        for (member, factor) in zip(evidence.members, evidence.factors) {
            guard isRow(member), member != evidence.row, system.isRequired(member) else {
                return "the proof uses a row that is unknown, optional, or the implied row itself"
            }
            if case .implicit(.rootSize) = system.rows[member].kind { return "the proof depends on the root's size" }
            for term in system.terms(of: member) { total[term.variable, default: .zero] -= factor * term.coefficient }
            constant -= factor * system.rows[member].constant
        }
        guard total.allSatisfy({ $0.value.isZero || system.isFixedAtZero($0.key) }) else { return "the variables of the rows do not cancel out" }
        return constant == evidence.rest ? nil : "the remainder of the proof is \(constant.decimalText()) instead of \(evidence.rest.decimalText())"
    }

    /// Returns why factors on inequalities do not have the sign `sign`, or nil if they do. The sign is positive for a bound from
    /// below, negative for one from above.
    private func whyNotSigned(_ evidence: ImpliedEvidence, from sign: Rational = .one) -> String? {
        for (member, factor) in zip(evidence.members, evidence.factors) where !system.isEquality(member) && !(sign * factor).isPositive {
            return "the factor of \(system.id(of: member)) has the wrong sign"
        }
        return nil
    }
}
