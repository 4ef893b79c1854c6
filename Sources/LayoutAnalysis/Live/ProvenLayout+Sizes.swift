internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// In which ranges the root's size can lie, going on from what was proven before.

extension ProvenLayout {
    /// Finds and proves anew the ranges that rows with other constants decide; false where that cannot be done.
    ///
    /// - Parameter optimum: the one that the layout goes on to.
    mutating func moveFeasibleSizes(
        _ optimum: SteadyOptimum, _ changedRows: [Int], at next: [Rational], _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        func isProven(_ found: FeasibleSizes.Found, _ axis: Axis, _ known: FeasibleSizes.Found) -> Bool {
            found.inexact == nil && optimum.checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence, known: known.evidence).isEmpty
        }
        for axis in Axis.allCases {
            let rows = optimum.rowsConnected(to: axis)
            guard let known = feasibleSizes[axis], changedRows.contains(where: rows.containsSorted) else { continue }
            if let moved = FeasibleSizes.moved(known, axis, optimum.system, to: next, from: point), isProven(moved, axis, known) {
                feasibleSizes[axis] = moved
                continue
            }
            var followed = try FeasibleSizes.follow(known, axis, rows, optimum.system, at: next, budget: budget)
            if followed == nil { followed = try FeasibleSizes.find(axis, optimum.system, budget: budget) }
            guard let found = followed, isProven(found, axis, known) else { return false }
            feasibleSizes[axis] = found
        }
        return true
    }

    /// Takes the ranges over to a system with other rows; false where they cannot be proven.
    ///
    /// - Parameters:
    ///   - kept: the system's `rowsKept` since the own.
    ///   - next: its optimum.
    mutating func carryFeasibleSizes(to next: PartwiseOptimum, _ kept: [Int32], _ budget: Budget) throws(Budget.Spent) -> Bool {
        let carrier = SizeCarrier(from: system, at: point, to: next.system, at: next.point, kept)
        for axis in Axis.allCases {
            if let found = try carrier.carried(feasibleSizes[axis], axis, budget) {
                feasibleSizes[axis] = found
                continue
            }
            guard let found = try FeasibleSizes.find(axis, next.system, budget: budget), found.inexact == nil,
                Checker(system: next.system).checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence).isEmpty
            else { return false }
            feasibleSizes[axis] = found
        }
        return true
    }
}

/// Takes ranges of the root's size over to a system with other rows, proven again as far as they have to be.
struct SizeCarrier {
    private let former: LoweredSystem
    private let next: LoweredSystem
    private let kept: [Int32]
    private let checker: Checker
    /// How the optimum moves: most often the layouts at ends do likewise.
    private let motion: [VariableChange]
    private let isOfSameRows: Bool

    /// - Parameters:
    ///   - formerPoint: the former system's optimum.
    ///   - kept: the next system's `rowsKept` since.
    init(from former: LoweredSystem, at formerPoint: [Rational], to next: LoweredSystem, at point: [Rational], _ kept: [Int32]) {
        self.former = former
        self.next = next
        self.kept = kept
        checker = Checker(system: next)
        let isMotion = formerPoint.count == point.count
        motion = isMotion ? point.indices.compactMap { i in point[i] == formerPoint[i] ? nil : VariableChange(i, point[i] - formerPoint[i]) } : []
        isOfSameRows = next.hasRequiredRows(of: former, kept)
    }

    /// nil where the range is to be found anew.
    ///
    /// - Parameter known: proven for the former system.
    func carried(_ known: FeasibleSizes.Found?, _ axis: Axis, _ budget: Budget) throws(Budget.Spent) -> FeasibleSizes.Found? {
        guard let known, next.variables.count == former.variables.count, next.document.root == former.document.root,
            var found = FeasibleSizes.renumbered(known, kept)
        else { return nil }
        // Required rows decide the range.
        if isOfSameRows {
            found.bounds = known.bounds
            return found
        }
        let proven = Checker.KnownFeasibleSize(known.evidence, of: former)
        var open = checker.whyNotEnds(axis, found.evidence, known: proven, kept: kept)
        func replace(_ least: FeasibleSizeEvidence.End?, _ greatest: FeasibleSizeEvidence.End?) {
            guard case .range(let oldLeast, let oldGreatest, let allowance) = found.evidence else { return }
            let tried = FeasibleSizeEvidence.range(least: least ?? oldLeast, greatest: greatest ?? oldGreatest, allowance: allowance)
            let reasons = checker.whyNotEnds(axis, tried, known: proven, kept: kept)
            found.evidence = .range(
                least: reasons.least == nil ? least ?? oldLeast : oldLeast,
                greatest: reasons.greatest == nil ? greatest ?? oldGreatest : oldGreatest, allowance: allowance)
            if reasons.least == nil { open.least = nil }
            if reasons.greatest == nil { open.greatest = nil }
        }
        if open != (nil, nil), !motion.isEmpty, case .range(let least, let greatest, _) = found.evidence {
            let size = LoweredSystem.variable(next.document.root, axis == .horizontal ? .width : .height)
            replace(open.least.map { _ in least.moved(by: motion, size) }, open.greatest.map { _ in greatest.moved(by: motion, size) })
        }
        if open != (nil, nil), case .range(let least, let greatest, _) = found.evidence {
            let rows = next.rowsConnected(to: axis)
            let columns = RequiredColumns(rows, in: next)
            func settled(_ end: FeasibleSizeEvidence.End) throws(Budget.Spent) -> FeasibleSizeEvidence.End? {
                var layout = MovingLayout(system: next, columns: columns, required: rows, point: end.point)
                let none = [Bool](repeating: false, count: next.rows.count)
                guard case .holds = try layout.settle(without: none, mostRows: SizeCarrier.mostRows, budget: budget) else { return nil }
                return end.at(layout.point)
            }
            let (low, high) = (open.least == nil ? nil : try settled(least), open.greatest == nil ? nil : try settled(greatest))
            if low != nil || high != nil { replace(low, high) }
        }
        if open == (nil, nil) { return found }
        guard
            let redone = try FeasibleSizes.searched(
                found, axis, next, least: open.least != nil, greatest: open.greatest != nil, budget: budget)
        else { return nil }
        return checker.whyNotEnds(axis, redone.evidence, known: proven, kept: kept) == (nil, nil) ? redone : nil
    }

    /// A layout at an end is mended among so many rows.
    private static let mostRows = 64
}

extension FeasibleSizeEvidence.End {
    fileprivate var point: [Rational] {
        switch self {
        case .finite(_, let witness, _): witness
        case .unbounded(let point, _): point
        }
    }

    fileprivate func at(_ point: [Rational]) -> FeasibleSizeEvidence.End {
        switch self {
        case .finite(let end, _, let combination): .finite(end: end, witness: point, combination: combination)
        case .unbounded(_, let ray): .unbounded(point: point, ray: ray)
        }
    }

    fileprivate func moved(by motion: [VariableChange], _ size: Int) -> FeasibleSizeEvidence.End {
        let point = point.changed(by: motion)
        if case .finite(_, _, let combination) = self { return .finite(end: point[size], witness: point, combination: combination) }
        return at(point)
    }
}

extension FeasibleSizes {
    /// The evidence with rows' new numbers; nil where one is gone.
    static func renumbered(_ found: Found, _ kept: [Int32]) -> Found? {
        guard case .range(let least, let greatest, let allowance) = found.evidence, found.inexact == nil else { return nil }
        func renumbered(_ end: FeasibleSizeEvidence.End) -> FeasibleSizeEvidence.End? {
            guard case .finite(let end, let witness, let combination) = end else { return end }
            var terms = combination.terms
            for place in terms.indices {
                guard kept.indices.contains(terms[place].row), kept[terms[place].row] >= 0 else { return nil }
                terms[place].row = Int(kept[terms[place].row])
            }
            return .finite(end: end, witness: witness, combination: RowCombination(terms))
        }
        guard let least = renumbered(least), let greatest = renumbered(greatest) else { return nil }
        return Found(evidence: .range(least: least, greatest: greatest, allowance: allowance), inexact: nil)
    }
}

extension [Int] {
    /// Whether the number is one of these, which ascend.
    fileprivate func containsSorted(_ number: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number
    }
}
