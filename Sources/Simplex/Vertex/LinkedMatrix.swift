internal import ExactArithmetic

/// A sparse matrix whose entries are linked along their row and along their column (orthogonal lists). Adding a short row to a
/// long one costs as much as the short one, since the long one's other entries are not visited.
struct LinkedMatrix: ~Copyable {
    struct Node: BitwiseCopyable {
        /// See `value(of:)`.
        var packed: PackedRational
        /// -1 for an unused node during compaction.
        var row: Int32
        var column: Int32
        var nextInRow: Int32
        var previousInRow: Int32
        var nextInColumn: Int32
        var previousInColumn: Int32
    }

    private(set) var nodes = UncheckedArray<Node>(capacity: 64)
    private var numbers = LongNumbers()
    /// The first unused node; `nextInRow` is the next one.
    private(set) var free: Int32 = -1
    private(set) var rowHeads = UncheckedArray<Int32>()
    private(set) var columnHeads = UncheckedArray<Int32>()
    private(set) var rowCounts = UncheckedArray<Int32>()
    private(set) var columnCounts = UncheckedArray<Int32>()
    private var pivotColumns = UncheckedArray<Int32>()
    private var pivotValues = UncheckedArray<SmallRational>()
    private var pivotInverse = SmallRational.one
    /// The rows that the last substitution changed.
    private(set) var touched = UncheckedArray<Int32>()

    /// Whether some number was too long. The matrix must then not be used any more.
    private(set) var isSpoilt = false
    /// The places of one row's entries, by column, while a long row is added to it; otherwise -1.
    private var places = UncheckedArray<Int32>()
    /// The number of entries from which a row counts as long: its entries' partners are looked up at once instead of one by one.
    private static let longRow = 8

    /// - Parameter entries: the number of initial entries; exchanges may need more.
    mutating func reset(rows: Int, columns: Int, entries: Int) {
        nodes.removeAll()
        nodes.reserve(entries)
        numbers.removeAll()
        free = -1
        isSpoilt = false
        rowHeads.fill(-1, count: rows)
        columnHeads.fill(-1, count: columns)
        rowCounts.fill(0, count: rows)
        places.fill(-1, count: columns)
        columnCounts.fill(0, count: columns)
    }

    @inline(__always) func count(ofRow row: Int) -> Int { Int(rowCounts[row]) }
    @inline(__always) func count(ofColumn column: Int) -> Int { Int(columnCounts[column]) }
    @inline(__always) func firstInRow(_ row: Int) -> Int { Int(rowHeads[row]) }
    @inline(__always) func firstInColumn(_ column: Int) -> Int { Int(columnHeads[column]) }
    @inline(__always) func value(of node: Node) -> SmallRational { numbers.value(node.packed) }
    /// Returns a pointer to the node, valid until the next insertion.
    @inline(__always) func node(_ place: Int) -> UnsafeMutablePointer<Node> { nodes.base + place }

    /// Inserts an entry that the row does not yet have; the value must not be 0.
    @inline(__always)
    mutating func insert(row: Int, column: Int, _ value: SmallRational) {
        if value.isTooLong { isSpoilt = true }
        let node = Node(
            packed: numbers.pack(value), row: Int32(truncatingIfNeeded: row), column: Int32(truncatingIfNeeded: column), nextInRow: rowHeads[row],
            previousInRow: -1, nextInColumn: columnHeads[column], previousInColumn: -1)
        let place: Int32
        if free >= 0 {
            place = free
            free = nodes[Int(place)].nextInRow
            nodes[Int(place)] = node
        } else {
            place = Int32(truncatingIfNeeded: nodes.count)
            nodes.append(node)
        }
        if node.nextInRow >= 0 { nodes.base[Int(node.nextInRow)].previousInRow = place }
        if node.nextInColumn >= 0 { nodes.base[Int(node.nextInColumn)].previousInColumn = place }
        rowHeads[row] = place
        columnHeads[column] = place
        rowCounts[row] += 1
        columnCounts[column] += 1
    }

    @inline(__always)
    mutating func remove(_ place: Int) {
        let node = nodes[place]
        numbers.release(node.packed)
        if node.previousInRow >= 0 {
            nodes.base[Int(node.previousInRow)].nextInRow = node.nextInRow
        } else {
            rowHeads[Int(node.row)] = node.nextInRow
        }
        if node.nextInRow >= 0 { nodes.base[Int(node.nextInRow)].previousInRow = node.previousInRow }
        if node.previousInColumn >= 0 {
            nodes.base[Int(node.previousInColumn)].nextInColumn = node.nextInColumn
        } else {
            columnHeads[Int(node.column)] = node.nextInColumn
        }
        if node.nextInColumn >= 0 { nodes.base[Int(node.nextInColumn)].previousInColumn = node.previousInColumn }
        rowCounts[Int(node.row)] -= 1
        columnCounts[Int(node.column)] -= 1
        nodes.base[place].nextInRow = free
        free = Int32(truncatingIfNeeded: place)
    }

    mutating func removeRow(_ row: Int) {
        while rowHeads[row] >= 0 { remove(Int(rowHeads[row])) }
    }

    /// Returns the place of the entry, or -1. Searches the shorter of row and column.
    func find(row: Int, column: Int) -> Int {
        if rowCounts[row] <= columnCounts[column] {
            var place = rowHeads[row]
            while place >= 0 {
                let node = nodes.base + Int(place)
                if node.pointee.column == Int32(truncatingIfNeeded: column) { return Int(place) }
                place = node.pointee.nextInRow
            }
        } else {
            var place = columnHeads[column]
            while place >= 0 {
                let node = nodes.base + Int(place)
                if node.pointee.row == Int32(truncatingIfNeeded: row) { return Int(place) }
                place = node.pointee.nextInColumn
            }
        }
        return -1
    }

    @inline(__always)
    private mutating func set(_ node: UnsafeMutablePointer<Node>, to value: SmallRational) {
        if value.isTooLong { isSpoilt = true }
        node.pointee.packed = numbers.pack(value, insteadOf: node.pointee.packed)
    }

    /// Renumbers a row; `free` must be a row without entries.
    mutating func move(row: Int, to free: Int) {
        if row == free { return }
        rowHeads[free] = rowHeads[row]
        rowCounts[free] = rowCounts[row]
        rowHeads[row] = -1
        rowCounts[row] = 0
        var place = rowHeads[free]
        while place >= 0 {
            let node = nodes.base + Int(place)
            node.pointee.row = Int32(truncatingIfNeeded: free)
            place = node.pointee.nextInRow
        }
    }

    /// Truncates the matrix to its first rows; the others must have no entries.
    mutating func keepRows(_ count: Int) {
        rowHeads.resize(to: count)
        rowCounts.resize(to: count)
    }

    /// Compacts the nodes if many are unused, and releases the memory.
    mutating func trim() {
        if nodes.count < LinkedMatrix.many { return }
        var place = free
        while place >= 0 {
            nodes.base[Int(place)].row = -1
            place = nodes[Int(place)].nextInRow
        }
        free = -1
        var (low, high) = (0, nodes.count)
        while true {
            while low < high, nodes[low].row >= 0 { low += 1 }
            while low < high, nodes[high - 1].row < 0 { high -= 1 }
            if low == high { break }
            high -= 1
            moveNode(from: high, to: low)
        }
        nodes.resize(to: high)
        nodes.trim()
        rowHeads.trim()
        rowCounts.trim()
    }

    /// Below this number of nodes compaction is not worthwhile.
    static let many = 1 << 15

    private mutating func moveNode(from old: Int, to new: Int) {
        let node = nodes[old]
        let place = Int32(truncatingIfNeeded: new)
        nodes[new] = node
        if node.previousInRow >= 0 { nodes.base[Int(node.previousInRow)].nextInRow = place } else { rowHeads[Int(node.row)] = place }
        if node.nextInRow >= 0 { nodes.base[Int(node.nextInRow)].previousInRow = place }
        if node.previousInColumn >= 0 {
            nodes.base[Int(node.previousInColumn)].nextInColumn = place
        } else {
            columnHeads[Int(node.column)] = place
        }
        if node.nextInColumn >= 0 { nodes.base[Int(node.nextInColumn)].previousInColumn = place }
    }

    /// Multiplies a row by a factor that is not 0.
    mutating func scale(row: Int, by factor: SmallRational) {
        if factor.isOne { return }
        var place = rowHeads[row]
        while place >= 0 {
            let node = nodes.base + Int(place)
            set(node, to: value(of: node.pointee) * factor)
            place = node.pointee.nextInRow
        }
    }

    /// Removes the row and substitutes its expression of one of its columns into every other row.
    ///
    /// With `value = sum of entries` for the row, `column = (value - other entries) / coefficient`. With `keepsColumn` the column
    /// then represents `value`; otherwise `value` is 0 and the column becomes empty.
    ///
    /// - Parameters:
    ///   - budget: asked after each row, since a dense matrix takes long. The matrix must not be used any more after it is spent.
    ///   - take: called for each other row that contained the column, with its coefficient.
    mutating func substitute(
        row: Int, column: Int, keepsColumn: Bool, budget: Budget, take: (_ row: Int, _ coefficient: SmallRational) -> Void = { _, _ in }
    ) throws(Budget.Spent) {
        pivotColumns.removeAll()
        pivotValues.removeAll()
        touched.removeAll()
        var inverse = SmallRational.one
        while rowHeads[row] >= 0 {
            let place = Int(rowHeads[row])
            let node = nodes[place]
            if node.column == Int32(truncatingIfNeeded: column) {
                inverse = value(of: node).reciprocal
            } else {
                pivotColumns.append(node.column)
                pivotValues.append(value(of: node))
            }
            remove(place)
        }
        pivotInverse = inverse
        for place in 0..<pivotColumns.count {
            pivotValues[place] = inverse.isOne ? -pivotValues[place] : -(pivotValues[place] * inverse)
            if pivotValues[place].isTooLong { isSpoilt = true }
        }
        var place = columnHeads[column]
        while place >= 0 {
            let node = nodes[Int(place)]
            let target = Int(node.row)
            let coefficient = value(of: node)
            take(target, coefficient)
            touched.append(Int32(truncatingIfNeeded: target))
            addPivot(to: target, coefficient)
            try budget.spend(rows: 1, entries: pivotColumns.count + 1)
            try budget.hold(entries: nodes.count)
            let next = nodes[Int(place)].nextInColumn
            if keepsColumn {
                set(nodes.base + Int(place), to: coefficient * inverse)
            } else {
                remove(Int(place))
            }
            place = next
        }
    }

    /// Adds a multiple of the pivot row to a row.
    private mutating func addPivot(to row: Int, _ factor: SmallRational) {
        let looksUp = pivotColumns.count >= LinkedMatrix.longRow && rowCounts[row] / 4 <= pivotColumns.count
        if looksUp { setPlaces(ofRow: row) { place in place } }
        for other in 0..<pivotColumns.count {
            let column = Int(pivotColumns[other])
            let sum = factor * pivotValues[other]
            let found = looksUp ? Int(places[column]) : find(row: row, column: column)
            if found < 0 {
                insert(row: row, column: column, sum)
            } else {
                let total = value(of: nodes[found]) + sum
                if total.isZero { remove(found) } else { set(nodes.base + found, to: total) }
            }
            // Its entry may be removed from the row.
            if looksUp { places[column] = -1 }
        }
        if looksUp { setPlaces(ofRow: row) { _ in -1 } }
    }

    @inline(__always)
    private mutating func setPlaces(ofRow row: Int, to value: (Int32) -> Int32) {
        var place = rowHeads[row]
        while place >= 0 {
            let node = nodes.base + Int(place)
            places[Int(node.pointee.column)] = value(place)
            place = node.pointee.nextInRow
        }
    }

    /// Exchanges the labels of a row and a column. Afterwards the column has the row's old label, and `newRow`, which must be
    /// empty, expresses the column's old label in the columns' labels.
    mutating func exchange(row: Int, column: Int, newRow: Int, budget: Budget) throws(Budget.Spent) {
        try substitute(row: row, column: column, keepsColumn: true, budget: budget)
        for place in 0..<pivotColumns.count { insert(row: newRow, column: Int(pivotColumns[place]), pivotValues[place]) }
        insert(row: newRow, column: column, pivotInverse)
    }
}
