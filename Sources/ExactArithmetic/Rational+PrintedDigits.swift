/// The numbers that a program prints alike with six significant digits, as C's `%g` does.
extension Rational {
    /// Returns the range of all numbers that are printed like this one with so many significant digits.
    ///
    /// The ends, which are included, are halfway to the next number that can be printed. The range of zero contains only zero.
    public func numbersPrintedAlike(digits: Int = 6) -> ClosedRange<Rational> {
        if isZero { return .zero ... .zero }
        let unit = Rational.tenToThe(decimalExponent - digits + 1)
        guard let steps = magnitude.divided(by: unit) else { return self...self }
        let printed = (steps + .half).floor * unit
        // 999999.7 is printed as 1e+06: the exponent of the printed number may be greater.
        let exponent = printed.decimalExponent
        let half = Rational.tenToThe(exponent - digits + 1) * .half
        // Below a power of ten, numbers have one more digit after the decimal point.
        let least = printed - (printed == Rational.tenToThe(exponent) ? half * Rational.tenToThe(-1) : half)
        let greatest = printed + half
        return isNegative ? -greatest ... -least : least...greatest
    }

    /// The exponent of the first nonzero decimal digit: 2 for 320, -1 for 0.5. The number must not be zero.
    var decimalExponent: Int {
        let digits = numerator.magnitude.description.utf8.count - denominator.description.utf8.count
        return magnitude < Rational.tenToThe(digits) ? digits - 1 : digits
    }

    private static func tenToThe(_ exponent: Int) -> Rational {
        exponent < 0 ? powerOfTen(-exponent).reciprocal : powerOfTen(exponent)
    }

    /// The number with six significant digits, like in a log but never with an exponent: `141.333`, `0.333333`.
    public var printedText: String { isZero ? "0" : decimalText(places: max(0, 5 - decimalExponent)) }

    /// Returns the fraction with the least denominator in a range; of several, the one nearest to zero.
    ///
    /// Source: the descent of the Stern-Brocot tree by continued fractions (Graham, Knuth, Patashnik: Concrete Mathematics,
    /// section 4.5).
    public static func simplest(in range: ClosedRange<Rational>) -> Rational {
        let (least, greatest) = (range.lowerBound, range.upperBound)
        if !least.isPositive, !greatest.isNegative { return .zero }
        if greatest.isNegative { return -simplest(in: -greatest ... -least) }
        let whole = least.floor
        if whole == least { return whole }
        if whole + .one <= greatest { return whole + .one }
        return whole + simplest(in: (greatest - whole).reciprocal...(least - whole).reciprocal).reciprocal
    }
}
