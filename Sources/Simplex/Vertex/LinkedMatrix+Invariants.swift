internal import ExactArithmetic

extension LinkedMatrix {
    /// Returns the first invariant that is violated, or nil.
    ///
    /// - Each list of a row has the row's number of entries, in columns that differ, none with value 0, and its links in both
    ///   directions agree.
    /// - Each column's list has the entries of that column in all rows, and no others.
    /// - Every other node is in the list of unused ones.
    func checkInvariants() -> String? {
        if isSpoilt { return nil }
        var isUsed = [Bool](repeating: false, count: nodes.count)
        for row in 0..<rowHeads.count {
            var columns: Set<Int32> = []
            var (place, previous) = (rowHeads[row], Int32(-1))
            while place >= 0 {
                guard Int(place) < nodes.count, !isUsed[Int(place)] else { return "row \(row): node \(place) is linked twice or does not exist" }
                isUsed[Int(place)] = true
                let node = nodes[Int(place)]
                if Int(node.row) != row { return "row \(row): node \(place) belongs to row \(node.row)" }
                if node.previousInRow != previous { return "row \(row): the backward link of node \(place) is wrong" }
                if !columns.insert(node.column).inserted { return "row \(row): column \(node.column) has two entries" }
                if value(of: node).isZero { return "row \(row): the entry of column \(node.column) is 0" }
                (previous, place) = (place, node.nextInRow)
            }
            if columns.count != count(ofRow: row) { return "row \(row) has \(columns.count) entries, but its count is \(count(ofRow: row))" }
        }
        let entries = isUsed.count { $0 }
        var inColumns = 0
        for column in 0..<columnHeads.count {
            var count = 0
            var (place, previous) = (columnHeads[column], Int32(-1))
            while place >= 0 {
                guard Int(place) < nodes.count, isUsed[Int(place)], count <= entries else {
                    return "column \(column): node \(place) does not belong to any row"
                }
                let node = nodes[Int(place)]
                if Int(node.column) != column { return "column \(column): node \(place) belongs to column \(node.column)" }
                if node.previousInColumn != previous { return "column \(column): the backward link of node \(place) is wrong" }
                count += 1
                (previous, place) = (place, node.nextInColumn)
            }
            if count != self.count(ofColumn: column) {
                return "column \(column) has \(count) entries, but its count is \(self.count(ofColumn: column))"
            }
            inColumns += count
        }
        if inColumns != entries { return "the rows have \(entries) entries, but the columns \(inColumns)" }
        var unused = 0
        var place = free
        while place >= 0 {
            guard Int(place) < nodes.count, !isUsed[Int(place)], unused <= nodes.count else {
                return "node \(place) is in use and in the list of unused nodes"
            }
            unused += 1
            place = nodes[Int(place)].nextInRow
        }
        return entries + unused == nodes.count ? nil : "\(nodes.count - entries - unused) nodes are in no list"
    }
}
