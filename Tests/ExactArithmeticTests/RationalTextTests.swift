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
    func theNearestDoubleIsThatOfTheRoundedValue(places: Int) {
        for value in RationalTextTests.values {
            #expect(value.double(places: places) == value.rounded(toPlaces: places).double, "\(value) to \(places) places")
        }
    }

    @Test func halvesAreRoundedAwayFromZero() {
        #expect(Rational(1, over: 8)?.double(places: 2) == 0.13)
        #expect(Rational(-1, over: 8)?.double(places: 2) == -0.13)
        #expect(Rational(1, over: 3)?.double(places: 6) == 0.333333)
    }
}
