internal import ExactArithmetic

extension BlockSolution {
    /// Returns the least value of an objective over the set of optima, its constant included. The proof is of this objective.
    mutating func least(of objective: SparseRow) throws(Budget.Spent) -> RangeEnd {
        _ = try describeFace()
        let base = prepareToMove()
        let reduced = elimination.reduce(objective)
        let whole = tableau.resolved(reduced.row)
        var search = moved ?? FaceTableau(tableau)
        // A single owner, so that no row is copied.
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
