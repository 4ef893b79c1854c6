// How a decomposition follows edits of rows without being made anew.
//
// It then stays valid, though a new one might take more apart: a row that leaves its block leaves the rest together, and rows that had
// been peeled and are not any more stay in their block.

extension Decomposition {
    /// Where a row stands.
    enum Place: Hashable {
        case peeled(Int)
        case fixing(Int)
        case block(Int)
        /// All its variables are fixed, or it is a bound outside all blocks.
        case watched
        /// Counts as not there.
        case gone
    }

    /// For each row where it stands.
    func places(rowCount: Int) -> [Place] {
        var places = [Place](repeating: .gone, count: rowCount)
        for (place, assignment) in peeled.enumerated() where !assignment.isVoid { places[Int(assignment.row)] = .peeled(place) }
        for (place, assignment) in fixing.enumerated() { places[Int(assignment.row)] = .fixing(place) }
        for row in settled { places[Int(row)] = .watched }
        for row in looseBounds { places[Int(row)] = .watched }
        for block in 0..<blockCount {
            for row in rows(ofBlock: block) { places[Int(row)] = .block(block) }
        }
        return places
    }

    /// Takes a row out of its block.
    mutating func remove(row: Int, fromBlock block: Int) {
        var rows = Array(rows(ofBlock: block))
        rows.removeAll { $0 == Int32(truncatingIfNeeded: row) }
        replacedRows[block] = rows
    }

    /// Makes one block of blocks, variables that were peeled, and rows; tells its number.
    ///
    /// - Parameter rows: the rows that join, besides those of `blocks`.
    mutating func join(blocks: [Int], rows added: [Int32], variables addedVariables: [Int32]) -> Int {
        var rows = added
        var variables = addedVariables
        for block in blocks {
            rows += self.rows(ofBlock: block)
            variables += self.variables(ofBlock: block)
        }
        rows.sort()
        variables.sort()
        // The first takes the others in.
        let joined = blocks.first ?? appendBlock()
        for block in blocks.dropFirst() {
            replacedRows[block] = []
            replacedVariables[block] = []
        }
        replacedRows[joined] = rows
        replacedVariables[joined] = variables
        for (place, variable) in variables.enumerated() { give(Int(variable), to: joined, at: place) }
        return joined
    }
}
