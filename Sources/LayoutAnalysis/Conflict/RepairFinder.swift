internal import ExactArithmetic
internal import LayoutLowering
internal import Simplex

/// A minimal set of the document's required constraints without which the required rows can hold.
struct ProvenRepair {
    /// Ascending.
    var rows: [Int]
    /// Where all other required rows hold within the tolerance.
    var witness: [Rational]
}

/// Finds repairs, the smallest first.
struct RepairFinder {
    var required: RequiredRows
    /// The conflicts known; grows as repairs are tried.
    private(set) var conflicts: [ProvenConflict]
    let limit: Int

    init(required: RequiredRows, conflicts: [ProvenConflict], limit: Int) {
        self.required = required
        self.conflicts = conflicts
        self.limit = limit
    }

    /// The repairs in order of size, then of their rows; empty where a conflict of implicit rows alone cannot be repaired.
    mutating func repairs() throws(Budget.Spent) -> [ProvenRepair] {
        let system = required.system
        while true {
            let family = conflicts.map { Set($0.rows.filter { !system.rows[$0].isImplicit }) }
            if family.contains(where: \.isEmpty) { return [] }
            var candidates: [[Int]] = []
            var seen = 0
            try HittingSets(family: family, budget: required.budget).forEach { set in
                candidates.append(set.sorted())
                seen += 1
                return seen < 20_000
            }
            candidates.sort { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count < $1.count }
            var repairs: [ProvenRepair] = []
            var isStale = false
            for candidate in candidates.prefix(limit) {
                if let conflict = try required.canHold(without: Set(candidate)) {
                    conflicts.append(conflict)
                    isStale = true
                    break
                }
                guard let witness = required.witness(without: Set(candidate)) else { continue }
                repairs.append(ProvenRepair(rows: candidate, witness: witness))
            }
            if !isStale { return repairs }
        }
    }
}
