import Testing

@testable import ExactArithmetic

/// Short numbers come to what long arithmetic makes of them.
@Suite struct RationalTests {
    /// Fractions in lowest terms around every bound: of one denominator, of none, of some in common, and such that overflow.
    private static let values: [Rational] = {
        var values: [Rational] = []
        for denominator in [1, 2, 3, 6, 64, 1_000_003, 1 << 31, 1 << 62, Int.max] {
            for numerator in [0, 1, 2, 3, 5, 6, 64, 128, 1_000_003, 1 << 40, 1 << 62, Int.max - 1, Int.max] {
                guard let value = Rational(numerator, over: denominator) else { continue }
                values += [value, -value]
            }
        }
        return values
    }()

    @Test func `sums, differences, products and quotients are exact and in lowest terms`() {
        for a in RationalTests.values {
            for b in RationalTests.values {
                #expect(a + b == BigRational.add(a, b), "\(a) + \(b)")
                #expect(a - b == BigRational.subtract(a, b), "\(a) - \(b)")
                #expect(a * b == BigRational.multiply(a, b), "\(a) * \(b)")
                if !b.isZero { #expect(a.divided(by: b) == BigRational.divide(a, b), "\(a) / \(b)") }
                #expect((a < b) == (BigRational.subtract(a, b).isNegative), "\(a) < \(b)")
            }
        }
    }

    @Test func `greatest common divisors are those of Euclid`() {
        func euclid(_ a: UInt64, _ b: UInt64) -> UInt64 { b == 0 ? a : euclid(b, a % b) }
        var state: UInt64 = 5
        for _ in 0..<20_000 {
            func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (state ^ state >> 31) >> (state >> 58)
            }
            let (a, b) = (next(), next() | 1 << (state >> 59))
            #expect(steinDivisor(a, b) == euclid(a, b), "\(a), \(b)")
            #expect(steinDivisor(UInt128(a) << 40, UInt128(b) << 40) == UInt128(euclid(a, b)) << 40, "\(a), \(b)")
        }
    }
}
