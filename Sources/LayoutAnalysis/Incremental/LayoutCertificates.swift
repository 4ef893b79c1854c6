internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// All certificates of one layout that the next analysis can reuse.
struct LayoutCertificates {
    var system: LoweredSystem
    /// The blockwise proof of the system's optimum, or of that of an earlier system that differs only in constants.
    var parts: BlockwiseCertificate
    var feasibleSizes: [Axis: FeasibleSizes.Found]
    /// The rows with which the range along each axis was proven, if known; see `FeasibleBoundRecheck.connected`.
    var sizeRows: [Axis: [Int]] = [:]
    /// All conflicts, or empty if some may be missing.
    var conflicts: [ProvenConflict] = []
    /// The results that depend on the conflicts, or nil if there are none or not all were proven.
    var conflictWork: ConflictWork?
    /// The plan that shows that no conflict is missing, or nil if it cannot be reused.
    var completeness: CompletenessPlan?
    /// The proven results about ambiguities, or nil if there are none or they are incomplete.
    var open: OptimalSetResults?

    /// Returns the conflicts with unchanged rows, renumbered. Returns none if variables are numbered differently.
    ///
    /// - Parameter mapping: the next system's `rowMapping` since this one.
    fileprivate func conflicts(in next: LoweredSystem, _ mapping: RowMapping) -> [ProvenConflict] {
        guard next.variables.count == system.variables.count, next.document.root == system.document.root else { return [] }
        return conflicts.compactMap { conflict in
            guard let left = conflict.remapped(by: mapping) else { return nil }
            let isSame = zip(left.rows, conflict.rows).allSatisfy { next.matrix.constant(of: $0) == system.matrix.constant(of: $1) }
            return isSame ? left : nil
        }
    }
}

/// The certificates of an earlier layout, with the mapping of its rows to those of the present one.
struct RemappedCertificates {
    let proofs: LayoutCertificates
    /// The system's `rowMapping` since the earlier one.
    let mapping: RowMapping
    /// Whether the required rows are unchanged.
    let hasSameRequiredRows: Bool
    /// The earlier conflicts whose rows are unchanged, in the present numbering. They need not be searched for.
    let conflicts: [ProvenConflict]

    init(_ proofs: LayoutCertificates, for next: LoweredSystem) {
        self.proofs = proofs
        mapping = next.rowMapping(since: proofs.system)
        hasSameRequiredRows =
            next.variables.count == proofs.system.variables.count && next.document.root == proofs.system.document.root
            && next.hasRequiredRows(of: proofs.system, mapping)
        conflicts = proofs.conflicts(in: next, mapping)
    }

    /// The earlier broken rows in the present numbering, or empty if one was removed.
    var brokenLeft: [Int] { proofs.conflictWork?.breaking.broken.map(\.row).remapped(by: mapping) ?? [] }
}

/// The results that follow from all conflicts, and were verified with them.
struct ConflictWork {
    let breaking: Breaking
    let repairs: [ProvenRepair]
    /// The rows that the policy `fewest` drops.
    let dropped: [Int]
}

extension CompletenessPlan {
    /// Returns the plan with rows renumbered, or nil if one was removed or the plan does not consist of changes of one layout.
    func remapped(by mapping: RowMapping) -> CompletenessPlan? {
        guard case .independent(let base, var groups) = self else { return nil }
        for place in groups.indices {
            guard let rows = groups[place].rows.remapped(by: mapping) else { return nil }
            groups[place].rows = rows
        }
        return .independent(base: base, groups: groups)
    }
}

extension [ProvenRepair] {
    /// Returns the repairs with rows renumbered, or nil if one was removed.
    func remapped(by mapping: RowMapping) -> [ProvenRepair]? {
        var repairs: [ProvenRepair] = []
        for repair in self {
            guard let rows = repair.rows.remapped(by: mapping) else { return nil }
            repairs.append(ProvenRepair(rows: rows, witness: repair.witness))
        }
        return repairs
    }
}

/// The verified results about the set of optima. All of them are only about the undetermined subsystem.
struct OptimalSetResults {
    let checker: OptimumChecker
    let degreesOfFreedom: Int
    let varying: [VaryingVariable]
    /// A point in the middle of the known optima.
    let interior: [Rational]
    /// The rows and alternates that the reported ambiguities depend on, or nil if ambiguities are incomplete.
    let report: AmbiguityReport?
}

/// The rows and alternates that the reported ambiguities depend on.
struct AmbiguityReport {
    /// The rows that fingerprints depend on, with duplicates.
    var rows: [Int] = []
    /// The differences of the alternates from the reported layout.
    var alternates: [[VariableChange]] = []
    /// Whether the effects of raised priorities were determined within the undetermined subsystem.
    var isOfSubsystemAlone = false
}
