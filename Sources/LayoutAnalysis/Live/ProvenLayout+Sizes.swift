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
        let sizeRows = Axis.allCases.compactMap(optimum.system.rootSizeRow)
        let isResized = changedRows.allSatisfy(sizeRows.contains)
        for axis in Axis.allCases {
            let rows = optimum.rowsConnected(to: axis)
            guard let known = feasibleSizes[axis], changedRows.contains(where: { optimum.isConnected($0, to: axis) }) else { continue }
            if isResized, let resized = FeasibleSizes.resized(known, axis, optimum.system, to: next), isProven(resized, axis, known) {
                feasibleSizes[axis] = resized
                continue
            }
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
        var carrier = SizeCarrier(from: system, at: point, to: next.system, at: next.point, kept)
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
