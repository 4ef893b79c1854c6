/// Numbers as text for people, in sentences and equations. They may be rounded; proofs contain the exact numbers.
extension Rational {
    /// The number with at most two decimals: `141.33`, `843`. A number below 0.1 has two significant digits instead, with at most
    /// six decimals.
    public var readingText: String {
        let isLarge = isZero || isInteger || magnitude >= Rational.tenth
        return decimalText(places: isLarge ? 2 : max(2, min(6, 1 - decimalExponent)))
    }

    /// The number in an equation: exact if six decimals suffice, otherwise rounded like `readingText`.
    public var writtenText: String { isDecimal(places: 6) ? decimalText() : readingText }

    /// The factor in an equation: a short decimal `0.5`, a ratio `16:9`, or rounded to four decimals if neither is short.
    public var factorReadingText: String {
        if isDecimal(places: 4) { return decimalText(places: 4) }
        let isRatio = magnitude.numerator <= Rational(1000) && denominator <= Rational(1000)
        return isRatio ? "\(numerator):\(denominator)" : decimalText(places: max(4, min(6, 3 - decimalExponent)))
    }

    private static let tenth = powerOfTen(1).reciprocal
}
