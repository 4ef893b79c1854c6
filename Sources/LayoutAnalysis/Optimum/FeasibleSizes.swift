internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Finds the range of the root's size in which the required rows connected to it are satisfiable.
enum FeasibleSizes {
    /// The evidence for a range. If it uses the tolerance, `inexact` proves that the rows are not exactly satisfiable.
    struct Found {
        var evidence: FeasibleSizeEvidence
        var inexact: ProvenConflict?
        /// The active bounds with which a search for rows with other constants is warm-started.
        var bounds: Set<Int32> = []

        /// Whether the result is about exact rows.
        var isExact: Bool {
            switch evidence {
            case .none: true
            case .range(_, _, let allowance): inexact == nil && allowance.isZero
            }
        }
    }

    /// - Parameter layout: a layout that may satisfy the required rows.
    static func find(_ axis: Axis, _ system: LoweredSystem, beside layout: [Rational]? = nil, budget: Budget) throws(Budget.Spent) -> Found? {
        let rows = system.rowsConnected(to: axis)
        let variable = system.rootSize(along: axis)
        if let found = try FeasibleSizes.searchedRange(of: variable, rows, system, beside: layout, budget) { return found }
        if case .optimal(var solution) = try Solver(budget: budget).solve(system.program(hard: rows)) {
            return Found(evidence: try range(of: variable, &solution, allowance: .zero) { RowFactor(rows[$0.row], $0.factor) })
        }
        let inexact: ProvenConflict?
        switch try FeasibilityOracle(system: system, budget: budget).answer(rows) {
        case .conflict(let conflict): return Found(evidence: .none(ConflictEvidence(conflict)))
        case .canHold(_, let proof): inexact = proof
        }
        // The rows, and thus the range, are satisfiable only within the tolerance.
        let relaxed = system.relaxedProgram(hard: rows)
        guard case .optimal(var solution) = try Solver(budget: budget).solve(relaxed.program) else { return nil }
        let evidence = try range(of: variable, &solution, allowance: Tolerance.violation) { term in
            let source = relaxed.sources[term.row]
            return RowFactor(source.row, source.sign < 0 ? -term.factor : term.factor)
        }
        return Found(evidence: evidence, inexact: inexact)
    }

    /// Returns the range by two optima, one for each end, or nil if they do not determine it.
    private static func searchedRange(
        of variable: Int, _ rows: [Int], _ system: LoweredSystem, beside layout: [Rational]?, _ budget: Budget
    ) throws(Budget.Spent) -> Found? {
        var search = Search(of: variable, rows, system, beside: layout)
        guard let least = try search.end(.least, budget), let greatest = try search.end(.greatest, budget) else { return nil }
        return Found(evidence: .range(least: least, greatest: greatest, allowance: .zero), inexact: nil, bounds: search.bounds)
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
        self.init(members: conflict.rows, factors: conflict.factors, sum: conflict.sum, minimality: conflict.minimality ?? MinimalityEvidence())
    }
}

extension FeasibleSizeEvidence {
    /// The range that the evidence proves, or nil if no size is feasible.
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
