internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Changes of a single member that each resolve a conflict.
enum ConflictFixes {
    private static let most = 16

    /// Returns the fixes. Relaxing any constraint of the document among the members resolves a minimal conflict, and so does a
    /// constant with which the proof's sum is 0.
    ///
    /// For a long conflict only the first `most` members are listed, although any other may be relaxed as well.
    ///
    /// - Parameter likely: the member that the breaking would choose, which comes first.
    static func fixes(of conflict: inout ProvenConflict, in system: LoweredSystem, likely: Int?, _ required: inout FeasibilityOracle) -> [Change] {
        let members = conflict.rows.indices.filter { system.constraint(of: conflict.rows[$0])?.origin == .user }
        let own = members.isEmpty ? conflict.rows.indices.filter { system.constraint(of: conflict.rows[$0]) != nil } : members
        let ordered = own.filter { conflict.rows[$0] == likely } + own.filter { conflict.rows[$0] != likely }
        var relaxations: [Change] = []
        var constants: [Change] = []
        for place in ordered.prefix(most) {
            guard let constraint = system.constraint(of: conflict.rows[place]) else { continue }
            relaxations.append(.relax(constraint: constraint.id, priority: LayoutPriority.required - 1))
            if let change = constantChange(constraint, conflict, place), isProven(&conflict, place, system, &required) {
                constants.append(change)
            }
        }
        return relaxations + constants
    }

    /// Returns whether some layout satisfies all members, with another constant of one of them, and the background rows. If such
    /// a layout must be searched for, it is added to the conflict's evidence.
    private static func isProven(
        _ conflict: inout ProvenConflict, _ place: Int, _ system: LoweredSystem, _ required: inout FeasibilityOracle
    ) -> Bool {
        let row = conflict.rows[place]
        // The increase of the row's value by the changed constant.
        guard let shift = (-conflict.sum).divided(by: conflict.factors[place]), let evidence = conflict.minimality else { return false }
        if evidence.holds(row, movedBy: shift, in: system) { return true }
        guard let step = try? required.layout(of: conflict, moving: row, by: shift) else { return false }
        conflict.minimality?.steps.append(step)
        return true
    }

    private static func constantChange(_ constraint: LayoutConstraint, _ conflict: ProvenConflict, _ place: Int) -> Change? {
        guard constraint.unknownConstant == nil, let shift = conflict.sum.divided(by: conflict.factors[place]) else { return nil }
        let constant = constraint.relation == .lessThanOrEqual ? constraint.constant - shift : constraint.constant + shift
        // A negative length would only cause another conflict.
        if constraint.second == nil, constant.isNegative { return nil }
        guard isReportedExactly(constant) else { return nil }
        return .constant(constraint: constraint.id, from: constraint.constant, to: constant)
    }

    /// Returns whether the constant can be reported exactly. Above about 10^11, readers of JSON lose the fraction of a number.
    private static func isReportedExactly(_ constant: Rational) -> Bool {
        if constant.integer != nil { return true }
        guard let read = Rational(shortestDecimalOf: constant.double) else { return false }
        return (read - constant).magnitude * 10 <= Tolerance.violation
    }
}
