internal import ExactArithmetic

/// The lexicographic optimum of one block: one optimal point, proofs, and questions about the set of optima.
///
/// Rows and variables are the block's own (`program`).
struct BlockSolution {
    let program: LinearProgram
    let elimination: Elimination
    var tableau: Tableau
    /// Reduced costs and totals of the levels, over columns of the tableau, without rows that became constants.
    let levels: [SparseRow]

    /// The optimal point: a value for each variable.
    private(set) var point: [Rational]
    /// Where the search through the set of optima stands; nil before it began.
    var moved: FaceTableau?
    /// The tableau's columns at `point`, and what depends on them; made before the tableau first leaves that vertex.
    private var base: Base?
    /// What `describeFace` found; nil before.
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

    /// To be called before the tableau is moved on: remembers where it stands.
    mutating func prepareToMove() -> Base {
        if let base { return base }
        let base = Base(values: tableau.position.indices.map(tableau.value), propagation: Propagation(elimination, tableau))
        tableau.changed = ColumnSet(count: tableau.position.count)
        self.base = base
        return base
    }

    /// The same without what depends on what was asked before, and without the budget of those questions.
    var resting: BlockSolution {
        var copy = self
        copy.moved = nil
        copy.tableau.budget = Budget()
        return copy
    }

    mutating func take(_ budget: Budget) {
        tableau.budget = budget
        moved?.tableau.budget = budget
    }

    /// Factors on rows (see `BoundProof`) from reduced costs over columns.
    ///
    /// - Parameters:
    ///   - costedRows: the rows that have a cost.
    ///   - cost: the objective's own cost of a side.
    ///   - multiples: pivot rows taken from the objective by the presolve.
    ///   - constants: factors on rows that became constants.
    func factors(
        reducedCosts: SparseRow, multiples: [RowFactor] = [], constants: [RowFactor] = [], costedRows: [Int] = [],
        cost: (Side) -> Rational = { _ in .zero }
    ) -> [RowFactor] {
        var combination = constants
        // Other rows have neither a cost nor a reduced cost, and so no factor.
        let rows = Set(reducedCosts.entries.compactMap { tableau.side($0.column)?.row }).union(costedRows)
        for index in rows.sorted() where tableau.isEntered[index] {
            // A basic side has no reduced cost; where both sides are 0, their reduced costs agree on the factor.
            let factor = cost(Side(row: index, isAbove: true)) - reducedCosts.coefficient(of: tableau.above(index))
            if !factor.isZero { combination.append(RowFactor(index, factor)) }
        }
        return elimination.originalFactors(of: combination, less: multiples)
    }
}

extension BlockSolution {
    /// Where the tableau stood at `point`, from which other optima are told by their changes.
    struct Base {
        let values: [Rational]
        let propagation: Propagation

        /// How the vertex at which a tableau stands differs, by variable.
        func changes(_ tableau: inout Tableau) -> [SparseRow.Entry] {
            guard var changed = tableau.changed else { return [] }
            tableau.changed = nil
            changed.keep { tableau.value(of: $0) != values[$0] }
            let differences = changed.members.sorted().map { (column: $0, change: tableau.value(of: $0) - values[$0]) }
            tableau.changed = changed
            return propagation.carried(differences, variableCount: tableau.variableCount)
        }

        /// The ray of variables along which the non-basic `column` of a tableau grows (or falls).
        func direction(_ column: Int, sign: Int, _ tableau: inout Tableau) -> [SparseRow.Entry] {
            let step = Rational(sign)
            let changes = tableau.direction(column).map { (column: $0.column, change: $0.change * step) }
            return propagation.carried(changes, variableCount: tableau.variableCount)
        }
    }
}
