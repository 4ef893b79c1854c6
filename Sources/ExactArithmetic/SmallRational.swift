/// An exact rational number of two 64-bit words, without references, for inner loops.
///
/// It never rounds and never allocates. A result that does not fit is `tooLong`, and so is every result that is computed from it.
/// Callers therefore check once at the end of a computation, and repeat that with `Rational` if necessary.
@frozen
public struct SmallRational: Sendable, Hashable {
    /// The numerator in lowest terms; never `Int64.min`.
    public let numerator: Int64
    /// The denominator: positive, or 0 for `tooLong`.
    public let denominator: Int64

    @inlinable
    init(numerator: Int64, denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    public static let zero = SmallRational(numerator: 0, denominator: 1)
    public static let one = SmallRational(numerator: 1, denominator: 1)
    public static let tooLong = SmallRational(numerator: 1, denominator: 0)

    /// Converts a value; the result may be `tooLong`.
    @inlinable
    public init(_ value: Rational) {
        if case .small(let numerator, let denominator) = value.storage {
            self.init(numerator: numerator, denominator: denominator)
        } else {
            self = .tooLong
        }
    }

    /// Unpacks a number that is not wide.
    @inlinable
    public init(_ packed: PackedRational) {
        self.init(numerator: Int64(packed.numerator), denominator: Int64(packed.denominator))
    }

    @inlinable
    public init(_ value: Int32) {
        self.init(numerator: Int64(value), denominator: 1)
    }

    @inlinable public var isTooLong: Bool { denominator == 0 }
    @inlinable public var isZero: Bool { numerator == 0 }
    @inlinable public var isPositive: Bool { numerator > 0 }
    @inlinable public var isNegative: Bool { numerator < 0 }
    @inlinable public var isOne: Bool { numerator == 1 && denominator == 1 }

    /// The number as `Rational`. Callers must exclude `tooLong`, of which it returns 0.
    @inlinable
    public var rational: Rational {
        denominator == 0 ? .zero : Rational(lowest: numerator, denominator)
    }

    /// The quotient of numerator and denominator as doubles.
    @inlinable
    public var double: Double {
        denominator == 1 ? Double(numerator) : Double(numerator) / Double(denominator)
    }

    @inlinable
    public static func + (a: SmallRational, b: SmallRational) -> SmallRational {
        if a.denominator == 1, b.denominator == 1 {
            let (sum, overflow) = a.numerator.addingReportingOverflow(b.numerator)
            return overflow || sum == Int64.min ? .tooLong : SmallRational(numerator: sum, denominator: 1)
        }
        return sum(a, b)
    }

    @usableFromInline
    static func sum(_ a: SmallRational, _ b: SmallRational) -> SmallRational {
        if a.denominator == 0 || b.denominator == 0 { return .tooLong }
        // A fraction plus an integer remains in lowest terms.
        if b.denominator == 1 { return shifted(a, by: b.numerator) }
        if a.denominator == 1 { return shifted(b, by: a.numerator) }
        if a.denominator == b.denominator {
            let (sum, overflow) = a.numerator.addingReportingOverflow(b.numerator)
            if !overflow { return lowest(sum, a.denominator) }
        }
        return lowest(
            Int128(a.numerator) * Int128(b.denominator) + Int128(b.numerator) * Int128(a.denominator),
            Int128(a.denominator) * Int128(b.denominator))
    }

    private static func shifted(_ a: SmallRational, by whole: Int64) -> SmallRational {
        let (product, isOver) = whole.multipliedReportingOverflow(by: a.denominator)
        let (sum, isFar) = a.numerator.addingReportingOverflow(product)
        return isOver || isFar || sum == Int64.min ? .tooLong : SmallRational(numerator: sum, denominator: a.denominator)
    }

    @inlinable
    public static prefix func - (a: SmallRational) -> SmallRational {
        SmallRational(numerator: -a.numerator, denominator: a.denominator)
    }

    @inlinable
    public static func - (a: SmallRational, b: SmallRational) -> SmallRational { a + -b }

    @inlinable
    public static func * (a: SmallRational, b: SmallRational) -> SmallRational {
        if a.denominator == 1, b.denominator == 1 {
            let (product, overflow) = a.numerator.multipliedReportingOverflow(by: b.numerator)
            return overflow || product == Int64.min ? .tooLong : SmallRational(numerator: product, denominator: 1)
        }
        return product(a, b)
    }

    @usableFromInline
    static func product(_ a: SmallRational, _ b: SmallRational) -> SmallRational {
        if a.denominator == 0 || b.denominator == 0 { return .tooLong }
        if b.denominator == 1, b.numerator == 1 || b.numerator == -1 { return b.numerator == 1 ? a : -a }
        if a.denominator == 1, a.numerator == 1 || a.numerator == -1 { return a.numerator == 1 ? b : -b }
        return lowest(Int128(a.numerator) * Int128(b.numerator), Int128(a.denominator) * Int128(b.denominator))
    }

    /// The reciprocal. Callers must exclude 0, of which it returns `tooLong`.
    @inlinable
    public var reciprocal: SmallRational {
        if denominator == 1, numerator == 1 || numerator == -1 { return self }
        if denominator == 0 { return self }
        return numerator > 0
            ? SmallRational(numerator: denominator, denominator: numerator)
            : SmallRational(numerator: -denominator, denominator: -numerator)
    }

    @inlinable public var magnitude: SmallRational { numerator < 0 ? -self : self }

    private static func lowest(_ numerator: Int64, _ denominator: Int64) -> SmallRational {
        if denominator == 1 { return numerator == Int64.min ? .tooLong : SmallRational(numerator: numerator, denominator: 1) }
        let divisor = Int64(truncatingIfNeeded: steinDivisor(numerator.magnitude, denominator.magnitude))
        let reduced = numerator / divisor
        return reduced == Int64.min ? .tooLong : SmallRational(numerator: reduced, denominator: denominator / divisor)
    }

    private static func lowest(_ numerator: Int128, _ denominator: Int128) -> SmallRational {
        if let small = Int64(exactly: numerator), let below = Int64(exactly: denominator) { return lowest(small, below) }
        let divisor = Int128(truncatingIfNeeded: steinDivisor(numerator.magnitude, denominator.magnitude))
        guard let small = Int64(exactly: numerator / divisor), let below = Int64(exactly: denominator / divisor), small != Int64.min else {
            return .tooLong
        }
        return SmallRational(numerator: small, denominator: below)
    }
}

extension SmallRational: Comparable {
    /// Compares two numbers; callers must exclude `tooLong`.
    @inlinable
    public static func < (a: SmallRational, b: SmallRational) -> Bool {
        a.denominator == b.denominator
            ? a.numerator < b.numerator : Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
    }
}

extension SparseRows {
    /// Unpacks a number of these rows; the result may be `tooLong`.
    @inlinable
    public func small(_ packed: PackedRational) -> SmallRational {
        packed.isWide ? SmallRational(wide[packed.place]) : SmallRational(packed)
    }
}
