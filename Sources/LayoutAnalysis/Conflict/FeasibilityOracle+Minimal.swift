internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

// A conflict is minimal in the rows that are not background (see Manual/documents.md): without any one of these, the others are
// satisfiable together with all background rows. A Farkas proof by the solver is minimal in all of its rows, which is weaker: its
// rows may conflict with a background row that the proof does not use.

extension FeasibilityOracle {
    /// Returns a minimal conflict within a conflict, with evidence of its minimality.
    ///
    /// Its proof is a function of its rows that are not background rows, so it does not depend on the search.
    mutating func minimal(_ found: ProvenConflict) throws(Budget.Spent) -> ProvenConflict {
        if found.minimality != nil { return found }
        var conflict = found
        var own = found.own(in: system)
        var surroundings = FeasibilityOracle(of: withBackground(own), in: system, budget)
        surroundings.begin(at: layout?.point ?? [Rational](repeating: .zero, count: system.variables.count))
        var evidence = MinimalityEvidence()
        // Others remain 0, as before the first layout.
        let variables = Set(surroundings.all.flatMap { system.terms(of: $0).map(\.variable) })
        var first = surroundings.values(of: variables.sorted())
        var needed: Set<Int> = []
        var left: Set<Int> = []
        shrinking: while true {
            for row in system.chained(own) where !needed.contains(row) {
                switch try surroundings.settle(without: left.union([row])) {
                case .conflict(let smaller):
                    conflict = smaller
                    let members = Set(smaller.rows)
                    left.formUnion(own.filter { !members.contains($0) })
                    own.removeAll { !members.contains($0) }
                    continue shrinking
                case .holds(let changes):
                    needed.insert(row)
                    evidence.steps.append(MinimalityEvidence.Step(without: row, first + changes.filter { variables.contains($0.variable) }))
                    first = []
                }
            }
            break
        }
        if conflict.rows.count > own.count { conflict = try proof(of: own) ?? conflict }
        conflict.minimality = evidence
        return conflict
    }

    /// Finds a layout that satisfies a conflict's rows and the background rows, if the value of one row is increased by some
    /// amount.
    ///
    /// - Returns: the layout, as its difference from the last one of the conflict's evidence, or nil if there is none.
    mutating func layout(of conflict: ProvenConflict, moving row: Int, by shift: Rational) throws(Budget.Spent) -> MinimalityEvidence.Step? {
        let rows = withBackground(conflict.own(in: system))
        let variables = Set(rows.flatMap { system.terms(of: $0).map(\.variable) }).sorted()
        let places = Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1, $0) })
        let program = LinearProgram(
            variableCount: variables.count,
            rows: rows.map { own in
                let entries = system.terms(of: own).compactMap { term in places[term.variable].map { SparseRow.Entry($0, term.coefficient) } }
                let constant = system.rows[own].constant + (own == row ? shift : .zero)
                return LinearProgram.Row(SparseRow(constant: constant, entries: entries), system.isEquality(own) ? .equal : .atLeast)
            })
        guard case .feasible(let point) = try Solver(budget: budget).findPoint(program) else { return nil }
        var changes: [Int: Rational] = [:]
        for change in conflict.minimality?.steps.lazy.flatMap(\.changes) ?? [] { changes[change.variable, default: .zero] -= change.change }
        for (variable, value) in zip(variables, point) { changes[variable, default: .zero] += value }
        let moved = changes.filter { !$0.value.isZero }.sorted { $0.key < $1.key }
        return MinimalityEvidence.Step(without: row, moved.map { VariableChange($0.key, $0.value) })
    }

    /// Returns the proof that rows conflict with the background rows: one without background rows if there is such a proof.
    private mutating func proof(of own: [Int]) throws(Budget.Spent) -> ProvenConflict? {
        if case .conflict(let conflict) = try answer(own) { return conflict }
        if case .conflict(let conflict) = try answer(withBackground(own)) { return conflict }
        return nil
    }

    /// Returns the rows with the background rows that contain their variables, ascending. All other background rows are satisfied
    /// whenever these are.
    private mutating func withBackground(_ own: [Int]) -> [Int] {
        let columns = requiredColumns()
        var rows = Set(own)
        var pending = own
        var isSeen: Set<Int> = []
        while let row = pending.popLast() {
            for term in system.terms(of: row) where isSeen.insert(term.variable).inserted {
                for holder in columns.rows(of: term.variable).lazy.map(Int.init) where system.isBackground(holder) {
                    if rows.insert(holder).inserted { pending.append(holder) }
                }
            }
        }
        return rows.sorted()
    }

    /// Returns those of the variables that are not 0 in the present layout, with their values.
    private func values(of variables: [Int]) -> [VariableChange] {
        guard let point = layout?.point else { return [] }
        return variables.compactMap { point[$0].isZero ? nil : VariableChange($0, point[$0]) }
    }
}

extension LoweredSystem {
    /// Returns the rows in an order in which most share a variable with the one before, so that little changes from one layout to
    /// the next.
    func chained(_ rows: some Collection<Int>) -> [Int] {
        var holders: [Int: [Int]] = [:]
        let sorted = rows.sorted()
        for row in sorted { for term in terms(of: row) { holders[term.variable, default: []].append(row) } }
        var order: [Int] = []
        var isTaken: Set<Int> = []
        for start in sorted {
            var pending = [start]
            while let row = pending.popLast() {
                guard isTaken.insert(row).inserted else { continue }
                order.append(row)
                for term in terms(of: row) { pending += holders.removeValue(forKey: term.variable) ?? [] }
            }
        }
        return order
    }
}
