import ExactArithmetic
import Testing

@testable import Simplex

// The names of the module that tests of whole programs use beyond `LinearProgram`, `Solver` and `Solution`, in one place.

private typealias IncrementalSolver = IncrementalProgram

/// A program whose rows are edited, and which is solved again after edits.
struct EditedProgram {
    private var live: IncrementalSolver

    init(_ program: LinearProgram, budget: Budget = Budget()) throws {
        live = try IncrementalSolver(program, budget: budget)
    }

    /// Continues from a solved program.
    init(_ solution: Solution) {
        live = IncrementalSolver(from: solution)
    }

    var program: LinearProgram { live.program }
    var conflict: (factors: [RowFactor], sum: Rational)? { live.conflict }

    mutating func setConstant(of row: Int, _ value: Rational) { live.setConstant(of: row, value) }
    mutating func update(budget: Budget = Budget()) throws { try live.update(budget: budget) }
    mutating func solution() throws -> Solution { try live.ask { (solution) throws(Budget.Spent) in solution } }
}

extension LinearProgram {
    /// Returns the program of the other rows.
    func removing(_ removed: some Sequence<Int>) -> LinearProgram {
        let removed = Set(removed)
        return LinearProgram(
            variableCount: variableCount, levelCount: levelCount,
            rows: rows.indices.filter { !removed.contains($0) }.map { rows[$0] })
    }

    func settingConstant(of row: Int, _ value: Rational) -> LinearProgram {
        var program = self
        program.setConstant(of: row, value)
        return program
    }
}

extension Solution {
    /// The numbers of the variables of each block.
    var blockVariables: [[Int32]] {
        let parts = parts
        return parts.variables.indices.map { Array(parts.variables[$0]) }
    }
}

/// The optimum of a program that must have one.
func optimum(_ program: LinearProgram) throws -> Solution {
    guard case .optimal(let solution) = try Solver().solve(program) else { throw NoOptimum() }
    return solution
}

struct NoOptimum: Error {}

// MARK: - Certificates

/// Checks proofs by adding up rows of the program, with no other code of the module.
struct Certificates {
    let program: LinearProgram
    private let roles: [LinearProgram.Role]

    init(_ program: LinearProgram) {
        self.program = program
        roles = program.roles.indices.map(program.role)
    }

    /// Returns what is wrong with a proof that the hard rows are infeasible, or nil.
    func mistake(inConflict factors: [RowFactor], sum: Rational) -> String? {
        for term in factors {
            if case .soft = roles[term.row] { return "row \(term.row) is soft" }
            if roles[term.row] == .atLeast, !term.factor.isPositive { return "row \(term.row) has a factor below 0" }
        }
        let combined = program.combined(factors)
        if !combined.coefficients.isEmpty { return "variables \(combined.coefficients.keys.sorted()) remain" }
        return combined.constant == sum && sum.isNegative ? nil : "the sum is \(combined.constant)"
    }

    /// Returns why the proofs do not show a point to be a lexicographic optimum, or nil if they do.
    func mistake(inLevels levels: [BoundProof], at point: [Rational]) -> String? {
        if !program.holdsHardRows(at: point) { return "a hard row is violated" }
        for (level, proof) in levels.enumerated() {
            if program.total(ofLevel: level, at: point) != proof.bound { return "the total of level \(level) is not \(proof.bound)" }
            let combined = program.combined(proof.factors)
            if !combined.coefficients.isEmpty || combined.constant != proof.bound { return "the rows of level \(level) add up to something else" }
            if let row = negativeCost(proof, own: { cost($0, $1, level) }, after: Array(levels[..<level])) {
                return "row \(row) has a negative reduced cost at level \(level)"
            }
        }
        return nil
    }

    /// Returns why a proof does not show that an expression is at least `bound` at every optimum, or nil if it does.
    func mistake(inBound proof: BoundProof, of expression: SparseRow, after levels: [BoundProof]) -> String? {
        var combined = program.combined(proof.factors)
        for entry in expression.entries { combined.coefficients[entry.column, default: .zero] += entry.coefficient }
        if combined.coefficients.contains(where: { !$0.value.isZero }) { return "variables remain" }
        if combined.constant != proof.bound { return "the rows add up to \(combined.constant)" }
        return negativeCost(proof, own: { _, _ in .zero }, after: levels).map { "row \($0) has a negative reduced cost" }
    }

    func isOptimal(_ point: [Rational], _ levels: [BoundProof]) -> Bool {
        program.holdsHardRows(at: point) && levels.indices.allSatisfy { program.total(ofLevel: $0, at: point) == levels[$0].bound }
    }

    private func cost(_ row: Int, _ isAbove: Bool, _ level: Int) -> Rational {
        guard case .soft(level, let isEquality) = roles[row] else { return .zero }
        return isAbove && !isEquality ? .zero : .one
    }

    /// Returns the first row with a side whose first reduced cost that is not 0, over the levels and then the objective, is negative.
    private func negativeCost(_ proof: BoundProof, own: (_ row: Int, _ isAbove: Bool) -> Rational, after levels: [BoundProof]) -> Int? {
        let factors = (levels + [proof]).map { proof in Dictionary(uniqueKeysWithValues: proof.factors.map { ($0.row, $0.factor) }) }
        for row in Set(factors.flatMap(\.keys)).sorted() where roles[row] != .equal {
            for isAbove in [true, false] where isAbove || roles[row] != .atLeast {
                for (level, factors) in factors.enumerated() {
                    let cost = level < levels.count ? cost(row, isAbove, level) : own(row, isAbove)
                    let reduced = isAbove ? cost - (factors[row] ?? .zero) : cost + (factors[row] ?? .zero)
                    if reduced.isNegative { return row }
                    if reduced.isPositive { break }
                }
            }
        }
        return nil
    }
}

extension Solution {
    /// Returns the range of an expression over the set of optima, nil for an end that is infinite, and checks the proof of each end and the
    /// optimum that attains it.
    mutating func checkedRange(of expression: SparseRow, _ levels: [BoundProof]) throws -> (least: Rational?, greatest: Rational?) {
        let certificates = Certificates(program)
        let point = point
        func moved(_ from: [Rational], _ changes: [SparseRow.Entry]) -> [Rational] {
            changes.reduce(into: from) { $0[$1.column] += $1.coefficient }
        }
        func slope(_ direction: [Rational]) -> Rational { expression.entries.reduce(.zero) { $0 + $1.coefficient * direction[$1.column] } }
        let range = try range(of: expression)
        let ends = [(range.least, Rational.one), (range.greatest, -1)].map { end, sign -> Rational? in
            switch end {
            case .finite(let value, let changes, let proof):
                let end = moved(point, changes)
                #expect(certificates.isOptimal(end, levels) && slope(end) + expression.constant == value)
                #expect(proof.bound == sign * (value - expression.constant))
                let mistake = certificates.mistake(inBound: proof, of: expression.scaled(by: sign), after: levels)
                #expect(mistake == nil)
                return value
            case .unbounded(let changes, let ray):
                let (start, direction) = (moved(point, changes), moved(point.map { _ in .zero }, ray))
                #expect((slope(direction) * sign).isNegative)
                for times in [0, 1, 1000, 1_000_000] as [Rational] {
                    #expect(certificates.isOptimal(zip(start, direction).map { $0 + times * $1 }, levels))
                }
                return nil
            }
        }
        return (ends[0], ends[1])
    }

    /// Returns the optimum that attains an end of a range, or one a step along the ray if the end is infinite.
    func attained(_ end: RangeEnd) -> [Rational] {
        let changes =
            switch end {
            case .finite(_, let changes, _): changes
            case .unbounded(let changes, let ray): changes + ray
            }
        return changes.reduce(into: point) { $0[$1.column] += $1.coefficient }
    }

    mutating func checkedRange(of variable: Int, _ levels: [BoundProof]) throws -> (least: Rational?, greatest: Rational?) {
        try checkedRange(of: SparseRow(entries: [SparseRow.Entry(variable, .one)]), levels)
    }
}

// MARK: - Textbook form

/// A linear program as textbooks write it: costs to minimize over variables that are at least 0, and rows with a right-hand side.
struct TextbookProgram {
    enum Relation: Character { case equal = "=", atMost = "<", atLeast = ">" }

    struct Row {
        var coefficients: [Int: Rational]
        var relation: Relation
        var bound: Rational
    }

    struct Result {
        var value: Rational
        var point: [Rational]
        /// The change of the optimal value with each row's right-hand side.
        var prices: [Rational]
        /// For each variable its range over all optima.
        var ranges: [(least: Rational?, greatest: Rational?)]
    }

    var costs: [Rational]
    var rows: [Row] = []
    var uppers: [Int: Rational] = [:]
    /// Variables that may be negative.
    var free: Set<Int> = []

    init(minimizing costs: [Rational]) {
        self.costs = costs
    }

    init(maximizing gains: [Rational]) {
        costs = gains.map { -$0 }
    }

    mutating func add(_ coefficients: [Rational], _ relation: Relation, _ bound: Rational) {
        rows.append(Row(coefficients: Dictionary(uniqueKeysWithValues: coefficients.enumerated().map { ($0, $1) }), relation: relation, bound: bound))
    }

    /// The rows in their order, then bounds, then the objective, which is drawn to a value below its optimum.
    func program(below floor: Rational) -> LinearProgram {
        func entries(_ coefficients: [Int: Rational], _ sign: Rational = 1) -> [SparseRow.Entry] {
            coefficients.map { SparseRow.Entry($0.key, sign * $0.value) }
        }
        var result = rows.map { row in
            let sign: Rational = row.relation == .atMost ? -1 : 1
            return LinearProgram.Row(
                SparseRow(constant: -sign * row.bound, entries: entries(row.coefficients, sign)), row.relation == .equal ? .equal : .atLeast)
        }
        for variable in costs.indices where !free.contains(variable) {
            result.append(LinearProgram.Row(SparseRow(entries: [SparseRow.Entry(variable, 1)]), .atLeast))
        }
        for (variable, bound) in uppers.sorted(by: { $0.key < $1.key }) {
            result.append(LinearProgram.Row(SparseRow(constant: bound, entries: [SparseRow.Entry(variable, -1)]), .atLeast))
        }
        let objective = SparseRow(constant: -floor, entries: costs.enumerated().map { SparseRow.Entry($0.offset, $0.element) })
        result.append(LinearProgram.Row(objective, .soft(level: 0, isEquality: true)))
        return LinearProgram(variableCount: costs.count, levelCount: 1, rows: result)
    }

    func value(at point: [Rational]) -> Rational { zip(costs, point).reduce(.zero) { $0 + $1.0 * $1.1 } }

    /// Solves the program, and checks the point and the prices by weak duality alone.
    func solve(below floor: Rational = -1_000_000, withRanges: Bool = false) throws -> Result {
        let program = program(below: floor)
        var solution = try optimum(program)
        let levels = try solution.levelProofs()
        let mistake = Certificates(program).mistake(inLevels: levels, at: solution.point)
        #expect(mistake == nil)
        let proof = try #require(levels.first)
        let value = floor + proof.bound
        #expect(self.value(at: solution.point) == value)
        let factors = Dictionary(uniqueKeysWithValues: proof.factors.map { ($0.row, $0.factor) })
        let prices = rows.indices.map { row in (factors[row] ?? .zero) * (rows[row].relation == .atMost ? 1 : -1) }
        var ranges: [(least: Rational?, greatest: Rational?)] = []
        if withRanges { for variable in costs.indices { ranges.append(try solution.checkedRange(of: variable, levels)) } }
        return Result(value: value, point: solution.point, prices: prices, ranges: ranges)
    }
}
