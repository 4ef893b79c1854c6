internal import ExactArithmetic
internal import LayoutLowering

/// The linear span of sparse rows: its dimension, and whether the rows together determine an expression.
///
/// An expression is in the span exactly if it does not change along any direction in which no row changes. The rows are solved
/// for some variables in terms of the others, the *free* ones. Each free variable gives one such direction, and these form a
/// basis.
struct RowSpace {
    let rank: Int
    /// For each variable, its expression in free variables along the directions in which no row changes.
    private let directions: [[LinearTerm]]

    /// Creates the span. Rows are sorted by variable, without zeros; variables lie in `0 ..< columnCount`.
    init(columnCount: Int, rows: [[LinearTerm]]) {
        var elimination = SparseElimination(columnCount: columnCount, rows: rows)
        elimination.run()
        rank = elimination.pivots.count

        var isFree = [Bool](repeating: true, count: columnCount)
        for pivot in elimination.pivots { isFree[pivot.variable] = false }
        var directions = [[LinearTerm]](repeating: [], count: columnCount)
        for variable in 0..<columnCount where isFree[variable] { directions[variable] = [LinearTerm(variable, .one)] }

        // A pivot's row contains, besides its variable, only free variables and those eliminated later.
        var sum = SparseSum(count: columnCount)
        for pivot in elimination.pivots.reversed() {
            var scale = Rational.zero
            for term in pivot.row where term.variable == pivot.variable { scale = -term.coefficient.reciprocal }
            for term in pivot.row where term.variable != pivot.variable {
                for free in directions[term.variable] { sum.add(scale * term.coefficient * free.coefficient, at: free.variable) }
            }
            directions[pivot.variable] = sum.touched.filter { !sum[$0].isZero }.map { LinearTerm($0, sum[$0]) }
            sum.reset()
        }
        self.directions = directions
    }

    /// Returns whether the rows determine the variable.
    func determines(_ variable: Int) -> Bool {
        directions[variable].isEmpty
    }

    /// Returns whether the rows determine the expression.
    func determines(_ expression: some Sequence<LinearTerm>) -> Bool {
        var sum: [Int: Rational] = [:]
        for term in expression {
            for free in directions[term.variable] { sum[free.variable, default: .zero] += term.coefficient * free.coefficient }
        }
        return sum.values.allSatisfy(\.isZero)
    }
}
