internal import ExactArithmetic
internal import LayoutLowering

/// A checker of `CompletenessPlan.independent`: changes of a layout, in groups, show that each set of rows that meets every
/// conflict can be dropped to end all conflicts.
///
/// Correctness: a set that meets every conflict meets those of each group. For each group, some change leaves only rows of the
/// set violated. Each row that two groups change remains satisfied under any combination of their changes, as the sum of the
/// worst changes shows. Any other row has the same value as with only the change of its own group. So with all these changes
/// together, only rows of the set are violated.
struct GroupIndependence {
    private let system: LoweredSystem
    private let base: [Rational]
    /// The rows of each group.
    private let members: [Set<Int>]
    private var ownerOf: [Int: Int] = [:]
    private var isOverlapping = false
    private var violatedAtBase: Set<Int> = []
    /// Whether each row is evaluated.
    private var isAsked: [Bool]
    private let layouts: LayoutComparison
    /// For each row that some layout changes, the groups that change it and the range of each group's changes.
    private var reaches: [Int: [Reach]] = [:]

    private struct Reach {
        var group: Int
        var low: Rational
        var high: Rational
    }

    init(_ layouts: LayoutComparison, rows: Set<Int>, base: [Rational], groups: [Set<Int>]) {
        self.layouts = layouts
        system = layouts.checker.system
        self.base = base
        members = groups
        isAsked = [Bool](repeating: false, count: system.rows.count)
        for row in rows { isAsked[row] = true }
        for (number, group) in groups.enumerated() {
            for row in group where ownerOf.updateValue(number, forKey: row) != nil { isOverlapping = true }
        }
    }

    /// Returns why the groups do not cover every set of rows that meets the conflicts, or nil if they do.
    ///
    /// - Parameter conflicts: the rows of each conflict that may be dropped.
    mutating func whyIncomplete(_ conflicts: [Set<Int>], _ groups: [CompletenessPlan.Group]) -> String? {
        if isOverlapping { return "two groups have a row in common" }
        if conflicts.contains(where: \.isEmpty) { return nil }
        var ofGroup = [[Set<Int>]](repeating: [], count: groups.count)
        for conflict in conflicts {
            guard let row = conflict.first, let owner = ownerOf[row], conflict.isSubset(of: members[owner]) else {
                return "a conflict has rows of several groups"
            }
            ofGroup[owner].append(conflict)
        }
        for row in layouts.violated(at: base) where isAsked[row] {
            if ownerOf[row] == nil { return "\(system.id(of: row)) is violated and belongs to no group" }
            violatedAtBase.insert(row)
        }
        for (number, group) in groups.enumerated() {
            guard let shown = shown(by: group.alternatives, of: number) else { return "a change refers to an unknown or constant variable" }
            var search = UncoveredSearch(conflicts: ofGroup[number].sorted { $0.count < $1.count }, violated: shown)
            switch search.exists() {
            case true: return "dropping some rows resolves all listed conflicts, but no layout proves that no other conflict remains"
            case false: break
            case nil: return "the search for a missing conflict was too long"
            }
        }
        return whyMeeting()
    }

    /// Returns the rows that each of a group's layouts violates, or nil if a change refers to variables that cannot change.
    ///
    /// Rows of other groups that the base violates are ignored here. Another group either drops such a row, or changes it, and
    /// then this group must not change it.
    private mutating func shown(by alternatives: [[VariableChange]], of group: Int) -> [Set<Int>]? {
        var violated = violatedAtBase.intersection(members[group])
        var shown: [Set<Int>] = []
        var changes: [Int: Rational] = [:]
        var least: [Int: Rational] = [:]
        var most: [Int: Rational] = [:]
        for alternative in alternatives {
            var touched: Set<Int> = []
            for step in alternative {
                guard base.indices.contains(step.variable), !system.isFixedAtZero(step.variable) else { return nil }
                for holder in layouts.holders[step.variable] where isAsked[holder.row] {
                    changes[holder.row, default: .zero] += holder.coefficient * step.change
                    touched.insert(holder.row)
                }
            }
            for row in touched {
                let change = changes[row] ?? .zero
                least[row] = min(least[row] ?? .zero, change)
                most[row] = max(most[row] ?? .zero, change)
                if ownerOf[row] != group, violatedAtBase.contains(row) { continue }
                if isViolated(row, by: system.value(of: row, at: base) + change) { violated.insert(row) } else { violated.remove(row) }
            }
            shown.append(violated)
        }
        for (row, low) in least {
            let high = most[row] ?? .zero
            if !low.isZero || !high.isZero { reaches[row, default: []].append(Reach(group: group, low: low, high: high)) }
        }
        return shown
    }

    private func isViolated(_ row: Int, by value: Rational) -> Bool {
        value < -Tolerance.violation || (system.isEquality(row) && value > Tolerance.violation)
    }

    /// Returns a row that several groups change and that may become violated if they all do, or nil if there is none.
    private func whyMeeting() -> String? {
        for (row, list) in reaches.sorted(by: { $0.key < $1.key }) where list.count > 1 {
            let value = system.value(of: row, at: base)
            if isViolated(row, by: list.reduce(value) { $0 + $1.low }) || isViolated(row, by: list.reduce(value) { $0 + $1.high }) {
                return "the changes of several groups together may violate \(system.id(of: row))"
            }
        }
        return nil
    }
}
