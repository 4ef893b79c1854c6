internal import ExactArithmetic
internal import LayoutLowering

extension OptimumChecker {
    /// Checks every range of the evidence, and the sides that are claimed to be 0 in every optimum.
    public mutating func checkRanges() -> [Refusal] {
        if let rangeRefusals { return rangeRefusals }
        var refusals = refusalsOfFoundation("ranges")
        if refusals.isEmpty {
            var prover = DualProver(self)
            var scratch = MoveScratch(self)
            for proof in evidence.zeroSides {
                if let reason = proveZero(proof, &prover) { refusals.append(Refusal("set of optima", reason)) }
            }
            var seen: Set<Int> = []
            for range in evidence.ranges {
                let claim = "range of \(checker.name(of: range.variable))"
                let isVariable = system.variables.indices.contains(range.variable) && !system.isFixedAtZero(range.variable)
                guard isVariable, seen.insert(range.variable).inserted else {
                    refusals.append(Refusal(claim, "the variable is unknown or listed twice"))
                    continue
                }
                let ends = [(range.least, 1), (range.greatest, -1)]
                refusals += ends.compactMap { end, sign in
                    whyNotEnd(end, of: range.variable, sign: sign, &prover, &scratch).map { Refusal(claim, $0) }
                }
                if case .finite(_, let low) = range.least, case .finite(_, let high) = range.greatest, low.bound >= -high.bound {
                    refusals.append(Refusal(claim, "the least value is not less than the greatest"))
                }
            }
        }
        rangeRefusals = refusals
        return refusals
    }

    /// Returns why a side is not proven to be 0 in every optimum, or nil if it is. Then every side with a positive reduced cost
    /// is 0 too, as the bound is attained in every optimum (complementary slackness). Later certificates may use that.
    private mutating func proveZero(_ proof: DualProof, _ prover: inout DualProver) -> String? {
        guard case .negatedSide(let side) = proof.objective, problem.rows.indices.contains(side.row), proof.bound.isZero else {
            return "a proof that a row is satisfied in all optima has a different objective"
        }
        switch (problem.rows[side.row].role, side.side) {
        case (.equal, _), (.atLeast, .below): return "a proof is about a deviation that the relation of its required row excludes"
        default: break
        }
        let isAbove = side.side == .above
        let cost = (row: side.row, above: isAbove ? Rational(-1) : .zero, below: isAbove ? Rational.zero : Rational(-1))
        if let reason = prover.whyNotProven(proof, gradient: nil, costs: [cost], zeroSides: &zeroSides, learns: true) { return reason }
        if isAbove { zeroSides[side.row].above = true } else { zeroSides[side.row].below = true }
        return nil
    }

    /// Returns why an end of a range is not proven, or nil if it is. `sign` is 1 for the least value, -1 for the greatest.
    private mutating func whyNotEnd(
        _ end: RangeEnd, of variable: Int, sign: Int, _ prover: inout DualProver, _ scratch: inout MoveScratch
    ) -> String? {
        let which = sign > 0 ? "least" : "greatest"
        let factor = Rational(sign)
        switch end {
        case .finite(let changes, let proof):
            if let reason = whyNotOptimal(changes, &scratch) { return "the layout with the \(which) value is not optimal: \(reason)" }
            notePositive(scratch, along: false)
            guard proof.objective == .variable(variable, sign: sign) else { return "the proof of the \(which) value has a different objective" }
            let reached = evidence.point[variable] + (changes.first { $0.variable == variable }?.change ?? .zero)
            guard factor * reached == proof.bound else { return "the layout does not reach the \(which) value" }
            let gradient = LinearTerm(variable, factor)
            return prover.whyNotProven(proof, gradient: gradient, costs: [], zeroSides: &zeroSides, learns: false)
                .map { "the proof of the \(which) value is not valid: \($0)" }
        case .unbounded(let changes, let ray):
            if let reason = whyNotOptimal(from: changes, along: ray, &scratch) { return "the ray to the \(which) value is not valid: \(reason)" }
            guard let slope = ray.first(where: { $0.variable == variable })?.change, (factor * slope).isNegative else {
                return "the value does not change along the ray"
            }
            notePositive(scratch, along: true)
            return nil
        }
    }

    /// Records the sides that are positive at the point that was checked last, or somewhere along the ray.
    mutating func notePositive(_ scratch: MoveScratch, along isRay: Bool) {
        for row in scratch.changes.touched { note(row, values[row] + scratch.changes[row]) }
        // Along a ray no value moves towards 0 (a hard inequality only increases), so the sign of the slope determines the side.
        if isRay { for row in scratch.slopes.touched { note(row, scratch.slopes[row]) } }
    }

    private mutating func note(_ row: Int, _ value: Rational) {
        if value.isPositive { positiveSides[row].above = true }
        if value.isNegative { positiveSides[row].below = true }
    }
}
