internal import ExactArithmetic

/// The second phase of a block's solution: rows that are multiples of each other, constants aside, become one *form*, with a
/// *kink* for each row.
///
/// A form is a linear expression z. Its cost is a convex piecewise-linear function of z, which has a breakpoint at each kink.
struct BlockForms: ~Copyable {
    /// One row's share of its form's cost: the row is `scale * (form - position)`, and its cost per point of the form is
    /// `|scale|` below or above `position`.
    struct Kink: BitwiseCopyable {
        var form: Int32
        var row: Int32
        /// Bits from the lowest: costly below, costly above, then the level.
        private var code: Int32
        /// See `scale(of:)` and `position(of:)`.
        var packedScale: PackedRational
        var packedPosition: PackedRational

        init(form: Int32, row: Int32, scale: PackedRational, position: PackedRational) {
            self.form = form
            self.row = row
            code = 0
            packedScale = scale
            packedPosition = position
        }

        var level: Int32 { code >> 2 }
        var isCostly: Bool { code & 3 != 0 }
        var isCostlyBelow: Bool { code & 1 != 0 }
        var isCostlyAbove: Bool { code & 2 != 0 }

        mutating func setCosts(level: Int32, isCostlyBelow: Bool, isCostlyAbove: Bool) {
            code = level << 2 | (isCostlyBelow ? 1 : 0) | (isCostlyAbove ? 2 : 0)
        }
    }

    /// The number of forms. Form i is row i of the matrix; they are in the order of their first rows.
    private(set) var count = 0
    /// The kinks, grouped by form, from left to right.
    private(set) var kinks = UncheckedArray<Kink>()
    /// The offset of each form's kinks, plus one end.
    private var kinkStarts = UncheckedArray<Int32>()
    /// For each row its form, or -1; only if the forms of rows are recorded.
    private(set) var formOfRow = UncheckedArray<Int32>()
    /// The codes of the levels in use, in order of importance; -1 is the level of hard rows.
    private(set) var levels = UncheckedArray<Int32>()
    private var numbers = LongNumbers()
    /// A hash table of forms with several variables, used while forms are made: the first form of each bucket, and the next form
    /// of each form; -1 ends a list.
    private var bucketHeads = UncheckedArray<Int32>()
    private var nextInBucket = UncheckedArray<Int32>()
    /// While forms are made, the form of each variable that is a form by itself, or -1; then, for each form, the end of its sorted
    /// kinks.
    private var scratch = UncheckedArray<Int32>()
    private var isSpoilt = false

    @inline(__always) func scale(of kink: Kink) -> SmallRational { numbers.value(kink.packedScale) }
    @inline(__always) func position(of kink: Kink) -> SmallRational { numbers.value(kink.packedPosition) }
    @inline(__always) func position(ofKink kink: Int) -> SmallRational { position(of: kinks[kink]) }
    @inline(__always) func costBelow(_ kink: Kink) -> SmallRational { kink.isCostlyBelow ? scale(of: kink).magnitude : .zero }
    @inline(__always) func costAbove(_ kink: Kink) -> SmallRational { kink.isCostlyAbove ? scale(of: kink).magnitude : .zero }

    /// The increase of the slope at the kink.
    @inline(__always)
    func jump(_ kink: Kink) -> SmallRational {
        if !kink.isCostly { return .zero }
        let cost = scale(of: kink).magnitude
        return kink.isCostlyBelow && kink.isCostlyAbove ? cost + cost : cost
    }

    /// The range of a form's kinks.
    @inline(__always) func firstKink(of form: Int) -> Int { Int(kinkStarts[form]) }
    @inline(__always) func endKink(of form: Int) -> Int { Int(kinkStarts[form + 1]) }

    // MARK: - Construction

    /// Merges the rows that remain after elimination. Returns false if a hard row that became a constant is violated, or a number
    /// gets too long.
    ///
    /// - Parameter recordsForms: whether to record the form of each row.
    mutating func make(_ rows: inout BlockRows, recordsForms: Bool) -> Bool {
        isSpoilt = false
        findLevels(rows)
        numbers.removeAll()
        if recordsForms { formOfRow.fill(-1, count: rows.count) }
        scratch.fill(-1, count: rows.variableCount)
        count = 0
        kinks.removeAll()
        let (kinkCount, wideCount) = BlockForms.countKinks(rows)
        kinks.reserve(kinkCount)
        clearBuckets(wideCount)
        var (role, level): (Int32, Int32) = (-2, 0)
        // Rows of one variable are found by that variable, others by a hash of their entries.
        for row in 0..<rows.count where rows.roles[row] != -2 {
            let length = rows.matrix.count(ofRow: row)
            if length == 0 {
                if rows.roles[row] == -1, rows.constants[row].isNegative { return false }
                continue
            }
            var known = -1
            var scale: SmallRational
            if length == 1 {
                let node = rows.matrix.node(rows.matrix.firstInRow(row)).pointee
                scale = rows.matrix.value(of: node)
                known = Int(scratch[Int(node.column)])
                if known < 0 {
                    scratch[Int(node.column)] = Int32(truncatingIfNeeded: count)
                    nextInBucket.append(-1)
                }
            } else {
                scale = rows.matrix.value(of: rows.matrix.leadingNode(ofRow: row))
                guard let hash = rows.matrix.hash(ofRow: row, scale: scale) else { return false }
                known = find(row, scale: scale, hash: hash, rows.matrix)
                if known < 0 { noteForm(hash: hash) }
            }
            if rows.roles[row] != role {
                role = rows.roles[row]
                level = localLevel(ofRole: role)
            }
            let inverse = scale.reciprocal
            if known < 0 {
                known = count
                count += 1
                rows.matrix.scale(row: row, by: inverse)
                // The target row number is unused: no later row has it, and no earlier one does any more.
                rows.matrix.move(row: row, to: known)
            } else {
                rows.matrix.removeRow(row)
            }
            addKink(of: row, rows, form: known, level: level, scale: scale, inverse: inverse)
            if recordsForms { formOfRow[row] = Int32(truncatingIfNeeded: known) }
        }
        rows.matrix.keepRows(count)
        if isSpoilt || rows.matrix.isSpoilt { return false }
        sortKinks()
        return true
    }

    /// Returns the number of rows that may have kinks, and how many of them contain several variables.
    private static func countKinks(_ rows: borrowing BlockRows) -> (all: Int, wide: Int) {
        var (all, wide) = (0, 0)
        for row in 0..<rows.count where rows.roles[row] != -2 {
            all += 1
            if rows.matrix.count(ofRow: row) > 1 { wide += 1 }
        }
        return (all, wide)
    }

    private mutating func clearBuckets(_ count: Int) {
        var room = 1
        while room < count { room *= 2 }
        bucketHeads.fill(-1, count: count == 0 ? 0 : room)
        nextInBucket.removeAll()
    }

    /// Returns the form of which the row is `scale` times a multiple, or -1.
    private func find(_ row: Int, scale: SmallRational, hash: Int, _ matrix: borrowing LinkedMatrix) -> Int {
        var form = bucketHeads[hash & (bucketHeads.count - 1)]
        while form >= 0 {
            if matrix.isRow(row, scale, times: Int(form)) { return Int(form) }
            form = nextInBucket[Int(form)]
        }
        return -1
    }

    /// Adds the next form to the hash table.
    private mutating func noteForm(hash: Int) {
        let head = hash & (bucketHeads.count - 1)
        nextInBucket.append(bucketHeads[head])
        bucketHeads[head] = Int32(truncatingIfNeeded: count)
    }

    private mutating func addKink(
        of row: Int, _ rows: borrowing BlockRows, form: Int, level: Int32, scale: SmallRational, inverse: SmallRational
    ) {
        let position = -(rows.constants[row] * inverse)
        if position.isTooLong || scale.isTooLong { isSpoilt = true }
        let role = rows.roles[row]
        let isEquality = role >= 0 && role & 1 == 1
        var kink = Kink(
            form: Int32(truncatingIfNeeded: form), row: Int32(truncatingIfNeeded: row), scale: numbers.pack(scale), position: numbers.pack(position))
        kink.setCosts(level: level, isCostlyBelow: scale.isPositive || isEquality, isCostlyAbove: !scale.isPositive || isEquality)
        kinks.append(kink)
    }

    private mutating func findLevels(_ rows: borrowing BlockRows) {
        levels.removeAll()
        for row in 0..<rows.count where rows.roles[row] >= -1 {
            let role = rows.roles[row]
            let code = role < 0 ? -1 : role >> 1
            var place = levels.count
            var isKnown = false
            while place > 0 {
                if levels[place - 1] == code {
                    isKnown = true
                    break
                }
                if levels[place - 1] < code { break }
                place -= 1
            }
            if isKnown { continue }
            levels.append(code)
            var at = levels.count - 1
            while at > place {
                levels[at] = levels[at - 1]
                at -= 1
            }
            levels[place] = code
        }
    }

    private func localLevel(ofRole role: Int32) -> Int32 {
        let code = role < 0 ? -1 : role >> 1
        var low = 0
        var high = levels.count
        while low < high {
            let middle = (low + high) / 2
            if levels[middle] < code { low = middle + 1 } else { high = middle }
        }
        return Int32(truncatingIfNeeded: low)
    }

    /// The order of kinks of one form.
    private static func isBefore(_ left: SmallRational, _ a: Kink, _ right: SmallRational, _ b: Kink) -> Bool {
        if left != right { return left < right }
        return a.level == b.level ? a.row < b.row : a.level < b.level
    }

    /// Sorts kinks by form, then by position.
    private mutating func sortKinks() {
        kinkStarts.fill(0, count: count + 1)
        for place in 0..<kinks.count { kinkStarts[Int(kinks[place].form) + 1] += 1 }
        for form in 0..<count { kinkStarts[form + 1] += kinkStarts[form] }
        // In-place bucket sort: each kink is swapped to its form's range.
        scratch.resize(to: count)
        for form in 0..<count { scratch[form] = kinkStarts[form] }
        for form in 0..<count {
            while Int(scratch[form]) < endKink(of: form) {
                let place = Int(scratch[form])
                let kink = kinks[place]
                let target = Int(scratch[Int(kink.form)])
                scratch[Int(kink.form)] += 1
                if target == place { continue }
                kinks[place] = kinks[target]
                kinks[target] = kink
            }
        }
        for form in 0..<count { sort(firstKink(of: form)..<endKink(of: form)) }
    }

    private func sort(_ range: Range<Int>) {
        if range.count <= 12 {
            insertInOrder(range)
            return
        }
        let long = numbers.base
        var own = UnsafeMutableBufferPointer(rebasing: kinks.buffer[range])
        own.sort { a, b in
            let (left, right) = (a.packedPosition, b.packedPosition)
            if left.denominator == right.denominator, !left.isWide, left.numerator != right.numerator { return left.numerator < right.numerator }
            return BlockForms.isBefore(LongNumbers.value(left, long), a, LongNumbers.value(right, long), b)
        }
    }

    /// Insertion sort of kinks of one form that are few or mostly sorted.
    private func insertInOrder(_ range: Range<Int>) {
        for at in range {
            let kink = kinks[at]
            let own = position(of: kink)
            var to = at
            while to > range.lowerBound, BlockForms.isBefore(own, kink, position(ofKink: to - 1), kinks[to - 1]) {
                kinks[to] = kinks[to - 1]
                to -= 1
            }
            kinks[to] = kink
        }
    }
}
