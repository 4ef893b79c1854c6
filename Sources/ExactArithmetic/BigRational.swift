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

    @usableFromInline
    static func add(_ a: BigRational, _ b: BigRational) -> BigRational {
        let result = BigRational()
        __gmpq_add(result.value, a.value, b.value)
        return result
    }

    @usableFromInline
    static func subtract(_ a: BigRational, _ b: BigRational) -> BigRational {
        let result = BigRational()
        __gmpq_sub(result.value, a.value, b.value)
        return result
    }

    @usableFromInline
    static func multiply(_ a: BigRational, _ b: BigRational) -> BigRational {
        let result = BigRational()
        __gmpq_mul(result.value, a.value, b.value)
        return result
    }

    /// `b` is not 0.
    @usableFromInline
    static func divide(_ a: BigRational, _ b: BigRational) -> BigRational {
        let result = BigRational()
        __gmpq_div(result.value, a.value, b.value)
        return result
    }

    @usableFromInline
    static func negate(_ a: BigRational) -> BigRational {
        let result = BigRational()
        __gmpq_neg(result.value, a.value)
        return result
    }

    @usableFromInline
    static func compare(_ a: BigRational, _ b: BigRational) -> Int {
        Int(__gmpq_cmp(a.value, b.value))
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
