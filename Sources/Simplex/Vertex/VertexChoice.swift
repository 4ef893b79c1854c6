internal import ExactArithmetic

/// The third phase of a block's solution: chooses the forms that are the coordinates of the first vertex. Each replaces a variable
/// that remains after elimination.
struct VertexChoice: ~Copyable {
    /// A form that may become a coordinate.
    struct Candidate: BitwiseCopyable {
        /// The first level of its rows after the hard level.
        var importance: Int32
        var form: Int32
    }

    /// For each column the form that it represents, or -1 if it still is the variable itself.
    var formOfColumn = UncheckedArray<Int32>()
    /// Whether some variable is in no form, so that it may have any value.
    private(set) var hasLooseVariable = false
    private var order = UncheckedArray<Candidate>()
    /// Forms with a variable of their own, to be chosen next.
    private var queue = UncheckedArray<Int32>()
    /// For each form, whether it is a candidate of the present importance and not chosen yet.
    private var isPending = UncheckedArray<Bool>()
    /// The columns of the form that is being chosen.
    private var columns = UncheckedArray<Int32>()

    /// Makes the forms of the most important rows the coordinates. Forms with a variable of their own are first, since they cause
    /// no fill-in.
    mutating func choose(
        _ rows: inout BlockRows, _ forms: borrowing BlockForms, _ definitions: inout BlockDefinitions, _ budget: Budget
    ) throws(Budget.Spent) {
        formOfColumn.fill(-1, count: rows.variableCount)
        order.removeAll()
        order.reserve(forms.count)
        for form in 0..<forms.count {
            var importance = Int32.max
            for kink in forms.firstKink(of: form)..<forms.endKink(of: form) {
                let level = forms.kinks[kink].level
                if forms.levels[Int(level)] >= 0 { importance = min(importance, level) }
            }
            order.append(Candidate(importance: importance, form: Int32(truncatingIfNeeded: form)))
        }
        if order.count > 1 {
            var all = order.buffer
            all.sort { ($0.importance, $0.form) < ($1.importance, $1.form) }
        }
        var place = 0
        while place < order.count {
            var end = place + 1
            while end < order.count, order[end].importance == order[place].importance { end += 1 }
            try chooseWithin(place..<end, &rows, &definitions, formCount: forms.count, budget)
            if rows.isSpoilt { return }
            place = end
        }
        // Each definition eliminates another variable.
        hasLooseVariable = definitions.count < rows.variableCount
    }

    private mutating func chooseWithin(
        _ candidates: Range<Int>, _ rows: inout BlockRows, _ definitions: inout BlockDefinitions, formCount: Int, _ budget: Budget
    ) throws(Budget.Spent) {
        if candidates.count == 1 || rows.variableCount == 1 {
            for place in candidates { try choose(Int(order[place].form), &rows, &definitions, budget) }
            return
        }
        // Forms with a variable of their own come first. Choosing one may leave another form with a variable of its own.
        isPending.fill(false, count: formCount)
        queue.removeAll()
        for place in candidates {
            let form = order[place].form
            isPending[Int(form)] = true
            if hasLoneVariable(Int(form), rows.matrix) { queue.append(form) }
        }
        try chooseQueued(&rows, &definitions, budget)
        for place in candidates where isPending[Int(order[place].form)] {
            let form = Int(order[place].form)
            isPending[form] = false
            try choose(form, &rows, &definitions, budget)
            if rows.isSpoilt { return }
            try chooseQueued(&rows, &definitions, budget)
        }
    }

    private mutating func chooseQueued(
        _ rows: inout BlockRows, _ definitions: inout BlockDefinitions, _ budget: Budget
    ) throws(Budget.Spent) {
        while queue.count > 0 {
            let form = Int(queue.removeLast())
            guard isPending[form], hasLoneVariable(form, rows.matrix) else { continue }
            isPending[form] = false
            columns.removeAll()
            var place = rows.matrix.firstInRow(form)
            while place >= 0 {
                columns.append(rows.matrix.node(place).pointee.column)
                place = Int(rows.matrix.node(place).pointee.nextInRow)
            }
            try choose(form, &rows, &definitions, budget)
            if rows.isSpoilt { return }
            for place in 0..<columns.count {
                let column = Int(columns[place])
                guard formOfColumn[column] < 0, rows.matrix.count(ofColumn: column) == 1 else { continue }
                let other = rows.matrix.node(rows.matrix.firstInColumn(column)).pointee.row
                if isPending[Int(other)] { queue.append(other) }
            }
        }
    }

    /// Returns whether the form contains a variable that no other one contains.
    private func hasLoneVariable(_ form: Int, _ matrix: borrowing LinkedMatrix) -> Bool {
        var place = matrix.firstInRow(form)
        while place >= 0 {
            let node = matrix.node(place).pointee
            if formOfColumn[Int(node.column)] < 0, matrix.count(ofColumn: Int(node.column)) == 1 { return true }
            place = Int(node.nextInRow)
        }
        return false
    }

    /// Makes the form a coordinate in place of its rarest remaining variable, if it has one.
    private mutating func choose(
        _ form: Int, _ rows: inout BlockRows, _ definitions: inout BlockDefinitions, _ budget: Budget
    ) throws(Budget.Spent) {
        var best = -1
        var place = rows.matrix.firstInRow(form)
        while place >= 0 {
            let node = rows.matrix.node(place).pointee
            if formOfColumn[Int(node.column)] < 0 {
                if best < 0 {
                    best = place
                } else {
                    let present = Int(rows.matrix.node(best).pointee.column)
                    let own = (rows.matrix.count(ofColumn: Int(node.column)), Int(node.column))
                    if own < (rows.matrix.count(ofColumn: present), present) { best = place }
                }
            }
            place = Int(node.nextInRow)
        }
        guard best >= 0 else { return }
        let column = Int(rows.matrix.node(best).pointee.column)
        definitions.add(by: form, pivot: best, form: form, constant: .zero, rows.matrix, formOfColumn)
        try rows.matrix.substitute(row: form, column: column, keepsColumn: true, budget: budget)
        formOfColumn[column] = Int32(truncatingIfNeeded: form)
        try budget.spendPivot()
    }
}
