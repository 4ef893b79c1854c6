internal import ExactArithmetic

// Makes free variables basic once and sets their rows aside.

extension Tableau {
    /// Sets aside (see `Tableau`) each variable that is the only free one in its most important row, in a single pass over the
    /// other rows.
    mutating func setLoneVariablesAside() throws(Budget.Spent) {
        var chosen = Array(repeating: -1, count: variableCount)
        var best = Array(repeating: Int.max, count: variableCount)
        for at in rows.indices {
            let own = importance(ofRow: basic[at])
            for entry in rows[at].entries where entry.column < variableCount { best[entry.column] = min(best[entry.column], own) }
        }
        for at in rows.indices {
            let entries = rows[at].entries
            // Entries of variables precede those of sides.
            guard let variable = entries.first?.column, variable < variableCount, entries.dropFirst().first?.column ?? .max >= variableCount
            else { continue }
            guard importance(ofRow: basic[at]) == best[variable] else { continue }
            if chosen[variable] < 0 || key(ofPosition: at) < key(ofPosition: chosen[variable]) { chosen[variable] = at }
        }
        for variable in chosen.indices where chosen[variable] >= 0 {
            let at = chosen[variable]
            budget.countPivot()
            define(variable, by: at, solved(rows[at], basic: basic[at], for: variable))
            occurrences[variable] = []
        }
        for at in rows.indices where rows[at].entries.contains(where: { $0.column < variableCount && chosen[$0.column] >= 0 }) {
            entryCount -= rows[at].entries.count
            rows[at] = substituted(rows[at], at)
            entryCount += rows[at].entries.count
            try budget.spend(entries: rows[at].entries.count)
            try budget.hold(entries: entryCount)
        }
    }

    /// Sets aside the other free variables, those in the fewest rows first. Each one is defined by its most important row, or by
    /// the shortest of equally important ones.
    mutating func setVariablesAside() throws(Budget.Spent) {
        let variables = (0..<variableCount).filter { !occurrences[$0].isEmpty }
            .sorted { (occurrences[$0].count, $0) < (occurrences[$1].count, $1) }
        for variable in variables {
            guard let best = holders(of: variable).lazy.map(Int.init).min(by: { key(ofPosition: $0) < key(ofPosition: $1) }) else { continue }
            try pivot(position: best, entering: variable)
            define(variable, by: best, rows[best])
        }
    }

    private mutating func define(_ variable: Int, by at: Int, _ row: SparseRow) {
        definitionOf[variable] = definitions.count
        definitions.append((variable, row))
        position[basic[at]] = -1
        rows[at] = SparseRow()
        basic[at] = -1
    }

    /// Returns the row with every variable that is set aside replaced by its definition.
    private mutating func substituted(_ row: SparseRow, _ at: Int) -> SparseRow {
        var constant = row.constant
        var entries: [SparseRow.Entry] = []
        for entry in row.entries {
            guard entry.column < variableCount, definitionOf[entry.column] >= 0 else {
                entries.append(entry)
                continue
            }
            let definition = definitions[definitionOf[entry.column]].row
            constant += entry.coefficient * definition.constant
            for part in definition.entries {
                entries.append(SparseRow.Entry(part.column, entry.coefficient * part.coefficient))
                occurrences[part.column].append(Int32(at))
            }
        }
        entries.sort { $0.column < $1.column }
        var count = 0
        for entry in entries {
            if count > 0, entries[count - 1].column == entry.column {
                entries[count - 1].coefficient += entry.coefficient
            } else {
                if count > 0, entries[count - 1].coefficient.isZero { count -= 1 }
                entries[count] = entry
                count += 1
            }
        }
        if count > 0, entries[count - 1].coefficient.isZero { count -= 1 }
        entries.removeLast(entries.count - count)
        return SparseRow(constant: constant, sorted: entries)
    }

    /// Returns the order in which rows are preferred for a definition: important levels first, hard inequalities last, then short
    /// rows.
    private func key(ofPosition at: Int) -> (Int, Int, Int) {
        (importance(ofRow: basic[at]), rows[at].entries.count, basic[at])
    }

    private func importance(ofRow column: Int) -> Int {
        guard let side = side(column) else { return Int.max }
        switch program.role(of: side.row) {
        case .soft(let level, let isEquality): return 2 * level + (isEquality ? 0 : 1)
        case .atLeast, .equal: return Int.max
        }
    }
}
