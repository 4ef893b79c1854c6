internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

extension OptimumChecker {
    /// Checks that every variable without a range is constant on the set of optima, the claims about followers, and the number of
    /// degrees of freedom.
    ///
    /// The sides proven to be 0 give equations of the set's affine hull, so its dimension is at most `variables - rank`. If every
    /// other side is positive at some optimal point, the mean of these points has them all positive: near it only the equations
    /// bind, and the dimension is exactly that.
    public mutating func checkUniqueness(degreesOfFreedom: Int) -> [Refusal] {
        let claim = "degrees of freedom"
        hull = nil
        guard checkRanges().isEmpty else { return [Refusal(claim, "the ranges of ambiguous values are not proven")] }
        var refusals: [Refusal] = []
        var scratch = MoveScratch(self)
        for witness in evidence.witnesses {
            if let reason = whyNotOptimal(witness, &scratch) {
                refusals.append(Refusal(claim, "a layout in the set of optima is not optimal: \(reason)"))
            } else {
                notePositive(scratch, along: false)
            }
        }
        guard refusals.isEmpty else { return refusals }

        let hull = OptimumHull(system: system, problem: problem, zeroSides: zeroSides)
        refusals += refusalsOfOpenSides(claim, hull)
        var listed = Set(evidence.ranges.map(\.variable))
        for follower in evidence.followers {
            if let reason = whyNotFollowing(follower, listed, hull) {
                refusals.append(Refusal("range of \(checker.name(of: follower.variable))", reason))
            }
        }
        listed.formUnion(evidence.followers.map(\.variable))
        var count = 0
        for variable in system.variables.indices where !system.isFixedAtZero(variable) {
            count += 1
            if !listed.contains(variable), !hull.equations.determines(variable) {
                refusals.append(Refusal("uniqueness", "\(checker.name(of: variable)) may differ between optima"))
            }
        }
        if count - hull.equations.rank != degreesOfFreedom {
            refusals.append(Refusal(claim, "the number is \(count - hull.equations.rank), not \(degreesOfFreedom)"))
        }
        if refusals.isEmpty { self.hull = hull }
        return refusals
    }

    /// Returns why a follower does not change in proportion to a leader that has a range, or nil if it does.
    private func whyNotFollowing(_ follower: FollowerEvidence, _ leaders: Set<Int>, _ hull: OptimumHull) -> String? {
        let variable = follower.variable
        guard system.variables.indices.contains(variable), !system.isFixedAtZero(variable), leaders.contains(follower.leader),
            !leaders.contains(variable), !follower.factor.isZero
        else { return "its leader has no range, or it has a range of its own" }
        let difference = [LinearTerm(variable, .one), LinearTerm(follower.leader, -follower.factor)]
        return hull.equations.determines(difference) ? nil : "it is not determined by \(checker.name(of: follower.leader))"
    }

    /// Returns refusals of sides that are neither proven to be 0 in every optimum nor positive in some. Sides of rows whose value
    /// the hull's equations determine are exempt, as they add no equation.
    private func refusalsOfOpenSides(_ claim: String, _ hull: OptimumHull) -> [Refusal] {
        for (index, row) in problem.rows.enumerated() {
            let isOpen =
                switch row.role {
                case .equal: false
                case .atLeast: !zeroSides[index].above && !positiveSides[index].above
                case .soft:
                    (!zeroSides[index].above && !positiveSides[index].above) || (!zeroSides[index].below && !positiveSides[index].below)
                }
            if isOpen, !hull.equations.determines(system.terms(of: row.source)) {
                return [Refusal(claim, "it is not proven whether \(system.id(of: row.source)) is satisfied with equality in all optima")]
            }
        }
        return []
    }

    /// Checks the cause of a variable's ambiguity: `underconstrained` if it changes along a direction within the set of optima
    /// along which no violation changes. Requires a successful `checkUniqueness`.
    public func checkCause(variable named: Int, cause: Ambiguity.Cause) -> [Refusal] {
        let variable = subsystem.map { $0.place(ofVariable: named) ?? -1 } ?? named
        let claim = "cause of \(checker.name(of: variable))"
        guard let hull else { return [Refusal(claim, "the set of optima is not proven")] }
        guard system.variables.indices.contains(variable), !system.isFixedAtZero(variable), !hull.equations.determines(variable) else {
            return [Refusal(claim, "the variable is the same in all optima")]
        }
        let actual: Ambiguity.Cause = hull.held.determines(variable) ? .priorityTie : .underconstrained
        return actual == cause ? [] : [Refusal(claim, "the cause is \(actual.rawValue), not \(cause.rawValue)")]
    }

    /// Checks that two or more rows of the system compete: the violation of each is not constant on the set of optima. Requires a
    /// successful `checkUniqueness`.
    public func checkTied(_ named: [Int]) -> [Refusal] {
        let rows = subsystem.map { subsystem in named.map { subsystem.place(ofRow: $0) ?? -1 } } ?? named
        guard let hull else { return [Refusal("tied", "the set of optima is not proven")] }
        guard rows.count > 1, Set(rows).count == rows.count else { return [Refusal("tied", "fewer than two rows are listed")] }
        let varying = Set(hull.varying.map { problem.rows[$0].source })
        return rows.filter { !varying.contains($0) }.map { row in
            Refusal("tied", "the violation of \(checker.isRow(row) ? system.id(of: row) : "row \(row)") is the same in all optima")
        }
    }
}
