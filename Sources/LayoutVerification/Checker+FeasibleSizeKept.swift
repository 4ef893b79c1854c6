internal import ExactArithmetic
public import LayoutLowering
public import LayoutModel

extension Checker {
    /// The range of the root's size along an axis in a system, proven with exact rows.
    public struct KnownFeasibleSize: Sendable {
        let system: LoweredSystem
        let evidence: FeasibleSizeEvidence

        /// - Parameter evidence: proven for the system.
        public init(_ evidence: FeasibleSizeEvidence, of system: LoweredSystem) {
            self.system = system
            self.evidence = evidence
        }
    }

    /// Checks both ends of a range as `checkFeasibleSize` does, for rows that hold exactly.
    ///
    /// An end that is told as it was proven before needs no more than that its combination's rows are there, and that rows which are new,
    /// newly connected or have other constants hold at its layout and along its ray.
    /// - Parameters:
    ///   - kept: the system's `rowsKept` since the known one, which has as many variables.
    /// - Returns: why the least and the greatest end are not proven; nil where they are.
    public func whyNotEnds(
        _ axis: Axis, _ evidence: FeasibleSizeEvidence, known: KnownFeasibleSize, kept: [Int32]
    ) -> (least: String?, greatest: String?) {
        guard case .range(let least, let greatest, let allowance) = evidence,
            case .range(let knownLeast, let knownGreatest, let knownAllowance) = known.evidence,
            allowance.isZero, knownAllowance.isZero, kept.count == known.system.rows.count,
            known.system.variables.count == system.variables.count, known.system.document.root == system.document.root
        else { return ("there is no range", "there is no range") }
        let connected = system.rowsConnected(to: axis)
        // By row: it was connected before and says what it said.
        var isKnown = [Bool](repeating: false, count: system.rows.count)
        for row in known.system.rowsConnected(to: axis) where kept[row] >= 0 {
            isKnown[Int(kept[row])] = known.system.matrix.constant(of: row) == system.matrix.constant(of: Int(kept[row]))
        }
        var isConnected = [Bool](repeating: false, count: system.rows.count)
        for row in connected { isConnected[row] = true }
        let open = connected.filter { !isKnown[$0] }

        func whyNot(_ end: FeasibleSizeEvidence.End, _ former: FeasibleSizeEvidence.End, sign: Rational) -> String? {
            switch (end, former) {
            case (.finite(let bound, let witness, let combination), .finite(let formerBound, let formerWitness, let formerCombination))
            where bound == formerBound && witness == formerWitness && combination.isSame(as: formerCombination, kept):
                guard combination.terms.allSatisfy({ isKnown[$0.row] && isConnected[$0.row] }) else { break }
                return whyViolated(open, at: witness, allowance: .zero)
            case (.unbounded(let point, let ray), .unbounded(let formerPoint, let formerRay)) where point == formerPoint && ray == formerRay:
                return whyViolated(open, at: point, allowance: .zero) ?? open.lazy.compactMap { whyNotAlong(ray, $0) }.first
            default: break
            }
            return whyNotEnd(end, claimed: end.bound, sign: sign, axis, connected, .zero)
        }
        return (whyNot(least, knownLeast, sign: 1), whyNot(greatest, knownGreatest, sign: -1))
    }
}

extension RowCombination {
    /// The same with rows' new numbers.
    fileprivate func isSame(as other: RowCombination, _ kept: [Int32]) -> Bool {
        terms.count == other.terms.count
            && zip(terms, other.terms).allSatisfy { kept.indices.contains($1.row) && Int(kept[$1.row]) == $0.row && $0.factor == $1.factor }
    }
}

extension FeasibleSizeEvidence.End {
    /// The end that is claimed; nil where there is none.
    fileprivate var bound: Rational? {
        if case .finite(let end, _, _) = self { return end }
        return nil
    }
}
