import Testing

@testable import ExactArithmetic

@Suite struct RationalTextTests {
    /// Values of every size, with few digits, many digits, and none that end.
    private static let values: [Rational] = {
        var values: [Rational] = []
        for denominator in [1, 2, 3, 7, 64, 1000, 999_983, 1 << 40] {
            for numerator in [0, 1, 5, 17, 1_000_003, 123_456_789_012, Int.max / 3, Int.max] {
                guard let value = Rational(numerator, over: denominator) else { continue }
                values += [value, -value]
            }
        }
        let square = Rational(Int.max) * Rational(Int.max)
        return values + [square, square.divided(by: 7) ?? .zero, Rational(1, over: Int.max) ?? .zero]
    }()

    @Test(arguments: [0, 1, 6, 15, 18])
    func theNearestDoubleIsThatOfTheRoundedText(places: Int) {
        for value in RationalTextTests.values {
            #expect(value.double(places: places) == Double(value.decimalText(places: places)), "\(value) to \(places) places")
        }
    }

    @Test func halvesAreRoundedAwayFromZero() {
        #expect(Rational(1, over: 8)?.double(places: 2) == 0.13)
        #expect(Rational(-1, over: 8)?.double(places: 2) == -0.13)
        #expect(Rational(1, over: 3)?.double(places: 6) == 0.333333)
    }

    /// Numbers of hundreds of digits, rounded in one division and by the arithmetic of fractions.
    @Test(arguments: [0, 1, 6, 15])
    func longNumbersAreRoundedAsShortOnesAre(places: Int) {
        var power = Rational.one
        for _ in 0..<places { power *= 10 }
        let base = Rational(999_983, over: 1_000_003) ?? .one
        for seed in 1..<40 {
            var value = base + Rational(seed)
            for _ in 0..<(seed % 7 + 3) { value *= base }
            for long in [value, -value, value * value, value + Rational(1 << 40)] {
                let expected = (long.magnitude * power + .half).floor * power.reciprocal
                #expect(long.rounded(toPlaces: places) == (long.isNegative ? -expected : expected))
                #expect(long.decimalText(places: places) == long.rounded(toPlaces: places).decimalText(places: places))
                #expect(long.double(places: places) == Double(long.decimalText(places: places)))
                #expect(long == long + .one - .one)
                #expect(long != long + base)
            }
        }
    }
}
