internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

// The owner of a conflict, and the external sizes at which it vanishes.

extension Conflict.Owner {
    /// Creates the owner of a conflict: `system` if every breakable member belongs to the framework, and `transient` if the
    /// conflict depends on an externally imposed size.
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
    /// Returns, for each member that is an externally imposed size, the sizes at which the conflict vanishes.
    ///
    /// The members of a minimal conflict other than one are linearly independent, so their values can be chosen freely, and they
    /// bound that size by the proof alone: at the sizes at which the proof's sum is no longer negative (or is 0, if no member is
    /// an inequality), all members are satisfiable.
    func vanishingSizes(in system: LoweredSystem) -> [Conflict.VanishingSize] {
        zip(rows, factors).compactMap { row, factor in
            guard let constraint = system.constraint(of: row), constraint.isExternalSize, constraint.second == nil, !factor.isZero,
                constraint.unknownConstant == nil
            else { return nil }
            // The derivative of the sum: the row is `first - size` for `==` and `>=`, and `size - first` for `<=`.
            let slope = constraint.relation == .lessThanOrEqual ? factor : -factor
            guard let change = (-sum).divided(by: slope) else { return nil }
            let end = constraint.constant + change
            let isBound = rows.contains { !system.isEquality($0) }
            return Conflict.VanishingSize(
                constraint: constraint.id, min: !isBound || slope.isPositive ? end : nil, max: !isBound || slope.isNegative ? end : nil)
        }
    }
}
