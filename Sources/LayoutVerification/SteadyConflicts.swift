public import ExactArithmetic
internal import LayoutLowering

/// All conflicts of a layout, proven to be all, and what of that holds for layouts whose rows have other constants.
///
/// Why no conflict is missing was shown by a layout that violates rows of conflicts alone, the *base*, and by changes of it
/// (`CompletenessPlan.independent`). That names no more of constants than the values of rows that changes reach, or that the base violates. The base moves
/// as the optimum does: so as long as these rows keep their values, and all other required rows hold at the base, the same changes show it.
///
/// What breaks and what repairs there are follows from the list of all conflicts and from which rows may break: where required rows conflict is
/// where one of the list does.
public struct SteadyConflicts: Sendable {
    private var base: [Rational]
    private let groups: [CompletenessPlan.Group]
    /// By row: members of conflicts.
    private let isMember: [Bool]
    /// By row: a change reaches it, or the base violates it.
    private let isStill: [Bool]

    /// nil where the list is not proven in one step by changes of one layout.
    ///
    /// - Parameters:
    ///   - conflicts: proven for the optimum's system, and by the plan to be all.
    ///   - optimum: at a system with the same required rows.
    public init?(_ conflicts: [[Int]], _ plan: CompletenessPlan, beside optimum: SteadyOptimum) {
        guard case .independent(let base, let groups) = plan, base.count == optimum.point.count else { return nil }
        self.base = base
        self.groups = groups
        let system = optimum.system
        var isMember = [Bool](repeating: false, count: system.rows.count)
        for conflict in conflicts {
            for row in conflict where isMember.indices.contains(row) { isMember[row] = true }
        }
        var isStill = [Bool](repeating: false, count: system.rows.count)
        for change in groups.lazy.flatMap({ $0.alternatives.joined() }) where base.indices.contains(change.variable) {
            for row in optimum.holders.rows(of: change.variable) { isStill[row] = true }
        }
        for row in system.rows.indices where SteadyConflicts.isViolated(row, in: system, at: base) { isStill[row] = true }
        self.isMember = isMember
        self.isStill = isStill
    }

    /// What shows that they are all, of the optimum's system.
    public var plan: CompletenessPlan { .independent(base: base, groups: groups) }

    /// Moves with the optimum, which has to be done where required rows have other constants; gives the reason, and is of no use any more, where the same conflicts are not proven to be all.
    ///
    /// - Parameters:
    ///   - optimum: after its move.
    ///   - before: the point that it moved from.
    public mutating func move(with optimum: SteadyOptimum, since before: [Rational]) -> String? {
        let system = optimum.system
        guard before.count == base.count else { return "its variables are others" }
        for variable in base.indices where before[variable] != optimum.point[variable] {
            base[variable] += optimum.point[variable] - before[variable]
        }
        for row in optimum.changedRows where isMember[row] { return "\(system.id(of: row)) has another constant" }
        for row in optimum.movedRows where system.isRequired(row) {
            if isStill[row] { return "\(system.id(of: row)) has another value" }
            if SteadyConflicts.isViolated(row, in: system, at: base) { return "\(system.id(of: row)) is violated" }
        }
        return nil
    }

    private static func isViolated(_ row: Int, in system: LoweredSystem, at point: [Rational]) -> Bool {
        system.isRequired(row) && system.violation(of: row, at: point) > Tolerance.violation
    }
}
