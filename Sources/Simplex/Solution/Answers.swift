public import ExactArithmetic

/// A dual certificate that an objective is at least `bound` on the set of optima.
///
/// The objective is `g(x)` plus costs on sides of rows (see `Side`). With the factors f, `g(x) + sum of f * row(x) == bound` for
/// every x, and the reduced costs `cost(above) - f` and `cost(below) + f` are not negative, unless an earlier level's are
/// positive at the same side.
public struct BoundProof: Sendable, Hashable {
    public var bound: Rational
    public var factors: [RowFactor]
}

/// One end of a variable's range over the set of optima.
public enum RangeEnd: Sendable, Hashable {
    /// The end is attained at the optimum that differs from the solution's point by `changes`. The proof bounds `variable` (least
    /// end) or `-variable` (greatest end) from below.
    case finite(value: Rational, changes: [SparseRow.Entry], proof: BoundProof)
    /// From the optimum that differs by `changes`, the variable is unbounded along `ray`.
    case unbounded(changes: [SparseRow.Entry], ray: [SparseRow.Entry])
}

/// The reason why a variable is not constant on the set of optima.
public enum Cause: Sendable, Hashable {
    /// It changes along a direction in which no violation changes.
    case free
    /// It changes only together with the violations of these competing rows.
    case tie(rows: [Int])
}

/// The extent of the set of optima: its dimension, and what changes within it.
public struct Face: Sendable {
    /// The affine dimension of the set of optima, variables in no row included.
    public var dimension: Int
    /// An optimum in the relative interior: each side is positive here if it is positive at some optimum.
    public var interior: [Rational]
    /// For each variable that changes within the set, its dependence on the coordinates of the set.
    var varying: [Int: SparseRow]
    /// For each soft row whose violation changes within the set, the violation's dependence on the coordinates.
    var violations: [Int: SparseRow]
    /// For each variable that changes in proportion to variables before it, the first of these and the ratio of their changes.
    private var leaders: [Int: (variable: Int, factor: Rational)] = [:]

    /// The variables that are not constant on the set of optima, ascending.
    public var variables: [Int] { varying.keys.sorted() }

    /// The rows whose violation is not constant on the set of optima, ascending.
    public var varyingRows: [Int] { violations.keys.sorted() }

    init(dimension: Int) {
        self.dimension = dimension
        interior = []
        varying = [:]
        violations = [:]
    }

    /// Returns the first variable of those that change in proportion to each other and to this one over the whole set, and the
    /// ratio of this one's change to that one's. Its range determines the ranges of all of them.
    public func leader(of variable: Int) -> (variable: Int, factor: Rational) {
        leaders[variable] ?? (variable, .one)
    }

    /// Computes `leaders` after `varying` is complete.
    mutating func findLeaders() {
        var first: [SparseRow: (variable: Int, scale: Rational)] = [:]
        for variable in variables {
            guard let dependence = varying[variable], let scale = dependence.entries.first?.coefficient else { continue }
            let direction = dependence.scaled(by: scale.reciprocal)
            if let known = first[direction] {
                leaders[variable] = (known.variable, scale * known.scale.reciprocal)
            } else {
                first[direction] = (variable, scale)
            }
        }
    }
}
