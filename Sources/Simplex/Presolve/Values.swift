internal import ExactArithmetic

/// A value for each variable: short ones side by side, those that are too long apart, exactly or for the time being by an estimate.
struct Values {
    private(set) var small: [SmallRational]
    private var long: [Int: Rational] = [:]
    /// Of variables with numbers too long to be worked out before someone asks; empty where there are none.
    private var estimates: [Estimate] = []

    init(count: Int) {
        small = Array(repeating: .zero, count: count)
    }

    subscript(variable: Int) -> Rational {
        get { small[variable].isTooLong ? long[variable] ?? .zero : small[variable].rational }
        set {
            small[variable] = SmallRational(newValue)
            if small[variable].isTooLong { long[variable] = newValue }
        }
    }

    mutating func set(_ variable: Int, _ value: SmallRational) {
        small[variable] = value
    }

    var all: [Rational] { small.indices.map { self[$0] } }

    /// What a row says at these values, `skipped` left out.
    func value(of row: Int, in matrix: SparseRows, without skipped: Int32 = -1) -> Rational {
        var sum = matrix.constant(of: row)
        for entry in matrix.range(of: row) where matrix.columns[entry] != skipped {
            sum += matrix.coefficient(at: entry) * self[Int(matrix.columns[entry])]
        }
        return sum
    }

    /// The same in short numbers, or `tooLong`; with it the coefficient of `skipped`.
    @inline(__always)
    func smallValue(
        of row: Int, in matrix: borrowing SparseRows, without skipped: Int32 = -1
    ) -> (sum: SmallRational, coefficient: SmallRational) {
        var sum = matrix.small(matrix.constants[row])
        var coefficient = SmallRational.zero
        for entry in matrix.range(of: row) {
            let column = matrix.columns[entry]
            let factor = matrix.small(matrix.coefficients[entry])
            if column == skipped { coefficient = factor } else { sum = sum + factor * small[Int(column)] }
        }
        return (sum, coefficient)
    }

    /// Gives the variable the value with which the row is 0.
    ///
    /// - Parameter exactly: else a number that is too long is estimated, until `complete`.
    mutating func solve(_ assignment: Decomposition.Assignment, in matrix: borrowing SparseRows, exactly: Bool = true) {
        let row = Int(assignment.row)
        let variable = Int(assignment.variable)
        let (sum, coefficient) = smallValue(of: row, in: matrix, without: assignment.variable)
        let value = -(sum * coefficient.reciprocal)
        small[variable] = value
        if !value.isTooLong { return }
        if !exactly, estimate(variable, by: row, matrix) {
            long[variable] = nil
            return
        }
        var inverse = Rational.zero
        for entry in matrix.range(of: row) where matrix.columns[entry] == assignment.variable { inverse = matrix.coefficient(at: entry).reciprocal }
        self[variable] = -(self.value(of: row, in: matrix, without: assignment.variable) * inverse)
    }

    // MARK: - Estimates

    /// Whether the value is known by its estimate alone.
    func isEstimated(_ variable: Int) -> Bool {
        small[variable].isTooLong && long[variable] == nil
    }

    /// The value, or what is known of it.
    func estimate(of variable: Int) -> Estimate {
        if !small[variable].isTooLong { return Estimate(small[variable]) }
        if !estimates.isEmpty, isEstimated(variable) { return estimates[variable] }
        return Estimate(long[variable]?.double ?? 0)
    }

    private mutating func estimate(_ variable: Int, by row: Int, _ matrix: borrowing SparseRows) -> Bool {
        let constant = matrix.small(matrix.constants[row])
        if constant.isTooLong { return false }
        var sum = Estimate(constant)
        var own = SmallRational.one
        for entry in matrix.range(of: row) {
            let factor = matrix.small(matrix.coefficients[entry])
            if factor.isTooLong { return false }
            let column = Int(matrix.columns[entry])
            if column == variable {
                own = factor
            } else if factor.isOne {
                sum = sum + estimate(of: column)
            } else {
                sum = sum + estimate(of: column) * factor
            }
        }
        let value = own.isOne ? -sum : sum * -own.reciprocal
        guard value.isFinite else { return false }
        if estimates.isEmpty { estimates = Array(repeating: Estimate(0), count: small.count) }
        estimates[variable] = value
        return true
    }

    /// Works out exactly what was estimated; the assignments in the order in which they were solved.
    mutating func complete(_ assignments: some Sequence<Decomposition.Assignment>, in matrix: SparseRows) {
        if estimates.isEmpty { return }
        for assignment in assignments where isEstimated(Int(assignment.variable)) { solve(assignment, in: matrix) }
    }
}

/// A number to about thirty digits with a bound on what is missing.
///
/// Two doubles whose sum is the value; each operation adds to the bound what it may have lost.
/// Source: T. J. Dekker, A floating-point technique for extending the available precision, 1971.
struct Estimate {
    private var high: Double
    private var low: Double
    private(set) var error: Double

    /// What one operation may lose, as a part of its result: well above 2^-104.
    private static let loss = 0x1p-98

    /// The nearest double of a number.
    init(_ value: Double) {
        high = value
        low = 0
        error = value.magnitude * 0x1p-52
    }

    init(_ value: SmallRational) {
        self = Estimate(integer: value.numerator)
        if value.denominator != 1 { self = divided(by: Estimate(integer: value.denominator)) }
    }

    private init(high: Double, low: Double, error: Double) {
        self.high = high
        self.low = low
        self.error = error
    }

    private init(integer: Int64) {
        high = Double(integer)
        low = high.magnitude < 0x1p62 ? Double(integer - Int64(high)) : 0
        error = high.magnitude < 0x1p62 ? 0 : high.magnitude * 0x1p-52
    }

    var double: Double { high + low }
    var isFinite: Bool { high.isFinite && low.isFinite && error.isFinite }
    /// Certainly at least 0.
    var isNotNegative: Bool { high + low >= 2 * error }

    static prefix func - (a: Estimate) -> Estimate {
        Estimate(high: -a.high, low: -a.low, error: a.error)
    }

    static func + (a: Estimate, b: Estimate) -> Estimate {
        let sum = a.high + b.high
        let part = sum - a.high
        let rest = (a.high - (sum - part)) + (b.high - part) + (a.low + b.low)
        return normal(sum, rest, a.error + b.error)
    }

    static func * (a: Estimate, factor: SmallRational) -> Estimate {
        if factor.numerator == -1, factor.denominator == 1 { return -a }
        let product = a.times(Estimate(integer: factor.numerator))
        return factor.denominator == 1 ? product : product.divided(by: Estimate(integer: factor.denominator))
    }

    private func times(_ b: Estimate) -> Estimate {
        let product = high * b.high
        let rest = (-product).addingProduct(high, b.high) + (high * b.low + low * b.high)
        return Estimate.normal(product, rest, error * (b.high.magnitude + b.error) + b.error * high.magnitude)
    }

    private func divided(by b: Estimate) -> Estimate {
        let quotient = high / b.high
        let rest = high.addingProduct(-quotient, b.high) + low - quotient * b.low
        return Estimate.normal(quotient, rest / b.high, (error + quotient.magnitude * b.error) / b.high.magnitude * 1.0001)
    }

    private static func normal(_ high: Double, _ low: Double, _ error: Double) -> Estimate {
        let sum = high + low
        return Estimate(high: sum, low: low - (sum - high), error: error * 1.0001 + high.magnitude * loss)
    }
}
