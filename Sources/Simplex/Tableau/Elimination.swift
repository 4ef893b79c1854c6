internal import ExactArithmetic

/// The substitution presolve: each hard equality eliminates one variable from all other rows.
///
/// A reduced row is the original row minus multiples of pivot rows. These multiples are recorded, so that any combination of
/// reduced rows can be converted to a combination of original rows (`originalFactors`).
struct Elimination {
    /// An eliminated variable: `row` (reduced by all earlier pivots) is 0 and determines `variable`.
    struct Pivot {
        var source: Int
        var variable: Int
        var coefficient: Rational
        var row: SparseRow
    }

    private struct Step {
        var pivot: Int
        var multiple: Rational
        var next: Int
    }

    private(set) var pivots: [Pivot] = []
    /// For each variable the pivot that eliminated it, or -1.
    private(set) var pivotOf: [Int]
    /// The program's rows, reduced; rows used as pivots are empty.
    private(set) var rows: [SparseRow]
    /// A hard equality that reduced to `0 == constant` with a constant that is not 0.
    private(set) var contradiction: Int?

    private var columns: [[Int32]]
    private var firstStep: [Int]
    private var steps: [Step] = []
    private var spare: [SparseRow.Entry] = []
    /// The number of entries of all rows.
    private var entryCount = 0

    init(_ program: LinearProgram, budget: Budget) throws(Budget.Spent) {
        rows = program.roles.indices.map(program.expression)
        pivotOf = Array(repeating: -1, count: program.variableCount)
        columns = Array(repeating: [], count: program.variableCount)
        firstStep = Array(repeating: -1, count: rows.count)
        for (index, row) in rows.enumerated() {
            for entry in row.entries { columns[entry.column].append(Int32(index)) }
            entryCount += row.entries.count
        }
        try eliminate(program, budget: budget)
    }

    /// Eliminates column singletons first, and then a variable by each equality, the shortest first. Equalities are in a bucket
    /// for each length; one whose length changed is moved when it is next found.
    private mutating func eliminate(_ program: LinearProgram, budget: Budget) throws(Budget.Spent) {
        // Each bucket lists rows in the order of arrival and counts those taken; rows that grew wait behind the others.
        var buckets: [(rows: [Int], taken: Int)] = []
        func put(_ row: Int, _ length: Int) {
            while buckets.count <= length { buckets.append(([], 0)) }
            buckets[length].rows.append(row)
        }
        var isPending = Array(repeating: false, count: rows.count)
        for index in program.roles.indices where program.role(of: index) == .equal { isPending[index] = true }
        try eliminateLoneVariables(&isPending, budget: budget)
        for index in rows.indices where isPending[index] { put(index, rows[index].entries.count) }
        var length = 0
        while length < buckets.count {
            guard buckets[length].taken < buckets[length].rows.count else {
                length += 1
                continue
            }
            let row = buckets[length].rows[buckets[length].taken]
            buckets[length].taken += 1
            guard isPending[row] else { continue }
            let now = rows[row].entries.count
            if now != length {
                put(row, now)
                length = min(length, now)
                continue
            }
            isPending[row] = false
            if now == 0 {
                if rows[row].constant.isZero { continue }
                contradiction = row
                return
            }
            let touched = try pivot(on: row, budget: budget)
            for other in touched where isPending[other] {
                let now = rows[other].entries.count
                put(other, now)
                length = min(length, now)
            }
        }
    }

    /// Eliminates each variable whose only row is an equality, which changes no other row. Without that row there may be more
    /// such variables.
    private mutating func eliminateLoneVariables(_ isPending: inout [Bool], budget: Budget) throws(Budget.Spent) {
        var counts = columns.map(\.count)
        var lone = counts.indices.filter { counts[$0] == 1 }
        while let variable = lone.popLast() {
            guard counts[variable] == 1, let row = columns[variable].lazy.map(Int.init).first(where: { !rows[$0].entries.isEmpty }), isPending[row],
                let place = rows[row].index(of: variable)
            else { continue }
            try budget.spend(entries: rows[row].entries.count)
            isPending[row] = false
            for entry in rows[row].entries {
                counts[entry.column] -= 1
                if counts[entry.column] == 1 { lone.append(entry.column) }
            }
            give(variable, by: row, coefficient: rows[row].entries[place].coefficient)
            budget.countPivot()
        }
        // Removed rows must not count when pivots are chosen.
        for variable in columns.indices where counts[variable] < columns[variable].count {
            columns[variable].removeAll { rows[Int($0)].entries.isEmpty }
        }
    }

    private func length(ofRowsWith column: Int) -> Int {
        columns[column].reduce(0) { $0 + rows[Int($1)].entries.count }
    }

    /// Records that a row determines a variable, and removes the row.
    private mutating func give(_ variable: Int, by row: Int, coefficient: Rational) {
        pivotOf[variable] = pivots.count
        pivots.append(Pivot(source: row, variable: variable, coefficient: coefficient, row: rows[row]))
        rows[row] = SparseRow()
    }

    /// Eliminates the row's variable that is in the fewest rows; ties go to the least total length of these rows. Returns the
    /// rows that changed.
    private mutating func pivot(on row: Int, budget: Budget) throws(Budget.Spent) -> [Int] {
        let source = rows[row]
        guard var best = source.entries.first else { return [] }
        var leastLength: Int?
        for entry in source.entries.dropFirst() where columns[entry.column].count <= columns[best.column].count {
            if columns[entry.column].count < columns[best.column].count {
                best = entry
                leastLength = nil
                continue
            }
            let least = leastLength ?? length(ofRowsWith: best.column)
            let own = length(ofRowsWith: entry.column)
            leastLength = min(least, own)
            if own < least { best = entry }
        }
        let variable = best.column
        let index = pivots.count
        give(variable, by: row, coefficient: best.coefficient)
        budget.countPivot()

        let inverse = best.coefficient.reciprocal
        let candidates = columns[variable]
        columns[variable] = []
        var touched: [Int] = []
        for candidate in candidates {
            let target = Int(candidate)
            let coefficient = rows[target].coefficient(of: variable)
            if coefficient.isZero { continue }
            try budget.spend(entries: rows[target].entries.count + source.entries.count)
            let multiple = coefficient * inverse
            entryCount -= rows[target].entries.count
            rows[target].add(-multiple, times: source, spare: &spare) { columns[$0].append(candidate) }
            entryCount += rows[target].entries.count
            try budget.hold(entries: entryCount + steps.count)
            steps.append(Step(pivot: index, multiple: multiple, next: firstStep[target]))
            firstStep[target] = steps.count - 1
            touched.append(target)
        }
        return touched
    }

    /// Returns an expression over the program's variables in terms of the remaining ones, and the multiples of pivot rows
    /// subtracted from it.
    func reduce(_ expression: SparseRow) -> (row: SparseRow, multiples: [RowFactor]) {
        var row = expression
        var multiples: [RowFactor] = []
        var heap = MinHeap()
        var isSeen: Set<Int> = []
        func note(_ column: Int) {
            if pivotOf[column] >= 0, isSeen.insert(pivotOf[column]).inserted { heap.push(pivotOf[column]) }
        }
        for entry in row.entries { note(entry.column) }
        // A pivot row contains no variable eliminated before it, so ascending order visits each once.
        while let next = heap.pop() {
            let pivot = pivots[next]
            let multiple = row.coefficient(of: pivot.variable) * pivot.coefficient.reciprocal
            if multiple.isZero { continue }
            row.add(-multiple, times: pivot.row, newColumn: note)
            multiples.append(RowFactor(next, multiple))
        }
        return (row, multiples)
    }

    /// Converts a combination of reduced rows to a combination of the program's rows.
    ///
    /// - Parameter multiples: multiples of pivot rows, by pivot index, to subtract as well.
    func originalFactors(of combination: [RowFactor], less multiples: [RowFactor] = []) -> [RowFactor] {
        var onPivot: [Int: Rational] = [:]
        var heap = MinHeap()
        var result: [RowFactor] = []
        func take(_ pivot: Int, _ factor: Rational) {
            if onPivot[pivot] == nil { heap.push(-pivot) }
            onPivot[pivot, default: .zero] -= factor
        }
        func takeSteps(of row: Int, _ factor: Rational) {
            var step = firstStep[row]
            while step >= 0 {
                take(steps[step].pivot, factor * steps[step].multiple)
                step = steps[step].next
            }
        }
        for term in combination where !term.factor.isZero {
            result.append(term)
            takeSteps(of: term.row, term.factor)
        }
        for multiple in multiples { take(multiple.row, multiple.factor) }
        // A pivot row was reduced by earlier pivots only, so descending order visits each once.
        while let next = heap.pop() {
            guard let factor = onPivot[-next], !factor.isZero else { continue }
            result.append(RowFactor(pivots[-next].source, factor))
            takeSteps(of: pivots[-next].source, factor)
        }
        return result.sorted { $0.row < $1.row }
    }

    /// Computes the values of the eliminated variables from those of the remaining ones.
    func complete(_ values: inout [Rational]) {
        for pivot in pivots.reversed() {
            var sum = pivot.row.constant
            for entry in pivot.row.entries where entry.column != pivot.variable { sum += entry.coefficient * values[entry.column] }
            values[pivot.variable] = -(sum * pivot.coefficient.reciprocal)
        }
    }
}
