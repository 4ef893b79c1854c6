internal import ExactArithmetic

extension IncrementalProgram {
    /// Returns the first invariant that is violated, or nil. The invariants of a program that is conflicting, or whose last
    /// update ran out of time, are not checked.
    ///
    /// - The decomposition's own invariants hold, and the place of each row is that in the decomposition.
    /// - Only bounds are active.
    /// - No part is still marked to be recomputed.
    /// - The point satisfies every hard row.
    func checkInvariants() -> String? {
        if conflict != nil || isHalfDone { return nil }
        let decomposition = solution.decomposition
        if let reason = decomposition.checkInvariants(of: program) { return reason }
        let places = decomposition.places(rowCount: program.rowCount)
        if let row = places.indices.first(where: { state.places[$0] != places[$0] }) {
            return "row \(row) is marked as \(state.places[row]) but is \(places[row])"
        }
        if let row = solution.activeBounds.sorted().first(where: { !program.isBound(Int($0)) }) { return "row \(row) is active but not a bound" }
        if let place = worklist.fixing.firstIndex(of: true) { return "fixing row \(decomposition.fixing[place].row) has not been recomputed" }
        if let place = worklist.peeled.firstIndex(of: true) { return "peeled row \(decomposition.peeled[place].row) has not been recomputed" }
        var values = solution.values
        values.complete(decomposition, in: program.matrix)
        for row in program.roles.indices where !program.roles[row].isSoft {
            let value = values.value(of: row, in: program.matrix)
            if program.roles[row].isEqual ? !value.isZero : value.isNegative { return "required row \(row) is violated: its value is \(value)" }
        }
        return nil
    }
}
