internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

// The feasible range of the root's size, derived from earlier proofs.

extension ReoptimizableLayout {
    /// Updates and proves the ranges that depend on rows with changed constants. Returns false if that fails.
    ///
    /// - Parameters:
    ///   - certificate: the certificate of the next layout's optimum.
    ///   - next: the optimum of the next layout.
    mutating func moveFeasibleSizes(
        _ certificate: RHSCertificate, _ changedRows: [Int], at next: [Rational], _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let system = certificate.system
        let isResized = changedRows.allSatisfy(Axis.allCases.compactMap(system.rootSizeRow).contains)
        let before = point
        let motion = certificate.movedVariables.map { VariableChange($0, next[$0] - before[$0]) }
        for axis in Axis.allCases {
            // These are the only rows that the proof uses.
            sizeRows[axis] = certificate.rowsConnected(to: axis)
            guard let known = feasibleSizes[axis], changedRows.contains(where: { certificate.isConnected($0, to: axis) }) else { continue }
            // No size is feasible as long as infeasible rows have unchanged constants.
            if case .none(let conflict) = known.evidence, !changedRows.contains(where: conflict.members.contains) { continue }
            guard var bounds = ReprovenRange(known.evidence, { certificate.whyNot($0, $1, axis, known: known.evidence) }) else { return false }
            let size = system.rootSize(along: axis)
            func replace(by motion: [VariableChange]) throws(Budget.Spent) {
                try bounds.replace { (end, _) throws(Budget.Spent) in
                    if case .unbounded(_, let ray) = end { return .unbounded(point: next, ray: ray) }
                    return end.moved(by: motion, size)
                }
            }
            if isResized {
                // Usually the range is independent of the size along the other axis, except for the row of that size.
                let other = LoweredSystem.variable(system.document.root, axis == .horizontal ? .height : .width)
                try replace(by: motion.filter { $0.variable == other })
            }
            try replace(by: motion)
            var found = known
            if !bounds.areProven {
                var search = FeasibleSizes.Search(of: size, certificate.rowsConnected(to: axis), system, from: known.bounds, beside: next)
                try bounds.replace { (end, which) throws(Budget.Spent) in try search.end(which, since: end, budget) }
                found.bounds = search.bounds
            }
            if bounds.areProven {
                found.evidence = bounds.evidence
                feasibleSizes[axis] = found
            } else if let found = try FeasibleSizes.proven(axis, system, at: next, budget) {
                feasibleSizes[axis] = found
            } else {
                return false
            }
        }
        return true
    }
}

extension FeasibleSizes {
    /// Returns the range, computed from scratch and verified, or nil if the rows are not exactly satisfiable.
    ///
    /// - Parameter point: the optimum.
    fileprivate static func proven(_ axis: Axis, _ system: LoweredSystem, at point: [Rational], _ budget: Budget) throws(Budget.Spent) -> Found? {
        guard let found = try find(axis, system, beside: point, budget: budget), found.inexact == nil,
            Checker(system: system).checkFeasibleSize(axis, found.evidence.range, evidence: found.evidence).isEmpty
        else { return nil }
        return found
    }
}
