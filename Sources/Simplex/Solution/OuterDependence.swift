internal import ExactArithmetic

/// Expressions of peeled variables in terms of the *outer* variables: loose ones and those of undecided blocks (blocks that may
/// have several optima). Each is computed on first use.
struct OuterDependence {
    /// The maximum number of entries of a cached row. In a chain in which every link adds a free variable, the rows together
    /// would take memory quadratic in its length.
    private static let mostEntries = 16

    private let matrix: SparseRows
    private let decomposition: Decomposition
    /// The cached row of each variable; nil if it is too long.
    private var known: [Int: SparseRow?] = [:]
    /// For each variable its place in `lines`, or -1; empty until the first request.
    private var linePlaces: [Int32] = []
    private var lines: [Known] = []

    init(_ program: LinearProgram, _ decomposition: Decomposition) {
        matrix = program.matrix
        self.decomposition = decomposition
    }

    /// A variable as a linear function of a single outer variable, its *leader*: it is 0 if the leader (or its negative) is
    /// `-shift`, and changes by `scale` per unit of it.
    ///
    /// Along a chain of ratios a scale may get hundreds of digits. The point at which a bound is reached does not depend on the
    /// scale.
    struct Line {
        var leader: Int
        var isNegative = false
        /// The magnitude of the slope; may be `tooLong`.
        var scale = SmallRational.one
        var shift = SmallRational.zero

        /// Returns `factor` times the variable plus `constant`, or nil if numbers get too long.
        func times(_ factor: SmallRational, plus constant: SmallRational) -> Line? {
            if factor.isTooLong || factor.isZero || constant.isTooLong { return nil }
            var line = self
            line.scale = scale * factor.magnitude
            if factor.isNegative {
                line.isNegative.toggle()
                line.shift = -shift
            }
            if !constant.isZero { line.shift = line.shift + constant * line.scale.reciprocal }
            return line.shift.isTooLong ? nil : line
        }
    }

    private enum Known {
        case constant(SmallRational)
        case line(Line)
        case other
    }

    /// Returns the variable as a function of one outer variable, or nil if it depends on several or a number gets too long.
    mutating func line(of variable: Int, in solution: borrowing Solution) -> Line? {
        if linePlaces.isEmpty { linePlaces = Array(repeating: -1, count: solution.program.variableCount) }
        var pending = [variable]
        while let next = pending.last {
            if linePlaces[next] >= 0 {
                pending.removeLast()
                continue
            }
            var found: Known?
            if case .peeled(let place) = decomposition.source(of: next) {
                let before = pending.count
                found = line(by: Int(decomposition.peeled[place].row), of: next, &pending)
                if pending.count > before { continue }
            } else if solution.mayVary(next) {
                found = .line(Line(leader: next))
            } else {
                let value = solution.values.small[next]
                if !value.isTooLong { found = .constant(value) }
            }
            linePlaces[next] = Int32(truncatingIfNeeded: lines.count)
            lines.append(found ?? .other)
        }
        guard case .line(let line) = lines[Int(linePlaces[variable])] else { return nil }
        return line
    }

    /// Returns the variable that a row assigns as a function of one outer variable. Variables whose functions must be known first
    /// are appended to `pending`.
    private func line(by row: Int, of variable: Int, _ pending: inout [Int]) -> Known? {
        var sum = matrix.small(matrix.constants[row])
        var inverse = SmallRational.one
        var only: (line: Line, factor: SmallRational)?
        let before = pending.count
        for entry in matrix.range(of: row) {
            let other = Int(matrix.columns[entry])
            let factor = matrix.small(matrix.coefficients[entry])
            if other == variable {
                inverse = -factor.reciprocal
                continue
            }
            if linePlaces[other] < 0 {
                pending.append(other)
                continue
            }
            switch lines[Int(linePlaces[other])] {
            case .constant(let value): sum = sum + factor * value
            case .line(let line):
                if only != nil { return .other }
                only = (line, factor)
            case .other: return .other
            }
        }
        if pending.count > before { return nil }
        let constant = sum * inverse
        guard let only else { return constant.isTooLong ? .other : .constant(constant) }
        return only.line.times(only.factor * inverse, plus: constant).map { .line($0) } ?? .other
    }

    /// Returns a variable as an expression in outer variables, or nil if it has too many terms.
    ///
    /// - Parameter value: returns the value of a variable that no peeled row assigns; nil if it may vary.
    mutating func row(of variable: Int, value: (_ variable: Int) -> Rational?) -> SparseRow? {
        var pending = [variable]
        while let next = pending.last {
            if known[next] != nil {
                pending.removeLast()
                continue
            }
            guard case .peeled(let place) = decomposition.source(of: next) else {
                known[next] = .some(outer(next, value))
                continue
            }
            let row = Int(decomposition.peeled[place].row)
            let before = pending.count
            for entry in matrix.range(of: row) {
                let other = Int(matrix.columns[entry])
                if other != next, known[other] == nil { pending.append(other) }
            }
            if pending.count == before { known[next] = .some(expression(by: row, of: next)) }
        }
        return known[variable] ?? nil
    }

    private func outer(_ variable: Int, _ value: (_ variable: Int) -> Rational?) -> SparseRow {
        if let constant = value(variable) { return SparseRow(constant: constant) }
        return SparseRow(constant: .zero, sorted: [SparseRow.Entry(variable, .one)])
    }

    private func expression(by row: Int, of variable: Int) -> SparseRow? {
        var sum = RowSum()
        sum.add(matrix.constant(of: row))
        var own = Rational.one
        for entry in matrix.range(of: row) {
            let coefficient = matrix.coefficient(at: entry)
            let other = Int(matrix.columns[entry])
            if other == variable {
                own = coefficient
            } else if let part = known[other] {
                guard let part else { return nil }
                sum.add(part, times: coefficient)
            }
        }
        let row = sum.row
        return row.entries.count > OuterDependence.mostEntries ? nil : row.scaled(by: -own.reciprocal)
    }
}
