internal import ExactArithmetic

// The search from vertex to vertex.

extension BlockSolver {
    private var levelCount: Int { levels.count }

    /// Returns the sign of the first nonzero component (-1, 0 or 1).
    private func sign(of vector: UnsafeMutablePointer<SmallRational>) -> Int {
        for level in 0..<levelCount where !vector[level].isZero { return vector[level].isNegative ? -1 : 1 }
        return 0
    }

    private mutating func addToSlope(_ form: Int, _ kink: Int, sign: Int) {
        let at = form * levelCount + Int(kinks[kink].level)
        let jump = jump(kinks[kink])
        slopes[at] = slopes[at] + (sign > 0 ? jump : -jump)
        if slopes[at].isTooLong { isSpoilt = true }
    }

    /// Places each coordinate at the minimum of its own cost, and computes the other forms.
    mutating func placeForms() {
        clearForms()
        for column in 0..<variableCount where formOfColumn[column] >= 0 {
            let form = Int(formOfColumn[column])
            var kink = firstKink(of: form)
            while kink < endKink(of: form) {
                addToSlope(form, kink, sign: 1)
                if sign(of: slopes.base + form * levelCount) >= 0 { break }
                kink += 1
            }
            kink = min(kink, endKink(of: form) - 1)
            addToSlope(form, kink, sign: -1)
            passed[form] = Int32(truncatingIfNeeded: kink)
            place(column, at: position(ofKink: kink))
        }
        placeOthers()
    }

    private mutating func clearForms() {
        slopes.fill(.zero, count: formCount * levelCount)
        formValues.fill(.zero, count: formCount)
        passed.resize(to: formCount)
        for form in 0..<formCount {
            for kink in firstKink(of: form)..<endKink(of: form) {
                let at = form * levelCount + Int(kinks[kink].level)
                slopes[at] = slopes[at] - costBelow(kinks[kink])
            }
            passed[form] = kinkStarts[form]
        }
    }

    /// Places a coordinate at a kink and updates the forms that depend on it. None of the kinks there count as passed.
    private mutating func place(_ column: Int, at position: SmallRational) {
        let form = Int(formOfColumn[column])
        formValues[form] = position
        rest(form)
        carry(column, by: position)
    }

    /// Updates the forms that depend on a coordinate for a step of it.
    private mutating func carry(_ column: Int, by step: SmallRational) {
        if step.isZero { return }
        var place = matrix.firstInColumn(column)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let row = Int(node.row)
            formValues[row] = formValues[row] + matrix.value(of: node) * step
            if formValues[row].isTooLong { isSpoilt = true }
            place = Int(node.nextInColumn)
        }
    }

    /// Determines which kinks the other forms have passed.
    private mutating func placeOthers() {
        if isSpoilt { return }
        for form in 0..<formCount where matrix.count(ofRow: form) > 0 {
            var kink = firstKink(of: form)
            while kink < endKink(of: form), position(ofKink: kink) < formValues[form] {
                addToSlope(form, kink, sign: 1)
                kink += 1
            }
            passed[form] = Int32(truncatingIfNeeded: kink)
        }
    }

    /// Computes into `rates` the rate of the cost as the column's form increases, without the form's own part.
    private mutating func findRates(ofColumn column: Int) {
        rates.fill(.zero, count: levelCount)
        var place = matrix.firstInColumn(column)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let value = matrix.value(of: node)
            let slope = slopes.base + Int(node.row) * levelCount
            for level in 0..<levelCount where !slope[level].isZero {
                rates[level] = rates[level] + value * slope[level]
                if rates[level].isTooLong { isSpoilt = true }
            }
            place = Int(node.nextInColumn)
        }
    }

    /// Returns the end of the kinks at a coordinate's position.
    private func kinkEnd(at form: Int) -> Int {
        var kink = Int(passed[form])
        while kink < endKink(of: form), position(ofKink: kink) == formValues[form] { kink += 1 }
        return kink
    }

    /// Returns the sign of a coordinate's total rate in one direction; negative if the cost decreases.
    private mutating func sideSign(_ form: Int, isRight: Bool) -> Int {
        for level in 0..<levelCount {
            var own = slopes[form * levelCount + level]
            if isRight {
                for kink in Int(passed[form])..<kinkEnd(at: form) where kinks[kink].level == level {
                    own = own + jump(kinks[kink])
                }
            }
            let whole = rates[level] + own
            if whole.isTooLong { isSpoilt = true }
            if !whole.isZero { return whole.isNegative != isRight ? 1 : -1 }
        }
        return 0
    }

    /// Moves along coordinates until no single move decreases the cost. Returns false if that takes too many moves.
    mutating func descend(_ budget: Budget) throws(Budget.Spent) -> Bool {
        var moves = 0
        let most = 50 + 8 * (rowCount + variableCount)
        var isMoving = true
        while isMoving {
            isMoving = false
            isOnlyOptimum = true
            for column in 0..<variableCount where formOfColumn[column] >= 0 {
                let form = Int(formOfColumn[column])
                findRates(ofColumn: column)
                var isRight = true
                let right = sideSign(form, isRight: true)
                if right >= 0 {
                    let left = sideSign(form, isRight: false)
                    if left >= 0 {
                        if left == 0 || right == 0 { isOnlyOptimum = false }
                        continue
                    }
                    isRight = false
                }
                if isSpoilt || matrix.isSpoilt { return true }
                moves += 1
                if moves > most || !move(column, isRight: isRight) { return false }
                try account(budget)
                isMoving = true
            }
            if isSpoilt || matrix.isSpoilt { return true }
        }
        return true
    }

    /// Moves a coordinate past kinks as long as the cost decreases. The form whose kink ends the move becomes the coordinate.
    private mutating func move(_ column: Int, isRight: Bool) -> Bool {
        let form = Int(formOfColumn[column])
        collectEvents(column, isRight: isRight)
        if isSpoilt { return true }
        // The initial rate in the direction of movement.
        for level in 0..<levelCount {
            let own = slopes[form * levelCount + level]
            rates[level] = isRight ? rates[level] + own : -(rates[level] + own)
        }
        if isRight {
            for kink in Int(passed[form])..<kinkEnd(at: form) {
                let level = Int(kinks[kink].level)
                rates[level] = rates[level] + jump(kinks[kink])
                addToSlope(form, kink, sign: 1)
            }
            passed[form] = Int32(truncatingIfNeeded: kinkEnd(at: form))
        }
        var stop = -1
        for place in 0..<events.count {
            let event = events[place]
            let kink = kinks[Int(event.kink)]
            let level = Int(kink.level)
            rates[level] = rates[level] + jump(kink) * event.speed.magnitude
            if rates[level].isTooLong { isSpoilt = true }
            if isSpoilt { return true }
            if sign(of: rates.base) >= 0 {
                stop = place
                break
            }
            // This kink is passed.
            let passedForm = Int(event.form)
            if event.speed.isPositive {
                addToSlope(passedForm, Int(event.kink), sign: 1)
                passed[passedForm] = event.kink + 1
            } else {
                addToSlope(passedForm, Int(event.kink), sign: -1)
                passed[passedForm] = event.kink
            }
        }
        guard stop >= 0 else { return false }
        let event = events[stop]
        let step = isRight ? event.time : -event.time
        formValues[form] = formValues[form] + step
        carry(column, by: step)
        let leaving = Int(event.form)
        if leaving != form {
            matrix.exchange(row: leaving, column: column, newRow: form)
            formOfColumn[column] = Int32(truncatingIfNeeded: leaving)
        }
        rest(leaving)
        return true
    }

    /// Marks all kinks at a coordinate's position as not passed.
    private mutating func rest(_ form: Int) {
        var kink = Int(passed[form])
        while kink > firstKink(of: form), position(ofKink: kink - 1) == formValues[form] {
            kink -= 1
            addToSlope(form, kink, sign: -1)
        }
        passed[form] = Int32(truncatingIfNeeded: kink)
    }

    /// Collects all kinks ahead, of the moving form and of those that depend on it, in the order of the step at which they are
    /// reached.
    private mutating func collectEvents(_ column: Int, isRight: Bool) {
        events.removeAll()
        let form = Int(formOfColumn[column])
        if isRight {
            for kink in kinkEnd(at: form)..<endKink(of: form) { addEvent(form, kink, speed: .one) }
        } else {
            for kink in firstKink(of: form)..<Int(passed[form]) { addEvent(form, kink, speed: -.one) }
        }
        var place = matrix.firstInColumn(column)
        while place >= 0 {
            let node = matrix.node(place).pointee
            let row = Int(node.row)
            let value = matrix.value(of: node)
            let speed = isRight ? value : -value
            if speed.isPositive {
                for kink in Int(passed[row])..<endKink(of: row) { addEvent(row, kink, speed: speed) }
            } else {
                for kink in firstKink(of: row)..<Int(passed[row]) { addEvent(row, kink, speed: speed) }
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

    private mutating func addEvent(_ form: Int, _ kink: Int, speed: SmallRational) {
        let time = (position(ofKink: kink) - formValues[form]) * speed.reciprocal
        if time.isTooLong { isSpoilt = true }
        events.append(Event(time: time, form: Int32(truncatingIfNeeded: form), kink: Int32(truncatingIfNeeded: kink), speed: speed))
    }

    // MARK: - Proof of the vertex

    func holdsHardRows() -> Bool {
        guard levelCount > 0, levels[0] == -1 else { return true }
        for place in 0..<kinks.count where kinks[place].level == 0 {
            let kink = kinks[place]
            let value = formValues[Int(kink.form)]
            let position = position(of: kink)
            if value < position ? !costBelow(kink).isZero : value > position && !costAbove(kink).isZero { return false }
        }
        return true
    }

    // MARK: - The point

    /// Computes the variables from the values of the forms. Returns false if a number gets too long.
    mutating func evaluate() -> Bool {
        values.fill(.zero, count: variableCount)
        var place = definitions.count - 1
        while place >= 0 {
            let definition = definitions[place]
            var sum = definition.form >= 0 ? formValues[definition.form] : -constant(of: definition)
            for term in terms(ofDefinition: place) {
                let label = Int(terms[term].label)
                let value = label >= 0 ? values[label] : formValues[-1 - label]
                if value.isZero { continue }
                sum = sum - self.value(of: terms[term]) * value
            }
            let value = sum * inverse(of: definition)
            if value.isTooLong { return false }
            values[Int(definition.variable)] = value
            place -= 1
        }
        return true
    }
}
