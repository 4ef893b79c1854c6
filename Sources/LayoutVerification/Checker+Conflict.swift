public import ExactArithmetic
internal import LayoutLowering

extension Checker {
    /// Checks that required rows are a minimal conflict, with the proof as it is reported.
    ///
    /// Why rank `members - 1` is enough for minimality: the factors are a linear dependency of the rows' coefficients, so their
    /// rank is at most `members - 1`; where it is just that, every dependency is a multiple of this one. A dependency within a
    /// proper subset would be one of all members with a 0 in it, but no factor is 0. So each proper subset is linearly independent,
    /// and some layout gives all its rows the value 0: they hold, equalities and inequalities alike.
    public func checkConflict(members: [Int], factors: [Rational], sum: Rational) -> [Refusal] {
        let claim = "conflict"
        if let reason = whyNoContradiction(ConflictEvidence(members: members, factors: factors, sum: sum)) {
            return [Refusal(claim, reason)]
        }
        var refusals: [Refusal] = []
        if rank(of: members) != members.count - 1 { refusals.append(Refusal(claim, "a part of its members conflicts already")) }
        if !factors.allSatisfy(\.isInteger) {
            refusals.append(Refusal(claim, "a factor is no integer"))
        } else if !factors.reduce(.zero, Rational.greatestCommonDivisor).isOne {
            refusals.append(Refusal(claim, "the factors have a common divisor"))
        }
        return refusals
    }

    /// Checks that required rows cannot all hold exactly, though perhaps within the tolerance.
    public func checkCannotHoldExactly(_ evidence: ConflictEvidence) -> [Refusal] {
        whyNoContradiction(evidence, tolerance: .zero).map { [Refusal("cannot hold exactly", $0)] } ?? []
    }

    /// Why the evidence does not show that its rows cannot hold together; nil where it does.
    ///
    /// Where no row is violated by more than the tolerance, the weighted sum of the rows is at least `-tolerance * sum of |factor|`.
    func whyNoContradiction(_ evidence: ConflictEvidence, tolerance: Rational = Tolerance.violation) -> String? {
        guard !evidence.members.isEmpty else { return "it has no members" }
        guard evidence.members.count == evidence.factors.count else { return "it has not one factor for each member" }
        guard Set(evidence.members).count == evidence.members.count else { return "a member is listed twice" }
        var total: [Int: Rational] = [:]
        var constant: Rational = .zero
        var weight: Rational = .zero
        for (member, factor) in zip(evidence.members, evidence.factors) {
            guard isRow(member), system.rows[member].isRequired else { return "member \(member) is no required row" }
            guard !factor.isZero else { return "the factor of \(system.id(of: member)) is 0" }
            guard system.rows[member].isEquality || factor.isPositive else {
                return "the factor of the inequality \(system.id(of: member)) is negative"
            }
            for term in system.terms(of: member) { total[term.variable, default: .zero] += factor * term.coefficient }
            constant += factor * system.rows[member].constant
            weight += factor.magnitude
        }
        guard total.allSatisfy({ $0.value.isZero || system.isFixedAtZero($0.key) }) else { return "its variables do not cancel" }
        guard constant == evidence.sum else { return "its rows add up to \(constant.decimalText()), not \(evidence.sum.decimalText())" }
        guard constant < -(tolerance * weight) else { return "its sum of \(constant.decimalText()) is no contradiction" }
        return nil
    }

    /// The rank of rows' coefficients.
    private func rank(of rows: [Int]) -> Int {
        var columns: [Int: Int] = [:]
        let compact = rows.map { row in
            system.terms(of: row).filter { !system.isFixedAtZero($0.variable) }.map { term -> LinearTerm in
                let column = columns[term.variable] ?? columns.count
                columns[term.variable] = column
                return LinearTerm(column, term.coefficient)
            }.sorted { $0.variable < $1.variable }
        }
        return RowSpace(columnCount: columns.count, rows: compact).rank
    }
}
