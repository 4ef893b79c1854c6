import ExactArithmetic
import Simplex

/// Small random programs, deterministic in the seed, with integers that collide often: degenerate and tied on purpose.
struct RandomPrograms {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func program() -> LinearProgram {
        let variables = 1 + below(6)
        let levels = 1 + below(3)
        let rows = (0..<(2 + below(12))).map { _ in
            var entries: [Int: Rational] = [:]
            for _ in 0..<(1 + below(3)) {
                let value = [1, 1, 1, -1, -1, 2, -2, 3][below(8)]
                entries[below(variables), default: .zero] += Rational(value, over: [1, 1, 1, 2, 3][below(5)]) ?? .one
            }
            let role: LinearProgram.Role =
                switch below(10) {
                case 0, 1: .equal
                case 2, 3, 4, 5: .atLeast
                case 6, 7: .soft(level: below(levels), isEquality: true)
                default: .soft(level: below(levels), isEquality: false)
                }
            let expression = SparseRow(
                constant: Rational([0, 0, 4, 8, -8, 10, -20, 7][below(8)]), entries: entries.map { SparseRow.Entry($0.key, $0.value) })
            return LinearProgram.Row(expression, role)
        }
        return LinearProgram(variableCount: variables, levelCount: levels, rows: rows)
    }
}

extension LinearProgram {
    func value(_ row: Int, at point: [Rational]) -> Rational { matrix.value(of: row, at: point) }

    func violation(_ row: Int, at point: [Rational]) -> Rational {
        let value = value(row, at: point)
        let isEquality: Bool =
            switch role(of: row) {
            case .equal: true
            case .atLeast: false
            case .soft(_, let isEquality): isEquality
            }
        return isEquality ? value.magnitude : value.isNegative ? -value : .zero
    }

    func holdsHardRows(at point: [Rational]) -> Bool {
        roles.indices.allSatisfy { row in
            if case .soft = role(of: row) { return true }
            return violation(row, at: point).isZero
        }
    }

    func total(ofLevel level: Int, at point: [Rational]) -> Rational {
        roles.indices.reduce(.zero) { sum, row in
            if case .soft(level, _) = role(of: row) { return sum + violation(row, at: point) }
            return sum
        }
    }

    /// `sum of factor * row`: its constant, and the coefficients that are left.
    func combined(_ factors: [RowFactor]) -> (constant: Rational, coefficients: [Int: Rational]) {
        var constant = Rational.zero
        var coefficients: [Int: Rational] = [:]
        for term in factors {
            constant += term.factor * matrix.constant(of: term.row)
            for entry in matrix.range(of: term.row) {
                coefficients[Int(matrix.columns[entry]), default: .zero] += term.factor * matrix.coefficient(at: entry)
            }
        }
        return (constant, coefficients.filter { !$0.value.isZero })
    }
}
