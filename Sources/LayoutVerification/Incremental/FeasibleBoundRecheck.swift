public import ExactArithmetic
public import LayoutLowering
public import LayoutModel

extension Checker {
    /// A range of the root's size along an axis that was proven for a system, without an allowance for the tolerance.
    public struct KnownFeasibleSize: Sendable {
        let system: LoweredSystem
        let evidence: FeasibleSizeEvidence
        let connected: [Int]?

        /// - Parameters:
        ///   - evidence: proven for the system.
        ///   - connected: the rows that it was proven with: the system's `rowsConnected`, possibly with others from an earlier
        ///     check.
        public init(_ evidence: FeasibleSizeEvidence, of system: LoweredSystem, connected: [Int]? = nil) {
            self.system = system
            self.evidence = evidence
            self.connected = connected
        }
    }
}

/// A check of both ends of a range as in `Checker.checkFeasibleSize` that reuses an earlier proof. There is no allowance for the
/// tolerance.
///
/// A proven combination gives an end as long as its rows exist: only their constants may move it. A proven ray is a ray of all
/// rows that exist with their terms, whatever their constants (see `RHSCertificate`). A layout at an end must be evaluated only in
/// rows that are new, newly connected or have other constants, and in those with a variable that differs from the former layout
/// at that end.
public struct FeasibleBoundRecheck: Sendable {
    private let checker: Checker
    private let axis: Axis
    private let known: Checker.KnownFeasibleSize
    private let mapping: RowMapping
    /// The rows that the size is connected to, ascending. Others may be among them, see `rowsConnected(to:since:)`: they change
    /// no end, because a layout at an end satisfies all of them.
    public let connected: [Int]
    /// For each row, whether it was and is connected, and whether its constant is the same.
    private var isKnown: [Bool] = []
    private var isSame: [Bool] = []
    private let isOfOthers: Bool

    private var system: LoweredSystem { checker.system }

    /// - Parameter mapping: the system's `rowMapping` since the known one, which has as many variables.
    public init(_ checker: Checker, _ axis: Axis, known: Checker.KnownFeasibleSize, mapping: RowMapping) {
        self.checker = checker
        self.axis = axis
        self.known = known
        self.mapping = mapping
        let (former, system) = (known.system, checker.system)
        isOfOthers =
            mapping.count != former.rows.count || former.variables.count != system.variables.count || former.document.root != system.document.root
        if isOfOthers {
            connected = []
            return
        }
        let before = known.connected ?? former.rowsConnected(to: axis)
        connected = system.rowsConnected(to: axis, since: former, before, mapping)
        isKnown = [Bool](repeating: false, count: system.rows.count)
        isSame = isKnown
        var isConnected = isKnown
        for row in connected { isConnected[row] = true }
        let (old, new) = (former.matrix, system.matrix)
        for row in before {
            guard let next = mapping[row], isConnected[next] else { continue }
            isKnown[next] = true
            isSame[next] = old.isSame(old.constants[row], as: new.constants[next], of: new)
        }
    }

    /// Returns why an end is not proven, or nil if it is.
    public func whyNot(_ end: FeasibleSizeEvidence.End, _ which: FeasibleSizeEvidence.Which) -> String? {
        guard !isOfOthers, let former = known.evidence.exactEnd(which) else { return "there is no known range with exact bounds" }
        return whyNot(end, former, sign: Rational(which.sign))
    }

    private func whyNot(_ end: FeasibleSizeEvidence.End, _ former: FeasibleSizeEvidence.End, sign: Rational) -> String? {
        switch (end, former) {
        case (.finite(let bound, let witness, let combination), .finite(_, let formerWitness, let formerCombination))
        where combination.isSame(as: formerCombination, mapping) && combination.terms.allSatisfy({ isKnown[$0.row] }):
            let size = system.rootSize(along: axis)
            if let reason = whyViolated(at: witness, formerWitness) { return reason }
            guard witness[size] == bound else { return "the layout does not reach the bound" }
            return system.constant(of: combination) == sign * bound ? nil : "the combination proves a different bound"
        case (.unbounded(let point, let ray), .unbounded(let formerPoint, let formerRay)) where ray == formerRay:
            return whyViolated(at: point, formerPoint) ?? connected.lazy.filter { !isKnown[$0] }.compactMap { checker.whyNotAlong(ray, $0) }.first
        default:
            return checker.whyNotEnd(end, claimed: end.bound, sign: sign, axis, connected, .zero)
        }
    }

    /// Returns which connected row is violated at a point, or nil if none is.
    ///
    /// - Parameter former: a point at which all connected rows of the earlier system were satisfied.
    private func whyViolated(at point: [Rational], _ former: [Rational]) -> String? {
        guard former.count == point.count else { return checker.whyViolated(connected, at: point, allowance: .zero) }
        let isMoved = point.indices.map { point[$0] != former[$0] }
        let matrix = system.matrix
        let open = connected.lazy.filter { row in
            !isSame[row] || matrix.range(of: row).contains { isMoved[Int(matrix.columns[$0])] }
        }
        return checker.whyViolated(open, at: point, allowance: .zero)
    }
}

extension LoweredSystem {
    /// Returns the constant of a combination of rows.
    public func constant(of combination: RowCombination) -> Rational {
        combination.terms.reduce(.zero) { $0 + $1.factor * matrix.constant(of: $1.row) }
    }
}

extension RowCombination {
    /// Returns whether both are the same combination after renumbering of rows.
    fileprivate func isSame(as other: RowCombination, _ mapping: RowMapping) -> Bool {
        terms.count == other.terms.count
            && zip(terms, other.terms).allSatisfy { mapping[$1.row] == $0.row && $0.factor == $1.factor }
    }
}

extension FeasibleSizeEvidence {
    /// Returns an end of the range if it was proven without allowance.
    func exactEnd(_ which: Which) -> End? {
        guard case .range(let least, let greatest, let allowance) = self, allowance.isZero else { return nil }
        return which == .least ? least : greatest
    }
}

extension FeasibleSizeEvidence.End {
    /// The claimed end; nil if the range is unbounded there.
    var bound: Rational? {
        if case .finite(let end, _, _) = self { return end }
        return nil
    }
}
