import CGMP
import ExactArithmetic

/// The same arithmetic done by GMP on text, without any of the module's code.
enum Oracle {
    enum Operation: CaseIterable { case add, subtract, multiply, divide }

    /// Returns `a operation b` as `p` or `p/q` in lowest terms.
    static func text(_ operation: Operation, _ a: String, _ b: String) -> String {
        with(a) { a in
            with(b) { b in
                var result = __mpq_struct()
                __gmpq_init(&result)
                defer { __gmpq_clear(&result) }
                switch operation {
                case .add: __gmpq_add(&result, a, b)
                case .subtract: __gmpq_sub(&result, a, b)
                case .multiply: __gmpq_mul(&result, a, b)
                case .divide: __gmpq_div(&result, a, b)
                }
                return text(&result)
            }
        }
    }

    /// Returns the sign of `a - b`.
    static func order(_ a: String, _ b: String) -> Int {
        with(a) { a in with(b) { b in Int(__gmpq_cmp(a, b)).signum() } }
    }

    /// Returns the double next to the number in the direction of 0.
    static func double(_ a: String) -> Double { with(a) { __gmpq_get_d($0) } }

    /// Returns the greatest integer that is at most the number.
    static func floor(_ a: String) -> String {
        with(a) { value in
            var quotient = __mpz_struct()
            __gmpz_init(&quotient)
            defer { __gmpz_clear(&quotient) }
            __gmpz_fdiv_q(&quotient, numerator(value), denominator(value))
            return integerText(&quotient)
        }
    }

    static func divisor(_ a: String, _ b: String) -> String {
        with(a) { a in
            with(b) { b in
                var divisor = __mpz_struct()
                __gmpz_init(&divisor)
                defer { __gmpz_clear(&divisor) }
                __gmpz_gcd(&divisor, numerator(a), numerator(b))
                return integerText(&divisor)
            }
        }
    }

    /// Returns whether numerator and denominator lie strictly between -2^63 and 2^63.
    static func fitsWords(_ a: String) -> Bool {
        with(a) { value in
            __gmpz_sizeinbase(numerator(value), 2) <= 63 && __gmpz_sizeinbase(denominator(value), 2) <= 63
        }
    }

    private typealias Number = UnsafeMutablePointer<__mpq_struct>

    private static func numerator(_ value: Number) -> UnsafeMutablePointer<__mpz_struct> {
        UnsafeMutableRawPointer(value).assumingMemoryBound(to: __mpz_struct.self)
    }

    private static func denominator(_ value: Number) -> UnsafeMutablePointer<__mpz_struct> { numerator(value) + 1 }

    private static func with<Result>(_ text: String, _ body: (Number) -> Result) -> Result {
        var value = __mpq_struct()
        __gmpq_init(&value)
        defer { __gmpq_clear(&value) }
        precondition(__gmpq_set_str(&value, text, 10) == 0, "no number: \(text)")
        __gmpq_canonicalize(&value)
        return body(&value)
    }

    private static func text(_ value: Number) -> String {
        var buffer = [CChar](repeating: 0, count: __gmpz_sizeinbase(numerator(value), 10) + __gmpz_sizeinbase(denominator(value), 10) + 3)
        __gmpq_get_str(&buffer, 10, value)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func integerText(_ value: UnsafeMutablePointer<__mpz_struct>) -> String {
        var buffer = [CChar](repeating: 0, count: __gmpz_sizeinbase(value, 10) + 2)
        __gmpz_get_str(&buffer, 10, value)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// An integer of any length up to 63 bits, each length as likely as any other.
    mutating func word() -> Int {
        let magnitude = Int(next() >> 1) >> below(63)
        return below(2) == 0 ? magnitude : -magnitude
    }

    /// A number of up to some hundred bits: a fraction of words, of products of words, or of numbers next to powers of two.
    mutating func rational() -> Rational {
        switch below(6) {
        case 0: return Rational(word())
        case 1, 2: return fraction()
        case 3: return border()
        case 4: return fraction() * fraction()
        default: return fraction() + border() * fraction()
        }
    }

    private mutating func fraction() -> Rational { Rational(word(), over: max(1, abs(word()))) ?? .zero }

    /// A power of two, more or less one.
    private mutating func border() -> Rational {
        var power = Rational(1 << 31)
        let factors: [Rational] = [1, 2, Rational(1 << 31), Rational(1 << 32), Rational(1 << 33), Rational(1 << 62)]
        power *= factors[below(factors.count)]
        let near = power + Rational(below(3) - 1)
        return below(2) == 0 ? near : -near
    }
}
