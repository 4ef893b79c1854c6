internal import ExactArithmetic

// Rows that are multiples of each other become one form with a kink for each.

extension BlockSolver {
    /// False where a hard row that has become a constant does not hold.
    mutating func makeForms() -> Bool {
        findLevels()
        formOf.fill(-1, count: rowCount)
        formOfColumn.fill(-1, count: variableCount)
        forms.removeAll()
        kinks.removeAll()
        kinks.reserve((0..<rowCount).count { roles[$0] != -2 })
        // Rows of one variable by that variable, others by what they say.
        var wider: [Int: [Int32]] = [:]
        for row in 0..<rowCount where roles[row] != -2 {
            let count = matrix.count(ofRow: row)
            if count == 0 {
                if roles[row] == -1, constants[row].isNegative { return false }
                continue
            }
            var form = row
            var scale: SmallRational
            if count == 1 {
                let node = matrix.node(matrix.firstInRow(row)).pointee
                scale = node.value
                let known = formOfColumn[Int(node.column)]
                if known >= 0 { form = Int(known) } else { formOfColumn[Int(node.column)] = Int32(truncatingIfNeeded: row) }
            } else {
                let lead = leadingNode(ofRow: row)
                scale = lead.value
                let key = hash(ofRow: row, scale: scale)
                if isSpoilt { return true }
                if let known = wider[key]?.first(where: { isSame(row, Int($0), scale: scale) }) {
                    form = Int(known)
                } else {
                    wider[key, default: []].append(Int32(truncatingIfNeeded: row))
                }
            }
            let inverse = scale.reciprocal
            addKink(of: row, form: form, scale: scale, inverse: inverse)
            if form == row {
                forms.append(Int32(truncatingIfNeeded: row))
                matrix.scale(row: row, by: inverse)
            } else {
                matrix.removeRow(row)
            }
            formOf[row] = Int32(truncatingIfNeeded: form)
        }
        sortKinks()
        return true
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

    /// The same for rows that are multiples of each other, whatever the order of their entries.
    private mutating func hash(ofRow row: Int, scale: SmallRational) -> Int {
        let inverse = scale.reciprocal
        var hash: UInt64 = 0
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let value = node.value * inverse
            if value.isTooLong { isSpoilt = true }
            var mixed = UInt64(truncatingIfNeeded: Int64(node.column)) &* 0x9e37_79b9_7f4a_7c15
            mixed = (mixed ^ UInt64(bitPattern: value.numerator)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ UInt64(bitPattern: value.denominator)) &* 0x94d0_49bb_1331_11eb
            hash = hash &+ (mixed ^ (mixed >> 29))
            place = Int(node.nextInRow)
        }
        return Int(truncatingIfNeeded: hash)
    }

    /// Whether the row is `scale` times the form, which is scaled already.
    private func isSame(_ row: Int, _ form: Int, scale: SmallRational) -> Bool {
        guard matrix.count(ofRow: row) == matrix.count(ofRow: form) else { return false }
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let other = matrix.find(row: form, column: Int(node.column))
            if other < 0 || matrix.node(other).pointee.value * scale != node.value { return false }
            place = Int(node.nextInRow)
        }
        return true
    }

    private mutating func addKink(of row: Int, form: Int, scale: SmallRational, inverse: SmallRational) {
        let position = -(constants[row] * inverse)
        if position.isTooLong || scale.isTooLong { isSpoilt = true }
        let isEquality = roles[row] >= 0 && roles[row] & 1 == 1
        kinks.append(
            Kink(
                form: Int32(truncatingIfNeeded: form), level: localLevel(ofRole: roles[row]), row: Int32(truncatingIfNeeded: row),
                isCostlyBelow: scale.isPositive || isEquality, isCostlyAbove: !scale.isPositive || isEquality, scale: scale, position: position))
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

    static func isBefore(_ a: Kink, _ b: Kink) -> Bool {
        if a.form != b.form { return a.form < b.form }
        if a.position != b.position { return a.position < b.position }
        return a.level == b.level ? a.row < b.row : a.level < b.level
    }

    /// By form, then from left to right; a form's kinks then lie together.
    private mutating func sortKinks() {
        if isSpoilt { return }
        if kinks.count <= 12 {
            var at = 1
            while at < kinks.count {
                let kink = kinks[at]
                var to = at
                while to > 0, BlockSolver.isBefore(kink, kinks[to - 1]) {
                    kinks[to] = kinks[to - 1]
                    to -= 1
                }
                kinks[to] = kink
                at += 1
            }
        } else {
            var all = kinks.buffer
            all.sort(by: BlockSolver.isBefore)
        }
        kinkStarts.fill(0, count: rowCount)
        kinkEnds.fill(0, count: rowCount)
        var place = 0
        while place < kinks.count {
            let form = kinks[place].form
            kinkStarts[Int(form)] = Int32(truncatingIfNeeded: place)
            while place < kinks.count, kinks[place].form == form { place += 1 }
            kinkEnds[Int(form)] = Int32(truncatingIfNeeded: place)
        }
    }
}
