internal import Simplex

/// Finds all minimal conflicts, by the duality of conflicts and repairs.
///
/// Every minimal hitting set of the conflicts known so far is dropped in turn: what is left either can hold, or shows a new conflict.
/// When each can hold, no conflict is missing: a missing one would contain no known one, so some minimal hitting set of the
/// known ones would leave it whole. Source: Liffiton et al., Fast, flexible MUS enumeration (MARCO), 2016; Reiter, 1987.
struct ConflictEnumerator {
    var required: RequiredRows
    let limit: Int

    private(set) var conflicts: [ProvenConflict] = []
    /// No conflict is missing.
    private(set) var isComplete = false

    init(required: RequiredRows, limit: Int) {
        self.required = required
        self.limit = limit
    }

    /// Finds conflicts until none is missing, the limit is reached or the budget is spent; keeps what was found.
    mutating func run() throws(Budget.Spent) {
        guard let first = try required.canHold(without: []) else {
            isComplete = true
            return
        }
        conflicts = [first]
        var isLearning = true
        while isLearning, conflicts.count < limit {
            isLearning = false
            let family = conflicts.map { Set($0.rows) }
            var found: [ProvenConflict] = []
            let room = limit - conflicts.count
            var required = required
            defer { self.required = required }
            do throws(Budget.Spent) {
                try HittingSets(family: family, budget: required.budget).forEach { (dropped) throws(Budget.Spent) -> Bool in
                    // What this pass found is met as well before rows are tried, so that each pass learns several conflicts.
                    var dropped = dropped
                    for conflict in found where dropped.isDisjoint(with: conflict.rows) {
                        if let row = conflict.rows.last { dropped.insert(row) }
                    }
                    if let conflict = try required.canHold(without: dropped) { found.append(conflict) }
                    return found.count < room
                }
            } catch {
                conflicts += found
                throw error
            }
            conflicts += found
            isLearning = !found.isEmpty
        }
        isComplete = !isLearning
    }
}
