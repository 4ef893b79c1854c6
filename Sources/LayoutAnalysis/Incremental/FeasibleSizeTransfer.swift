internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Transfers ranges of the root's size to a system with other rows, proving them again as far as necessary.
struct FeasibleSizeTransfer {
    private let former: LoweredSystem
    private let next: LoweredSystem
    /// The next system's optimum.
    private let point: [Rational]
    private let mapping: RowMapping
    private let checker: Checker
    /// The changes of the optimum since the former system. The layouts at the ends of the ranges usually change likewise.
    private let motion: [VariableChange]
    private let isOfSameRows: Bool
    /// The rows connected to the root's size along each axis in the former system, if known; `rows` has those of the next system,
    /// for ranges that are proven.
    private let formerRows: [Axis: [Int]]
    private(set) var rows: [Axis: [Int]] = [:]

    /// - Parameters:
    ///   - formerPoint: the former system's optimum.
    ///   - mapping: the next system's `rowMapping` since.
    ///   - isOfSameRows: whether the required rows are unchanged, if already known.
    ///   - rows: the rows connected to the former system's axes, if known.
    init(
        from former: LoweredSystem, at formerPoint: [Rational], to next: LoweredSystem, at point: [Rational], _ mapping: RowMapping,
        isOfSameRows: Bool? = nil, rows: [Axis: [Int]] = [:]
    ) {
        formerRows = rows
        self.former = former
        self.next = next
        self.point = point
        self.mapping = mapping
        checker = Checker(system: next)
        let isMotion = formerPoint.count == point.count
        motion = isMotion ? point.indices.compactMap { i in point[i] == formerPoint[i] ? nil : VariableChange(i, point[i] - formerPoint[i]) } : []
        self.isOfSameRows = isOfSameRows ?? next.hasRequiredRows(of: former, mapping)
    }

    /// Returns the range, or nil if it must be computed from scratch.
    ///
    /// - Parameter known: proven for the former system.
    mutating func transferred(_ known: FeasibleSizes.Found?, _ axis: Axis, _ budget: Budget) throws(Budget.Spent) -> FeasibleSizes.Found? {
        guard let known, next.variables.count == former.variables.count, next.document.root == former.document.root,
            var found = FeasibleSizes.remapped(known, by: mapping)
        else { return nil }
        // Required rows determine the range.
        if isOfSameRows {
            found.bounds = known.bounds
            rows[axis] = formerRows[axis]?.remapped(by: mapping)
            return found
        }
        let check = FeasibleBoundRecheck(
            checker, axis, known: Checker.KnownFeasibleSize(known.evidence, of: former, connected: formerRows[axis]), mapping: mapping)
        let rows = check.connected
        guard var ends = ReprovenRange(found.evidence, check.whyNot) else { return nil }
        let size = next.rootSize(along: axis)
        try ends.replace { (end, _) throws(Budget.Spent) in end }
        if !motion.isEmpty { try ends.replace { (end, _) throws(Budget.Spent) in end.moved(by: motion, size) } }
        if !ends.areProven {
            let columns = RequiredRowIndex(rows, in: next)
            try ends.replace { (end, _) throws(Budget.Spent) in try repaired(end, rows, columns, budget) }
        }
        if !ends.areProven {
            var search = FeasibleSizes.Search(of: size, rows, next, beside: point)
            try ends.replace { (end, which) throws(Budget.Spent) in try search.end(which, since: end, budget) }
        }
        guard ends.areProven else { return nil }
        self.rows[axis] = rows
        found.evidence = ends.evidence
        return found
    }

    /// Returns the end with its layout changed locally such that the rows are satisfied, or nil if that fails.
    private func repaired(
        _ end: FeasibleSizeEvidence.End, _ rows: [Int], _ columns: RequiredRowIndex, _ budget: Budget
    ) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
        var layout = LocalRepair(system: next, columns: columns, required: rows, point: end.point)
        guard case .holds = try layout.settle(mostRows: FeasibleSizeTransfer.mostRows, budget: budget) else { return nil }
        return end.at(layout.point)
    }

    /// The maximum number of rows that the change of a layout at an end may affect.
    static let mostRows = 64
}

extension FeasibleSizes {
    /// Returns the evidence with rows renumbered, or nil if one was removed.
    static func remapped(_ found: Found, by mapping: RowMapping) -> Found? {
        guard case .range(let least, let greatest, let allowance) = found.evidence, found.inexact == nil else { return nil }
        func renumbered(_ end: FeasibleSizeEvidence.End) -> FeasibleSizeEvidence.End? {
            guard case .finite(let end, let witness, let combination) = end else { return end }
            var terms = combination.terms
            for place in terms.indices {
                guard let row = mapping[terms[place].row] else { return nil }
                terms[place].row = row
            }
            return .finite(end: end, witness: witness, combination: RowCombination(terms))
        }
        guard let least = renumbered(least), let greatest = renumbered(greatest) else { return nil }
        return Found(evidence: .range(least: least, greatest: greatest, allowance: allowance), inexact: nil)
    }
}
