internal import ExactArithmetic
internal import Foundation
internal import Testing

@Suite("numbers printed with six significant digits")
struct PrintedDigitsTests {
    private func decimal(_ text: String) throws -> Rational { try #require(Rational(decimal: text)) }

    @Test(
        "the numbers that print the same lie within half of the last digit",
        arguments: [
            ("320", "319.9995", "320.0005"), ("0.333333", "0.3333325", "0.3333335"), ("-141.333", "-141.3335", "-141.3325"),
            ("1", "0.9999995", "1.000005"), ("100000", "99999.95", "100000.5"), ("999999.7", "999999.5", "1000005"),
            ("0", "0", "0"), ("2.5e-07", "2.499995e-07", "2.500005e-07"), ("-1000", "-1000.005", "-999.9995"),
        ])
    func rangeOfAPrintedNumber(_ printed: String, _ least: String, _ greatest: String) throws {
        let range = try decimal(printed).numbersPrintedAlike()
        #expect(range.lowerBound == (try decimal(least)))
        #expect(range.upperBound == (try decimal(greatest)))
    }

    @Test("the range is the one that printf shows")
    func rangeAgreesWithPrintf() throws {
        for place in 0..<2000 {
            // Mantissas and exponents all over their ranges, by the golden ratio.
            let mantissa = 1 + 9 * (Double(place) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
            let value = mantissa * pow(10, Double(place % 17 - 8))
            let exact = try decimal(String(value))
            let range = exact.numbersPrintedAlike()
            let printed = String(format: "%g", value)
            #expect(range.contains(exact), "\(value)")
            for share in [0.02, 0.5, 0.98] {
                let inside = range.lowerBound.double + share * (range.upperBound.double - range.lowerBound.double)
                #expect(String(format: "%g", inside) == printed, "\(value) \(share)")
            }
            let length = range.upperBound.double - range.lowerBound.double
            #expect(String(format: "%g", range.lowerBound.double - length * 0.02) != printed, "\(value)")
            #expect(String(format: "%g", range.upperBound.double + length * 0.02) != printed, "\(value)")
        }
    }

    @Test(
        "the simplest fraction has the least denominator",
        arguments: [
            ("0.333333", 1, 3), ("1.77778", 16, 9), ("0.5625", 9, 16), ("-0.666667", -2, 3), ("0.142857", 1, 7), ("2", 2, 1),
            ("0.001", 1, 1000), ("1.33333", 4, 3), ("0", 0, 1),
        ])
    func simplestFraction(_ printed: String, _ numerator: Int, _ denominator: Int) throws {
        #expect(Rational.simplest(in: try decimal(printed).numbersPrintedAlike()) == Rational(numerator, over: denominator))
    }

    @Test("no smaller denominator has a fraction in the range")
    func leastDenominator() throws {
        for place in 1...400 {
            let range = try #require(Rational(place * 7919 + 13, over: 1_000_003)).numbersPrintedAlike()
            let found = Rational.simplest(in: range)
            #expect(range.contains(found))
            let denominator = try #require(found.denominator.integer)
            for smaller in 1..<denominator {
                // The first multiple of 1 / smaller that is not below the range.
                let first = try #require((-(-range.lowerBound * Rational(smaller)).floor).divided(by: Rational(smaller)))
                #expect(first > range.upperBound, "\(place)")
            }
        }
    }
}
