internal import ExactArithmetic

// Turns a bound into an ordinary row by reversing a path of peeled rows.

extension IncrementalDecomposition {
    /// Turns a bound into an ordinary row if only the rows between its variable and a loose variable have to be reversed. Returns
    /// false, without any change, if more may change.
    ///
    /// From the bound's variable, each row on the path is to assign the next variable from the previous one; so far it was the
    /// other way round. If no row on the path contains a third variable outside blocks, the rows can be peeled in this way: all
    /// others first, in their present order, then these from the loose variable onwards. As no variable is then loose, there is
    /// no other way to peel.
    mutating func reversePath(fromActive bound: Int32) -> Bool {
        guard program.isBound(Int(bound)), !isBound(Int(bound)), arrangement.places[Int(bound)] == .watched else { return false }
        let own = program.matrix.columns[entries(of: Int(bound)).lowerBound]
        guard let path = path(from: Int(own)), isOnlyLooseVariable(path.last?.next ?? Int(own)) else { return false }
        for step in path {
            if case .peeled(let place) = arrangement.places[step.row] { parts.removePeeled(place) }
        }
        parts.open(Int(own))
        if let last = path.last { parts.open(last.next) }
        // Peeled rows are evaluated from the last to the first.
        for step in path.reversed() {
            arrangement.places[step.row] = .peeled(parts.peeled.count)
            parts.addPeeled(row: step.row, variable: step.next)
        }
        parts.looseBounds.removeSorted(bound)
        var rows = [bound]
        for at in index.places(of: Int(own)) {
            let row = index.row(at: at)
            guard row != bound, arrangement.places[Int(row)] == .watched else { continue }
            parts.looseBounds.removeSorted(row)
            rows.append(row)
        }
        let block = parts.addBlock(rows[...], [own])
        for row in rows { arrangement.places[Int(row)] = .block(block) }
        result.newBlocks = [block]
        result.hasFormerNeeds = true
        return true
    }

    /// Returns whether no peeled row contains another loose variable; false also means unknown. If a component of peeled rows had
    /// several, another choice of loose variables might be the one from scratch.
    private func isOnlyLooseVariable(_ variable: Int) -> Bool {
        if parts.looseVariables.count > 16 { return false }
        return parts.looseVariables.allSatisfy { other in
            Int(other) == variable
                || index.places(of: Int(other)).allSatisfy { at in
                    if case .peeled = arrangement.places[Int(index.row(at: at))] { return false }
                    return true
                }
        }
    }

    /// Returns the peeled rows from a variable to the loose one that determines it, each with the next variable on the path.
    /// Returns nil if some row on the path contains several variables outside blocks besides its own.
    private func path(from first: Int) -> [(row: Int, next: Int)]? {
        var path: [(row: Int, next: Int)] = []
        var variable = first
        while true {
            switch parts.source(of: variable) {
            case .loose: return path
            case .fixed, .block, .open: return nil
            case .peeled(let place):
                let row = Int(parts.peeled[place].row)
                var next = -1
                for entry in entries(of: row) {
                    let other = Int(program.matrix.columns[entry])
                    if other == variable || !isOutsideBlocks(other) { continue }
                    if next >= 0 { return nil }
                    next = other
                }
                if next < 0 { return nil }
                path.append((row, next))
                variable = next
            }
        }
    }
}
