internal import ExactArithmetic

extension BlockSolution {
    /// The least value of an objective over the set of optima, its constant included; the proof is of the objective.
    mutating func least(of objective: SparseRow) throws(Budget.Spent) -> RangeEnd {
        _ = try describeFace()
        let base = prepareToMove()
        let reduced = elimination.reduce(objective)
        let whole = tableau.resolved(reduced.row)
        var search = moved ?? FaceTableau(tableau)
        // Its rows have one owner.
        moved = nil
        defer { moved = search }
        switch try search.minimize(whole, tableau) {
        case .unbounded(let column, let columnSign):
            return .unbounded(changes: base.changes(&search.tableau), ray: base.direction(column, sign: columnSign, &search.tableau))
        case .optimal, .negative:
            let bound = search.tableau.objective.constant
            let costs = search.reducedCosts(of: whole, tableau)
            let proof = BoundProof(bound: bound, factors: factors(reducedCosts: costs, multiples: reduced.multiples))
            return .finite(value: bound, changes: base.changes(&search.tableau), proof: proof)
        }
    }
}
