internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

// Whose a conflict is, and at what sizes from outside it is gone.

extension Conflict.Owner {
    /// `system` where every member that could give way is the framework's own, `transient` where it rests on a size from outside.
    init(of members: [Int], in system: LoweredSystem) {
        let constraints = members.compactMap(system.constraint)
        let isTransient = constraints.contains(where: \.isExternalSize)
        let breakable = system.breakable(members).compactMap(system.constraint).filter { !$0.isExternalSize }
        if !breakable.isEmpty, breakable.allSatisfy({ $0.origin == .system || $0.origin == .autoresizing }) {
            self = .system
        } else {
            self = isTransient ? .transient : .app
        }
    }
}

extension ProvenConflict {
    /// For each size from outside that is a member, the sizes at which the conflict is gone.
    ///
    /// The members of a minimal conflict other than one are linearly independent, so each of their values can be chosen freely and
    /// they bound that one's size by the proof alone: at the sizes at which the proof's sum is no longer negative (or, where no
    /// inequality is a member, is 0) they hold together with it.
    func vanishingSizes(in system: LoweredSystem) -> [Conflict.VanishingSize] {
        zip(rows, factors).compactMap { row, factor in
            guard let constraint = system.constraint(of: row), constraint.isExternalSize, constraint.second == nil, !factor.isZero,
                constraint.unknownConstant == nil
            else { return nil }
            // `first - size` for `==` and `>=`, `size - first` for `<=`: how the sum changes with the size.
            let slope = constraint.relation == .lessThanOrEqual ? factor : -factor
            guard let change = (-sum).divided(by: slope) else { return nil }
            let end = constraint.constant + change
            let isBound = rows.contains { !system.isEquality($0) }
            return Conflict.VanishingSize(
                constraint: constraint.id, min: !isBound || slope.isPositive ? end : nil, max: !isBound || slope.isNegative ? end : nil)
        }
    }
}
