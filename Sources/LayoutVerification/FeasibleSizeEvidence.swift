public import ExactArithmetic

/// What proves in what range the root's size along one axis can lie, over the rows of `LoweredSystem.rowsConnected(to:)`.
public enum FeasibleSizeEvidence: Sendable {
    public enum End: Sendable {
        /// A layout at the end in which the connected rows hold, and a combination of them by which nothing lies beyond.
        ///
        /// With the factors f of `combination` (over rows of the lowered system), `size + sum of f * e == end` for the least size and
        /// `-size + sum of f * e == -end` for the greatest hold for every x, and no f on an inequality is positive.
        case finite(end: Rational, witness: [Rational], combination: RowCombination)
        /// From `point`, in which the connected rows hold, one may go along `ray` forever, while the size grows (or falls).
        case unbounded(point: [Rational], ray: [Rational])
    }

    case range(least: End, greatest: End)
    /// No size is feasible: the connected rows conflict.
    case none(ConflictEvidence)
}
