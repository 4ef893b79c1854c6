public import ExactArithmetic

/// One end of a variable's range over the set of optima.
public enum RangeEnd: Sendable, Hashable {
    /// Reached at the optimum that differs from the solution's point by `changes`; the proof bounds `variable` (least end) or
    /// `-variable` (greatest end) from below.
    case finite(value: Rational, changes: [SparseRow.Entry], proof: BoundProof)
    /// From the optimum that differs by `changes` the variable goes on without end along `ray`.
    case unbounded(changes: [SparseRow.Entry], ray: [SparseRow.Entry])
}

extension Solution {
    /// The exact least and greatest value of a variable over the set of optima.
    public mutating func range(of variable: Int) throws(Budget.Spent) -> (least: RangeEnd, greatest: RangeEnd) {
        (try end(of: variable, sign: 1), try end(of: variable, sign: -1))
    }

    private mutating func end(of variable: Int, sign: Int) throws(Budget.Spent) -> RangeEnd {
        prepareToMove()
        let reduced = elimination.reduce(SparseRow(entries: [SparseRow.Entry(variable, Rational(sign))]))
        tableau.objective = tableau.resolved(reduced.row)
        defer { tableau.objective = SparseRow() }
        switch try tableau.minimize() {
        case .unbounded(let column, let columnSign):
            return .unbounded(changes: changes(), ray: direction(column, sign: columnSign))
        case .optimal, .negative:
            let bound = tableau.objective.constant
            let proof = BoundProof(bound: bound, factors: factors(reducedCosts: tableau.objective, multiples: reduced.multiples))
            return .finite(value: sign < 0 ? -bound : bound, changes: changes(), proof: proof)
        }
    }

    /// Whether a variable changes along some direction within the set of optima along which no violation changes.
    ///
    /// - Returns: for each variable that is not the same all over the set, whether there is such a direction, and if not the rows
    ///   with which it changes.
    public mutating func causes() throws(Budget.Spent) -> [Int: Cause] {
        let face = try describeFace()
        var space = Span()
        var groups = DisjointSets(count: tableau.position.count)
        for row in face.varyingRows {
            guard let violation = face.violations[row] else { continue }
            space.insert(violation)
            for entry in violation.entries { groups.join(entry.column, violation.entries[0].column) }
        }
        var causes: [Int: Cause] = [:]
        for (variable, dependence) in face.varying {
            if space.contains(dependence) {
                let reached = Set(dependence.entries.map { groups.root($0.column) })
                let tied = face.varyingRows.filter { row in
                    face.violations[row]?.entries.first.map { reached.contains(groups.root($0.column)) } ?? false
                }
                causes[variable] = .tie(rows: tied)
            } else {
                causes[variable] = .free
            }
        }
        return causes
    }
}

/// Why a variable is not the same all over the set of optima.
public enum Cause: Sendable, Hashable {
    /// It changes along a direction in which no violation changes.
    case free
    /// It changes only together with the violations of these rows, which compete.
    case tie(rows: [Int])
}

/// The span of sparse vectors (constants are ignored).
struct Span {
    private var rows: [Int: SparseRow] = [:]

    private func reduced(_ vector: SparseRow) -> SparseRow {
        var vector = vector
        var at = -1
        while let entry = vector.entries.first(where: { $0.column > at && rows[$0.column] != nil }) {
            if let row = rows[entry.column] { vector.add(-entry.coefficient, times: row) }
            at = entry.column
        }
        return vector
    }

    func contains(_ vector: SparseRow) -> Bool {
        reduced(vector).entries.isEmpty
    }

    /// Rows begin with a leading 1 in a column where later rows may still have entries: reduction goes by ascending columns.
    mutating func insert(_ vector: SparseRow) {
        let rest = reduced(vector)
        guard let first = rest.entries.first else { return }
        rows[first.column] = rest.scaled(by: first.coefficient.reciprocal)
    }
}
