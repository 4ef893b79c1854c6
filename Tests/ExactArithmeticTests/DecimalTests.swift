internal import Testing

@testable import ExactArithmetic

/// Numbers read from text and written to text.
@Suite struct DecimalTests {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+0.000", "0"), ("0e999999", "0"), ("007", "7"), ("+3", "3"), ("-2.50", "-5/2"), ("0.125", "1/8"), ("1e3", "1000"),
        ("1E-3", "1/1000"), ("12.5e+1", "125"), ("-1.20e-2", "-3/250"), ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "9223372036854775808"), ("-9223372036854775808", "-9223372036854775808"),
        ("999999999999999999", "999999999999999999"), ("1000000000000000000", "1000000000000000000"),
        ("0.000000000000000001", "1/1000000000000000000"), ("0.0000000000000000001", "1/10000000000000000000"),
        ("1.0000000000000000000000000000", "1"), ("100e-2", "1"),
    ])
    func `a decimal is read exactly`(text: String, value: String) {
        #expect(Rational(decimal: text)?.description == value)
    }

    @Test(arguments: [
        "", "-", "+", ".", ".5", "5.", "1e", "1e+", "1.e3", "--1", "+-1", "1 ", " 1", "1,5", "0x10", "1_000", "inf", "nan", "１", "1e1.5", "1e0000001",
        "1e401", "1e-401", "1.5.2", "1e5e5", "½",
    ])
    func `anything else is no decimal`(text: String) {
        #expect(Rational(decimal: text) == nil)
    }

    @Test func `a number has at most a thousand digits and an exponent that a double could have`() {
        #expect(Rational(decimal: String(repeating: "9", count: 1000)) != nil && Rational(decimal: String(repeating: "9", count: 1001)) == nil)
        #expect(Rational(decimal: String(repeating: "0", count: 5000) + "7") == 7)
        #expect(Rational(decimal: "1." + String(repeating: "0", count: 5000)) == 1)
        #expect(Rational(decimal: "1e400") != nil && Rational(decimal: "1e-400") != nil)
        #expect(Rational(decimal: "0." + String(repeating: "0", count: 399) + "1") != nil)
        #expect(Rational(decimal: "0." + String(repeating: "0", count: 400) + "1") == nil)
    }

    @Test(arguments: 0..<20) func `a decimal that is written is read as the same number`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        for _ in 0..<100 {
            let places = random.below(19)
            var scale = Rational.one
            for _ in 0..<places { scale *= 10 }
            let value = (random.rational() * 1000).floor * scale.reciprocal
            let text = value.decimalText(places: places)
            #expect(Rational(decimal: text) == value, "\(value) to \(places) places")
            #expect(!text.contains("e") && !text.hasSuffix(".") && !(text.contains(".") && text.hasSuffix("0")), "\(text)")
            #expect(value.isDecimal(places: places) && value.rounded(toPlaces: places) == value, "\(value)")
        }
    }

    @Test(arguments: 0..<20) func `a number is rounded to the nearest decimal, halves away from zero`(seed: Int) {
        var random = SeededNumbers(UInt64(500 + seed))
        for _ in 0..<100 {
            let places = random.below(20)
            var scale = Rational.one
            for _ in 0..<places { scale *= 10 }
            var value = random.rational()
            // Every third is exactly halfway between two decimals.
            if random.below(3) == 0 { value = (value.floor + .half) * scale.reciprocal }
            let expected = (value.magnitude * scale + .half).floor * scale.reciprocal
            let rounded = value.rounded(toPlaces: places)
            #expect(rounded == (value.isNegative ? -expected : expected), "\(value) to \(places) places")
            #expect((rounded - value).magnitude * scale <= .half)
            #expect(Rational(decimal: value.decimalText(places: places)) == rounded, "\(value) to \(places) places")
            #expect(value.isDecimal(places: places) == (rounded == value), "\(value) to \(places) places")
            if let (whole, fraction, digits) = value.shortDecimal(places: places) {
                var short = Rational(decimal: String(fraction)) ?? .zero
                for _ in 0..<digits { short *= Rational(10).reciprocal }
                #expect((Rational(decimal: String(whole)) ?? .zero) + short == expected, "\(value)")
                #expect(fraction % 10 != 0 || digits == 0)
            }
        }
    }

    /// Against every fraction with a denominator up to the limit.
    @Test(arguments: 0..<12) func `the nearest fraction of a limited denominator is the nearest of all`(seed: Int) throws {
        var random = SeededNumbers(UInt64(900 + seed))
        for _ in 0..<25 {
            let limit = 1 + random.below(24)
            let value = try #require(Rational(random.below(4001) - 2000, over: 1 + random.below(997)))
            let found = value.limitingDenominator(to: limit)
            #expect(found.denominator <= Rational(limit))
            for denominator in 1...limit {
                let nearest = try #require((value * Rational(denominator) + .half).floor.divided(by: Rational(denominator)))
                let (own, other) = ((found - value).magnitude, (nearest - value).magnitude)
                #expect(own < other || (own == other && found.denominator <= nearest.denominator), "\(value) to \(limit): \(found), \(nearest)")
            }
        }
    }

    @Test(arguments: 0..<10) func `long numbers have short fractions near them, too`(seed: Int) {
        var random = SeededNumbers(UInt64(950 + seed))
        for _ in 0..<20 {
            let value = random.rational()
            let found = value.limitingDenominator(to: 1000)
            #expect((found - value).magnitude * 1001 <= 1 && found.denominator <= 1000, "\(value)")
        }
    }

    @Test(arguments: 0..<10) func `what was printed with six digits is among the numbers that print alike`(seed: Int) {
        var random = SeededNumbers(UInt64(970 + seed))
        for _ in 0..<40 {
            let value = random.rational()
            let range = value.numbersPrintedAlike()
            let simplest = Rational.simplest(in: range)
            #expect(range.contains(value) && range.contains(simplest) && simplest.denominator <= value.denominator, "\(value)")
            #expect((-value).numbersPrintedAlike() == -range.upperBound ... -range.lowerBound, "\(value)")
            #expect((range.upperBound - range.lowerBound) * 99_999 <= value.magnitude, "\(value)")
        }
    }
}
