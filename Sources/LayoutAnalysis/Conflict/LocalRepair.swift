internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

/// A layout that is changed locally until required rows are satisfied.
///
/// Consecutive queries about conflicts differ in a row or two, and so do the layouts that answer them. At first only variables of
/// a violated row may change, in a linear program of the rows that contain them. If that is infeasible, its Farkas proof shows
/// which other variables would have to change, and these are added. If there are none, the proof is valid for all rows.
struct LocalRepair {
    private let system: LoweredSystem
    private let columns: RequiredRowIndex
    /// The value of each variable.
    private(set) var point: [Rational]
    /// The required rows that the point violates by more than the tolerance.
    private(set) var violated: Set<Int>

    enum Outcome {
        /// The rows are satisfied now. The changes are by variable in ascending order.
        case holds([VariableChange])
        /// The rows are not exactly satisfiable. The Farkas proof has factors of required rows whose sum is negative.
        case contradiction([RowFactor], sum: Rational)
        /// Too many rows are affected, so the search was abandoned.
        case undecided
    }

    /// - Parameter required: all required rows.
    init(system: LoweredSystem, columns: RequiredRowIndex, required: [Int], point: [Rational]) {
        self.system = system
        self.columns = columns
        self.point = point
        violated = Set(required.lazy.filter { system.violation(of: $0, at: point) > Tolerance.violation })
    }

    /// Returns the required rows that contain some of the variables, each once.
    func rows(touching changes: [VariableChange]) -> Set<Int> {
        var rows: Set<Int> = []
        for change in changes { for row in columns.rows(of: change.variable) { rows.insert(Int(row)) } }
        return rows
    }

    func value(of row: Int) -> Rational { system.value(of: row, at: point) }

    func isEquality(_ row: Int) -> Bool { system.isEquality(row) }

    /// Returns the difference of the present point from an earlier one.
    func changes(from past: [Rational]) -> [VariableChange] {
        point.indices.compactMap { point[$0] == past[$0] ? nil : VariableChange($0, point[$0] - past[$0]) }
    }

    mutating func move(by changes: [VariableChange]) {
        for change in changes { point[change.variable] += change.change }
        for row in rows(touching: changes) {
            if system.violation(of: row, at: point) > Tolerance.violation { violated.insert(row) } else { violated.remove(row) }
        }
    }

    /// Moves until every required row is satisfied.
    ///
    /// - Parameter mostRows: the number of affected rows above which the search is abandoned.
    mutating func settle(mostRows: Int, budget: Budget) throws(Budget.Spent) -> Outcome {
        try settle(without: [Bool](repeating: false, count: system.rows.count), mostRows: mostRows, budget: budget)
    }

    /// Moves until every required row that is not dropped is satisfied.
    ///
    /// - Parameter mostRows: the number of affected rows above which the search is abandoned. The default is about half of all
    ///   rows.
    mutating func settle(without isDropped: [Bool], mostRows: Int? = nil, budget: Budget) throws(Budget.Spent) -> Outcome {
        let open = violated.filter { !isDropped[$0] }
        if open.isEmpty { return .holds([]) }
        // No move changes a row without variables.
        if let row = open.sorted().first(where: { system.terms(of: $0).isEmpty }) {
            let value = value(of: row)
            return .contradiction([RowFactor(row, value.isNegative ? .one : -.one)], sum: -value.magnitude)
        }
        var region = Region(self, isDropped)
        for row in open.sorted() { for term in system.terms(of: row) { region.free(term.variable) } }
        var layers = 0
        while region.rows.count <= mostRows ?? max(64, columns.rowCount / 2) {
            try budget.check()
            switch try Solver(budget: budget).findPoint(region.program(in: self)) {
            case .feasible(let moves):
                let changes = zip(region.variables, moves).filter { !$0.1.isZero }.sorted { $0.0 < $1.0 }.map { VariableChange($0.0, $0.1) }
                move(by: changes)
                return .holds(changes)
            case .infeasible(let proof, let sum):
                let factors = proof.map { RowFactor(region.rows[$0.row], $0.factor) }
                let hindering = region.variablesLeft(by: factors, in: system)
                if hindering.isEmpty { return .contradiction(factors, sum: sum) }
                for variable in hindering { region.free(variable) }
                region.freeNeighbours(of: hindering, layers: layers, in: system, columns)
                layers = min(2 * layers + 1, columns.rowCount)
            }
        }
        return .undecided
    }

    /// The variables that may move, and the rows that contain them.
    private struct Region {
        private(set) var variables: [Int] = []
        private(set) var rows: [Int] = []
        private var places: [Int: Int] = [:]
        private var isIn: Set<Int> = []
        private let columns: RequiredRowIndex
        private let isDropped: [Bool]

        init(_ layout: LocalRepair, _ isDropped: [Bool]) {
            columns = layout.columns
            self.isDropped = isDropped
        }

        mutating func free(_ variable: Int) {
            if places[variable] != nil { return }
            places[variable] = variables.count
            variables.append(variable)
            for row in columns.rows(of: variable).lazy.map(Int.init) where !isDropped[row] && isIn.insert(row).inserted { rows.append(row) }
        }

        /// The number of rows above which a variable is not changed at first. Such a variable is the width of a container or the
        /// like.
        private static let manyRows = 32

        mutating func freeNeighbours(of start: [Int], layers: Int, in system: LoweredSystem, _ columns: RequiredRowIndex) {
            var front = start
            for _ in 0..<layers {
                if front.isEmpty { return }
                var next: [Int] = []
                for variable in front where columns.rows(of: variable).count <= Region.manyRows {
                    for row in columns.rows(of: variable).lazy.map(Int.init) where !isDropped[row] {
                        for term in system.terms(of: row) where places[term.variable] == nil {
                            if columns.rows(of: term.variable).count > Region.manyRows { continue }
                            free(term.variable)
                            next.append(term.variable)
                        }
                    }
                }
                front = next
            }
        }

        /// Returns the rows as a linear program whose variables are the changes. Each row's constant is its present value.
        func program(in layout: LocalRepair) -> LinearProgram {
            LinearProgram(
                variableCount: variables.count,
                rows: rows.map { row in
                    let entries = layout.system.terms(of: row).compactMap { term in
                        places[term.variable].map { SparseRow.Entry($0, term.coefficient) }
                    }
                    return LinearProgram.Row(
                        SparseRow(constant: layout.value(of: row), entries: entries), layout.system.isEquality(row) ? .equal : .atLeast)
                })
        }

        /// Returns the variables that do not cancel in a combination of rows, ascending.
        func variablesLeft(by factors: [RowFactor], in system: LoweredSystem) -> [Int] {
            var sum: [Int: Rational] = [:]
            for term in factors {
                for part in system.terms(of: term.row) where places[part.variable] == nil {
                    sum[part.variable, default: .zero] += term.factor * part.coefficient
                }
            }
            return sum.filter { !$0.value.isZero }.keys.sorted()
        }
    }
}

/// For each variable, the required rows that contain it, in flat storage (the transpose).
struct RequiredRowIndex {
    private var starts: [Int]
    private var list: [Int32]
    let rowCount: Int

    init(_ rows: [Int], in system: LoweredSystem) {
        let matrix = system.matrix
        rowCount = rows.count
        starts = Array(repeating: 0, count: system.variables.count + 1)
        for row in rows { for entry in matrix.range(of: row) { starts[Int(matrix.columns[entry]) + 1] += 1 } }
        for variable in 0..<system.variables.count { starts[variable + 1] += starts[variable] }
        list = Array(repeating: 0, count: starts[system.variables.count])
        var next = starts
        for row in rows {
            for entry in matrix.range(of: row) {
                let variable = Int(matrix.columns[entry])
                list[next[variable]] = Int32(truncatingIfNeeded: row)
                next[variable] += 1
            }
        }
    }

    func rows(of variable: Int) -> ArraySlice<Int32> { list[starts[variable]..<starts[variable + 1]] }
}
