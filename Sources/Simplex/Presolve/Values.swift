internal import ExactArithmetic

/// A value for each variable. Values that fit in two words are in an array. Longer ones are stored separately, either exactly or,
/// until the exact number is needed, as an estimate.
struct Values {
    private(set) var small: [SmallRational]
    private var long: [Int: Rational] = [:]
    /// Estimates of variables whose exact numbers are too long to be computed before they are needed; empty if there are no such
    /// variables.
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

    /// Returns the value of a row, without the term of `skipped`.
    func value(of row: Int, in matrix: SparseRows, without skipped: Int32 = -1) -> Rational {
        var sum = matrix.constant(of: row)
        for entry in matrix.range(of: row) where matrix.columns[entry] != skipped {
            sum += matrix.coefficient(at: entry) * self[Int(matrix.columns[entry])]
        }
        return sum
    }

    /// Returns the value of a row, without the term of `skipped`, as a short number or `tooLong`, and the coefficient of
    /// `skipped`.
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

    /// Sets the variable so that the row is 0. A number that is too long is estimated until `complete`, if an estimate is close
    /// enough.
    mutating func solve(estimating assignment: Decomposition.Assignment, _ decomposition: Decomposition, in matrix: borrowing SparseRows) {
        if !solve(short: assignment, in: matrix) { solve(long: assignment, decomposition, in: matrix) }
    }

    /// Sets the variable so that the row is 0, if all numbers are short. Otherwise marks it as too long and returns false.
    @inline(__always)
    mutating func solve(short assignment: Decomposition.Assignment, in matrix: borrowing SparseRows) -> Bool {
        let variable = Int(assignment.variable)
        var sum = matrix.small(matrix.constants[Int(assignment.row)])
        var own = SmallRational.one
        for entry in matrix.range(of: Int(assignment.row)) {
            let column = matrix.columns[entry]
            let factor = matrix.small(matrix.coefficients[entry])
            if column == assignment.variable {
                own = factor
                continue
            }
            let value = small[Int(column)]
            // The result would not be short either.
            if value.isTooLong {
                small[variable] = .tooLong
                return false
            }
            sum = sum + factor * value
        }
        small[variable] = own.isOne ? -sum : -(sum * own.reciprocal)
        return !small[variable].isTooLong
    }

    /// Estimates a variable whose number is too long, or computes it if the estimate is not close enough.
    mutating func solve(long assignment: Decomposition.Assignment, _ decomposition: Decomposition, in matrix: borrowing SparseRows) {
        let variable = Int(assignment.variable)
        if estimate(variable, by: Int(assignment.row), matrix) {
            if !long.isEmpty { long[variable] = nil }
            return
        }
        // The exact value depends on variables that are only estimated so far.
        let needsEstimated = matrix.range(of: Int(assignment.row)).contains {
            matrix.columns[$0] != assignment.variable && isEstimated(Int(matrix.columns[$0]))
        }
        if needsEstimated {
            long[variable] = .zero
            complete(decomposition, in: matrix)
        }
        solve(assignment, in: matrix)
    }

    /// Sets the variable so that the row is 0. The row's other variables must be exact.
    mutating func solve(_ assignment: Decomposition.Assignment, in matrix: borrowing SparseRows) {
        let row = Int(assignment.row)
        let variable = Int(assignment.variable)
        let (sum, coefficient) = smallValue(of: row, in: matrix, without: assignment.variable)
        let value = -(sum * coefficient.reciprocal)
        small[variable] = value
        if !value.isTooLong { return }
        var inverse = Rational.zero
        for entry in matrix.range(of: row) where matrix.columns[entry] == assignment.variable { inverse = matrix.coefficient(at: entry).reciprocal }
        self[variable] = -(self.value(of: row, in: matrix, without: assignment.variable) * inverse)
    }

    // MARK: - Estimates

    /// Returns whether only an estimate of the value is available.
    func isEstimated(_ variable: Int) -> Bool {
        small[variable].isTooLong && long[variable] == nil
    }

    var hasEstimates: Bool { !estimates.isEmpty }

    /// Returns an estimate of the value, also if the exact one is stored.
    func estimate(of variable: Int) -> Estimate {
        if !small[variable].isTooLong { return Estimate(small[variable]) }
        if !estimates.isEmpty, isEstimated(variable) { return estimates[variable] }
        return Estimate(long[variable] ?? .zero)
    }

    /// Estimates a variable. Returns whether the estimate is close enough to be shown.
    private mutating func estimate(_ variable: Int, by row: Int, _ matrix: borrowing SparseRows) -> Bool {
        let constant = matrix.small(matrix.constants[row])
        var sum = constant.isTooLong ? Estimate(matrix.constant(of: row)) : Estimate(constant)
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
        guard value.isFinite, value.isClose else { return false }
        if estimates.isEmpty { estimates = Array(repeating: Estimate(0), count: small.count) }
        estimates[variable] = value
        return true
    }

    /// Computes the exact values of everything that was estimated.
    mutating func complete(_ decomposition: Decomposition, in matrix: SparseRows) {
        if estimates.isEmpty { return }
        for assignment in decomposition.fixing where isEstimated(Int(assignment.variable)) { solve(assignment, in: matrix) }
        for assignment in decomposition.peeledInwards where isEstimated(Int(assignment.variable)) { solve(assignment, in: matrix) }
    }

    /// Computes the exact values of fixed variables in `needed` that were estimated.
    mutating func complete(_ decomposition: Decomposition, needed: [Bool], in matrix: SparseRows) {
        if estimates.isEmpty { return }
        for assignment in decomposition.fixing where needed[Int(assignment.variable)] && isEstimated(Int(assignment.variable)) {
            solve(assignment, in: matrix)
        }
    }
}

/// A number to about thirty digits, with a bound on its error.
///
/// It is the sum of two doubles. Each operation adds its own possible error to the bound. Source: T. J. Dekker, A floating-point
/// technique for extending the available precision, Numerische Mathematik 18, 1971.
struct Estimate {
    private var high: Double
    private var low: Double
    private(set) var error: Double

    /// The relative error of one operation; well above 2^-104.
    private static let loss = 0x1p-98
    /// The factor that covers rounding in the computation of a bound.
    private static let rounding = 1 + 0x1p-48
    /// The absolute error of one operation near the end of the exponent range.
    private static let leastLoss = 0x1p-960

    init(_ value: Rational) {
        high = value.double
        low = 0
        error = high.magnitude * 0x1p-52 + Estimate.leastLoss
        // The nearest double as a fraction, and the remainder.
        let shift = 52 - (high.isNormal ? Int(high.exponent) : 0)
        guard high.isNormal, (0...62).contains(shift) else { return }
        low = (value - Rational(Int(high * Double(1 << shift))) * Rational(1 << shift).reciprocal).double
        error = high.magnitude * Estimate.loss + Estimate.leastLoss
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

    /// Creates an estimate without an error: each half of the integer fits in a double.
    private init(integer: Int64) {
        let lower = integer & 0xffff_ffff
        self = Estimate.normal(Double(integer - lower), Double(lower), 0)
        error = 0
    }

    var double: Double { high + low }
    var isFinite: Bool { high.isFinite && low.isFinite && error.isFinite }
    /// Whether the error is less than the precision of a double or of a reported number.
    var isClose: Bool { error <= max(0x1p-40, (high + low).magnitude * 0x1p-50) }
    /// Whether the number is certainly at least 0.
    var isNotNegative: Bool { high + low >= 2 * error }
    /// Whether the number is certainly below 0.
    var isNegative: Bool { high + low < -2 * error }

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

    func times(_ b: Estimate) -> Estimate {
        let product = high * b.high
        let rest = (-product).addingProduct(high, b.high) + (high * b.low + low * b.high)
        return Estimate.normal(product, rest, error * (b.high.magnitude + b.error) + b.error * high.magnitude)
    }

    private func divided(by b: Estimate) -> Estimate {
        let quotient = high / b.high
        let rest = high.addingProduct(-quotient, b.high) + low - quotient * b.low
        return Estimate.normal(quotient, rest / b.high, (error + quotient.magnitude * b.error) / b.high.magnitude * Estimate.rounding)
    }

    private static func normal(_ high: Double, _ low: Double, _ error: Double) -> Estimate {
        let sum = high + low
        return Estimate(high: sum, low: low - (sum - high), error: error * rounding + high.magnitude * loss + leastLoss)
    }
}
