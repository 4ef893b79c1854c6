internal import CGMP

/// A rational number of any size, implemented by GMP's `mpq`. Immutable after initialization, so it may be shared between
/// threads.
@usableFromInline
final class BigRational: @unchecked Sendable {
    private let value: UnsafeMutablePointer<__mpq_struct>

    private init() {
        value = .allocate(capacity: 1)
        __gmpq_init(value)
    }

    deinit {
        __gmpq_clear(value)
        value.deallocate()
    }

    private var num: UnsafeMutablePointer<__mpz_struct> {
        UnsafeMutableRawPointer(value).assumingMemoryBound(to: __mpz_struct.self)
    }

    private var den: UnsafeMutablePointer<__mpz_struct> { num + 1 }

    @usableFromInline
    convenience init(_ numerator: Int64, _ denominator: Int64) {
        self.init()
        __gmpz_set_si(num, Int(numerator))
        __gmpz_set_si(den, Int(denominator))
    }

    /// Creates `numerator / denominator`; the denominator must be positive, and the fraction need not be in lowest terms.
    convenience init(wide numerator: Int128, _ denominator: Int128) {
        self.init()
        BigRational.set(num, numerator)
        BigRational.set(den, denominator)
        __gmpq_canonicalize(value)
    }

    /// Creates `digits * 10^exponent`; `digits` are one or more ASCII decimal digits.
    convenience init(digits: String, exponent: Int, isNegative: Bool) {
        self.init()
        __gmpz_set_str(num, digits, 10)
        if isNegative { __gmpz_neg(num, num) }
        if exponent >= 0 {
            var power = __mpz_struct()
            __gmpz_init(&power)
            __gmpz_ui_pow_ui(&power, 10, UInt(exponent))
            __gmpz_mul(num, num, &power)
            __gmpz_clear(&power)
        } else {
            __gmpz_ui_pow_ui(den, 10, UInt(-exponent))
            __gmpq_canonicalize(value)
        }
    }

    private static func set(_ target: UnsafeMutablePointer<__mpz_struct>, _ number: Int128) {
        let magnitude = number.magnitude
        __gmpz_set_ui(target, UInt(magnitude >> 64))
        __gmpz_mul_2exp(target, target, 64)
        __gmpz_add_ui(target, target, UInt(truncatingIfNeeded: magnitude))
        if number < 0 { __gmpz_neg(target, target) }
    }

    /// The numerator and denominator, if both fit in 64 bits.
    var small: (Int64, Int64)? {
        guard __gmpz_fits_slong_p(num) != 0, __gmpz_fits_slong_p(den) != 0 else { return nil }
        let numerator = __gmpz_get_si(num)
        return numerator == Int.min ? nil : (Int64(numerator), Int64(__gmpz_get_si(den)))
    }

    @usableFromInline var signum: Int { Int(num.pointee._mp_size).signum() }

    var isInteger: Bool { __gmpz_cmp_ui(den, 1) == 0 }

    var double: Double { __gmpq_get_d(value) }

    /// Whether the magnitude may be beyond the finite doubles, by the lengths of numerator and denominator alone. If false, it is
    /// below 2^1023.
    var mayBeBeyondDoubles: Bool { __gmpz_sizeinbase(num, 2) + 1 > __gmpz_sizeinbase(den, 2) + 1023 }

    /// The text `"p/q"`, or `"p"` if q is 1.
    var text: String {
        var buffer = [CChar](repeating: 0, count: __gmpz_sizeinbase(num, 10) + __gmpz_sizeinbase(den, 10) + 3)
        __gmpq_get_str(&buffer, 10, value)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The greatest integer that is not above the value.
    var floor: BigRational {
        let result = BigRational()
        __gmpz_fdiv_q(result.num, num, den)
        return result
    }

    /// Calls `body` with a GMP number that has the value of a fraction of two 64-bit integers in lowest terms. It is valid only
    /// during the call, and no memory is allocated.
    fileprivate static func reading<Result>(
        _ numerator: Int64, _ denominator: Int64, _ body: (UnsafePointer<__mpq_struct>) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt.self, capacity: 2) { limbs in
            limbs.initializeElement(at: 0, to: UInt(numerator.magnitude))
            limbs.initializeElement(at: 1, to: UInt(denominator.magnitude))
            var fraction = __mpq_struct()
            fraction._mp_num = __mpz_struct(_mp_alloc: 0, _mp_size: Int32(numerator.signum()), _mp_d: limbs.baseAddress)
            fraction._mp_den = __mpz_struct(_mp_alloc: 0, _mp_size: 1, _mp_d: limbs.baseAddress.map { $0 + 1 })
            return withUnsafePointer(to: fraction, body)
        }
    }

    fileprivate func reading<Result>(_ body: (UnsafePointer<__mpq_struct>) -> Result) -> Result {
        withExtendedLifetime(self) { body(value) }
    }

    /// Returns the result of a GMP operation, which writes it to its first argument.
    private static func result(
        _ a: Rational, _ b: Rational,
        _ operation: (UnsafeMutablePointer<__mpq_struct>, UnsafePointer<__mpq_struct>, UnsafePointer<__mpq_struct>) -> Void
    ) -> Rational {
        let result = BigRational()
        a.reading { a in b.reading { b in operation(result.value, a, b) } }
        return Rational(result)
    }

    @usableFromInline
    static func add(_ a: Rational, _ b: Rational) -> Rational {
        if a.isZero { return b }
        if b.isZero { return a }
        return result(a, b) { __gmpq_add($0, $1, $2) }
    }

    @usableFromInline
    static func subtract(_ a: Rational, _ b: Rational) -> Rational {
        if b.isZero { return a }
        if a.isZero { return -b }
        return result(a, b) { __gmpq_sub($0, $1, $2) }
    }

    @usableFromInline
    static func multiply(_ a: Rational, _ b: Rational) -> Rational {
        if let product = a.times(unit: b) ?? b.times(unit: a) { return product }
        return result(a, b) { __gmpq_mul($0, $1, $2) }
    }

    /// Returns the quotient; `b` must not be 0.
    @usableFromInline
    static func divide(_ a: Rational, _ b: Rational) -> Rational {
        if let quotient = a.times(unit: b), !b.isZero { return quotient }
        return result(a, b) { __gmpq_div($0, $1, $2) }
    }

    @usableFromInline
    static func isLess(_ a: Rational, _ b: Rational) -> Bool {
        a.reading { a in b.reading { b in __gmpq_cmp(a, b) < 0 } }
    }

    @usableFromInline
    static func negate(_ a: BigRational) -> BigRational {
        let result = BigRational()
        __gmpq_neg(result.value, a.value)
        return result
    }

    /// Returns whether two numbers are equal. Both are in lowest terms, so nothing has to be multiplied.
    @usableFromInline
    static func areEqual(_ a: BigRational, _ b: BigRational) -> Bool {
        a === b || __gmpq_equal(a.value, b.value) != 0
    }

    /// Returns the magnitude times a scale, rounded to an integer (halves up), or nil if it does not fit in 63 bits.
    func roundedMagnitude(times scale: UInt64) -> UInt64? {
        let bits = __gmpz_sizeinbase(num, 2) + (64 - scale.leadingZeroBitCount)
        if bits > __gmpz_sizeinbase(den, 2) + 63 { return nil }
        // (2 * |n| * scale + d) / 2d
        let work = BigRational()
        return withExtendedLifetime(work) {
            let (above, below) = (work.num, work.den)
            __gmpz_abs(above, num)
            __gmpz_mul_ui(above, above, UInt(scale))
            __gmpz_mul_2exp(above, above, 1)
            __gmpz_add(above, above, den)
            __gmpz_mul_2exp(below, den, 1)
            __gmpz_fdiv_q(above, above, below)
            return __gmpz_fits_slong_p(above) == 0 ? nil : UInt64(__gmpz_get_si(above))
        }
    }

    /// The numerator and denominator as integers of any size.
    var parts: (numerator: BigRational, denominator: BigRational) {
        let numerator = BigRational()
        let denominator = BigRational()
        __gmpz_set(numerator.num, num)
        __gmpz_set(denominator.num, den)
        return (numerator, denominator)
    }

    /// The greatest common divisor of two integers.
    static func greatestCommonDivisor(_ a: BigRational, _ b: BigRational) -> BigRational {
        let result = BigRational()
        __gmpz_gcd(result.num, a.num, b.num)
        return result
    }
}

extension Rational {
    /// Returns the product without GMP if the factor is 1, -1 or 0; otherwise nil.
    fileprivate func times(unit factor: Rational) -> Rational? {
        guard case .small(let numerator, 1) = factor.storage else { return nil }
        switch numerator {
        case 1: return self
        case -1: return -self
        case 0: return .zero
        default: return nil
        }
    }

    /// Calls `body` with the number as GMP has it. The pointer is valid only during the call.
    fileprivate func reading<Result>(_ body: (UnsafePointer<__mpq_struct>) -> Result) -> Result {
        switch storage {
        case .small(let numerator, let denominator): BigRational.reading(numerator, denominator, body)
        case .big(let value): value.reading(body)
        }
    }
}
