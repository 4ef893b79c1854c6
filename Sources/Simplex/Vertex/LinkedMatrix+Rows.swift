internal import ExactArithmetic

// Queries of whole rows.

extension LinkedMatrix {
    /// Returns the row's entry whose column is in the fewest rows; ties go to the least total length of these rows.
    func rarestColumn(inRow row: Int) -> Int {
        var best = firstInRow(row)
        var place = best
        var leastLength = -1
        while place >= 0 {
            let node = node(place).pointee
            let bestColumn = Int(self.node(best).pointee.column)
            let count = count(ofColumn: Int(node.column))
            let least = self.count(ofColumn: bestColumn)
            if count < least {
                best = place
                leastLength = -1
            } else if count == least, place != best {
                if leastLength < 0 { leastLength = length(ofRowsWith: bestColumn) }
                let own = length(ofRowsWith: Int(node.column))
                if own < leastLength || (own == leastLength && Int(node.column) < bestColumn) {
                    best = place
                    leastLength = own
                }
            }
            place = Int(node.nextInRow)
        }
        return best
    }

    /// Returns the total length of the rows with a column, at most eight of them.
    private func length(ofRowsWith column: Int) -> Int {
        var sum = 0
        var seen = 0
        var place = firstInColumn(column)
        while place >= 0, seen < 8 {
            let node = node(place).pointee
            sum += count(ofRow: Int(node.row))
            seen += 1
            place = Int(node.nextInColumn)
        }
        return sum
    }

    /// Returns the row's entry with the least column.
    func leadingNode(ofRow row: Int) -> Node {
        var place = firstInRow(row)
        var lead = node(place).pointee
        while place >= 0 {
            let node = node(place).pointee
            if node.column < lead.column { lead = node }
            place = Int(node.nextInRow)
        }
        return lead
    }

    /// Returns a hash that is equal for rows that are multiples of each other, whatever the order of their entries. Returns nil if a
    /// number gets too long.
    ///
    /// - Parameter scale: the value of the leading entry.
    func hash(ofRow row: Int, scale: SmallRational) -> Int? {
        let inverse = scale.reciprocal
        var hash: UInt64 = 0
        var isSpoilt = false
        var place = firstInRow(row)
        while place >= 0 {
            let node = node(place).pointee
            let value = value(of: node) * inverse
            if value.isTooLong { isSpoilt = true }
            var mixed = UInt64(truncatingIfNeeded: Int64(node.column)) &* 0x9e37_79b9_7f4a_7c15
            mixed = (mixed ^ UInt64(bitPattern: value.numerator)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ UInt64(bitPattern: value.denominator)) &* 0x94d0_49bb_1331_11eb
            hash = hash &+ (mixed ^ (mixed >> 29))
            place = Int(node.nextInRow)
        }
        return isSpoilt ? nil : Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    /// Returns whether the row is `scale` times another one.
    func isRow(_ row: Int, _ scale: SmallRational, times normalized: Int) -> Bool {
        guard count(ofRow: row) == count(ofRow: normalized) else { return false }
        var place = firstInRow(row)
        while place >= 0 {
            let node = node(place).pointee
            let other = find(row: normalized, column: Int(node.column))
            if other < 0 || value(of: self.node(other).pointee) * scale != value(of: node) { return false }
            place = Int(node.nextInRow)
        }
        return true
    }
}
