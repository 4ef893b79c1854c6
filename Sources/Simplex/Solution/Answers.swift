public import ExactArithmetic

/// A proof that an objective is nowhere below `bound` within the set of optima, by linear programming duality.
///
/// The objective is `g(x)` plus costs on sides of rows. With the factors f, `g(x) + sum of f * row(x) == bound` for every x, and the
/// reduced costs `cost(above) - f` and `cost(below) + f` are not negative, unless an earlier level's are positive at the same side.
public struct BoundProof: Sendable, Hashable {
    public var bound: Rational
    public var factors: [RowFactor]
}

/// One end of a variable's range over the set of optima.
public enum RangeEnd: Sendable, Hashable {
    /// Reached at the optimum that differs from the solution's point by `changes`; the proof bounds `variable` (least end) or
    /// `-variable` (greatest end) from below.
    case finite(value: Rational, changes: [SparseRow.Entry], proof: BoundProof)
    /// From the optimum that differs by `changes` the variable goes on without end along `ray`.
    case unbounded(changes: [SparseRow.Entry], ray: [SparseRow.Entry])
}

/// Why a variable is not the same all over the set of optima.
public enum Cause: Sendable, Hashable {
    /// It changes along a direction in which no violation changes.
    case free
    /// It changes only together with the violations of these rows, which compete.
    case tie(rows: [Int])
}

/// How far the set of optima reaches: its dimension, and what changes within it.
public struct Face: Sendable {
    /// The affine dimension of the set of optima, variables that stand in no row included.
    public var dimension: Int
    /// An optimum at which every side is above 0 that is so at some optimum.
    public var interior: [Rational]
    /// For each variable that changes within the set its dependence on the coordinates of the set.
    var varying: [Int: SparseRow]
    /// For each soft row whose violation changes within the set the same of its violation.
    var violations: [Int: SparseRow]
    /// For each variable that changes in proportion to an earlier one the first such, and by how much it changes where that changes by 1.
    private var leaders: [Int: (variable: Int, factor: Rational)] = [:]

    /// The variables that are not the same all over the set of optima, ascending.
    public var variables: [Int] { varying.keys.sorted() }

    /// The rows whose violation is not the same all over the set, ascending.
    public var varyingRows: [Int] { violations.keys.sorted() }

    init(dimension: Int) {
        self.dimension = dimension
        interior = []
        varying = [:]
        violations = [:]
    }

    /// The first of all variables that change in proportion to this one over the whole set, and by how much this one changes where that
    /// changes by 1: whatever is known of the one is known of all.
    public func leader(of variable: Int) -> (variable: Int, factor: Rational) {
        leaders[variable] ?? (variable, .one)
    }

    /// To be called when `varying` is complete.
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
