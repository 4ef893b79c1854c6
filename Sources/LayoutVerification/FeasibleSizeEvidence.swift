public import ExactArithmetic

/// What proves in what range the root's size along one axis can lie, over the rows of `LoweredSystem.rowsConnected(to:)`.
public enum FeasibleSizeEvidence: Sendable {
    public enum End: Sendable {
        /// A layout at the end in which the connected rows hold, and a combination of them by which nothing lies beyond.
        ///
        /// With the factors f of `combination` (over rows of the lowered system), `size + sum of f * e == end` for the least size and
        /// `-size + sum of f * e == -end` for the greatest hold for every x, and no f on an inequality is positive. With an
        /// allowance the constants are `allowance * sum of |f|` more.
        case finite(end: Rational, witness: [Rational], combination: RowCombination)
        /// From `point`, in which the connected rows hold, one may go along `ray` forever, while the size grows (or falls).
        case unbounded(point: [Rational], ray: [Rational])
    }

    /// An end of a range.
    public enum Which: Sendable {
        case least
        case greatest

        /// 1 for the least, -1 for the greatest.
        public var sign: Int { self == .least ? 1 : -1 }
    }

    /// The rows hold within `allowance`: 0, or the tolerance where they cannot hold exactly.
    case range(least: End, greatest: End, allowance: Rational)
    /// No size is feasible: the connected rows conflict.
    case none(ConflictEvidence)
}
