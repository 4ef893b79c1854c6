public import ExactArithmetic
internal import LayoutLowering

/// The proof that a list has all conflicts of a layout, as far as it remains valid for layouts whose rows have other constants.
///
/// The proof that no conflict is missing consists of a layout that violates only rows of conflicts, the *base*, and of changes of
/// it (`CompletenessPlan.independent`). It depends on constants only through the values of rows that the changes affect or the
/// base violates. The base moves with the optimum: as long as these rows keep their values, and the base satisfies all other
/// required rows, the same changes prove it.
///
/// The breaking and the repairs follow from the list of all conflicts and from which rows may break: required rows conflict
/// exactly if they contain a listed conflict.
public struct CompletenessAfterRHSChange: Sendable {
    private var base: [Rational]
    private let groups: [CompletenessPlan.Group]
    /// For each row, whether it is a member of a conflict.
    private let isMember: [Bool]
    /// For each row, whether the proof depends on its value: a change affects the row, or the base violates it.
    private let isValueUsed: [Bool]

    /// Returns nil unless the plan is `CompletenessPlan.independent`.
    ///
    /// - Parameters:
    ///   - conflicts: conflicts that are proven for the optimum's system. The plan proves that there are no others.
    ///   - optimum: an optimum of a system with the same required rows.
    public init?(_ conflicts: [[Int]], _ plan: CompletenessPlan, beside optimum: RHSCertificate) {
        guard case .independent(let base, let groups) = plan, base.count == optimum.point.count else { return nil }
        self.base = base
        self.groups = groups
        let system = optimum.system
        var isMember = [Bool](repeating: false, count: system.rows.count)
        for conflict in conflicts {
            for row in conflict where isMember.indices.contains(row) { isMember[row] = true }
        }
        var isValueUsed = [Bool](repeating: false, count: system.rows.count)
        for change in groups.lazy.flatMap({ $0.alternatives.joined() }) where base.indices.contains(change.variable) {
            for row in optimum.holders.rows(of: change.variable) { isValueUsed[row] = true }
        }
        for row in system.rows.indices where CompletenessAfterRHSChange.isViolated(row, in: system, at: base) { isValueUsed[row] = true }
        self.isMember = isMember
        self.isValueUsed = isValueUsed
    }

    /// The plan that proves for the optimum's present system that the list has all conflicts.
    public var plan: CompletenessPlan { .independent(base: base, groups: groups) }

    /// Follows the optimum's last move, if that changed constants of required rows. If the list is not proven any more, returns
    /// the reason, and this value must not be used again.
    ///
    /// - Parameters:
    ///   - optimum: the optimum after its move.
    ///   - before: the point that it moved from.
    public mutating func move(with optimum: RHSCertificate, since before: [Rational]) -> String? {
        let system = optimum.system
        guard before.count == base.count else { return "the variables of the system have changed" }
        for variable in base.indices where before[variable] != optimum.point[variable] {
            base[variable] += optimum.point[variable] - before[variable]
        }
        for row in optimum.changedRows where isMember[row] { return "the constant of \(system.id(of: row)) has changed" }
        for row in optimum.movedRows where system.isRequired(row) {
            if isValueUsed[row] { return "the value of \(system.id(of: row)) has changed" }
            if CompletenessAfterRHSChange.isViolated(row, in: system, at: base) { return "\(system.id(of: row)) is violated" }
        }
        return nil
    }

    private static func isViolated(_ row: Int, in system: LoweredSystem, at point: [Rational]) -> Bool {
        system.isRequired(row) && system.violation(of: row, at: point) > Tolerance.violation
    }
}
