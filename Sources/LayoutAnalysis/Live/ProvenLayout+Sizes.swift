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
        _ optimum: inout SteadyOptimum, _ changedRows: [Int], at next: [Rational], _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let rootRows = Axis.allCases.compactMap(optimum.system.rootSizeRow)
        let isResized = changedRows.allSatisfy(rootRows.contains)
        let before = point
        let motion = optimum.movedVariables.map { VariableChange($0, next[$0] - before[$0]) }
        for axis in Axis.allCases {
            // What is proven here is proven of these alone.
            sizeRows[axis] = optimum.rowsConnected(to: axis)
            guard let known = feasibleSizes[axis], changedRows.contains(where: { optimum.isConnected($0, to: axis) }) else { continue }
            // No size is feasible as long as rows cannot hold whose constants are what they were.
            if case .none(let conflict) = known.evidence, !changedRows.contains(where: conflict.members.contains) { continue }
            let settled = optimum
            guard var ends = OpenEnds(known.evidence, { settled.whyNot($0, $1, axis, known: known.evidence) }) else { return false }
            func replace(by motion: [VariableChange]) throws(Budget.Spent) {
                try ends.replace { (end, _) throws(Budget.Spent) in
                    if case .unbounded(_, let ray) = end { return .unbounded(point: next, ray: ray) }
                    return end.moved(by: motion, size)
                }
            }
            let size = optimum.system.rootSize(along: axis)
            if isResized {
                // Most often the range has nothing to do with the size along the other axis, but for the row of that.
                let other = LoweredSystem.variable(optimum.system.document.root, axis == .horizontal ? .height : .width)
                try replace(by: motion.filter { $0.variable == other })
            }
            if motion.count <= ProvenLayout.fewChanges { try replace(by: motion) }
            for which in ends.open {
                if let end = try NearEnd(axis, which).find(&optimum, &columns[axis], budget) { ends.take(end, which) }
            }
            if motion.count > ProvenLayout.fewChanges { try replace(by: motion) }
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

    /// With so many an end is tried before it is looked for near by.
    private static let fewChanges = 64

    /// Takes the ranges over to a system with other rows; false where they cannot be proven.
    ///
    /// - Parameters:
    ///   - kept: the system's `rowsKept` since the own.
    ///   - next: its optimum.
    mutating func carryFeasibleSizes(to next: PartwiseOptimum, _ kept: [Int32], _ budget: Budget) throws(Budget.Spent) -> Bool {
        var carrier = SizeCarrier(from: system, at: point, to: next.system, at: next.point, kept, rows: sizeRows)
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
    /// The range found anew and proven; nil where exact rows have none.
    ///
    /// - Parameter point: the optimum.
    fileprivate static func proven(_ axis: Axis, _ system: LoweredSystem, at point: [Rational], _ budget: Budget) throws(Budget.Spent) -> Found? {
        guard let found = try find(axis, system, beside: point, budget: budget), found.inexact == nil,
            Checker(system: system).checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence).isEmpty
        else { return nil }
        return found
    }
}
