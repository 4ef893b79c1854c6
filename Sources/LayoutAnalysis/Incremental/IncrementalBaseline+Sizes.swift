internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// The feasible range of the root's size, derived from earlier proofs.

extension IncrementalBaseline {
    /// Updates and proves the ranges that rows with changed constants determine. Returns false if that is impossible.
    ///
    /// - Parameter optimum: the optimum of the next layout.
    mutating func moveFeasibleSizes(
        _ optimum: inout RHSCertificate, _ changedRows: [Int], at next: [Rational], _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let rootRows = Axis.allCases.compactMap(optimum.system.rootSizeRow)
        let isResized = changedRows.allSatisfy(rootRows.contains)
        let before = point
        let motion = optimum.movedVariables.map { VariableChange($0, next[$0] - before[$0]) }
        for axis in Axis.allCases {
            // These are the only rows that the proof uses.
            sizeRows[axis] = optimum.rowsConnected(to: axis)
            guard let known = feasibleSizes[axis], changedRows.contains(where: { optimum.isConnected($0, to: axis) }) else { continue }
            // No size is feasible as long as infeasible rows have unchanged constants.
            if case .none(let conflict) = known.evidence, !changedRows.contains(where: conflict.members.contains) { continue }
            let settled = optimum
            guard var ends = PendingBounds(known.evidence, { settled.whyNot($0, $1, axis, known: known.evidence) }) else { return false }
            func replace(by motion: [VariableChange]) throws(Budget.Spent) {
                try ends.replace { (end, _) throws(Budget.Spent) in
                    if case .unbounded(_, let ray) = end { return .unbounded(point: next, ray: ray) }
                    return end.moved(by: motion, size)
                }
            }
            let size = optimum.system.rootSize(along: axis)
            if isResized {
                // Usually the range is independent of the size along the other axis, except for the row of that size.
                let other = LoweredSystem.variable(optimum.system.document.root, axis == .horizontal ? .height : .width)
                try replace(by: motion.filter { $0.variable == other })
            }
            if motion.count <= IncrementalBaseline.fewChanges { try replace(by: motion) }
            for which in ends.open {
                if let end = try FeasibleBoundSearch(axis, which).find(&optimum, &columns[axis], budget) { ends.take(end, which) }
            }
            if motion.count > IncrementalBaseline.fewChanges { try replace(by: motion) }
            var found = known
            let isSought = !ends.areProven
            if isSought {
                var search = FeasibleSizes.Search(of: size, settled.rowsConnected(to: axis), settled.system, from: known.bounds, beside: next)
                try ends.replace { (end, which) throws(Budget.Spent) in try search.end(which, since: end, budget) }
                found.bounds = search.bounds
            }
            if ends.areProven {
                found.evidence = ends.evidence
                feasibleSizes[axis] = found
            } else if let found = try FeasibleSizes.proven(axis, optimum.system, at: next, budget) {
                feasibleSizes[axis] = found
            } else {
                return false
            }
            if let evidence = feasibleSizes[axis]?.evidence { optimum.know(evidence, axis, isSought: isSought) }
        }
        return true
    }

    /// The number of changes up to which moving an end is tried before a local search.
    private static let fewChanges = 64

    /// Transfers the ranges to a system with other rows. Returns false if they cannot be proven.
    ///
    /// - Parameters:
    ///   - mapping: the system's `rowMapping` since this one.
    ///   - next: the system's optimum.
    mutating func carryFeasibleSizes(to next: BlockwiseCertificate, _ mapping: RowMapping, _ budget: Budget) throws(Budget.Spent) -> Bool {
        var carrier = FeasibleSizeTransfer(from: system, at: point, to: next.system, at: next.point, mapping, rows: sizeRows)
        defer { sizeRows = carrier.rows }
        for axis in Axis.allCases {
            if let found = try carrier.carried(feasibleSizes[axis], axis, budget) {
                feasibleSizes[axis] = found
                continue
            }
            guard let found = try FeasibleSizes.proven(axis, next.system, at: next.point, budget) else { return false }
            feasibleSizes[axis] = found
        }
        return true
    }
}

extension FeasibleSizes {
    /// Returns the range computed from scratch and proven, or nil if exact rows have none.
    ///
    /// - Parameter point: the optimum.
    fileprivate static func proven(_ axis: Axis, _ system: LoweredSystem, at point: [Rational], _ budget: Budget) throws(Budget.Spent) -> Found? {
        guard let found = try find(axis, system, beside: point, budget: budget), found.inexact == nil,
            Checker(system: system).checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence).isEmpty
        else { return nil }
        return found
    }
}
