internal import ExactArithmetic

extension Tableau {
    enum Minimum {
        /// No eligible column lowers the objective further.
        case optimal
        /// The objective falls without end as the column grows.
        case unbounded(column: Int, sign: Int)
        /// Stopped because the objective became negative, as asked.
        case negative
    }

    /// Minimises `objective` from the present (feasible) vertex without touching what earlier levels hold.
    ///
    /// The column with the most negative reduced cost enters; after a run of steps that gain nothing, Bland's rule, which ends.
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
            // A variable that no row holds may go either way.
            if entry.column < variableCount { return entry.column }
            guard entry.coefficient.isNegative else { continue }
            if byIndex { return entry.column }
            if let present = best, present.coefficient <= entry.coefficient { continue }
            best = entry
        }
        return best?.column
    }

    /// Minimises the levels one after the other and freezes what each holds; a level's reduced costs and total are given to `record`.
    ///
    /// Rows that share no column are independent: each such component is minimised by itself, so a pivot never touches the costs
    /// of another.
    mutating func minimizeLevels(_ record: (_ level: Int, _ objective: SparseRow) -> Void) throws(Budget.Spent) {
        var components = components()
        var costed: [[Int]] = Array(repeating: [], count: program.levelCount)
        for index in program.roles.indices where isEntered[index] {
            guard case .soft(let level, let isEquality) = program.role(of: index) else { continue }
            costed[level].append(below(index))
            if isEquality { costed[level].append(above(index)) }
        }
        for level in costed.indices {
            var groups: [Int: [Int]] = [:]
            for column in costed[level] { groups[components.root(column), default: []].append(column) }
            var constant = Rational.zero
            var entries: [SparseRow.Entry] = []
            for root in groups.keys.sorted() {
                var sum = RowSum()
                for column in groups[root] ?? [] {
                    if position[column] >= 0 { sum.add(rows[position[column]]) } else { sum.add(column, .one) }
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

    /// The columns joined by rows, free variables' definitions left aside: they limit nothing.
    private func components() -> DisjointSets {
        var sets = DisjointSets(count: position.count)
        for at in rows.indices where basic[at] >= 0 {
            for entry in rows[at].entries { sets.join(basic[at], entry.column) }
        }
        return sets
    }
}

/// Adds many rows up without merging them one by one.
struct RowSum {
    private var coefficients: [Int: Rational] = [:]
    private var constant = Rational.zero

    mutating func add(_ row: SparseRow) {
        constant += row.constant
        for entry in row.entries { add(entry.column, entry.coefficient) }
    }

    mutating func add(_ column: Int, _ coefficient: Rational) {
        coefficients[column, default: .zero] += coefficient
    }

    var row: SparseRow {
        SparseRow(constant: constant, entries: coefficients.map { SparseRow.Entry($0.key, $0.value) })
    }
}
