/// A rational number in eight bytes, without references. The rows of a large layout have hundreds of thousands of numbers.
///
/// If numerator and denominator fit in 32 bits, they are stored in lowest terms. Any other value is *wide*: it is in a table of
/// the owner, such as `SparseRows.wide`. The denominator is then 0, and the numerator is the index in that table.
@frozen
public struct PackedRational: Sendable, Hashable {
    public let numerator: Int32
    public let denominator: Int32

    @inlinable
    init(numerator: Int32, denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    @inlinable public static var zero: PackedRational { PackedRational(numerator: 0, denominator: 1) }
    @inlinable public static var one: PackedRational { PackedRational(numerator: 1, denominator: 1) }
    @inlinable public static var minusOne: PackedRational { PackedRational(numerator: -1, denominator: 1) }
    @inlinable public static var half: PackedRational { PackedRational(numerator: 1, denominator: 2) }

    /// Packs a value, or returns nil if it does not fit.
    @inlinable
    public init?(_ value: Rational) {
        guard case .small(let wideNumerator, let wideDenominator) = value.storage,
            let numerator = Int32(exactly: wideNumerator), let denominator = Int32(exactly: wideDenominator), numerator != Int32.min
        else { return nil }
        self.init(numerator: numerator, denominator: denominator)
    }

    /// Packs a value, or returns nil if it does not fit.
    @inlinable
    public init?(_ value: SmallRational) {
        let numerator = Int32(truncatingIfNeeded: value.numerator)
        let denominator = Int32(truncatingIfNeeded: value.denominator)
        guard Int64(numerator) == value.numerator, Int64(denominator) == value.denominator, denominator != 0, numerator != Int32.min else {
            return nil
        }
        self.init(numerator: numerator, denominator: denominator)
    }

    /// Creates a wide value.
    ///
    /// - Parameter place: its index in the owner's table.
    @inlinable
    public init(place: Int) {
        self.init(numerator: Int32(truncatingIfNeeded: place), denominator: 0)
    }

    /// Whether the value is in the owner's table.
    @inlinable public var isWide: Bool { denominator == 0 }

    /// The index in the owner's table, if `isWide`.
    @inlinable public var place: Int { Int(numerator) }

    /// The negative of a number that is not wide.
    @inlinable public var negated: PackedRational { PackedRational(numerator: -numerator, denominator: denominator) }

    /// Half of a number that is not wide; nil if the half does not fit.
    @inlinable public var halved: PackedRational? {
        if numerator & 1 == 0 { return PackedRational(numerator: numerator / 2, denominator: numerator == 0 ? 1 : denominator) }
        let (doubled, overflow) = denominator.multipliedReportingOverflow(by: 2)
        return overflow ? nil : PackedRational(numerator: numerator, denominator: doubled)
    }

    /// Whether the value is 0, which is never wide.
    @inlinable public var isZero: Bool { numerator == 0 && denominator != 0 }
}

extension Rational {
    /// Unpacks a number that is not wide.
    @inlinable
    public init(_ packed: PackedRational) {
        self.init(lowest: Int64(packed.numerator), Int64(packed.denominator))
    }
}
