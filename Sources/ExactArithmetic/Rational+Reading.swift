/// Numbers as sentences have them, rounded for reading; exact ones are in proofs.
extension Rational {
    /// The number with at most two decimals: `141.33`, `843`. One that two decimals would not show has two significant digits, of at most six decimals.
    public var readingText: String {
        let isLarge = isZero || isInteger || magnitude >= Rational.tenth
        return decimalText(places: isLarge ? 2 : max(2, min(6, 1 - decimalExponent)))
    }

    /// The number as a constraint for reading has it: as it was written, at up to six decimals, else rounded.
    public var writtenText: String { isDecimal(places: 6) ? decimalText() : readingText }

    /// The factor as a constraint for reading has it: `0.5`, `16:9`, and four decimals if neither is short.
    public var factorReadingText: String {
        if isDecimal(places: 4) { return decimalText(places: 4) }
        let isRatio = magnitude.numerator <= Rational(1000) && denominator <= Rational(1000)
        return isRatio ? "\(numerator):\(denominator)" : decimalText(places: max(4, min(6, 3 - decimalExponent)))
    }

    private static let tenth = powerOfTen(1).reciprocal
}
