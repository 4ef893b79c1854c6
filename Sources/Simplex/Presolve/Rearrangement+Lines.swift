internal import ExactArithmetic

// A bound that becomes an ordinary row where one variable gives others along a line.

extension Rearrangement {
    /// Makes an ordinary row of a bound, where nothing but rows between its variable and a loose one are given the other way round for that;
    /// false, with nothing done, where more may change.
    ///
    /// From the bound's variable each row on the way is to give the next one from the one before, where until now it was the other way
    /// round. Where no row on the way holds a third variable outside blocks, the rows can be peeled so: all others first, in the order that they
    /// had, then these from the loose variable on. And where no variable is left over then, there is one way alone to peel.
    mutating func giveAlong(activeBound bound: Int32) -> Bool {
        guard program.isBound(Int(bound)), !isBound(Int(bound)), arrangement.places[Int(bound)] == .watched else { return false }
        let own = program.matrix.columns[entries(of: Int(bound)).lowerBound]
        guard let way = way(from: Int(own)), isLeftOverAlone(way.last?.next ?? Int(own)) else { return false }
        for step in way {
            if case .peeled(let place) = arrangement.places[step.row] { parts.removePeeled(place) }
        }
        parts.open(Int(own))
        if let last = way.last { parts.open(last.next) }
        // The last is worked out first.
        for step in way.reversed() {
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
        result.hasFormerFixing = true
        return true
    }

    /// Whether no row holds any other loose variable, as far as that is seen soon: what is left over with others is chosen anew.
    private func isLeftOverAlone(_ variable: Int) -> Bool {
        if parts.looseVariables.count > 16 { return false }
        return parts.looseVariables.allSatisfy { other in
            Int(other) == variable
                || index.places(of: Int(other)).allSatisfy { at in
                    if case .peeled = arrangement.places[Int(index.row(at: at))] { return false }
                    return true
                }
        }
    }

    /// The peeled rows from a variable to the loose one that it follows from, with the variable that each leads to; nil where it does not
    /// follow from one alone, row by row.
    private func way(from first: Int) -> [(row: Int, next: Int)]? {
        var way: [(row: Int, next: Int)] = []
        var variable = first
        while true {
            switch parts.source(of: variable) {
            case .loose: return way
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
                way.append((row, next))
                variable = next
            }
        }
    }
}
