internal import ExactArithmetic

/// Finds the lexicographic optimum of one block by a piecewise-linear simplex in short exact numbers, where it is a single point.
///
/// Rows that are multiples of each other, constants aside, are one *form*: a linear expression z whose cost is a convex piecewise-linear
/// function with a *kink* for each row. A vertex is given by as many forms as there are unknowns, each at one of its kinks; a step moves one
/// of them along and passes kinks of all forms for as long as the cost falls. Costs are compared level by level (hard rows first), so all
/// levels are minimised at once.
///
/// At the end each form that stands at a kink has a slope strictly inside what the kink allows, which proves that the vertex is the only
/// optimum. Where it is not so, where hard rows cannot hold or a number gets too long, `solve` says so and `Tableau` takes over.
///
/// Source: R. Fourer, A simplex algorithm for piecewise-linear programming I, Mathematical Programming 33, 1985.
struct BlockSolver: ~Copyable {
    /// What is asked for: the only optimum or nothing, or any one of the optima.
    enum Goal {
        case onlyOptimum, anyOptimum
    }

    /// One row's part in its form's cost: the row is `scale` times the form less `position`, and costs so much a point of the form below
    /// or above that.
    struct Kink: BitwiseCopyable {
        var form: Int32
        var level: Int32
        var row: Int32
        var isCostlyBelow: Bool
        var isCostlyAbove: Bool
        var scale: SmallRational
        var position: SmallRational

        var costBelow: SmallRational { isCostlyBelow ? scale.magnitude : .zero }
        var costAbove: SmallRational { isCostlyAbove ? scale.magnitude : .zero }
        /// How much the slope grows where the kink is passed.
        var jump: SmallRational { costBelow + costAbove }
    }

    struct Definition: BitwiseCopyable {
        var variable: Int32
        /// The row that gives the variable.
        var row: Int32
        /// The form whose value enters, or -1.
        var form: Int32
        var start: Int32
        var end: Int32
        var constant: SmallRational
        var inverse: SmallRational
    }

    /// A multiple of an equality, by its place in `definitions`, that was taken from another row.
    struct Step: BitwiseCopyable {
        var definition: Int32
        var row: Int32
        var multiple: SmallRational
    }

    struct Term: BitwiseCopyable {
        /// A variable, or a form as `-1 - form`.
        var label: Int32
        var value: SmallRational
    }

    var matrix = LinkedMatrix()
    var variableCount = 0
    var rowCount = 0
    /// The program's numbers of the rows, where steps are recorded.
    var rowNumbers = Store<Int32>()
    /// And what they say where the block's variables are 0.
    var given = Store<SmallRational>()
    /// -2 for equalities, -1 for hard inequalities, else twice the level and 1 more for equalities.
    var roles = Store<Int32>()
    var constants = Store<SmallRational>()

    var definitions = Store<Definition>()
    var terms = Store<Term>()
    /// Recorded where asked for: `multipliers`, `equation` and `solveAgain` need them.
    var steps = Store<Step>()
    var recordsSteps = false
    var kinks = Store<Kink>()
    /// By row: where its kinks lie, for rows that are forms.
    var kinkStarts = Store<Int32>()
    var kinkEnds = Store<Int32>()
    /// By row, the form that stands for it, or -1.
    var formOf = Store<Int32>()
    var forms = Store<Int32>()
    /// By form (a row): its value; how many of its kinks count as passed.
    var formValues = Store<SmallRational>()
    var passed = Store<Int32>()
    /// By form, where its slopes lie; by level then, the slope of its cost behind the kinks passed.
    var slopeStarts = Store<Int32>()
    var slopes = Store<SmallRational>()
    /// By column: the form it stands for, or -1 for the variable itself.
    var formOfColumn = Store<Int32>()
    /// The codes of the levels in use, in order of importance; -1 is the hard rows'.
    var levels = Store<Int32>()
    var rates = Store<SmallRational>()
    var events = Store<Event>()
    var scratch = Store<Int32>()
    /// Rows whose roles changed since the block was solved before.
    var newRoles = Store<NewRole>()
    private var queue = Store<Int32>()
    private var isPending = Store<Bool>()
    var isSpoilt = false
    var hasLooseVariable = false
    /// Every coordinate costs something to either side; known after `descend`.
    var isOnlyOptimum = false

    /// The optimum, by variable.
    var values = Store<SmallRational>()
    private var accountedRows = 0
    private var accountedEntries = 0

    struct Event: BitwiseCopyable {
        var time: SmallRational
        var form: Int32
        var kink: Int32
        /// How fast the form's value changes as the moving form's grows by 1 in its direction.
        var speed: SmallRational
    }

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
        rowNumbers.removeAll()
        given.removeAll()
    }

    /// The next row; its entries are inserted into `matrix` by the caller.
    mutating func addRow(role: Int32, constant: SmallRational) {
        roles.append(role)
        constants.append(constant)
        rowCount += 1
        if constant.isTooLong { isSpoilt = true }
    }

    /// Solves a block of a program; whether `values` then is what was asked for.
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
            if recordsSteps {
                rowNumbers.append(row)
                given.append(constant)
            }
        }
        return try search(goal, budget)
    }

    private mutating func search(_ goal: Goal, _ budget: Budget) throws(Budget.Spent) -> Bool {
        guard try eliminateEqualities(budget), !isSpoilt, !matrix.isSpoilt else { return false }
        guard makeForms(), !isSpoilt, !matrix.isSpoilt else { return false }
        try chooseVertex(budget)
        guard goal == .anyOptimum || !hasLooseVariable, !isSpoilt, !matrix.isSpoilt else { return false }
        placeForms()
        return try finish(goal, budget)
    }

    mutating func finish(_ goal: Goal, _ budget: Budget) throws(Budget.Spent) -> Bool {
        guard !isSpoilt, try descend(budget), !isSpoilt, !matrix.isSpoilt else { return false }
        guard goal == .anyOptimum || isOnlyOptimum, holdsHardRows() else { return false }
        return evaluate()
    }

    /// Accounts for one exchange.
    mutating func account(_ budget: Budget) throws(Budget.Spent) {
        budget.countPivot()
        try budget.spend(rows: matrix.rowsTouched - accountedRows, entries: matrix.entriesTouched - accountedEntries)
        accountedRows = matrix.rowsTouched
        accountedEntries = matrix.entriesTouched
    }

    // MARK: - Equalities

    /// Gives away a variable for each equality, the shortest first; false where one contradicts the others.
    private mutating func eliminateEqualities(_ budget: Budget) throws(Budget.Spent) -> Bool {
        var heap = MinHeap()
        for row in 0..<rowCount where roles[row] == -2 { heap.push(matrix.count(ofRow: row) << 32 | row) }
        var taken: [Step] = []
        while let key = heap.pop() {
            let row = key & 0xffff_ffff
            let count = matrix.count(ofRow: row)
            if count != key >> 32 {
                heap.push(count << 32 | row)
                continue
            }
            if count == 0 {
                if !constants[row].isZero { return false }
                continue
            }
            let place = rarestColumn(inRow: row)
            let node = matrix.node(place).pointee
            let inverse = node.value.reciprocal
            let constant = constants[row]
            define(by: row, pivot: place, form: -1, constant: constant)
            constants[row] = .zero
            let scaled = constant * inverse
            var spoilt = scaled.isTooLong
            let definition = Int32(truncatingIfNeeded: definitions.count - 1)
            taken.removeAll(keepingCapacity: true)
            let constants = constants.base
            let roles = roles.base
            let recordsSteps = recordsSteps
            matrix.substitute(row: row, column: Int(node.column), keepsColumn: false) { other, coefficient in
                if !scaled.isZero {
                    constants[other] = constants[other] - coefficient * scaled
                    if constants[other].isTooLong { spoilt = true }
                }
                if roles[other] == -2 { heap.push(other) }
                if recordsSteps { taken.append(Step(definition: definition, row: Int32(truncatingIfNeeded: other), multiple: coefficient * inverse)) }
            }
            for step in taken { steps.append(step) }
            try account(budget)
            if spoilt || matrix.isSpoilt {
                isSpoilt = true
                return true
            }
        }
        return true
    }

    /// The row's entry whose column stands in the fewest rows, the shortest together if there are several.
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

    /// Remembers how the pivot's column follows from the row's other columns and value.
    private mutating func define(by row: Int, pivot: Int, form: Int, constant: SmallRational) {
        let start = terms.count
        var place = matrix.firstInRow(row)
        while place >= 0 {
            let node = matrix.node(place).pointee
            if place != pivot {
                let label = form < 0 || formOfColumn[Int(node.column)] < 0 ? node.column : -1 - formOfColumn[Int(node.column)]
                terms.append(Term(label: label, value: node.value))
            }
            place = Int(node.nextInRow)
        }
        let node = matrix.node(pivot).pointee
        definitions.append(
            Definition(
                variable: node.column, row: Int32(truncatingIfNeeded: row), form: Int32(truncatingIfNeeded: form),
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: terms.count), constant: constant,
                inverse: node.value.reciprocal))
    }

    // MARK: - The vertex to begin with

    /// Makes the forms of the most important rows the coordinates: lone variables first, which fill nothing in.
    private mutating func chooseVertex(_ budget: Budget) throws(Budget.Spent) {
        formOfColumn.fill(-1, count: variableCount)
        var order: [(importance: Int32, row: Int32)] = []
        order.reserveCapacity(forms.count)
        for place in 0..<forms.count {
            let form = Int(forms[place])
            var importance = Int32.max
            for kink in Int(kinkStarts[form])..<Int(kinkEnds[form]) {
                let level = kinks[kink].level
                if levels[Int(level)] >= 0 { importance = min(importance, level) }
            }
            order.append((importance, forms[place]))
        }
        if order.count > 1 { order.sort { ($0.importance, $0.row) < ($1.importance, $1.row) } }
        var place = 0
        while place < order.count {
            var end = place + 1
            while end < order.count, order[end].importance == order[place].importance { end += 1 }
            try chooseWithin(order[place..<end], budget)
            if isSpoilt || matrix.isSpoilt { return }
            place = end
        }
        // Each definition gives another variable.
        hasLooseVariable = definitions.count < variableCount
    }

    private mutating func chooseWithin(_ candidates: ArraySlice<(importance: Int32, row: Int32)>, _ budget: Budget) throws(Budget.Spent) {
        if candidates.count == 1 || variableCount == 1 {
            for candidate in candidates { try choose(Int(candidate.row), budget) }
            return
        }
        // Rows with a variable of their own first; taking one may leave another's variable alone.
        isPending.fill(false, count: rowCount)
        queue.removeAll()
        for candidate in candidates {
            isPending[Int(candidate.row)] = true
            if loneVariable(inRow: Int(candidate.row)) >= 0 { queue.append(candidate.row) }
        }
        try chooseQueued(budget)
        for candidate in candidates where isPending[Int(candidate.row)] {
            isPending[Int(candidate.row)] = false
            try choose(Int(candidate.row), budget)
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

    /// Makes the form a coordinate in place of the row's rarest variable, if it has one left.
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

    // MARK: - The point

    /// Works out the variables from the forms' values; false where a number gets too long.
    private mutating func evaluate() -> Bool {
        values.fill(.zero, count: variableCount)
        var place = definitions.count - 1
        while place >= 0 {
            let definition = definitions[place]
            var sum = -definition.constant
            if definition.form >= 0 { sum = formValues[Int(definition.form)] }
            for term in Int(definition.start)..<Int(definition.end) {
                let label = Int(terms[term].label)
                let value = label >= 0 ? values[label] : formValues[-1 - label]
                if value.isZero { continue }
                sum = sum - terms[term].value * value
            }
            let value = sum * definition.inverse
            if value.isTooLong { return false }
            values[Int(definition.variable)] = value
            place -= 1
        }
        return true
    }
}
