internal import ExactArithmetic
internal import LayoutLowering

extension Checker {
    /// Checks that required rows are a minimal conflict, by the proof that is reported.
    ///
    /// The factors prove that the members are infeasible (Farkas' lemma). The layouts prove that, without any one member that is
    /// not background, the others are feasible together with every background row. Background rows are members only if the proof
    /// needs them: if the rank is `members - 1`, the factors are the only linear dependency of the members' coefficients, so no
    /// proper subset has a proof.
    ///
    /// - Parameter layouts: a comparison of layouts of this system, to be reused if the caller has one.
    public func checkConflict(_ evidence: ConflictEvidence, _ layouts: LayoutComparison? = nil) -> [Refusal] {
        let claim = "conflict"
        if let reason = whyNoContradiction(evidence) { return [Refusal(claim, reason)] }
        var refusals: [Refusal] = []
        if rank(of: evidence.members) != evidence.members.count - 1 {
            refusals.append(Refusal(claim, "some of its members already conflict without the others"))
        }
        var check = MinimalityCheck(layouts ?? LayoutComparison(self), own: evidence.members.filter { !system.isBackground($0) })
        if let reason = check.whyNotMinimal(evidence.minimality) { refusals.append(Refusal(claim, reason)) }
        if !evidence.factors.allSatisfy(\.isInteger) {
            refusals.append(Refusal(claim, "a factor is not an integer"))
        } else if !evidence.factors.reduce(.zero, Rational.greatestCommonDivisor).isOne {
            refusals.append(Refusal(claim, "the factors have a common divisor"))
        }
        return refusals
    }

    /// Checks that required rows are infeasible in exact arithmetic, even if they are feasible within the tolerance.
    public func checkCannotHoldExactly(_ evidence: ConflictEvidence) -> [Refusal] {
        whyNoContradiction(evidence, tolerance: .zero).map { [Refusal("rows that cannot be satisfied exactly", $0)] } ?? []
    }

    /// Returns why the evidence does not prove that its rows are infeasible, or nil if it does.
    ///
    /// If no row is violated by more than the tolerance, the weighted sum of the rows is at least `-tolerance * sum of |factor|`.
    func whyNoContradiction(_ evidence: ConflictEvidence, tolerance: Rational = Tolerance.violation) -> String? {
        guard !evidence.members.isEmpty else { return "the conflict has no members" }
        guard evidence.members.count == evidence.factors.count else { return "there is not exactly one factor for each member" }
        guard Set(evidence.members).count == evidence.members.count else { return "a member is listed twice" }
        var total: [Int: Rational] = [:]
        var constant: Rational = .zero
        var weight: Rational = .zero
        for (member, factor) in zip(evidence.members, evidence.factors) {
            guard isRow(member), system.rows[member].isRequired else { return "member \(member) is not a required row" }
            guard !factor.isZero else { return "the factor of \(system.id(of: member)) is 0" }
            guard system.rows[member].isEquality || factor.isPositive else {
                return "the factor of the inequality \(system.id(of: member)) is negative"
            }
            for term in system.terms(of: member) { total[term.variable, default: .zero] += factor * term.coefficient }
            constant += factor * system.rows[member].constant
            weight += factor.magnitude
        }
        guard total.allSatisfy({ $0.value.isZero || system.isFixedAtZero($0.key) }) else { return "the variables of the rows do not cancel out" }
        guard constant == evidence.sum else { return "the rows add up to \(constant.decimalText()) instead of \(evidence.sum.decimalText())" }
        guard constant < -(tolerance * weight) else { return "the sum \(constant.decimalText()) is not a contradiction" }
        return nil
    }

    /// Returns the rank of the rows' coefficients.
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
