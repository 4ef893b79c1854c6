internal import LayoutVerification
internal import Simplex

/// Finds all minimal conflicts, by the duality of conflicts and repairs.
///
/// Conflicts are sets of rows that are not background. Every minimal hitting set of the conflicts known so far is dropped in turn: what is left either can hold, or shows a new conflict.
/// When each can hold, no conflict is missing: a missing one would contain no known one, so some minimal hitting set of the
/// known ones would leave it whole. Source: Liffiton et al., Fast, flexible MUS enumeration (MARCO), 2016; Reiter, 1987.
///
/// Conflicts in different places of a layout have as many hitting sets as the product of their sizes. Where these are many, the rows
/// are cut into parts that hold the conflicts apart (`ConflictCut`), and each part is searched by itself.
struct ConflictEnumerator {
    var required: RequiredRows
    let limit: Int

    /// What is known; grows as more are found.
    var conflicts: [ProvenConflict] = []
    /// How it was shown that no conflict is missing; nil where one may be.
    private(set) var completeness: CompletenessPlan?

    /// No conflict is missing.
    var isComplete: Bool { completeness != nil }

    /// With more hitting sets than these a cut is looked for.
    private static let manySets = 300

    /// With many hitting sets, so many that show no conflict end a pass: where most show one, the limit is reached soon
    /// without a cut.
    private static let patience = 40

    init(required: RequiredRows, limit: Int) {
        self.required = required
        self.limit = limit
    }

    /// Finds conflicts until none is missing, the limit is reached or the budget is spent; keeps what was found.
    mutating func run() throws(Budget.Spent) {
        if let plan = try exploreGroups() {
            completeness = plan
        } else if conflicts.count < limit {
            // The groups cannot be kept apart by changes: perhaps by cuts.
            completeness = try explore(required.all)
        }
    }

    /// Finds the conflicts among some rows (ascending); nil where the limit was reached.
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

    /// Drops each hitting set of a family of conflicts, and takes in the conflicts that are left.
    ///
    /// - Parameter patience: how many sets may show no conflict before the pass ends.
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
            // What this pass found is met as well before rows are tried, so that each pass learns several conflicts.
            var dropped = dropped.union(outside)
            for rows in found.map(own) where dropped.isDisjoint(with: rows) {
                if let row = rows.last { dropped.insert(row) }
            }
            if let conflict = try required.canHold(without: dropped) { found.append(try required.minimal(conflict)) } else { vain += 1 }
            return found.count < room && vain < patience
        }
    }

    /// The conflicts known among some rows.
    private func family(_ rows: Set<Int>) -> [Set<Int>] {
        conflicts.map(own).filter { $0.allSatisfy(rows.contains) }.map(Set.init)
    }

    /// The rows of a conflict that may be dropped to end it.
    func own(_ conflict: ProvenConflict) -> [Int] { conflict.own(in: required.system) }

    static func hasManySets(_ family: [Set<Int>]) -> Bool {
        family.reduce(1) { min($0 * $1.count, 1_000_000) } > ConflictEnumerator.manySets
    }
}
