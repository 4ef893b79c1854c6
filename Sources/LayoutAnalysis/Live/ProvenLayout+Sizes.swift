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
    /// - Parameter kept: the system's `rowsKept` since the own.
    mutating func carryFeasibleSizes(to next: LoweredSystem, _ kept: [Int32], _ budget: Budget) throws(Budget.Spent) -> Bool {
        for axis in Axis.allCases {
            if let found = try FeasibleSizes.carried(feasibleSizes[axis], of: system, axis, to: next, kept, budget) {
                feasibleSizes[axis] = found
                continue
            }
            guard let found = try FeasibleSizes.find(axis, next, budget: budget), found.inexact == nil,
                Checker(system: next).checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence).isEmpty
            else { return false }
            feasibleSizes[axis] = found
        }
        return true
    }
}

extension FeasibleSizes {
    /// The range for a system with other rows, proven again as far as it has to be; nil where it is to be found anew.
    ///
    /// - Parameters:
    ///   - known: proven for the former system.
    ///   - kept: the next system's `rowsKept` since.
    static func carried(
        _ known: Found?, of former: LoweredSystem, _ axis: Axis, to next: LoweredSystem, _ kept: [Int32], _ budget: Budget
    ) throws(Budget.Spent) -> Found? {
        guard let known, next.variables.count == former.variables.count, next.document.root == former.document.root,
            var found = renumbered(known, kept)
        else { return nil }
        // Required rows decide the range.
        if next.hasRequiredRows(of: former, kept) {
            found.bounds = known.bounds
            return found
        }
        let checker = Checker(system: next)
        let proven = Checker.KnownFeasibleSize(known.evidence, of: former)
        let open = checker.whyNotEnds(axis, found.evidence, known: proven, kept: kept)
        if open == (nil, nil) { return found }
        guard let redone = try searched(found, axis, next, least: open.least != nil, greatest: open.greatest != nil, budget: budget) else {
            return nil
        }
        return checker.whyNotEnds(axis, redone.evidence, known: proven, kept: kept) == (nil, nil) ? redone : nil
    }

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
