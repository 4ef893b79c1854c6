public import ExactArithmetic

/// Evidence for the range of the root's feasible sizes along one axis, over the rows of `LoweredSystem.rowsConnected(to:)`.
public enum FeasibleSizeEvidence: Sendable {
    public enum End: Sendable {
        /// The end is finite: a layout at the end satisfies the connected rows, and a combination of them proves that no size
        /// beyond it is feasible.
        ///
        /// With the factors f of `combination` (over rows of the lowered system), `size + sum of f * e == end` for the least size
        /// and `-size + sum of f * e == -end` for the greatest are identities, and no f on an inequality is positive. With an
        /// allowance the constants are `allowance * sum of |f|` greater.
        case finite(end: Rational, witness: [Rational], combination: RowCombination)
        /// There is no end: a layout satisfies the connected rows, they remain satisfied along a `ray` from it, and the size is
        /// unbounded along the ray.
        case unbounded(point: [Rational], ray: [Rational])
    }

    /// An end of a range.
    public enum Which: Sendable {
        case least
        case greatest

        /// 1 for the least, -1 for the greatest.
        public var sign: Int { self == .least ? 1 : -1 }
    }

    /// The rows are satisfied within `allowance`: 0, or the tolerance if they are infeasible exactly.
    case range(least: End, greatest: End, allowance: Rational)
    /// No size is feasible, since the connected rows conflict.
    case none(ConflictEvidence)
}
