/// A rational number in eight bytes, without references: rows of a layout hold hundreds of thousands of them.
///
/// Numerator and denominator are in lowest terms where both fit 32 bits. Any other value stands in a table of its owner
/// (`SparseRows.wide`): then the denominator is 0 and the numerator its place there.
@frozen
public struct PackedRational: Sendable, Hashable {
    public let numerator: Int32
    public let denominator: Int32

    @inlinable
    init(numerator: Int32, denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    public static let zero = PackedRational(numerator: 0, denominator: 1)
    public static let one = PackedRational(numerator: 1, denominator: 1)
    public static let minusOne = PackedRational(numerator: -1, denominator: 1)

    /// The value itself; nil where it does not fit.
    @inlinable
    public init?(_ value: Rational) {
        guard case .small(let wideNumerator, let wideDenominator) = value.storage,
            let numerator = Int32(exactly: wideNumerator), let denominator = Int32(exactly: wideDenominator), numerator != Int32.min
        else { return nil }
        self.init(numerator: numerator, denominator: denominator)
    }

    /// A place in the owner's table.
    @inlinable
    init(place: Int) {
        self.init(numerator: Int32(truncatingIfNeeded: place), denominator: 0)
    }

    /// Stands in the owner's table.
    @inlinable public var isWide: Bool { denominator == 0 }

    /// 0, which never is in a table.
    @inlinable public var isZero: Bool { numerator == 0 && denominator != 0 }
}
