internal import CGMP

/// A rational number of any size, by GMP's `mpq`. Immutable once made, so it may cross threads.
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

    /// `denominator > 0`; in lowest terms or not.
    convenience init(wide numerator: Int128, _ denominator: Int128) {
        self.init()
        BigRational.set(num, numerator)
        BigRational.set(den, denominator)
        __gmpq_canonicalize(value)
    }

    /// `digits * 10^exponent`; the digits are ASCII decimal digits, at least one.
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

    /// Numerator and denominator where both fit.
    var small: (Int64, Int64)? {
        guard __gmpz_fits_slong_p(num) != 0, __gmpz_fits_slong_p(den) != 0 else { return nil }
        let numerator = __gmpz_get_si(num)
        return numerator == Int.min ? nil : (Int64(numerator), Int64(__gmpz_get_si(den)))
    }

    @usableFromInline var signum: Int { Int(num.pointee._mp_size).signum() }

    var isInteger: Bool { __gmpz_cmp_ui(den, 1) == 0 }

    var double: Double { __gmpq_get_d(value) }

    /// By the lengths of numerator and denominator alone: false only where the magnitude is below 2^1023.
    var mayBeBeyondDoubles: Bool { __gmpz_sizeinbase(num, 2) + 1 > __gmpz_sizeinbase(den, 2) + 1023 }

    /// `"p/q"`, or `"p"` where q is 1.
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

    /// A fraction of two 64-bit integers in lowest terms, for as long as the body runs and without taking memory.
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

    /// The result of an operation that writes it to its first operand.
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

    /// `b` is not 0.
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

    /// Both are in lowest terms, so nothing has to be multiplied.
    @usableFromInline
    static func areEqual(_ a: BigRational, _ b: BigRational) -> Bool {
        a === b || __gmpq_equal(a.value, b.value) != 0
    }

    /// The magnitude times a scale, rounded to an integer, halves up; nil where that does not fit into 63 bits.
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

    /// Numerator and denominator of a value that is being taken apart: as integers of any size.
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
    /// The product where the factor is 1, -1 or 0; else nil.
    fileprivate func times(unit factor: Rational) -> Rational? {
        guard case .small(let numerator, 1) = factor.storage else { return nil }
        switch numerator {
        case 1: return self
        case -1: return -self
        case 0: return .zero
        default: return nil
        }
    }

    /// The number as GMP takes it.
    fileprivate func reading<Result>(_ body: (UnsafePointer<__mpq_struct>) -> Result) -> Result {
        switch storage {
        case .small(let numerator, let denominator): BigRational.reading(numerator, denominator, body)
        case .big(let value): value.reading(body)
        }
    }
}
