internal import ExactArithmetic

/// The lexicographic optimum of one block: one optimal point, proofs, and queries about the set of optima.
///
/// Rows and variables are numbered within the block (`program`).
struct BlockSolution {
    let program: LinearProgram
    let elimination: Elimination
    var tableau: Tableau
    /// For each level, its reduced costs over columns of the tableau and its total, without rows that elimination made constant.
    let levels: [SparseRow]

    /// The optimal point: a value for each variable.
    private(set) var point: [Rational]
    /// The tableau with which the set of optima is searched; nil before the first search.
    var moved: FaceTableau?
    /// The vertex at `point`, recorded before the tableau leaves it.
    private var base: Base?
    /// The cached result of `describeFace`.
    var face: BlockFace?

    init(program: LinearProgram, elimination: Elimination, tableau: Tableau, levels: [SparseRow]) {
        self.program = program
        self.elimination = elimination
        self.tableau = tableau
        self.levels = levels
        var point = Array(repeating: Rational.zero, count: program.variableCount)
        tableau.fillPoint(&point)
        elimination.complete(&point)
        self.point = point
    }

    /// Records the vertex at `point`, if that was not done before, and returns it. Call before the tableau moves.
    mutating func prepareToMove() -> Base {
        if let base { return base }
        let base = Base(values: tableau.position.indices.map(tableau.value), propagation: Propagation(elimination, tableau))
        tableau.changed = ColumnSet(count: tableau.position.count)
        self.base = base
        return base
    }

    mutating func take(_ budget: Budget) {
        tableau.budget = budget
        moved?.tableau.budget = budget
    }

    /// Converts reduced costs over columns to factors on rows (see `BoundProof`).
    ///
    /// - Parameters:
    ///   - costedRows: the rows that have a cost.
    ///   - cost: the objective's own cost of a side.
    ///   - multiples: multiples of pivot rows that the presolve subtracted from the objective.
    ///   - constants: factors on rows that became constants.
    func factors(
        reducedCosts: SparseRow, multiples: [RowFactor] = [], constants: [RowFactor] = [], costedRows: [Int] = [],
        cost: (Side) -> Rational = { _ in .zero }
    ) -> [RowFactor] {
        var combination = constants
        // Other rows have neither a cost nor a reduced cost, so their factor is 0.
        let rows = Set(reducedCosts.entries.compactMap { tableau.side($0.column)?.row }).union(costedRows)
        for index in rows.sorted() where tableau.isEntered[index] {
            // The reduced cost of a basic side is 0. If both sides are 0, their reduced costs agree on the factor.
            let factor = cost(Side(row: index, isAbove: true)) - reducedCosts.coefficient(of: tableau.above(index))
            if !factor.isZero { combination.append(RowFactor(index, factor)) }
        }
        return elimination.originalFactors(of: combination, less: multiples)
    }
}

extension BlockSolution {
    /// The vertex at `point`. Other optima are expressed as changes from it.
    struct Base {
        let values: [Rational]
        let propagation: Propagation

        /// Returns the changes of variables from `point` to a tableau's present vertex.
        func changes(_ tableau: inout Tableau) -> [SparseRow.Entry] {
            guard var changed = tableau.changed else { return [] }
            tableau.changed = nil
            changed.keep { tableau.value(of: $0) != values[$0] }
            let differences = changed.members.sorted().map { (column: $0, change: tableau.value(of: $0) - values[$0]) }
            tableau.changed = changed
            return propagation.propagated(differences, variableCount: tableau.variableCount)
        }

        /// Returns the ray of variables along which the non-basic `column` of a tableau increases (or decreases).
        func direction(_ column: Int, sign: Int, _ tableau: inout Tableau) -> [SparseRow.Entry] {
            let step = Rational(sign)
            let changes = tableau.direction(column).map { (column: $0.column, change: $0.change * step) }
            return propagation.propagated(changes, variableCount: tableau.variableCount)
        }
    }
}
