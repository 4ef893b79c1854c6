public import ExactArithmetic

/// The lexicographic optimum of a program: one optimal point, proofs, and questions about the set of optima.
///
/// A multiplier vector f over the program's rows proves a lower bound: see `BoundProof`.
public struct Solution {
    public let program: LinearProgram
    let elimination: Elimination
    var tableau: Tableau
    /// Reduced costs and totals of the levels, over columns of the tableau, without rows that became constants.
    let levels: [SparseRow]

    /// The optimal point: a value for each variable.
    public private(set) var point: [Rational] = []
    /// What `describeFace` found; nil before.
    public internal(set) var face: Face?

    init(program: LinearProgram, elimination: Elimination, tableau: Tableau, levels: [SparseRow]) {
        self.program = program
        self.elimination = elimination
        self.tableau = tableau
        self.levels = levels
        point = currentPoint()
    }

    func currentPoint() -> [Rational] {
        var values = Array(repeating: Rational.zero, count: program.variableCount)
        tableau.fillPoint(&values)
        elimination.complete(&values)
        return values
    }

    mutating func direction(_ column: Int, sign: Int) -> [Rational] {
        var values = Array(repeating: Rational.zero, count: program.variableCount)
        tableau.fillDirection(column, &values)
        elimination.completeDirection(&values)
        return sign < 0 ? values.map { -$0 } : values
    }

    /// Factors on rows (see `BoundProof`) from reduced costs over columns.
    ///
    /// - Parameters:
    ///   - cost: the objective's own cost of a side.
    ///   - multiples: pivot rows taken from the objective by the presolve.
    ///   - constants: factors on rows that became constants.
    func factors(
        reducedCosts: SparseRow, multiples: [RowFactor] = [], constants: [RowFactor] = [], cost: (Side) -> Rational
    ) -> [RowFactor] {
        var combination = constants
        for index in program.rows.indices where tableau.isEntered[index] {
            let above = Side(row: index, isAbove: true)
            // A basic side has no reduced cost; where both sides are 0, their reduced costs agree on the factor.
            let factor = cost(above) - reducedCosts.coefficient(of: tableau.above(index))
            if !factor.isZero { combination.append(RowFactor(index, factor)) }
        }
        return elimination.originalFactors(of: combination, less: multiples)
    }
}
