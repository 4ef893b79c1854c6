import ExactArithmetic
import Simplex

/// The lexicographic optima of a small bounded program by brute force: every point in which as many rows as variables are 0.
///
/// The hard rows must bound all variables. Totals of violations are linear between the rows' zeros, so the vertices of the set of optima are
/// among these points.
struct VertexOracle {
    /// Least totals of the levels; empty if no point satisfies the hard rows.
    private(set) var totals: [Rational] = []
    /// The vertices of the set of optima, and perhaps other points of it.
    private(set) var optima: [[Rational]] = []
    /// For each of `optima` the violation of each row.
    private(set) var violations: [[Rational]] = []

    init(_ program: LinearProgram) {
        let rows = program.rows
        let lines = rows.map(\.expression).filter { !$0.entries.isEmpty }
        var best: [Rational]?
        var found = Set<[Rational]>()
        func visit(_ start: Int, _ chosen: [SparseRow]) {
            if chosen.count == program.variableCount {
                guard let point = VertexOracle.point(chosen), program.holdsHardRows(at: point), !found.contains(point) else { return }
                let totals = (0..<program.levelCount).map { program.total(ofLevel: $0, at: point) }
                if let known = best, known.lexicographicallyPrecedes(totals) { return }
                if best != totals { found = [] }
                best = totals
                found.insert(point)
                return
            }
            for next in start..<max(start, lines.count) { visit(next + 1, chosen + [lines[next]]) }
        }
        visit(0, [])
        totals = best ?? []
        optima = found.sorted { $0.lexicographicallyPrecedes($1) }
        violations = optima.map { point in rows.indices.map { program.violation($0, at: point) } }
    }

    var isFeasible: Bool { !optima.isEmpty }

    func range(of expression: SparseRow) -> (least: Rational?, greatest: Rational?) {
        let values = optima.map { point in expression.entries.reduce(expression.constant) { $0 + $1.coefficient * point[$1.column] } }
        return (values.min(), values.max())
    }

    /// The dimension of the set of optima.
    var dimension: Int { VertexOracle.rank(VertexOracle.differences(optima)) }

    /// Whether a varying variable changes only together with violations.
    func isTied(_ variable: Int) -> Bool {
        // Each vector has one entry for each optimum: its difference from the first.
        func vector(_ values: [Rational]) -> [Rational] { values.map { $0 - values[0] } }
        let changes = violations[0].indices.map { row in vector(violations.map { $0[row] }) }
        return VertexOracle.rank(changes) == VertexOracle.rank(changes + [vector(optima.map { $0[variable] })])
    }

    private static func differences(_ points: [[Rational]]) -> [[Rational]] { points.map { zip($0, points[0]).map { $0 - $1 } } }

    /// Returns the only point in which the expressions are 0, or nil.
    private static func point(_ expressions: [SparseRow]) -> [Rational]? {
        let count = expressions.count
        var rows = expressions.map { expression in
            var row = Array(repeating: Rational.zero, count: count + 1)
            for entry in expression.entries { row[entry.column] = entry.coefficient }
            row[count] = -expression.constant
            return row
        }
        for column in 0..<count {
            guard let pivot = rows.indices.dropFirst(column).first(where: { !rows[$0][column].isZero }) else { return nil }
            rows.swapAt(column, pivot)
            let inverse = rows[column][column].reciprocal
            rows[column] = rows[column].map { $0 * inverse }
            for other in rows.indices where other != column && !rows[other][column].isZero {
                let factor = rows[other][column]
                for place in column...count { rows[other][place] -= factor * rows[column][place] }
            }
        }
        return rows.map { $0[count] }
    }

    static func rank(_ vectors: [[Rational]]) -> Int {
        var rows = vectors
        var rank = 0
        for column in 0..<(vectors.first?.count ?? 0) {
            guard let pivot = rows.indices.dropFirst(rank).first(where: { !rows[$0][column].isZero }) else { continue }
            rows.swapAt(rank, pivot)
            for other in rows.indices where other > rank {
                guard let factor = rows[other][column].divided(by: rows[rank][column]), !factor.isZero else { continue }
                for index in rows[other].indices { rows[other][index] -= factor * rows[rank][index] }
            }
            rank += 1
        }
        return rank
    }
}

extension RandomPrograms {
    /// A program of at most three variables within a box, with few different numbers, so that many rows meet in one point.
    mutating func boxedProgram() -> LinearProgram {
        let variables = 1 + below(3)
        let levels = 1 + below(3)
        var rows = (0..<(2 + below(7))).map { _ in
            var entries: [Int: Rational] = [:]
            for _ in 0..<(1 + below(variables)) { entries[below(variables), default: .zero] += [1, 1, 1, -1, -1, 2, -2, 3, .half][below(9)] }
            let role: LinearProgram.Role =
                switch below(12) {
                case 0: .equal
                case 1, 2: .atLeast
                case 3, 4, 5, 6: .soft(level: below(levels), isEquality: true)
                default: .soft(level: below(levels), isEquality: false)
                }
            let constant = [0, 0, 2, 4, -4, 6, -6, -10, 3][below(9)]
            return LinearProgram.Row(
                SparseRow(constant: Rational(constant), entries: entries.map { SparseRow.Entry($0.key, $0.value) }), role)
        }
        for variable in 0..<variables {
            rows.append(LinearProgram.Row(SparseRow(constant: 8, entries: [SparseRow.Entry(variable, 1)]), .atLeast))
            rows.append(LinearProgram.Row(SparseRow(constant: 10, entries: [SparseRow.Entry(variable, -1)]), .atLeast))
        }
        return LinearProgram(variableCount: variables, levelCount: levels, rows: rows)
    }

    mutating func expression(_ variableCount: Int) -> SparseRow {
        SparseRow(
            constant: Rational(below(5)),
            entries: (0..<variableCount).map { SparseRow.Entry($0, [0, 1, -1, 2, .half][below(5)]) })
    }
}
