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
    ///   - optimum: the one that the layout goes on to.
    ///   - kept: its system's `rowsKept` since the own.
    mutating func carryFeasibleSizes(to optimum: PartwiseOptimum, _ kept: [Int32], _ budget: Budget) throws(Budget.Spent) -> Bool {
        let next = optimum.system
        let isSame = next.hasRequiredRows(of: system, kept)
        let checker = Checker(system: next)
        for axis in Axis.allCases {
            guard let known = feasibleSizes[axis] else { return false }
            if next.variables.count == point.count, next.document.root == system.document.root {
                var carried = FeasibleSizes.renumbered(known, kept)
                // Required rows decide the range.
                if isSame, carried != nil {
                    carried?.bounds = known.bounds
                    feasibleSizes[axis] = carried
                    continue
                }
                let proven = Checker.KnownFeasibleSize(known.evidence, of: system)
                if let found = carried {
                    let open = checker.whyNotEnds(axis, found.evidence, known: proven, kept: kept)
                    if open.least == nil, open.greatest == nil {
                        feasibleSizes[axis] = found
                        continue
                    }
                    if let redone = try FeasibleSizes.searched(
                        found, axis, next, least: open.least != nil, greatest: open.greatest != nil, budget: budget),
                        checker.whyNotEnds(axis, redone.evidence, known: proven, kept: kept) == (nil, nil)
                    {
                        feasibleSizes[axis] = redone
                        continue
                    }
                }
            }
            guard let found = try FeasibleSizes.find(axis, next, budget: budget), found.inexact == nil,
                checker.checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence).isEmpty
            else { return false }
            feasibleSizes[axis] = found
        }
        return true
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
