internal import ExactArithmetic

// Merges rows that are multiples of each other into one form, with a kink for each.

extension BlockSolver {
    /// Returns false if a hard row that became a constant is violated.
    mutating func makeForms() -> Bool {
        findLevels()
        if recordsSteps { formOf.fill(-1, count: rowCount) }
        formOfColumn.fill(-1, count: variableCount)
        formCount = 0
        kinks.removeAll()
        let (kinkCount, wideCount) = countKinks()
        kinks.reserve(kinkCount)
        clearAlike(wideCount)
        var (role, level): (Int32, Int32) = (-2, 0)
        // Rows of one variable are found by that variable, others by a hash of their entries.
        for row in 0..<rowCount where roles[row] != -2 {
            let count = matrix.count(ofRow: row)
            if count == 0 {
                if roles[row] == -1, constants[row].isNegative { return false }
                continue
            }
            var known = -1
            var scale: SmallRational
            if count == 1 {
                let node = matrix.node(matrix.firstInRow(row)).pointee
                scale = matrix.value(of: node)
                known = Int(formOfColumn[Int(node.column)])
                if known < 0 {
                    formOfColumn[Int(node.column)] = Int32(truncatingIfNeeded: formCount)
                    alikeNext.append(-1)
                }
            } else {
                scale = matrix.value(of: leadingNode(ofRow: row))
                let hash = hash(ofRow: row, scale: scale)
                if isSpoilt { return true }
                known = find(row, scale: scale, hash: hash)
                if known < 0 { noteForm(hash: hash) }
            }
            if roles[row] != role {
                role = roles[row]
                level = localLevel(ofRole: role)
            }
            let inverse = scale.reciprocal
            if known < 0 {
                known = formCount
                formCount += 1
                matrix.scale(row: row, by: inverse)
                // The target row number is unused: no later row has it, and no earlier one does any more.
                matrix.move(row: row, to: known)
            } else {
                matrix.removeRow(row)
            }
            addKink(of: row, form: known, level: level, scale: scale, inverse: inverse)
            if recordsSteps { formOf[row] = Int32(truncatingIfNeeded: known) }
        }
        matrix.keepRows(formCount)
        sortKinks()
        return true
    }

    /// Returns the number of rows that may have kinks, and how many of them contain several variables.
    private func countKinks() -> (all: Int, wide: Int) {
        var (all, wide) = (0, 0)
        for row in 0..<rowCount where roles[row] != -2 {
            all += 1
            if matrix.count(ofRow: row) > 1 { wide += 1 }
        }
        return (all, wide)
    }

    private mutating func clearAlike(_ count: Int) {
        var room = 1
        while room < count { room *= 2 }
        alikeHeads.fill(-1, count: count == 0 ? 0 : room)
        alikeNext.removeAll()
    }

    /// Returns the form of which the row is `scale` times a multiple, or -1.
    private func find(_ row: Int, scale: SmallRational, hash: Int) -> Int {
        var form = alikeHeads[hash & (alikeHeads.count - 1)]
        while form >= 0 {
            if isSame(row, Int(form), scale: scale) { return Int(form) }
            form = alikeNext[Int(form)]
        }
        return -1
    }

    /// Adds the next form to the hash table.
    private mutating func noteForm(hash: Int) {
        let head = hash & (alikeHeads.count - 1)
        alikeNext.append(alikeHeads[head])
        alikeHeads[head] = Int32(truncatingIfNeeded: formCount)
    }

    private func leadingNode(ofRow row: Int) -> LinkedMatrix.Node {
        var place = matrix.firstInRow(row)
        var lead = matrix.node(place).pointee
        while place >= 0 {
            let node = matrix.node(place).pointee
            if node.column < lead.column { lead = node }
            place = Int(node.nextInRow)
        }
        return lead
    }

    /// Returns a hash that is equal for rows that are multiples of each other, whatever the order of their entries.
    private mutating func hash(ofRow row: Int, scale: SmallRational) -> Int {
        let inverse = scale.reciprocal
        var hash: UInt64 = 0
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let value = matrix.value(of: node) * inverse
            if value.isTooLong { isSpoilt = true }
            var mixed = UInt64(truncatingIfNeeded: Int64(node.column)) &* 0x9e37_79b9_7f4a_7c15
            mixed = (mixed ^ UInt64(bitPattern: value.numerator)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ UInt64(bitPattern: value.denominator)) &* 0x94d0_49bb_1331_11eb
            hash = hash &+ (mixed ^ (mixed >> 29))
            place = Int(node.nextInRow)
        }
        return Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    /// Returns whether the row is `scale` times the form, which is already normalized.
    private func isSame(_ row: Int, _ form: Int, scale: SmallRational) -> Bool {
        guard matrix.count(ofRow: row) == matrix.count(ofRow: form) else { return false }
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let other = matrix.find(row: form, column: Int(node.column))
            if other < 0 || matrix.value(of: matrix.node(other).pointee) * scale != matrix.value(of: node) { return false }
            place = Int(node.nextInRow)
        }
        return true
    }

    private mutating func addKink(of row: Int, form: Int, level: Int32, scale: SmallRational, inverse: SmallRational) {
        let position = -(constants[row] * inverse)
        if position.isTooLong || scale.isTooLong { isSpoilt = true }
        let isEquality = roles[row] >= 0 && roles[row] & 1 == 1
        var kink = Kink(
            form: Int32(truncatingIfNeeded: form), row: Int32(truncatingIfNeeded: row), scale: numbers.pack(scale), position: numbers.pack(position))
        kink.setCosts(level: level, isCostlyBelow: scale.isPositive || isEquality, isCostlyAbove: !scale.isPositive || isEquality)
        kinks.append(kink)
    }

    mutating func findLevels() {
        levels.removeAll()
        for row in 0..<rowCount where roles[row] >= -1 {
            let code = roles[row] < 0 ? -1 : roles[row] >> 1
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

    func localLevel(ofRole role: Int32) -> Int32 {
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
        kinkStarts.fill(0, count: formCount + 1)
        if isSpoilt { return }
        for place in 0..<kinks.count { kinkStarts[Int(kinks[place].form) + 1] += 1 }
        for form in 0..<formCount { kinkStarts[form + 1] += kinkStarts[form] }
        // In-place bucket sort: each kink is swapped to its form's range.
        passed.resize(to: formCount)
        for form in 0..<formCount { passed[form] = kinkStarts[form] }
        for form in 0..<formCount {
            while Int(passed[form]) < endKink(of: form) {
                let place = Int(passed[form])
                let kink = kinks[place]
                let target = Int(passed[Int(kink.form)])
                passed[Int(kink.form)] += 1
                if target == place { continue }
                kinks[place] = kinks[target]
                kinks[target] = kink
            }
        }
        for form in 0..<formCount { sort(firstKink(of: form)..<endKink(of: form)) }
    }

    private mutating func sort(_ range: Range<Int>) {
        if range.count <= 12 {
            insertInOrder(range)
            return
        }
        let long = numbers.base
        var own = UnsafeMutableBufferPointer(rebasing: kinks.buffer[range])
        own.sort { a, b in
            let (left, right) = (a.packedPosition, b.packedPosition)
            if left.denominator == right.denominator, !left.isWide, left.numerator != right.numerator { return left.numerator < right.numerator }
            return BlockSolver.isBefore(LongNumbers.value(left, long), a, LongNumbers.value(right, long), b)
        }
    }

    /// Insertion sort of kinks of one form that are few or mostly sorted.
    mutating func insertInOrder(_ range: Range<Int>) {
        for at in range {
            let kink = kinks[at]
            let own = position(of: kink)
            var to = at
            while to > range.lowerBound, BlockSolver.isBefore(own, kink, position(ofKink: to - 1), kinks[to - 1]) {
                kinks[to] = kinks[to - 1]
                to -= 1
            }
            kinks[to] = kink
        }
    }
}
