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

    /// Gives the variable the value with which the row is 0; a number that is too long is estimated, until `complete`, where that
    /// tells it well enough.
    mutating func solve(estimating assignment: Decomposition.Assignment, _ decomposition: Decomposition, in matrix: borrowing SparseRows) {
        if !solve(short: assignment, in: matrix) { solve(long: assignment, decomposition, in: matrix) }
    }

    /// Gives the variable the value with which the row is 0, if all numbers are short; else it is marked as too long, and false.
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
            // Nothing short comes of it.
            if value.isTooLong {
                small[variable] = .tooLong
                return false
            }
            sum = sum + factor * value
        }
        small[variable] = own.isOne ? -sum : -(sum * own.reciprocal)
        return !small[variable].isTooLong
    }

    /// Estimates a variable whose number is too long, or works it out where that does not tell it well enough.
    mutating func solve(long assignment: Decomposition.Assignment, _ decomposition: Decomposition, in matrix: borrowing SparseRows) {
        let variable = Int(assignment.variable)
        if estimate(variable, by: Int(assignment.row), matrix) {
            if !long.isEmpty { long[variable] = nil }
            return
        }
        // What it follows from has to be known exactly first.
        let needsEstimated = matrix.range(of: Int(assignment.row)).contains {
            matrix.columns[$0] != assignment.variable && isEstimated(Int(matrix.columns[$0]))
        }
        if needsEstimated {
            long[variable] = .zero
            complete(decomposition, in: matrix)
        }
        solve(assignment, in: matrix)
    }

    /// Gives the variable the value with which the row is 0; the row's other variables are known exactly.
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

    /// Whether the value is known by its estimate alone.
    func isEstimated(_ variable: Int) -> Bool {
        small[variable].isTooLong && long[variable] == nil
    }

    var hasEstimates: Bool { !estimates.isEmpty }

    /// The value, or what is known of it.
    func estimate(of variable: Int) -> Estimate {
        if !small[variable].isTooLong { return Estimate(small[variable]) }
        if !estimates.isEmpty, isEstimated(variable) { return estimates[variable] }
        return Estimate(long[variable] ?? .zero)
    }

    /// Whether an estimate tells the value well enough to be shown.
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

    /// Works out exactly what was estimated.
    mutating func complete(_ decomposition: Decomposition, in matrix: SparseRows) {
        if estimates.isEmpty { return }
        for assignment in decomposition.fixingInOrder where isEstimated(Int(assignment.variable)) { solve(assignment, in: matrix) }
        for assignment in decomposition.peeledInwards where isEstimated(Int(assignment.variable)) { solve(assignment, in: matrix) }
    }

    /// The same of variables that others than peeled ones need.
    mutating func complete(_ decomposition: Decomposition, needed: [Bool], in matrix: SparseRows) {
        if estimates.isEmpty { return }
        for assignment in decomposition.fixingInOrder where needed[Int(assignment.variable)] && isEstimated(Int(assignment.variable)) {
            solve(assignment, in: matrix)
        }
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
    /// What working out a bound may lose of it.
    private static let rounding = 1 + 0x1p-48
    /// And this much more, where doubles run out of exponents.
    private static let leastLoss = 0x1p-960

    init(_ value: Rational) {
        high = value.double
        low = 0
        error = high.magnitude * 0x1p-52 + Estimate.leastLoss
        // The nearest double as a fraction, and what is left.
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

    /// Exactly: 31 bits and 32 bits are a double each.
    private init(integer: Int64) {
        let lower = integer & 0xffff_ffff
        self = Estimate.normal(Double(integer - lower), Double(lower), 0)
        error = 0
    }

    var double: Double { high + low }
    var isFinite: Bool { high.isFinite && low.isFinite && error.isFinite }
    /// As close as a double can be, or closer than anything that is shown.
    var isClose: Bool { error <= max(0x1p-40, (high + low).magnitude * 0x1p-50) }
    /// Certainly at least 0.
    var isNotNegative: Bool { high + low >= 2 * error }
    /// Certainly below 0.
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
