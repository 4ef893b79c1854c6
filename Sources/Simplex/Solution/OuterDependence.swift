internal import ExactArithmetic

/// What variables are in terms of those that nothing gives, or that undecided blocks do, worked out once for each that is asked about.
struct OuterDependence {
    /// Longer rows are not kept: those of a chain whose every link is free would fill memory with its square.
    private static let mostEntries = 16

    private let matrix: SparseRows
    private let decomposition: Decomposition
    /// By variable; nil where the row is too long.
    private var known: [Int: SparseRow?] = [:]
    /// By variable, the place in `lines`, or -1; empty until one is asked for.
    private var linePlaces: [Int32] = []
    private var lines: [Known] = []

    init(_ program: LinearProgram, _ decomposition: Decomposition) {
        matrix = program.matrix
        self.decomposition = decomposition
    }

    /// A variable that one other gives, its *leader*: it is 0 where the leader, or its negative, is `-shift`, and changes with it by `scale`.
    ///
    /// Along a chain of ratios a scale gets hundreds of digits, which where a bound is reached does not depend on.
    struct Line {
        var leader: Int
        var isNegative = false
        /// Above 0; may be too long.
        var scale = SmallRational.one
        var shift = SmallRational.zero

        /// `factor` times the variable and `constant` more; nil where numbers are too long for that.
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

    /// The variable as a line of another; nil where it is none, or numbers are too long to tell it.
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

    /// What a row makes of its variable; others that have to be known first are put on the list.
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

    /// The variable; nil where that takes too many others.
    ///
    /// - Parameter value: of a variable that no peeled row gives; nil where it may change.
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
