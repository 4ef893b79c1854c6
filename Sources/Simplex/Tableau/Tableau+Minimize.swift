internal import ExactArithmetic

extension Tableau {
    enum Minimum {
        /// No eligible column lowers the objective further.
        case optimal
        /// The objective is unbounded below along the column.
        case unbounded(column: Int, sign: Int)
        /// Stopped early because the objective became negative.
        case negative
    }

    /// Minimizes `objective` from the present (feasible) vertex without changing the optimum of earlier levels.
    ///
    /// The column with the most negative reduced cost enters (Dantzig's rule). After a run of degenerate steps Bland's rule
    /// guarantees termination.
    mutating func minimize(untilNegative: Bool = false) throws(Budget.Spent) -> Minimum {
        var idle = 0
        while true {
            if untilNegative, objective.constant.isNegative { return .negative }
            guard let entering = chooseEntering(byIndex: idle > 20) else { return .optimal }
            if entering < variableCount {
                return .unbounded(column: entering, sign: objective.coefficient(of: entering).isPositive ? -1 : 1)
            }
            var leaving = -1
            var least = Rational.zero
            for at in holders(of: entering).lazy.map(Int.init) where basic[at] >= 0 {
                let coefficient = rows[at].coefficient(of: entering)
                guard coefficient.isNegative else { continue }
                let ratio = -(rows[at].constant * coefficient.reciprocal)
                if leaving < 0 || ratio < least || (ratio == least && basic[at] < basic[leaving]) {
                    leaving = at
                    least = ratio
                }
            }
            guard leaving >= 0 else { return .unbounded(column: entering, sign: 1) }
            idle = least.isZero ? idle + 1 : 0
            try pivot(position: leaving, entering: entering)
        }
    }

    private func chooseEntering(byIndex: Bool) -> Int? {
        var best: SparseRow.Entry?
        for entry in objective.entries where !isFrozen[entry.column] {
            // A variable in no row may change in either direction.
            if entry.column < variableCount { return entry.column }
            guard entry.coefficient.isNegative else { continue }
            if byIndex { return entry.column }
            if let present = best, present.coefficient <= entry.coefficient { continue }
            best = entry
        }
        return best?.column
    }

    /// Minimizes the levels one after the other and freezes the columns that each forces to 0. `record` receives each level's
    /// reduced costs and total.
    ///
    /// Rows that share no column are independent: each connected component is minimized by itself, so a pivot never changes the
    /// costs of another.
    mutating func minimizeLevels(_ record: (_ level: Int, _ objective: SparseRow) -> Void) throws(Budget.Spent) {
        var components = components()
        var costed: [[Int]] = Array(repeating: [], count: program.levelCount)
        for index in program.roles.indices where isEntered[index] {
            guard case .soft(let level, let isEquality) = program.role(of: index) else { continue }
            costed[level].append(below(index))
            if isEquality { costed[level].append(above(index)) }
        }
        for level in costed.indices {
            var grouped = costed[level].map { (root: components.root($0), column: $0) }
            grouped.sort { ($0.root, $0.column) < ($1.root, $1.column) }
            var constant = Rational.zero
            var entries: [SparseRow.Entry] = []
            var next = 0
            while next < grouped.count {
                let root = grouped[next].root
                var sum = RowSum()
                while next < grouped.count, grouped[next].root == root {
                    let column = grouped[next].column
                    if position[column] >= 0 { sum.add(rows[position[column]]) } else { sum.add(column, .one) }
                    next += 1
                }
                objective = sum.row
                _ = try minimize()
                for entry in objective.entries where entry.coefficient.isPositive && !isFrozen[entry.column] { isFrozen[entry.column] = true }
                constant += objective.constant
                entries += objective.entries
            }
            objective = SparseRow()
            record(level, SparseRow(constant: constant, entries: entries))
        }
    }

    /// Returns the connected components of columns. Definitions of free variables are ignored, as they limit nothing.
    private func components() -> DisjointSets {
        var sets = DisjointSets(count: position.count)
        for at in rows.indices where basic[at] >= 0 {
            for entry in rows[at].entries { sets.join(basic[at], entry.column) }
        }
        return sets
    }
}

/// A sum of many rows that avoids merging them one by one: entries are collected, and merged when their number has doubled.
struct RowSum {
    private var entries: [SparseRow.Entry] = []
    private var constant = Rational.zero
    private var most = 64

    /// Adds `factor * row`, including its constant.
    mutating func add(_ row: SparseRow, times factor: Rational = .one) {
        constant += factor * row.constant
        for entry in row.entries { entries.append(SparseRow.Entry(entry.column, factor * entry.coefficient)) }
        if entries.count > most { merge() }
    }

    mutating func add(_ term: Rational) {
        constant += term
    }

    mutating func add(_ column: Int, _ coefficient: Rational) {
        entries.append(SparseRow.Entry(column, coefficient))
        if entries.count > most { merge() }
    }

    var row: SparseRow {
        var sum = self
        sum.merge()
        return SparseRow(constant: constant, sorted: sum.entries)
    }

    private mutating func merge() {
        entries.sort { $0.column < $1.column }
        var count = 0
        for entry in entries {
            if count > 0, entries[count - 1].column == entry.column {
                entries[count - 1].coefficient += entry.coefficient
                continue
            }
            if count > 0, entries[count - 1].coefficient.isZero { count -= 1 }
            entries[count] = entry
            count += 1
        }
        if count > 0, entries[count - 1].coefficient.isZero { count -= 1 }
        entries.removeLast(entries.count - count)
        most = max(64, 2 * count)
    }
}
