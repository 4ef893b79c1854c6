public import ExactArithmetic
internal import LayoutLowering

/// A proof that no minimal conflict among some rows is missing from a list, apart from the layouts that it refers to.
public indirect enum CompletenessPlan: Sendable, Hashable {
    /// For every set of rows that meets each listed conflict, a layout violates only rows of the set. A missing conflict contains
    /// no listed one, so some such set has no row of it, and the layout would satisfy all rows of the conflict, which is
    /// impossible.
    case hittingSets
    /// A conflict that lacks a shared row is covered by that row's plan in `without`. The others contain all shared rows, and the
    /// remainder of each is in one part: a minimal conflict is a minimal linear dependency, and none spans two parts once the
    /// shared rows are contracted (in the sense of matroids).
    case cut(shared: [Int], without: [CompletenessPlan], parts: [Part])
    /// A case distinction by a row. `without` is about sets that contain the row: their other rows meet all conflicts that lack it.
    /// `with` is about sets that do not contain the row, which then must not be dropped.
    case split(row: Int, without: CompletenessPlan, with: CompletenessPlan)
    /// Some conflict consists only of rows that the sets must not contain, so there is no set to consider.
    case met
    /// The conflicts form groups that share no row. For each set that meets the conflicts of one group there is a change of the
    /// base layout, and changes of different groups can be combined; see `GroupIndependence`.
    case independent(base: [Rational], groups: [Group])

    public struct Group: Sendable, Hashable {
        /// The rows of the group's conflicts.
        public var rows: [Int]
        /// The layouts of the group, each as its changes from the one before. The first is a change of the base.
        public var alternatives: [[VariableChange]]

        public init(rows: [Int], alternatives: [[VariableChange]]) {
            self.rows = rows
            self.alternatives = alternatives
        }
    }

    public struct Part: Sendable, Hashable {
        /// The rows of the part, without the shared rows.
        public var rows: [Int]
        /// The plan for these rows and the shared ones.
        public var plan: CompletenessPlan

        public init(rows: [Int], plan: CompletenessPlan) {
            self.rows = rows
            self.plan = plan
        }
    }
}

extension Checker {
    /// Checks that no minimal conflict is missing from a list of (proven) conflicts.
    ///
    /// A conflict is ended by dropping rows that are not background: layouts never violate background rows.
    ///
    /// - Parameters:
    ///   - witnesses: layouts; each may violate required rows.
    ///   - layouts: a comparison of layouts of this system, to be reused if the caller has one.
    public func checkComplete(
        _ conflicts: [[Int]], witnesses: [[Rational]], plan: CompletenessPlan = .hittingSets, _ layouts: LayoutComparison? = nil
    ) -> [Refusal] {
        let layouts = layouts ?? LayoutComparison(self)
        let claim = "all conflicts"
        let required = system.rows.indices.filter(system.isRequired)
        var violated: [Set<Int>] = []
        for witness in witnesses {
            if let reason = whyNoLayout(witness) { return [Refusal(claim, reason)] }
            violated.append(Set(layouts.violated(at: witness)))
        }
        let reason = whyIncomplete(Set(required), conflicts.map { Set($0.lazy.filter { !system.isBackground($0) }) }, violated, plan, layouts)
        return reason.map { [Refusal(claim, $0)] } ?? []
    }

    /// Returns why a conflict among some rows may be missing, or nil if none is.
    ///
    /// If there are `kept` rows, only sets without these rows are considered, and only conflicts that remain when such a set is
    /// dropped.
    private func whyIncomplete(
        _ rows: Set<Int>, kept: Set<Int> = [], _ conflicts: [Set<Int>], _ violated: [Set<Int>], _ plan: CompletenessPlan, _ layouts: LayoutComparison
    ) -> String? {
        let conflicts = conflicts.filter { $0.isSubset(of: rows) }
        switch plan {
        case .split(let row, let without, let with):
            return whyIncomplete(rows.subtracting([row]), kept: kept, conflicts, violated, without, layouts)
                ?? whyIncomplete(rows, kept: kept.union([row]), conflicts, violated, with, layouts)
        case .met:
            return conflicts.contains { $0.isSubset(of: kept) } ? nil : "every conflict has a row that can be dropped"
        case .independent(let base, let groups):
            if let reason = whyNoLayout(base) { return reason }
            var independence = GroupIndependence(layouts, rows: rows, base: base, groups: groups.map { Set($0.rows) })
            return independence.whyIncomplete(conflicts.map { $0.subtracting(kept) }, groups)
        case .hittingSets:
            if !kept.isEmpty { return "such a proof cannot be used if some rows must remain" }
            var search = UncoveredSearch(
                conflicts: conflicts.sorted { $0.count < $1.count }, violated: violated.map { $0.intersection(rows) })
            return switch search.exists() {
            case true: "dropping some rows resolves all listed conflicts, but no layout proves that no other conflict remains"
            case false: nil
            case nil: "the search for a missing conflict was too long"
            }
        case .cut(let shared, let without, let parts):
            if !kept.isEmpty { return "such a proof cannot be used if some rows must remain" }
            if let reason = whyNoCut(rows, shared, without, parts) { return reason }
            for (row, plan) in zip(shared, without) {
                if let reason = whyIncomplete(rows.subtracting([row]), conflicts, violated, plan, layouts) { return reason }
            }
            for part in parts {
                if let reason = whyIncomplete(Set(part.rows + shared), conflicts, violated, part.plan, layouts) { return reason }
            }
            return nil
        }
    }

    /// Returns why minimal dependencies with all shared rows may span several parts, or nil if they cannot. They cannot if the
    /// ranks of the parts, with the shared rows contracted, plus one for each row in no part, add up to the rank of all.
    private func whyNoCut(_ rows: Set<Int>, _ shared: [Int], _ without: [CompletenessPlan], _ parts: [CompletenessPlan.Part]) -> String? {
        guard without.count == shared.count else { return "there is not exactly one plan for each shared row" }
        var rest = rows.subtracting(shared)
        guard rest.count == rows.count - shared.count else { return "a shared row is unknown or listed twice" }
        let base = rank(shared)
        guard base == shared.count else { return "the shared rows are linearly dependent" }
        var sum = base
        for part in parts {
            let members = Set(part.rows)
            guard members.isSubset(of: rest), members.count == part.rows.count else { return "a row of a part is unknown, shared, or listed twice" }
            rest.subtract(members)
            sum += rank(part.rows + shared) - base
        }
        return sum + rest.count == rank(rows.sorted()) ? nil : "a linear dependency could span several parts"
    }

    /// Returns the rank of the rows' coefficients; constants are ignored.
    private func rank(_ rows: [Int]) -> Int {
        var elimination = SparseElimination(columnCount: system.variables.count, rows: rows.map { Array(system.terms(of: $0)) })
        elimination.run()
        return elimination.pivots.count
    }
}

/// A search for a set of rows that meets every conflict and contains no violated set.
struct UncoveredSearch {
    private let conflicts: [Set<Int>]
    /// The violated sets, except the empty set, by the least row of each.
    private var violatedFrom: [Int: [Set<Int>]] = [:]
    private var isCoveredAnyway = false
    private var steps = 2_000_000

    init(conflicts: [Set<Int>], violated: [Set<Int>]) {
        self.conflicts = conflicts
        for set in violated {
            if let least = set.min() { violatedFrom[least, default: []].append(set) } else { isCoveredAnyway = true }
        }
    }

    /// Returns whether such a set exists, or nil if the search is too long.
    mutating func exists() -> Bool? {
        isCoveredAnyway ? false : extend([], kept: [])
    }

    /// Tries each row of a conflict that is not met yet. Rows that were tried before must not be dropped any more, so no set is
    /// tried twice.
    private mutating func extend(_ dropped: Set<Int>, kept: Set<Int>) -> Bool? {
        steps -= 1
        if steps < 0 { return nil }
        // A set that contains a violated one is covered, and so is every superset.
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
