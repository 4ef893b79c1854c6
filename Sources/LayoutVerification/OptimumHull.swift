internal import LayoutLowering

/// The affine hull of the set of optima, and the directions in it along which no violation changes.
struct OptimumHull: Sendable {
    /// The rows that are 0 on the whole set.
    let equations: RowSpace
    /// The soft rows, by index in the problem, whose violation is not constant on the set.
    let varying: Set<Int>
    /// The span of `equations` and the varying rows. Expressions in it do not change along directions in which no violation
    /// changes.
    let held: RowSpace

    /// Creates the hull; `zeroSides` must be all the sides that are 0 in every optimum.
    ///
    /// The set is defined by the hard rows and these sides: if they are 0, every level attains its bound. So the equations of its
    /// hull are the hard equalities, the hard inequalities whose slack is 0, and the soft rows of which both sides are 0. Of
    /// every other soft row one side is 0 (its two reduced costs add up to its costs, which are not 0 at its level), so its
    /// violation is linear on the set. An inequality whose `below` is 0 has no violation; any other such row varies unless the
    /// equations determine its value.
    init(system: LoweredSystem, problem: StagedProblem, zeroSides: [OptimumChecker.Sides]) {
        var equationRows: [[LinearTerm]] = []
        var candidates: [Int] = []
        for (index, row) in problem.rows.enumerated() {
            let zero = zeroSides[index]
            switch row.role {
            case .equal: equationRows.append(Array(system.terms(of: row.source)))
            case .atLeast: if zero.above { equationRows.append(Array(system.terms(of: row.source))) }
            case .soft(_, let isEquality):
                if zero.above && zero.below {
                    equationRows.append(Array(system.terms(of: row.source)))
                } else if isEquality || !zero.below {
                    candidates.append(index)
                }
            }
        }
        let equations = RowSpace(columnCount: system.variables.count, rows: equationRows)
        let varying = candidates.filter { !equations.determines(system.terms(of: problem.rows[$0].source)) }
        self.equations = equations
        self.varying = Set(varying)
        held =
            varying.isEmpty
            ? equations
            : RowSpace(columnCount: system.variables.count, rows: equationRows + varying.map { Array(system.terms(of: problem.rows[$0].source)) })
    }
}
