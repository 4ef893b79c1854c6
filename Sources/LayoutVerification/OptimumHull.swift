internal import LayoutLowering

/// The affine hull of the set of optima: what changes within it, and what changes without any violation changing.
struct OptimumHull: Sendable {
    /// The rows that are 0 all over the set.
    let equations: RowSpace
    /// The soft rows, by index in the problem, whose violation is not the same all over the set.
    let varying: Set<Int>
    /// `equations` and the varying rows: what is the same along every direction in which no violation changes.
    let held: RowSpace

    /// `zeroSides` are all the sides that are 0 in every optimum.
    ///
    /// The set is what the hard rows and these sides allow: where they are 0, every level reaches its bound. So its hull's equations
    /// are the hard equalities, the hard inequalities whose slack is 0, and the soft rows of which both sides are 0. Of every
    /// other soft row one side is 0 (its two reduced costs add up to its costs, which are not 0 at its level), so that its violation is
    /// linear over the set. An inequality that is only ever above 0 has none; any other such row varies unless the equations
    /// determine its value.
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
