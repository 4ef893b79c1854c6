internal import ExactArithmetic

/// The fourth phase of a block's solution: the search from vertex to vertex for the least cost.
///
/// At a vertex each coordinate, a form, is at one of its kinks, and the other forms have the values that follow. A step moves one
/// coordinate, passes kinks of all forms as long as the cost decreases, and makes the form whose kink ends it the coordinate.
struct BlockVertex: ~Copyable {
    /// A kink that a moving form or one of its dependents reaches.
    struct Event: BitwiseCopyable {
        var time: SmallRational
        var form: Int32
        var kink: Int32
        /// The change of the form's value per unit step of the moving form.
        var speed: SmallRational
    }

    /// For each column the form that is its coordinate, or -1 for a loose variable.
    private(set) var formOfColumn = UncheckedArray<Int32>()
    /// The value of each form.
    private(set) var values = UncheckedArray<SmallRational>()
    /// For each form, the end of its passed kinks, which are those before its value. A coordinate has not passed the kink at
    /// which it is.
    private(set) var passed = UncheckedArray<Int32>()
    /// By form and level, the slope of the form's cost after the passed kinks.
    private(set) var slopes = UncheckedArray<SmallRational>()
    private var levelCount = 0
    /// The change of the cost, by level, per unit step of the coordinate in question.
    private var rates = UncheckedArray<SmallRational>()
    /// The kinks ahead of a moving coordinate.
    private var events = UncheckedArray<Event>()
    /// Whether a move of any coordinate in either direction increases the cost; set by `descend`.
    private(set) var isOnlyOptimum = false
    /// Whether a number got too long.
    private(set) var isSpoilt = false

    // MARK: - The first vertex

    /// Places each coordinate at the minimum of its own cost, and computes the other forms.
    mutating func place(_ rows: borrowing BlockRows, _ forms: borrowing BlockForms, _ choice: borrowing VertexChoice) {
        clear(rows, forms, choice)
        for column in 0..<rows.variableCount where formOfColumn[column] >= 0 {
            let form = Int(formOfColumn[column])
            var kink = forms.firstKink(of: form)
            while kink < forms.endKink(of: form) {
                addToSlope(form, forms.kinks[kink], forms, sign: 1)
                if sign(of: slopes.base + form * levelCount) >= 0 { break }
                kink += 1
            }
            kink = min(kink, forms.endKink(of: form) - 1)
            addToSlope(form, forms.kinks[kink], forms, sign: -1)
            passed[form] = Int32(truncatingIfNeeded: kink)
            values[form] = forms.position(ofKink: kink)
            rest(form, forms)
            moveDependents(of: column, by: values[form], rows)
        }
        placeOthers(rows, forms)
    }

    private mutating func clear(_ rows: borrowing BlockRows, _ forms: borrowing BlockForms, _ choice: borrowing VertexChoice) {
        isSpoilt = false
        levelCount = forms.levels.count
        formOfColumn.resize(to: rows.variableCount)
        for column in 0..<rows.variableCount { formOfColumn[column] = choice.formOfColumn[column] }
        slopes.fill(.zero, count: forms.count * levelCount)
        values.fill(.zero, count: forms.count)
        passed.resize(to: forms.count)
        for form in 0..<forms.count {
            for kink in forms.firstKink(of: form)..<forms.endKink(of: form) {
                let at = form * levelCount + Int(forms.kinks[kink].level)
                slopes[at] = slopes[at] - forms.costBelow(forms.kinks[kink])
            }
            passed[form] = Int32(truncatingIfNeeded: forms.firstKink(of: form))
        }
    }

    /// Updates the forms that depend on a coordinate for a step of it.
    private mutating func moveDependents(of column: Int, by step: SmallRational, _ rows: borrowing BlockRows) {
        if step.isZero { return }
        var place = rows.matrix.firstInColumn(column)
        while place >= 0 {
            let node = rows.matrix.node(place).pointee
            let form = Int(node.row)
            values[form] = values[form] + rows.matrix.value(of: node) * step
            if values[form].isTooLong { isSpoilt = true }
            place = Int(node.nextInColumn)
        }
    }

    /// Determines which kinks the other forms have passed.
    private mutating func placeOthers(_ rows: borrowing BlockRows, _ forms: borrowing BlockForms) {
        if isSpoilt { return }
        for form in 0..<forms.count where rows.matrix.count(ofRow: form) > 0 {
            var kink = forms.firstKink(of: form)
            while kink < forms.endKink(of: form), forms.position(ofKink: kink) < values[form] {
                addToSlope(form, forms.kinks[kink], forms, sign: 1)
                kink += 1
            }
            passed[form] = Int32(truncatingIfNeeded: kink)
        }
    }

    // MARK: - Slopes

    /// Returns the sign of the first component of a vector over the levels that is not 0 (-1, 0 or 1).
    private func sign(of vector: UnsafeMutablePointer<SmallRational>) -> Int {
        for level in 0..<levelCount where !vector[level].isZero { return vector[level].isNegative ? -1 : 1 }
        return 0
    }

    /// Changes a form's slope as one of its kinks is passed to the right (sign 1) or to the left.
    private mutating func addToSlope(_ form: Int, _ kink: BlockForms.Kink, _ forms: borrowing BlockForms, sign: Int) {
        let at = form * levelCount + Int(kink.level)
        let jump = forms.jump(kink)
        slopes[at] = slopes[at] + (sign > 0 ? jump : -jump)
        if slopes[at].isTooLong { isSpoilt = true }
    }

    /// Computes into `rates` the rate of the cost as the column's form increases, without the form's own part.
    private mutating func findRates(ofColumn column: Int, _ rows: borrowing BlockRows) {
        rates.fill(.zero, count: levelCount)
        var place = rows.matrix.firstInColumn(column)
        while place >= 0 {
            let node = rows.matrix.node(place).pointee
            let value = rows.matrix.value(of: node)
            let slope = slopes.base + Int(node.row) * levelCount
            for level in 0..<levelCount where !slope[level].isZero {
                rates[level] = rates[level] + value * slope[level]
                if rates[level].isTooLong { isSpoilt = true }
            }
            place = Int(node.nextInColumn)
        }
    }

    /// Returns the end of the kinks at a coordinate's position.
    private func kinkEnd(at form: Int, _ forms: borrowing BlockForms) -> Int {
        var kink = Int(passed[form])
        while kink < forms.endKink(of: form), forms.position(ofKink: kink) == values[form] { kink += 1 }
        return kink
    }

    /// Returns the sign of a coordinate's total rate in one direction; negative if the cost decreases.
    private mutating func sideSign(_ form: Int, _ forms: borrowing BlockForms, isRight: Bool) -> Int {
        for level in 0..<levelCount {
            var own = slopes[form * levelCount + level]
            if isRight {
                for kink in Int(passed[form])..<kinkEnd(at: form, forms) where forms.kinks[kink].level == level {
                    own = own + forms.jump(forms.kinks[kink])
                }
            }
            let whole = rates[level] + own
            if whole.isTooLong { isSpoilt = true }
            if !whole.isZero { return whole.isNegative != isRight ? 1 : -1 }
        }
        return 0
    }

    // MARK: - Steps

    /// Moves along coordinates until no single move decreases the cost. Returns false if that takes too many moves, or a number gets
    /// too long.
    mutating func descend(_ rows: inout BlockRows, _ forms: borrowing BlockForms, _ budget: Budget) throws(Budget.Spent) -> Bool {
        if isSpoilt { return false }
        var moves = 0
        let most = 50 + 8 * (rows.count + rows.variableCount)
        var isMoving = true
        while isMoving {
            isMoving = false
            isOnlyOptimum = true
            for column in 0..<rows.variableCount where formOfColumn[column] >= 0 {
                let form = Int(formOfColumn[column])
                findRates(ofColumn: column, rows)
                var isRight = true
                let right = sideSign(form, forms, isRight: true)
                if right >= 0 {
                    let left = sideSign(form, forms, isRight: false)
                    if left >= 0 {
                        if left == 0 || right == 0 { isOnlyOptimum = false }
                        continue
                    }
                    isRight = false
                }
                if isSpoilt || rows.isSpoilt { return false }
                moves += 1
                if moves > most { return false }
                guard try move(column, &rows, forms, isRight: isRight, budget) else { return false }
                try budget.spendPivot()
                isMoving = true
            }
            if isSpoilt || rows.isSpoilt { return false }
        }
        return true
    }

    /// Moves a coordinate past kinks as long as the cost decreases. The form whose kink ends the move becomes the coordinate.
    /// Returns false if no kink ends it.
    private mutating func move(
        _ column: Int, _ rows: inout BlockRows, _ forms: borrowing BlockForms, isRight: Bool, _ budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let form = Int(formOfColumn[column])
        collectEvents(column, rows, forms, isRight: isRight)
        if isSpoilt { return true }
        // The initial rate in the direction of movement.
        for level in 0..<levelCount {
            let own = slopes[form * levelCount + level]
            rates[level] = isRight ? rates[level] + own : -(rates[level] + own)
        }
        if isRight {
            let end = kinkEnd(at: form, forms)
            for kink in Int(passed[form])..<end {
                let level = Int(forms.kinks[kink].level)
                rates[level] = rates[level] + forms.jump(forms.kinks[kink])
                addToSlope(form, forms.kinks[kink], forms, sign: 1)
            }
            passed[form] = Int32(truncatingIfNeeded: end)
        }
        var stop = -1
        for place in 0..<events.count {
            let event = events[place]
            let kink = forms.kinks[Int(event.kink)]
            let level = Int(kink.level)
            rates[level] = rates[level] + forms.jump(kink) * event.speed.magnitude
            if rates[level].isTooLong { isSpoilt = true }
            if isSpoilt { return true }
            if sign(of: rates.base) >= 0 {
                stop = place
                break
            }
            // This kink is passed.
            addToSlope(Int(event.form), kink, forms, sign: event.speed.isPositive ? 1 : -1)
            passed[Int(event.form)] = event.speed.isPositive ? event.kink + 1 : event.kink
        }
        guard stop >= 0 else { return false }
        let event = events[stop]
        let step = isRight ? event.time : -event.time
        values[form] = values[form] + step
        moveDependents(of: column, by: step, rows)
        let leaving = Int(event.form)
        if leaving != form {
            try rows.matrix.exchange(row: leaving, column: column, newRow: form, budget: budget)
            formOfColumn[column] = Int32(truncatingIfNeeded: leaving)
        }
        rest(leaving, forms)
        return true
    }

    /// Marks all kinks at a coordinate's position as not passed.
    private mutating func rest(_ form: Int, _ forms: borrowing BlockForms) {
        var kink = Int(passed[form])
        while kink > forms.firstKink(of: form), forms.position(ofKink: kink - 1) == values[form] {
            kink -= 1
            addToSlope(form, forms.kinks[kink], forms, sign: -1)
        }
        passed[form] = Int32(truncatingIfNeeded: kink)
    }

    /// Collects all kinks ahead, of the moving form and of those that depend on it, in the order of the step at which they are
    /// reached.
    private mutating func collectEvents(_ column: Int, _ rows: borrowing BlockRows, _ forms: borrowing BlockForms, isRight: Bool) {
        events.removeAll()
        let form = Int(formOfColumn[column])
        if isRight {
            for kink in kinkEnd(at: form, forms)..<forms.endKink(of: form) { addEvent(form, kink, forms, speed: .one) }
        } else {
            for kink in forms.firstKink(of: form)..<Int(passed[form]) { addEvent(form, kink, forms, speed: -.one) }
        }
        var place = rows.matrix.firstInColumn(column)
        while place >= 0 {
            let node = rows.matrix.node(place).pointee
            let row = Int(node.row)
            let value = rows.matrix.value(of: node)
            let speed = isRight ? value : -value
            if speed.isPositive {
                for kink in Int(passed[row])..<forms.endKink(of: row) { addEvent(row, kink, forms, speed: speed) }
            } else {
                for kink in forms.firstKink(of: row)..<Int(passed[row]) { addEvent(row, kink, forms, speed: speed) }
            }
            place = Int(node.nextInColumn)
        }
        if events.count > 1, !isSpoilt {
            // Kinks of one form are in the order in which it reaches them.
            var all = events.buffer
            all.sort { a, b in
                if a.time != b.time { return a.time < b.time }
                if a.form != b.form { return a.form < b.form }
                return a.speed.isPositive ? a.kink < b.kink : a.kink > b.kink
            }
        }
    }

    private mutating func addEvent(_ form: Int, _ kink: Int, _ forms: borrowing BlockForms, speed: SmallRational) {
        let time = (forms.position(ofKink: kink) - values[form]) * speed.reciprocal
        if time.isTooLong { isSpoilt = true }
        events.append(Event(time: time, form: Int32(truncatingIfNeeded: form), kink: Int32(truncatingIfNeeded: kink), speed: speed))
    }

    // MARK: - The result

    /// Returns whether the vertex satisfies all hard inequalities.
    func satisfiesHardRows(_ forms: borrowing BlockForms) -> Bool {
        guard levelCount > 0, forms.levels[0] == -1 else { return true }
        for place in 0..<forms.kinks.count where forms.kinks[place].level == 0 {
            let kink = forms.kinks[place]
            let value = values[Int(kink.form)]
            let position = forms.position(of: kink)
            if value < position ? !forms.costBelow(kink).isZero : value > position && !forms.costAbove(kink).isZero { return false }
        }
        return true
    }
}
