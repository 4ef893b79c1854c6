internal import LayoutVerification
internal import Simplex

/// Enumerates all minimal conflicts (minimal infeasible subsets) by the hitting-set duality of conflicts and repairs.
///
/// Conflicts are sets of rows without background rows. Each minimal hitting set of the known conflicts is dropped in turn. The
/// remaining rows are either feasible, or contain a new conflict. If they are feasible for each hitting set, no conflict is
/// missing: a missing one would contain no known one, so some minimal hitting set of the known ones would be disjoint from it.
/// Source: Liffiton et al., Fast, flexible MUS enumeration (MARCO), 2016; Reiter, 1987.
///
/// The number of hitting sets of conflicts in different places of a layout is the product of their sizes. If there are many, the
/// rows are partitioned into parts that separate the conflicts (`ConflictCut`), and each part is searched separately.
struct ConflictEnumerator {
    var required: FeasibilityOracle
    let limit: Int

    /// The known conflicts.
    var conflicts: [ProvenConflict] = []
    /// The plan that shows that no conflict is missing, or nil if one may be missing.
    private(set) var completeness: CompletenessPlan?

    /// Whether no conflict is missing.
    var isComplete: Bool { completeness != nil }

    /// The number of hitting sets above which a partition is tried.
    private static let manySets = 300

    /// The number of hitting sets without a new conflict after which a partition is tried. If most sets lead to one, the limit is
    /// reached soon anyway.
    private static let patience = 40

    init(required: FeasibilityOracle, limit: Int) {
        self.required = required
        self.limit = limit
    }

    /// Finds conflicts until none is missing, the limit is reached or the budget is spent. Conflicts found so far remain.
    mutating func run() throws(Budget.Spent) {
        if let plan = try exploreGroups() {
            completeness = plan
        } else if conflicts.count < limit {
            // The groups are not separable by changes, but may be by partitions.
            completeness = try explore(required.all)
        }
    }

    /// Finds the conflicts among some rows (ascending). Returns nil if the limit was reached.
    private mutating func explore(_ rows: [Int]) throws(Budget.Spent) -> CompletenessPlan? {
        let inside = Set(rows)
        let outside = Set(required.all.lazy.filter { !inside.contains($0) })
        if required.witness(without: outside) != nil { return .hittingSets }
        var family = family(inside)
        if family.isEmpty {
            guard let first = try required.canHold(without: outside) else { return .hittingSets }
            let conflict = try required.minimal(first)
            conflicts.append(conflict)
            family = [Set(own(conflict))]
        }
        while conflicts.count < limit {
            let known = conflicts.count
            if ConflictEnumerator.hasManySets(family) {
                try pass(family, outside, patience: ConflictEnumerator.patience)
                if conflicts.count == known {
                    if let cut = try ConflictCut(of: rows, family: family, in: required.system, budget: required.budget) {
                        return try explore(rows, by: cut)
                    }
                    try pass(family, outside)
                }
            } else {
                try pass(family, outside)
            }
            if conflicts.count == known { return .hittingSets }
            family = self.family(inside)
        }
        return nil
    }

    private mutating func explore(_ rows: [Int], by cut: ConflictCut) throws(Budget.Spent) -> CompletenessPlan? {
        var without: [CompletenessPlan] = []
        for shared in cut.shared {
            guard let plan = try explore(rows.filter { $0 != shared }) else { return nil }
            without.append(plan)
        }
        var parts: [CompletenessPlan.Part] = []
        for part in cut.parts {
            guard let plan = try explore((part + cut.shared).sorted()) else { return nil }
            parts.append(CompletenessPlan.Part(rows: part, plan: plan))
        }
        return .cut(shared: cut.shared, without: without, parts: parts)
    }

    /// Drops each minimal hitting set of a family of conflicts in turn, and adds conflicts that remain.
    ///
    /// - Parameter patience: the number of sets without a new conflict that end the pass.
    private mutating func pass(_ family: [Set<Int>], _ outside: Set<Int>, patience: Int = .max) throws(Budget.Spent) {
        var found: [ProvenConflict] = []
        var vain = 0
        let room = limit - conflicts.count
        var required = required
        defer {
            self.required = required
            conflicts += found
        }
        try HittingSets(family: family, budget: required.budget).forEach { (dropped) throws(Budget.Spent) -> Bool in
            // Conflicts found in this pass are resolved too before rows are tried, so that each pass finds several.
            var dropped = dropped.union(outside)
            for rows in found.map(own) where dropped.isDisjoint(with: rows) {
                if let row = rows.last { dropped.insert(row) }
            }
            if let conflict = try required.canHold(without: dropped) { found.append(try required.minimal(conflict)) } else { vain += 1 }
            return found.count < room && vain < patience
        }
    }

    /// Returns the known conflicts that consist of some rows and background rows.
    private func family(_ rows: Set<Int>) -> [Set<Int>] {
        conflicts.map(own).filter { $0.allSatisfy(rows.contains) }.map(Set.init)
    }

    /// Returns the rows of a conflict that may be dropped to resolve it.
    func own(_ conflict: ProvenConflict) -> [Int] { conflict.own(in: required.system) }

    static func hasManySets(_ family: [Set<Int>]) -> Bool {
        family.reduce(1) { min($0 * $1.count, 1_000_000) } > ConflictEnumerator.manySets
    }
}
