internal import ExactArithmetic

extension BlockSolution {
    /// Returns, for each level in order, the dual certificate of its least total violation.
    func levelProofs() -> [BoundProof] {
        levels.indices.map { level in
            var bound = levels[level].constant
            var constants: [RowFactor] = []
            for index in program.roles.indices where !tableau.isEntered[index] {
                guard case .soft(level, let isEquality) = program.role(of: index) else { continue }
                let constant = elimination.rows[index].constant
                if constant.isNegative {
                    constants.append(RowFactor(index, -1))
                    bound -= constant
                } else if constant.isPositive, isEquality {
                    constants.append(RowFactor(index, 1))
                    bound += constant
                }
            }
            let costed = program.roles.indices.filter { row in
                if case .soft(level, _) = program.role(of: row) { return true }
                return false
            }
            let own = factors(reducedCosts: levels[level], constants: constants, costedRows: costed) { side in
                guard case .soft(level, let isEquality) = program.role(of: side.row) else { return .zero }
                return side.isAbove && !isEquality ? .zero : .one
            }
            return BoundProof(bound: bound, factors: own)
        }
    }

    /// Returns whether this side contributes to the violation of a soft row.
    func isCosted(_ side: Side) -> Bool {
        guard case .soft(_, let isEquality) = program.role(of: side.row) else { return false }
        return isEquality || !side.isAbove
    }
}
