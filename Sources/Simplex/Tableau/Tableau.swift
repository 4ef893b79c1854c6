internal import ExactArithmetic

/// A simplex tableau with exact, sparse rows: each basic column as an expression in non-basic ones, which are all 0.
///
/// Columns are the program's variables (free) and the sides of its rows (at least 0). A free variable is made basic once, and its
/// row is set aside as a definition: it never limits a step, so it is not updated but computed on demand.
struct Tableau {
    let program: LinearProgram

    /// The rows. A *position* is an index in this list. It is unused (an empty row with `basic` -1) after its row was set aside.
    var rows: [SparseRow] = []
    var basic: [Int] = []
    /// For each column the position of its row, or -1 if it is non-basic.
    var position: [Int]
    /// For each column, the positions of rows that may contain it: a superset, pruned on use.
    var occurrences: [[Int32]]
    /// For each row of the program, whether it is in the tableau. Hard equalities and rows that became constants are not.
    private(set) var isEntered: [Bool]
    /// The present objective; every pivot re-expresses it in non-basic columns.
    var objective = SparseRow()

    /// The free variables in the order in which they were set aside. A definition may contain variables defined after it.
    var definitions: [(variable: Int, row: SparseRow)] = []
    var definitionOf: [Int]

    /// Columns that the optimum of a level forces to 0.
    var isFrozen: [Bool]
    /// Columns that are 0 on the whole set of optima, although their reduced costs are 0 at all levels.
    var isZeroOnFace: [Bool]

    var budget: Budget
    /// The number of entries of all rows, definitions included.
    var entryCount = 0
    private var spare: [SparseRow.Entry] = []

    /// If not nil, records columns whose value may have changed.
    var changed: ColumnSet?

    /// The number of the first columns, which are the program's variables.
    var variableCount: Int { program.variableCount }

    /// The columns of a row's sides.
    func above(_ row: Int) -> Int { variableCount + 2 * row }
    func below(_ row: Int) -> Int { variableCount + 2 * row + 1 }

    func column(_ side: Side) -> Int { side.isAbove ? above(side.row) : below(side.row) }

    /// Returns the side of a column, or nil for a variable.
    func side(_ column: Int) -> Side? {
        column < variableCount ? nil : Side(row: (column - variableCount) / 2, isAbove: (column - variableCount) % 2 == 0)
    }

    /// - Parameter reduced: the program's rows over the remaining variables. Empty rows and hard equalities are skipped.
    init(_ program: LinearProgram, reduced: [SparseRow], budget: Budget) throws(Budget.Spent) {
        self.program = program
        self.budget = budget
        let columnCount = program.variableCount + 2 * program.rowCount
        position = Array(repeating: -1, count: columnCount)
        occurrences = Array(repeating: [], count: columnCount)
        isFrozen = Array(repeating: false, count: columnCount)
        isZeroOnFace = Array(repeating: false, count: columnCount)
        definitionOf = Array(repeating: -1, count: program.variableCount)
        isEntered = Array(repeating: false, count: program.rowCount)
        for index in program.roles.indices where program.role(of: index) != .equal && !reduced[index].entries.isEmpty {
            isEntered[index] = true
            enter(index, reduced[index], program.role(of: index))
        }
        try setLoneVariablesAside()
        try setVariablesAside()
    }

    /// Adds a row with one of its sides basic.
    private mutating func enter(_ index: Int, _ row: SparseRow, _ role: LinearProgram.Role) {
        var expression = row
        var owner = above(index)
        if case .soft = role {
            if row.constant.isNegative {
                expression = row.scaled(by: -1)
                owner = below(index)
                expression.entries.append(SparseRow.Entry(above(index), 1))
            } else {
                expression.entries.append(SparseRow.Entry(below(index), 1))
            }
        }
        position[owner] = rows.count
        for entry in expression.entries { occurrences[entry.column].append(Int32(rows.count)) }
        basic.append(owner)
        entryCount += expression.entries.count
        rows.append(expression)
    }

    /// Returns the positions of the rows that contain a column, and prunes the superset.
    mutating func holders(of column: Int) -> [Int32] {
        var list = occurrences[column]
        occurrences[column] = []
        list.sort()
        var count = 0
        var last: Int32 = -1
        for at in list where at != last {
            last = at
            if rows[Int(at)].index(of: column) == nil { continue }
            list[count] = at
            count += 1
        }
        list.removeLast(list.count - count)
        occurrences[column] = list
        return list
    }

    /// Solves the row of the basic column `leaving` for `entering`.
    func solved(_ row: SparseRow, basic leaving: Int, for entering: Int) -> SparseRow {
        var source = row
        let inverse = source.remove(entering).reciprocal
        source = source.scaled(by: -inverse)
        let place = source.entries.firstIndex { $0.column > leaving } ?? source.entries.count
        source.entries.insert(SparseRow.Entry(leaving, inverse), at: place)
        return source
    }

    /// Exchanges the row's basic column for `entering`.
    mutating func pivot(position at: Int, entering: Int) throws(Budget.Spent) {
        try budget.spend(entries: rows[at].entries.count)
        budget.countPivot()
        let leaving = basic[at]
        let source = solved(rows[at], basic: leaving, for: entering)
        let targets = holders(of: entering)
        if changed != nil {
            changed?.insert(leaving)
            changed?.insert(entering)
            for target in targets { changed?.insert(basic[Int(target)]) }
        }
        occurrences[entering] = []
        rows[at] = source
        basic[at] = entering
        position[leaving] = -1
        position[entering] = at
        occurrences[leaving].append(Int32(at))
        for target in targets.lazy.map(Int.init) where target != at {
            try budget.spend(entries: rows[target].entries.count + source.entries.count)
            entryCount -= rows[target].entries.count
            let factor = rows[target].remove(entering)
            rows[target].add(factor, times: source, spare: &spare) { occurrences[$0].append(Int32(target)) }
            entryCount += rows[target].entries.count
            try budget.hold(entries: entryCount)
        }
        let factor = objective.remove(entering)
        if !factor.isZero { objective.add(factor, times: source, spare: &spare) }
    }

    /// Returns the expression in terms of non-basic columns.
    func resolved(_ expression: SparseRow) -> SparseRow {
        var sum = RowSum()
        var defined: [Int: Rational] = [:]
        var heap = MinHeap()
        var sides: [Int: Rational] = [:]
        func take(_ row: SparseRow, times factor: Rational) {
            sum.add(row.constant * factor)
            for entry in row.entries {
                let definition = entry.column < variableCount ? definitionOf[entry.column] : -1
                if definition < 0 {
                    sides[entry.column, default: .zero] += factor * entry.coefficient
                } else {
                    if defined[definition] == nil { heap.push(definition) }
                    defined[definition, default: .zero] += factor * entry.coefficient
                }
            }
        }
        take(expression, times: .one)
        // A definition contains variables defined after it, so ascending order visits each once.
        while let next = heap.pop() {
            if let factor = defined[next], !factor.isZero { take(definitions[next].row, times: factor) }
        }
        for (column, factor) in sides where !factor.isZero {
            if position[column] >= 0 { sum.add(rows[position[column]], times: factor) } else { sum.add(column, factor) }
        }
        return sum.row
    }

    /// Returns the column's value at the present vertex. A variable must not be set aside.
    func value(of column: Int) -> Rational {
        position[column] < 0 ? .zero : rows[position[column]].constant
    }

    /// Returns whether the column is a coordinate of the set of optima: non-basic, and not forced to 0.
    func isCoordinate(_ column: Int) -> Bool {
        position[column] < 0 && !isFrozen[column] && !isZeroOnFace[column]
    }

    /// Computes the program's variables at the present vertex, except those that the presolve eliminated.
    func fillPoint(_ values: inout [Rational]) {
        for definition in definitions.reversed() {
            var sum = definition.row.constant
            for entry in definition.row.entries {
                let value = entry.column < variableCount ? values[entry.column] : value(of: entry.column)
                sum += entry.coefficient * value
            }
            values[definition.variable] = sum
        }
    }

    /// Returns the change of each basic column per unit increase of the non-basic `column`, and that of the column itself.
    mutating func direction(_ column: Int) -> [(column: Int, change: Rational)] {
        [(column: column, change: .one)] + holders(of: column).map { (column: basic[Int($0)], change: rows[Int($0)].coefficient(of: column)) }
    }
}
