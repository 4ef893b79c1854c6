internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// In which range the root's size can lie so that the required rows connected to it hold.
enum FeasibleSizes {
    /// The evidence, and where it allows the tolerance the proof that the rows can hold nowhere exactly.
    struct Found {
        var evidence: FeasibleSizeEvidence
        var inexact: ProvenConflict?
        /// Where a search for the ends would begin, for rows with other constants.
        var bounds: Set<Int32> = []
    }

    static func find(_ axis: Axis, _ system: LoweredSystem, budget: Budget) throws(Budget.Spent) -> Found? {
        let rows = system.rowsConnected(to: axis)
        let variable = LoweredSystem.variable(system.document.root, axis == .horizontal ? .width : .height)
        if let found = try FeasibleSizes.searchedRange(of: variable, rows, system, budget) { return found }
        if case .optimal(var solution) = try Solver(budget: budget).solve(system.program(hard: rows)) {
            return Found(evidence: try range(of: variable, &solution, allowance: .zero) { RowFactor(rows[$0.row], $0.factor) })
        }
        let inexact: ProvenConflict?
        switch try RequiredRows(system: system, budget: budget).answer(rows) {
        case .conflict(let conflict): return Found(evidence: .none(ConflictEvidence(conflict)))
        case .canHold(_, let proof): inexact = proof
        }
        // The rows hold within the tolerance only: so does the range.
        let relaxed = system.relaxedProgram(hard: rows)
        guard case .optimal(var solution) = try Solver(budget: budget).solve(relaxed.program) else { return nil }
        let evidence = try range(of: variable, &solution, allowance: Tolerance.violation) { term in
            let source = relaxed.sources[term.row]
            return RowFactor(source.row, source.sign < 0 ? -term.factor : term.factor)
        }
        return Found(evidence: evidence, inexact: inexact)
    }

    // MARK: - Two ends, two optima

    /// Beyond every end that is one, in points.
    private static let reach = Rational(1 << 40)

    /// The range by the cost of being away from a place far off; nil where that does not tell it.
    private static func searchedRange(
        of variable: Int, _ rows: [Int], _ system: LoweredSystem, _ budget: Budget
    ) throws(Budget.Spent) -> Found? {
        var bounds: Set<Int32> = []
        guard let least = try searchedEnd(of: variable, sign: 1, rows, system, &bounds, budget),
            let greatest = try searchedEnd(of: variable, sign: -1, rows, system, &bounds, budget)
        else { return nil }
        return Found(evidence: .range(least: least, greatest: greatest, allowance: .zero), inexact: nil, bounds: bounds)
    }

    /// A range of which some ends are sought again; nil where that does not tell them.
    static func searched(
        _ found: Found, _ axis: Axis, _ system: LoweredSystem, least isLeastOpen: Bool, greatest isGreatestOpen: Bool, budget: Budget
    ) throws(Budget.Spent) -> Found? {
        guard case .range(var least, var greatest, let allowance) = found.evidence, allowance.isZero else { return nil }
        let rows = system.rowsConnected(to: axis)
        let variable = LoweredSystem.variable(system.document.root, axis == .horizontal ? .width : .height)
        var bounds: Set<Int32> = []
        if isLeastOpen {
            guard let end = try searchedEnd(of: variable, sign: 1, rows, system, &bounds, budget) else { return nil }
            least = end
        }
        if isGreatestOpen {
            guard let end = try searchedEnd(of: variable, sign: -1, rows, system, &bounds, budget) else { return nil }
            greatest = end
        }
        return Found(evidence: .range(least: least, greatest: greatest, allowance: .zero), inexact: nil)
    }

    /// The same for rows with other constants, from what was found before: rays stay rays. Nil where that does not tell it.
    ///
    /// - Parameters:
    ///   - rows: the rows connected to the size.
    ///   - point: a layout in which these hold.
    static func follow(
        _ found: Found, _ axis: Axis, _ rows: [Int], _ system: LoweredSystem, at point: [Rational], budget: Budget
    ) throws(Budget.Spent) -> Found? {
        guard case .range(let least, let greatest, let allowance) = found.evidence, allowance.isZero else { return nil }
        let variable = LoweredSystem.variable(system.document.root, axis == .horizontal ? .width : .height)
        var bounds = found.bounds
        func moved(
            _ end: FeasibleSizeEvidence.End, _ sign: Int, _ bounds: inout Set<Int32>
        ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
            if case .unbounded(_, let ray) = end { return .unbounded(point: point, ray: ray) }
            return try searchedEnd(of: variable, sign: sign, rows, system, &bounds, budget)
        }
        guard let low = try moved(least, 1, &bounds), let high = try moved(greatest, -1, &bounds) else { return nil }
        return Found(evidence: .range(least: low, greatest: high, allowance: .zero), inexact: nil, bounds: bounds)
    }

    /// The same range for rows with other constants, as it is where its ends move as the optimum did; nil where they cannot. Not proven.
    ///
    /// - Parameters:
    ///   - point: the optimum with the new constants.
    ///   - before: the one with the old.
    static func moved(_ found: Found, _ axis: Axis, _ system: LoweredSystem, to point: [Rational], from before: [Rational]) -> Found? {
        guard before.count == point.count else { return nil }
        let changes = point.indices.lazy.filter { point[$0] != before[$0] }.map { VariableChange($0, point[$0] - before[$0]) }
        let all = Array(changes)
        return moved(found, axis, system, to: point) { $0.changed(by: all) }
    }

    /// The same range where the root has another size, as it is where nothing but the row of the size on the other axis has to do with that. Not proven.
    ///
    /// - Parameter point: the optimum at the new size.
    static func resized(_ found: Found, _ axis: Axis, _ system: LoweredSystem, to point: [Rational]) -> Found? {
        let other = LoweredSystem.variable(system.document.root, axis == .horizontal ? .height : .width)
        return moved(found, axis, system, to: point) { $0.changed(by: [VariableChange(other, point[other] - $0[other])]) }
    }

    /// The same range with other layouts at its ends: rays begin at the optimum.
    private static func moved(
        _ found: Found, _ axis: Axis, _ system: LoweredSystem, to point: [Rational], _ layout: ([Rational]) -> [Rational]
    ) -> Found? {
        guard case .range(let least, let greatest, let allowance) = found.evidence, allowance.isZero else { return nil }
        let variable = LoweredSystem.variable(system.document.root, axis == .horizontal ? .width : .height)
        func moved(_ end: FeasibleSizeEvidence.End) -> FeasibleSizeEvidence.End {
            switch end {
            case .unbounded(_, let ray): return .unbounded(point: point, ray: ray)
            case .finite(_, let witness, let combination):
                let witness = layout(witness)
                return .finite(end: witness[variable], witness: witness, combination: combination)
            }
        }
        var result = found
        result.evidence = .range(least: moved(least), greatest: moved(greatest), allowance: .zero)
        return result
    }

    /// The least (or with sign -1 the greatest) value. Where the place far off is reached, so is one twice as far, and from the one to the
    /// other leads a ray.
    private static func searchedEnd(
        of variable: Int, sign: Int, _ rows: [Int], _ system: LoweredSystem, _ bounds: inout Set<Int32>, _ budget: Budget
    ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
        guard let near = try closest(to: reach, variable, sign, rows, system, &bounds, budget) else { return nil }
        if near.proof.bound.isPositive {
            // The last row is the cost, with the factor -1: the others' factors prove the end.
            guard near.proof.factors.last == RowFactor(rows.count, -1) else { return nil }
            return .finite(
                end: near.point[variable], witness: near.point,
                combination: RowCombination(near.proof.factors.dropLast().map { RowCombination.Term(rows[$0.row], $0.factor) }))
        }
        guard let far = try closest(to: reach + reach, variable, sign, rows, system, &bounds, budget), far.proof.bound.isZero else { return nil }
        let ray = zip(far.point, near.point).map { $0 - $1 }
        // A size that has to lie farther off than both stays where it is, or comes back.
        guard (Rational(sign) * ray[variable]).isNegative, rows.allSatisfy({ rises($0, along: ray, system) }) else { return nil }
        return .unbounded(point: near.point, ray: ray)
    }

    /// The optimum of being as far below (or above) as `reach`.
    private static func closest(
        to reach: Rational, _ variable: Int, _ sign: Int, _ rows: [Int], _ system: LoweredSystem, _ bounds: inout Set<Int32>, _ budget: Budget
    ) throws(Budget.Spent) -> (point: [Rational], proof: BoundProof)? {
        let cost = SparseRow(constant: -reach, sorted: [SparseRow.Entry(variable, Rational(-sign))])
        let program = system.program(hard: rows, cost: cost)
        guard case .optimal(var solution) = try Solver(budget: budget).findOptimum(program, from: bounds),
            let proof = try solution.levelProofs().first
        else { return nil }
        bounds = solution.activeBounds
        return (solution.point, proof)
    }

    private static func rises(_ row: Int, along ray: [Rational], _ system: LoweredSystem) -> Bool {
        if system.isEquality(row) { return true }
        var change = Rational.zero
        for term in system.terms(of: row) where !ray[term.variable].isZero { change += term.coefficient * ray[term.variable] }
        return !change.isNegative
    }

    private static func range(
        of variable: Int, _ solution: inout Solution, allowance: Rational, source: (RowFactor) -> RowFactor
    ) throws(Budget.Spent) -> FeasibleSizeEvidence {
        let base = solution.point
        let ends = try solution.range(of: variable)
        func evidence(_ end: Simplex.RangeEnd) -> FeasibleSizeEvidence.End {
            switch end {
            case .unbounded(let changes, let ray):
                let still = Array(repeating: Rational.zero, count: base.count)
                return .unbounded(point: base.changed(by: changes.moved), ray: still.changed(by: ray.moved))
            case .finite(let value, let changes, let proof):
                var factors: [Int: Rational] = [:]
                for term in proof.factors.map(source) { factors[term.row, default: .zero] += term.factor }
                let terms = factors.filter { !$0.value.isZero }.sorted { $0.key < $1.key }
                return .finite(
                    end: value, witness: base.changed(by: changes.moved),
                    combination: RowCombination(terms.map { RowCombination.Term($0.key, $0.value) }))
            }
        }
        return .range(least: evidence(ends.least), greatest: evidence(ends.greatest), allowance: allowance)
    }
}

extension ConflictEvidence {
    init(_ conflict: ProvenConflict) {
        self.init(members: conflict.rows, factors: conflict.factors, sum: conflict.sum)
    }
}

extension FeasibleSizeEvidence {
    /// The range that the evidence is for; nil where no size is feasible.
    var range: FeasibleSize.Range? {
        guard case .range(let least, let greatest, _) = self else { return nil }
        return FeasibleSize.Range(min: least.value, max: greatest.value)
    }
}

extension FeasibleSizeEvidence.End {
    var value: Rational? {
        if case .finite(let end, _, _) = self { return end }
        return nil
    }
}

extension [SparseRow.Entry] {
    fileprivate var moved: [VariableChange] { map { VariableChange($0.column, $0.coefficient) } }
}
