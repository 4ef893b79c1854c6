/// An exact rational number.
///
/// Numerator and denominator are overflow-checked 64-bit integers in lowest terms. A value that does not fit is represented by
/// GMP (`BigRational`), and converted back as soon as it fits. No operation rounds, wraps or traps; division by zero returns
/// `nil` (`divided(by:)`).
@frozen
public struct Rational: Sendable {
    @usableFromInline
    @frozen
    enum Storage: Sendable {
        /// A numerator and denominator in lowest terms. The denominator is positive, and neither is `Int64.min`.
        case small(Int64, Int64)
        /// A value that does not fit `small`.
        case big(BigRational)
    }

    @usableFromInline var storage: Storage

    @inlinable
    init(storage: Storage) {
        self.storage = storage
    }

    /// Creates a fraction that is already in lowest terms, with a positive denominator.
    @inlinable
    init(lowest numerator: Int64, _ denominator: Int64) {
        storage = .small(numerator, denominator)
    }

    @inlinable
    public init(_ value: Int) {
        if value == Int.min {
            self.init(storage: .big(BigRational(Int64.min, 1)))
        } else {
            self.init(storage: .small(Int64(value), 1))
        }
    }

    /// Creates `numerator / denominator`, or returns nil if the denominator is 0.
    @inlinable
    public init?(_ numerator: Int, over denominator: Int) {
        guard let quotient = Rational(numerator).divided(by: Rational(denominator)) else { return nil }
        self = quotient
    }

    @usableFromInline
    init(_ big: BigRational) {
        if let (numerator, denominator) = big.small {
            storage = .small(numerator, denominator)
        } else {
            storage = .big(big)
        }
    }

    @inlinable public static var zero: Rational { Rational(lowest: 0, 1) }
    @inlinable public static var one: Rational { Rational(lowest: 1, 1) }
    @inlinable public static var half: Rational { Rational(lowest: 1, 2) }

    @inlinable
    public var isZero: Bool {
        if case .small(0, _) = storage { return true }
        return false
    }

    /// The sign: -1, 0 or 1.
    @inlinable
    public var signum: Int {
        switch storage {
        case .small(let numerator, _): Int(numerator.signum())
        case .big(let value): value.signum
        }
    }

    @inlinable public var isPositive: Bool { signum > 0 }
    @inlinable public var isNegative: Bool { signum < 0 }

    @inlinable
    public var isOne: Bool {
        if case .small(1, 1) = storage { return true }
        return false
    }

    public var isInteger: Bool {
        switch storage {
        case .small(_, let denominator): denominator == 1
        case .big(let value): value.isInteger
        }
    }

    @inlinable public var magnitude: Rational { isNegative ? -self : self }

    @usableFromInline
    var big: BigRational {
        switch storage {
        case .small(let numerator, let denominator): BigRational(numerator, denominator)
        case .big(let value): value
        }
    }
}

// MARK: - Arithmetic

extension Rational {
    @inlinable
    public static func + (a: Rational, b: Rational) -> Rational {
        if case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage {
            if ad == 1, bd == 1 {
                let (sum, overflow) = an.addingReportingOverflow(bn)
                if !overflow, sum != Int64.min { return Rational(lowest: sum, 1) }
            }
            return sum(an, ad, bn, bd)
        }
        return BigRational.add(a, b)
    }

    /// Returns the sum of two fractions in lowest terms.
    @usableFromInline
    static func sum(_ an: Int64, _ ad: Int64, _ bn: Int64, _ bd: Int64) -> Rational {
        if ad == bd {
            let (sum, overflow) = an.addingReportingOverflow(bn)
            if !overflow, sum != Int64.min { return reduced(sum, ad) }
        } else if ad == 1 || bd == 1 {
            // A fraction plus an integer remains in lowest terms.
            let (whole, part, denominator) = ad == 1 ? (an, bn, bd) : (bn, an, ad)
            let (product, isTooLarge) = whole.multipliedReportingOverflow(by: denominator)
            let (sum, overflow) = product.addingReportingOverflow(part)
            if !isTooLarge, !overflow, sum != Int64.min { return Rational(lowest: sum, denominator) }
        }
        return reduced(Int128(an) * Int128(bd) + Int128(bn) * Int128(ad), Int128(ad) * Int128(bd))
    }

    @inlinable
    public static prefix func - (a: Rational) -> Rational {
        switch a.storage {
        case .small(let numerator, let denominator): Rational(lowest: -numerator, denominator)
        case .big(let value): Rational(BigRational.negate(value))
        }
    }

    @inlinable
    public static func - (a: Rational, b: Rational) -> Rational {
        if case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage {
            if ad == 1, bd == 1 {
                let (difference, overflow) = an.subtractingReportingOverflow(bn)
                if !overflow, difference != Int64.min { return Rational(lowest: difference, 1) }
            }
            return sum(an, ad, -bn, bd)
        }
        return BigRational.subtract(a, b)
    }

    @inlinable
    public static func * (a: Rational, b: Rational) -> Rational {
        if case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage {
            if ad == 1, bd == 1 {
                let (product, overflow) = an.multipliedReportingOverflow(by: bn)
                if !overflow, product != Int64.min { return Rational(lowest: product, 1) }
            }
            return reduced(Int128(an) * Int128(bn), Int128(ad) * Int128(bd))
        }
        return BigRational.multiply(a, b)
    }

    /// Returns the quotient, or nil if `b` is 0.
    @inlinable
    public func divided(by b: Rational) -> Rational? {
        if case .small(let an, let ad) = storage, case .small(let bn, let bd) = b.storage {
            if bn == 0 { return nil }
            if bn == 1, bd == 1 { return self }
            let numerator = Int128(an) * Int128(bd)
            let denominator = Int128(ad) * Int128(bn)
            return denominator < 0 ? Rational.reduced(-numerator, -denominator) : Rational.reduced(numerator, denominator)
        }
        return b.isZero ? nil : BigRational.divide(self, b)
    }

    /// The reciprocal. Callers must exclude 0, of which it returns 0.
    @inlinable
    public var reciprocal: Rational {
        switch storage {
        case .small(let numerator, let denominator):
            if numerator == 0 { return self }
            return numerator > 0 ? Rational(lowest: denominator, numerator) : Rational(lowest: -denominator, -numerator)
        case .big:
            return BigRational.divide(.one, self)
        }
    }

    @inlinable public static func += (a: inout Rational, b: Rational) { a = a + b }
    @inlinable public static func -= (a: inout Rational, b: Rational) { a = a - b }
    @inlinable public static func *= (a: inout Rational, b: Rational) { a = a * b }

    /// Returns the fraction in lowest terms; the denominator must be positive, and both below 2^127.
    @usableFromInline
    static func reduced(_ numerator: Int128, _ denominator: Int128) -> Rational {
        if let n = Int64(exactly: numerator), let d = Int64(exactly: denominator), n != Int64.min {
            return reduced(n, d)
        }
        let divisor = Int128(steinDivisor(numerator.magnitude, denominator.magnitude))
        let n = numerator / divisor
        let d = denominator / divisor
        if let n = Int64(exactly: n), let d = Int64(exactly: d), n != Int64.min { return Rational(lowest: n, d) }
        return Rational(BigRational(wide: n, d))
    }

    /// Returns the fraction in lowest terms; the denominator must be positive, and the numerator must not be `Int64.min`.
    private static func reduced(_ n: Int64, _ d: Int64) -> Rational {
        if d == 1 { return Rational(lowest: n, 1) }
        let rest = n.magnitude < d.magnitude ? n.magnitude : n.magnitude % d.magnitude
        if rest == 0 { return Rational(lowest: n / d, 1) }
        let divisor = Int64(steinDivisor(rest, d.magnitude))
        return divisor == 1 ? Rational(lowest: n, d) : Rational(lowest: n / divisor, d / divisor)
    }
}

/// Returns the greatest common divisor by Stein's binary algorithm; `b` must not be 0.
@usableFromInline
func steinDivisor<Word: FixedWidthInteger & UnsignedInteger>(_ a: Word, _ b: Word) -> Word {
    if a == 0 { return b }
    if b == 1 || a == 1 { return 1 }
    let shift = Swift.min(a.trailingZeroBitCount, b.trailingZeroBitCount)
    var x = a >> a.trailingZeroBitCount
    var y = b >> b.trailingZeroBitCount
    // It is unpredictable which number is larger, so the loop is branch-free.
    while x != y {
        let difference = x > y ? x - y : y - x
        y = Swift.min(x, y)
        x = difference >> difference.trailingZeroBitCount
    }
    return x << shift
}

// MARK: - Order

extension Rational: Comparable, Hashable {
    @inlinable
    public static func == (a: Rational, b: Rational) -> Bool {
        switch (a.storage, b.storage) {
        case (.small(let an, let ad), .small(let bn, let bd)): an == bn && ad == bd
        case (.big(let x), .big(let y)): BigRational.areEqual(x, y)
        default: false
        }
    }

    @inlinable
    public static func < (a: Rational, b: Rational) -> Bool {
        if case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage {
            return ad == bd ? an < bn : Int128(an) * Int128(bd) < Int128(bn) * Int128(ad)
        }
        return BigRational.isLess(a, b)
    }

    public func hash(into hasher: inout Hasher) {
        switch storage {
        case .small(let numerator, let denominator):
            hasher.combine(numerator)
            hasher.combine(denominator)
        case .big(let value):
            hasher.combine(value.text)
        }
    }
}

extension Rational: ExpressibleByIntegerLiteral {
    @inlinable
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}
