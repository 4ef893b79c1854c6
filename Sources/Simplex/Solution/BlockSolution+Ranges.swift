internal import ExactArithmetic

extension BlockSolution {
    /// The least value of an objective over the set of optima, its constant included; the proof is of the objective.
    mutating func least(of objective: SparseRow) throws(Budget.Spent) -> RangeEnd {
        if isFaceAwaited { _ = try describeFace() }
        prepareToMove()
        let reduced = elimination.reduce(objective)
        tableau.objective = tableau.resolved(reduced.row)
        defer { tableau.objective = SparseRow() }
        switch try tableau.minimize() {
        case .unbounded(let column, let columnSign):
            return .unbounded(changes: changes(), ray: direction(column, sign: columnSign))
        case .optimal, .negative:
            let bound = tableau.objective.constant
            let proof = BoundProof(bound: bound, factors: factors(reducedCosts: tableau.objective, multiples: reduced.multiples))
            return .finite(value: bound, changes: changes(), proof: proof)
        }
    }
}
