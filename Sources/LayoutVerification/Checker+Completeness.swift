public import ExactArithmetic
internal import LayoutLowering

extension Checker {
    /// Checks that no minimal conflict is missing from a list of (proven) conflicts.
    ///
    /// A missing conflict would hold none of the listed ones whole, so dropping some set of rows that meets every listed conflict would
    /// leave it. The witnesses show that this is impossible: for every set of rows that meets all listed conflicts there is a layout
    /// that violates none but rows of the set.
    ///
    /// - Parameter witnesses: layouts; each may violate required rows.
    public func checkComplete(_ conflicts: [[Int]], witnesses: [[Rational]]) -> [Refusal] {
        let claim = "all conflicts"
        let required = system.rows.indices.filter { system.rows[$0].isRequired }
        var violated: [Set<Int>] = []
        for witness in witnesses {
            if let reason = whyNoLayout(witness) { return [Refusal(claim, reason)] }
            violated.append(Set(required.filter { system.violation(of: $0, at: witness) > Tolerance.violation }))
        }
        var search = UncoveredSearch(conflicts: conflicts.map(Set.init).sorted { $0.count < $1.count }, violated: violated)
        switch search.exists() {
        case true: return [Refusal(claim, "rows may be dropped that end all of these, and nothing shows that no other is left")]
        case false: return []
        case nil: return [Refusal(claim, "the search for a missing one was given up")]
        }
    }
}

/// Looks for a set of rows that meets every conflict and contains no violated set.
private struct UncoveredSearch {
    private let conflicts: [Set<Int>]
    /// The violated sets by the least row of each; the empty set apart.
    private var violatedFrom: [Int: [Set<Int>]] = [:]
    private var isCoveredAnyway = false
    private var steps = 2_000_000

    init(conflicts: [Set<Int>], violated: [Set<Int>]) {
        self.conflicts = conflicts
        for set in violated {
            if let least = set.min() { violatedFrom[least, default: []].append(set) } else { isCoveredAnyway = true }
        }
    }

    /// nil where the budget is spent.
    mutating func exists() -> Bool? {
        isCoveredAnyway ? false : extend([], kept: [])
    }

    /// Tries the rows of a conflict that is not met yet in turn; a row tried before stays kept, so no set is tried twice.
    private mutating func extend(_ dropped: Set<Int>, kept: Set<Int>) -> Bool? {
        steps -= 1
        if steps < 0 { return nil }
        // A set that contains a violated one is settled, and so is every larger one.
        for row in dropped where violatedFrom[row]?.contains(where: { $0.isSubset(of: dropped) }) ?? false { return false }
        guard let open = conflicts.first(where: { $0.isDisjoint(with: dropped) }) else { return true }
        var kept = kept
        for row in open.sorted() where !kept.contains(row) {
            switch extend(dropped.union([row]), kept: kept) {
            case true: return true
            case nil: return nil
            case false: kept.insert(row)
            }
        }
        return false
    }
}
