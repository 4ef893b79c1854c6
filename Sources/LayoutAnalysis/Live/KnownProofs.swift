internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// What was proven of a layout, for the next one.
struct KnownProofs {
    var system: LoweredSystem
    /// Of the system, or of one before it with the same rows but for constants.
    var parts: PartwiseOptimum
    var feasibleSizes: [Axis: FeasibleSizes.Found]
    /// The rows with which each axis' range was proven, where they are known: see `KeptEnds.connected`.
    var sizeRows: [Axis: [Int]] = [:]
    /// All conflicts; none where some may be missing.
    var conflicts: [ProvenConflict] = []
    /// What followed from them; nil where nothing did, or not all was proven.
    var conflictWork: ConflictWork?
    /// How it was shown that no conflict is missing; nil where that cannot be carried on.
    var completeness: CompletenessPlan?
    /// What is ambiguous; nil where nothing is, or not all was found out.
    var open: KnownSection?
    /// What is known of blocks of rows with several optima.
    var opened = OpenedBlocks()

    /// The conflicts whose rows are all left as they were, by their new numbers; none if variables have other numbers.
    ///
    /// - Parameter kept: the next system's `rowsKept` since the own.
    func conflictsLeft(in next: LoweredSystem, _ kept: [Int32]) -> [ProvenConflict] {
        guard next.variables.count == system.variables.count, next.document.root == system.document.root else { return [] }
        return conflicts.compactMap { conflict in
            guard let left = conflict.goingOn(kept) else { return nil }
            let isSame = zip(left.rows, conflict.rows).allSatisfy { next.matrix.constant(of: $0) == system.matrix.constant(of: $1) }
            return isSame ? left : nil
        }
    }
}

/// What was proven of a layout before, and what is left of its rows.
struct KnownLayout {
    let proofs: KnownProofs
    /// The system's `rowsKept` since.
    let kept: [Int32]
    /// The required rows are as they were.
    let hasSameRequiredRows: Bool

    init(_ proofs: KnownProofs, for next: LoweredSystem) {
        self.proofs = proofs
        kept = next.rowsKept(since: proofs.system)
        hasSameRequiredRows =
            next.variables.count == proofs.system.variables.count && next.document.root == proofs.system.document.root
            && next.hasRequiredRows(of: proofs.system, kept)
    }

    /// What was broken, by present numbers; nothing where a row of it is gone.
    var brokenLeft: [Int] { proofs.conflictWork?.breaking.broken.map(\.row).goingOn(kept) ?? [] }
}

/// What follows from all conflicts, and was proven with them.
struct ConflictWork {
    let breaking: Breaking
    let repairs: [ProvenRepair]
    /// What the policy `fewest` drops.
    let dropped: [Int]
}

extension [Int] {
    /// Rows by their present numbers; nil where one is gone.
    func goingOn(_ kept: [Int32]) -> [Int]? {
        var rows: [Int] = []
        for row in self {
            if kept[row] < 0 { return nil }
            rows.append(Int(kept[row]))
        }
        return rows
    }
}

extension CompletenessPlan {
    /// The same with rows' present numbers; nil where one is gone, or where it is no change of one layout.
    func goingOn(_ kept: [Int32]) -> CompletenessPlan? {
        guard case .independent(let base, var groups) = self else { return nil }
        for place in groups.indices {
            guard let rows = groups[place].rows.goingOn(kept) else { return nil }
            groups[place].rows = rows
        }
        return .independent(base: base, groups: groups)
    }
}

extension [ProvenRepair] {
    /// The same with rows' present numbers; nil where one is gone.
    func goingOn(_ kept: [Int32]) -> [ProvenRepair]? {
        var repairs: [ProvenRepair] = []
        for repair in self {
            guard let rows = repair.rows.goingOn(kept) else { return nil }
            repairs.append(ProvenRepair(rows: rows, witness: repair.witness))
        }
        return repairs
    }
}

/// What was proven of the set of optima, all within a section.
struct KnownSection {
    let checker: OptimumChecker
    let degreesOfFreedom: Int
    let varying: [VaryingVariable]
    /// An optimum in the middle of those found.
    let interior: [Rational]
    /// What was told of it; nil where that goes by more than can be compared.
    var told: ToldAmbiguities?

    /// The same for a layout with the same section; nil where it is another.
    func goingOn(to next: OpenSection, at point: [Rational]) -> KnownSection? {
        guard let checker = checker.goingOn(to: next), let former = self.checker.section else { return nil }
        var numbers: [Int: Int] = [:]
        for (place, row) in former.rows.enumerated() { numbers[row] = next.rows[place] }
        var interior = point
        for variable in next.variables.lazy.map(Int.init) { interior[variable] = self.interior[variable] }
        let varying = varying.map { entry in
            var entry = entry
            entry.tied = entry.tied.compactMap { numbers[$0] }
            return entry
        }
        return KnownSection(
            checker: checker, degreesOfFreedom: degreesOfFreedom, varying: varying, interior: interior,
            told: former.isJoined == next.isJoined ? told : nil)
    }
}
