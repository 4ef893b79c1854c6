internal import ExactArithmetic

/// Finds the lexicographic optimum of one block by a piecewise-linear simplex in short exact numbers, if it is a single point.
///
/// Rows that are multiples of each other, constants aside, are one *form*: a linear expression z whose cost is a convex
/// piecewise-linear function with a *kink* (breakpoint) for each row. A vertex is given by as many forms as there are unknowns,
/// each at one of its kinks. A step moves one of them and passes kinks of all forms as long as the cost decreases. Costs are
/// compared level by level (hard rows first), so all levels are minimized at once.
///
/// If at the end each form at a kink has a slope strictly inside what the kink allows, the vertex is the only optimum. If not, or
/// if hard rows are infeasible or a number gets too long, `solve` returns false and `Tableau` takes over.
///
/// Source: R. Fourer, A simplex algorithm for piecewise-linear programming I, Mathematical Programming 33, 1985.
struct BlockSolver: ~Copyable {
    /// The goal of a solve: the only optimum or nothing, or any one of the optima.
    enum Goal {
        case onlyOptimum, anyOptimum
    }

    var matrix = LinkedMatrix()
    /// The long numbers of kinks, definitions, terms and steps.
    var numbers = LongNumbers()
    var variableCount = 0
    var rowCount = 0
    /// -2 for equalities, -1 for hard inequalities, else twice the level, plus 1 for equalities.
    var roles = UncheckedArray<Int32>()
    var constants = UncheckedArray<SmallRational>()

    var definitions = UncheckedArray<Definition>()
    var terms = UncheckedArray<Term>()
    /// The elimination steps, recorded on request: `multipliers` and `equation` need them.
    var steps = UncheckedArray<Step>()
    var recordsSteps = false
    /// The kinks, grouped by form, from left to right.
    var kinks = UncheckedArray<Kink>()
    /// The offset of each form's kinks, plus one end.
    var kinkStarts = UncheckedArray<Int32>()
    /// For each row its form, or -1; if steps are recorded.
    var formOf = UncheckedArray<Int32>()
    /// The number of forms. They are the matrix's rows from `makeForms` on, in the order of their first rows.
    var formCount = 0
    /// For each form its value, and the end of the kinks that count as passed.
    var formValues = UncheckedArray<SmallRational>()
    var passed = UncheckedArray<Int32>()
    /// By form and level, the slope of the form's cost after the passed kinks.
    var slopes = UncheckedArray<SmallRational>()
    /// For each column the form that is its coordinate, or -1 for the variable itself.
    var formOfColumn = UncheckedArray<Int32>()
    /// The codes of the levels in use, in order of importance; -1 is the level of hard rows.
    var levels = UncheckedArray<Int32>()
    var rates = UncheckedArray<SmallRational>()
    var events = UncheckedArray<Event>()
    var scratch = UncheckedArray<Int32>()
    /// A hash table of forms with several variables, used while forms are made.
    var alikeHeads = UncheckedArray<Int32>()
    var alikeNext = UncheckedArray<Int32>()
    /// Equalities, keyed by the number of entries, then the row.
    private var heap = MinHeap()
    private var order = UncheckedArray<Candidate>()
    private var queue = UncheckedArray<Int32>()
    private var isPending = UncheckedArray<Bool>()
    var proving = Proving()
    var isSpoilt = false
    var hasLooseVariable = false
    /// Whether a move of any coordinate in either direction increases the cost; set by `descend`.
    var isOnlyOptimum = false

    /// The optimum, by variable.
    var values = UncheckedArray<SmallRational>()
    private var accountedRows = 0
    private var accountedEntries = 0

    mutating func begin(variables: Int, rows: Int, entries: Int) {
        variableCount = variables
        rowCount = 0
        isSpoilt = false
        hasLooseVariable = false
        matrix.reset(rows: rows, columns: variables, entries: entries)
        definitions.reserve(variables)
        roles.reserve(rows)
        constants.reserve(rows)
        roles.removeAll()
        constants.removeAll()
        definitions.removeAll()
        terms.removeAll()
        steps.removeAll()
        kinks.removeAll()
        numbers.removeAll()
    }

    /// Adds the next row; the caller inserts its entries into `matrix`.
    mutating func addRow(role: Int32, constant: SmallRational) {
        roles.append(role)
        constants.append(constant)
        rowCount += 1
        if constant.isTooLong { isSpoilt = true }
    }

    /// Solves a block of a program. Returns whether `values` satisfies `goal`.
    mutating func solve(
        _ program: borrowing LinearProgram, _ decomposition: borrowing Decomposition, _ fixed: borrowing Values, block: Int, for goal: Goal,
        budget: Budget
    ) throws(Budget.Spent) -> Bool {
        let rows = decomposition.rows(ofBlock: block)
        var entries = 0
        for row in rows { entries += program.matrix.range(of: Int(row)).count }
        begin(variables: decomposition.variables(ofBlock: block).count, rows: rows.count, entries: entries)
        for row in rows {
            var constant = program.matrix.small(program.matrix.constants[Int(row)])
            for entry in program.matrix.range(of: Int(row)) {
                let variable = Int(program.matrix.columns[entry])
                let coefficient = program.matrix.small(program.matrix.coefficients[entry])
                if decomposition.isFixed(variable) {
                    constant = constant + coefficient * fixed.small[variable]
                } else {
                    matrix.insert(row: rowCount, column: Int(decomposition.localIndex[variable]), coefficient)
                }
            }
            addRow(role: program.roles[Int(row)].code, constant: constant)
        }
        return try search(goal, budget)
    }

    private mutating func search(_ goal: Goal, _ budget: Budget) throws(Budget.Spent) -> Bool {
        guard try eliminateEqualities(budget), !isSpoilt, !matrix.isSpoilt else { return false }
        if rowCount >= LinkedMatrix.many { heap = MinHeap() }
        matrix.trim()
        guard makeForms(), !isSpoilt, !matrix.isSpoilt else { return false }
        matrix.trim()
        try chooseVertex(budget)
        guard goal == .anyOptimum || !hasLooseVariable, !isSpoilt, !matrix.isSpoilt else { return false }
        placeForms()
        return try finish(goal, budget)
    }

    private mutating func finish(_ goal: Goal, _ budget: Budget) throws(Budget.Spent) -> Bool {
        guard !isSpoilt, try descend(budget), !isSpoilt, !matrix.isSpoilt else { return false }
        guard goal == .anyOptimum || isOnlyOptimum, holdsHardRows() else { return false }
        return evaluate()
    }

    /// Charges one exchange to the budget.
    mutating func account(_ budget: Budget) throws(Budget.Spent) {
        budget.countPivot()
        try budget.spend(rows: matrix.rowsTouched - accountedRows, entries: matrix.entriesTouched - accountedEntries)
        accountedRows = matrix.rowsTouched
        accountedEntries = matrix.entriesTouched
    }

    // MARK: - Equalities

    /// Eliminates a variable by each equality, the shortest first. Returns false if one contradicts the others.
    private mutating func eliminateEqualities(_ budget: Budget) throws(Budget.Spent) -> Bool {
        heap.removeAll()
        for row in 0..<rowCount where roles[row] == -2 { heap.push(matrix.count(ofRow: row) << 32 | row) }
        var taken: [(row: Int32, multiple: SmallRational)] = []
        while let key = heap.pop() {
            let row = key & 0xffff_ffff
            let count = matrix.count(ofRow: row)
            // The row changed since, and was pushed again then.
            if count != key >> 32 { continue }
            if count == 0 {
                if !constants[row].isZero { return false }
                continue
            }
            let place = rarestColumn(inRow: row)
            let node = matrix.node(place).pointee
            let inverse = matrix.value(of: node).reciprocal
            let constant = constants[row]
            define(by: row, pivot: place, form: -1, constant: constant)
            constants[row] = .zero
            let scaled = constant * inverse
            var spoilt = scaled.isTooLong
            let definition = Int32(truncatingIfNeeded: definitions.count - 1)
            taken.removeAll(keepingCapacity: true)
            let constants = constants.base
            let recordsSteps = recordsSteps
            matrix.substitute(row: row, column: Int(node.column), keepsColumn: false) { other, coefficient in
                if !scaled.isZero {
                    constants[other] = constants[other] - coefficient * scaled
                    if constants[other].isTooLong { spoilt = true }
                }
                if recordsSteps { taken.append((Int32(truncatingIfNeeded: other), coefficient * inverse)) }
            }
            for place in 0..<matrix.touched.count {
                let other = Int(matrix.touched[place])
                if roles[other] == -2 { heap.push(matrix.count(ofRow: other) << 32 | other) }
            }
            for step in taken { steps.append(Step(definition: definition, row: step.row, packed: numbers.pack(step.multiple))) }
            try account(budget)
            if spoilt || matrix.isSpoilt {
                isSpoilt = true
                return true
            }
        }
        return true
    }

    /// Returns the row's entry whose column is in the fewest rows; ties go to the least total length of these rows.
    private func rarestColumn(inRow row: Int) -> Int {
        var best = matrix.firstInRow(row)
        var place = best
        var leastLength = -1
        while place >= 0 {
            let node = matrix.node(place).pointee
            let bestColumn = Int(matrix.node(best).pointee.column)
            let count = matrix.count(ofColumn: Int(node.column))
            let least = matrix.count(ofColumn: bestColumn)
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

    private func length(ofRowsWith column: Int) -> Int {
        var sum = 0
        var seen = 0
        var place = matrix.firstInColumn(column)
        while place >= 0, seen < 8 {
            let node = matrix.node(place).pointee
            sum += matrix.count(ofRow: Int(node.row))
            seen += 1
            place = Int(node.nextInColumn)
        }
        return sum
    }

    /// Records the pivot's column as a function of the row's other columns and value.
    private mutating func define(by row: Int, pivot: Int, form: Int, constant: SmallRational) {
        let start = terms.count
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            if place != pivot {
                let label = form < 0 || formOfColumn[Int(node.column)] < 0 ? node.column : -1 - formOfColumn[Int(node.column)]
                terms.append(Term(label: label, packed: numbers.pack(matrix.value(of: node))))
            }
            place = Int(node.nextInRow)
        }
        let node = matrix.node(pivot).pointee
        definitions.append(
            Definition(
                variable: node.column, row: row, form: form, start: start, constant: numbers.pack(constant),
                inverse: numbers.pack(matrix.value(of: node).reciprocal)))
    }

    // MARK: - The initial vertex

    /// Makes the forms of the most important rows the coordinates, those with a variable of their own first, which cause no
    /// fill-in.
    private mutating func chooseVertex(_ budget: Budget) throws(Budget.Spent) {
        formOfColumn.fill(-1, count: variableCount)
        order.removeAll()
        order.reserve(formCount)
        for form in 0..<formCount {
            var importance = Int32.max
            for kink in firstKink(of: form)..<endKink(of: form) {
                let level = kinks[kink].level
                if levels[Int(level)] >= 0 { importance = min(importance, level) }
            }
            order.append(Candidate(importance: importance, row: Int32(truncatingIfNeeded: form)))
        }
        if order.count > 1 {
            var all = order.buffer
            all.sort { ($0.importance, $0.row) < ($1.importance, $1.row) }
        }
        var place = 0
        while place < order.count {
            var end = place + 1
            while end < order.count, order[end].importance == order[place].importance { end += 1 }
            try chooseWithin(place..<end, budget)
            if isSpoilt || matrix.isSpoilt { return }
            place = end
        }
        // Each definition eliminates another variable.
        hasLooseVariable = definitions.count < variableCount
    }

    private mutating func chooseWithin(_ candidates: Range<Int>, _ budget: Budget) throws(Budget.Spent) {
        if candidates.count == 1 || variableCount == 1 {
            for place in candidates { try choose(Int(order[place].row), budget) }
            return
        }
        // Rows with a variable of their own come first. Choosing one may leave another row with a variable of its own.
        isPending.fill(false, count: formCount)
        queue.removeAll()
        for place in candidates {
            let row = order[place].row
            isPending[Int(row)] = true
            if loneVariable(inRow: Int(row)) >= 0 { queue.append(row) }
        }
        try chooseQueued(budget)
        for place in candidates where isPending[Int(order[place].row)] {
            let row = Int(order[place].row)
            isPending[row] = false
            try choose(row, budget)
            if isSpoilt || matrix.isSpoilt { return }
            try chooseQueued(budget)
        }
    }

    private mutating func chooseQueued(_ budget: Budget) throws(Budget.Spent) {
        while queue.count > 0 {
            let row = Int(queue.removeLast())
            guard isPending[row], loneVariable(inRow: row) >= 0 else { continue }
            isPending[row] = false
            scratch.removeAll()
            var place = matrix.firstInRow(row)
            while place >= 0 {
                scratch.append(matrix.node(place).pointee.column)
                place = Int(matrix.node(place).pointee.nextInRow)
            }
            try choose(row, budget)
            if isSpoilt || matrix.isSpoilt { return }
            for place in 0..<scratch.count where formOfColumn[Int(scratch[place])] < 0 && matrix.count(ofColumn: Int(scratch[place])) == 1 {
                let other = matrix.node(matrix.firstInColumn(Int(scratch[place]))).pointee.row
                if isPending[Int(other)] { queue.append(other) }
            }
        }
    }

    private func loneVariable(inRow row: Int) -> Int {
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            if formOfColumn[Int(node.column)] < 0, matrix.count(ofColumn: Int(node.column)) == 1 { return place }
            place = Int(node.nextInRow)
        }
        return -1
    }

    /// Makes the form a coordinate in place of the row's rarest remaining variable, if there is one.
    private mutating func choose(_ row: Int, _ budget: Budget) throws(Budget.Spent) {
        var best = -1
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            if formOfColumn[Int(node.column)] < 0 {
                if best < 0 {
                    best = place
                } else {
                    let present = Int(matrix.node(best).pointee.column)
                    let own = (matrix.count(ofColumn: Int(node.column)), Int(node.column))
                    if own < (matrix.count(ofColumn: present), present) { best = place }
                }
            }
            place = Int(node.nextInRow)
        }
        guard best >= 0 else { return }
        let column = Int(matrix.node(best).pointee.column)
        define(by: row, pivot: best, form: row, constant: .zero)
        matrix.substitute(row: row, column: column, keepsColumn: true) { _, _ in }
        formOfColumn[column] = Int32(truncatingIfNeeded: row)
        try account(budget)
    }
}
