internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A row that is 0 in the layout and determines a variable together with others.
struct DecidingRow {
    /// The row of the system.
    var row: Int
    var shown: Affecting.Row
}

extension LayoutExplainer {
    func rows(deciding variable: Int, _ range: RangeEvidence, _ optimum: Optimum) throws -> [DecidingRow] {
        for end in [range.least, range.greatest] {
            guard case .finite(_, let proof) = end else { continue }
            // g + sum of f * row is constant, and g is the variable or its negation, so the variable is the sum of the rows'
            // constants.
            var terms: [(row: Int, factor: Rational)] = []
            for term in proof.combination.terms where !term.factor.isZero { terms.append((optimum.problem.rows[term.row].source, term.factor)) }
            if let found = decided(variable, terms, optimum.point) { return found }
        }
        return eliminated(variable, optimum.point)
    }

    /// Returns the rows that determine the variable in a layout at this end of its range, or none if the range is unbounded
    /// there.
    func rows(bounding variable: Int, _ end: LayoutVerification.RangeEnd, _ optimum: Optimum) -> [DecidingRow] {
        guard case .finite(let changes, _) = end else { return [] }
        return eliminated(variable, optimum.point.changed(by: changes))
    }

    /// Returns the terms as rows that determine the variable. Returns nil if a row is not 0 in the layout, or if other variables
    /// do not cancel.
    private func decided(_ variable: Int, _ terms: [(row: Int, factor: Rational)], _ point: [Rational]) -> [DecidingRow]? {
        var sums: [Int: Rational] = [:]
        var constant = Rational.zero
        for term in terms {
            guard system.value(of: term.row, at: point).isZero else { return nil }
            for entry in system.terms(of: term.row) { sums[entry.variable, default: .zero] += term.factor * entry.coefficient }
            constant += term.factor * system.rows[term.row].constant
        }
        let own = sums.removeValue(forKey: variable) ?? .zero
        guard !own.isZero, sums.values.allSatisfy(\.isZero) else { return nil }
        // own * variable + constant == 0
        let scale = -own.reciprocal
        guard constant * scale == point[variable] else { return nil }
        return terms.sorted { place(of: $0.row) < place(of: $1.row) }.map { term in
            let factor = term.factor * scale
            return DecidingRow(
                row: term.row,
                shown: Affecting.Row(id: system.id(of: term.row), factor: factor, part: factor * system.rows[term.row].constant))
        }
    }

    /// Returns the sort key of a row in the document's order, in which constraints come last.
    private func place(of row: Int) -> Int {
        if case .constraint(let index) = system.rows[row].kind { return system.rows.count + order.place(of: index) }
        return row
    }

    /// Returns the rows that determine the variable, by elimination among all remaining rows that are 0 and connected to it. It
    /// is used for variables of blocks with several optima, for which the solver has no equation.
    private func eliminated(_ variable: Int, _ point: [Rational]) -> [DecidingRow] {
        var basis = RowBasis(lowest: variable)
        // The connected rows, nearest first.
        for row in connectedRows(variable, point).prefix(600) where basis.add(row, of: system) {
            if let factors = basis.factors(of: variable) { return decided(variable, factors.map { ($0.key, $0.value) }, point) ?? [] }
        }
        return []
    }

    private func connectedRows(_ variable: Int, _ point: [Rational]) -> [Int] {
        var holders: [Int: [Int]] = [:]
        for row in system.rows.indices where !broken.contains(row) && system.value(of: row, at: point).isZero {
            for term in system.terms(of: row) { holders[term.variable, default: []].append(row) }
        }
        var found: [Int] = []
        var knownRows = Set<Int>()
        var knownVariables: Set<Int> = [variable]
        var queue = [variable]
        var next = 0
        while next < queue.count, found.count < 600 {
            for row in holders[queue[next]] ?? [] where knownRows.insert(row).inserted {
                found.append(row)
                for term in system.terms(of: row) where !system.isFixedAtZero(term.variable) && knownVariables.insert(term.variable).inserted {
                    queue.append(term.variable)
                }
            }
            next += 1
        }
        return found
    }

    // MARK: - Several variables

    /// Removes rows that are redundant for all variables together, so that the answer names one set of rows.
    ///
    /// For linearly independent rows the combination of a variable is unique, and no row is redundant. Otherwise all dependent
    /// rows are removed, and the combinations are computed again from the remaining ones.
    func withoutSpareRows(
        _ deciding: [(variable: Int, rows: [DecidingRow])], at point: [Rational]
    ) throws(Budget.Spent) -> [[DecidingRow]] {
        let present = deciding.map(\.rows)
        let sets = present.map { Set($0.map(\.row)) }
        let all = sets.reduce(into: Set()) { $0.formUnion($1) }
        if sets.contains(all) { return present }
        var basis = RowBasis()
        var isSpare = false
        for row in all.sorted(by: staysBefore) {
            try budget.check()
            if !basis.add(row, of: system) { isSpare = true }
        }
        if !isSpare { return present }
        return deciding.map { entry in
            guard !entry.rows.isEmpty, let factors = basis.factors(of: entry.variable) else { return entry.rows }
            return decided(entry.variable, factors.map { ($0.key, $0.value) }, point) ?? entry.rows
        }
    }

    /// Orders rows by descending priority, then explicit rows before implicit ones.
    private func staysBefore(_ one: Int, _ other: Int) -> Bool {
        let (a, b) = (system.rows[one], system.rows[other])
        if a.priority != b.priority { return a.priority > b.priority }
        return a.isImplicit == b.isImplicit ? one < other : b.isImplicit
    }
}

/// A basis of linearly independent rows, by elimination of each one's last variable.
private struct RowBasis {
    private struct Reduced {
        var terms: [Int: Rational]
        /// The factor of each row.
        var factors: [Int: Rational]

        mutating func add(_ other: Reduced, times factor: Rational) {
            Reduced.add(other.terms, to: &terms, times: factor)
            Reduced.add(other.factors, to: &factors, times: factor)
        }

        private static func add(_ others: [Int: Rational], to sums: inout [Int: Rational], times factor: Rational) {
            for (key, value) in others {
                let sum = (sums[key] ?? .zero) + factor * value
                sums[key] = sum.isZero ? nil : sum
            }
        }
    }

    /// The reduced rows by their last variables.
    private var pivots: [Int: Reduced] = [:]
    /// A variable that is eliminated from a row only if it is the row's only one.
    private let lowest: Int?

    init(lowest: Int? = nil) {
        self.lowest = lowest
    }

    /// Adds a row. Returns false if it is a combination of the earlier ones.
    mutating func add(_ row: Int, of system: LoweredSystem) -> Bool {
        var rest = Reduced(terms: [:], factors: [row: .one])
        for term in system.terms(of: row) where !system.isFixedAtZero(term.variable) { rest.terms[term.variable] = term.coefficient }
        reduce(&rest)
        guard let last = last(of: rest) else { return false }
        pivots[last] = rest
        return true
    }

    private func last(of row: Reduced) -> Int? {
        row.terms.keys.filter { $0 != lowest }.max() ?? row.terms.keys.first
    }

    /// Returns the factors of rows whose sum is the variable, or nil if there is no such combination.
    func factors(of variable: Int) -> [Int: Rational]? {
        var rest = Reduced(terms: [variable: .one], factors: [:])
        reduce(&rest)
        return rest.terms.isEmpty ? rest.factors.mapValues { -$0 } : nil
    }

    /// Reduces a row until its last variable is not a pivot.
    private func reduce(_ rest: inout Reduced) {
        while let last = last(of: rest), let own = rest.terms[last], let pivot = pivots[last], let leading = pivot.terms[last] {
            rest.add(pivot, times: -own * leading.reciprocal)
        }
    }
}
