internal import ExactArithmetic
internal import Testing

/// Numbers of two machine words that never grow, and packed numbers of two half words.
@Suite struct SmallNumberTests {
    private static let most = Rational(1 << 60)

    private func isShort(_ value: Rational) -> Bool {
        value.numerator.magnitude < SmallNumberTests.most && value.denominator < SmallNumberTests.most
    }

    /// A result is the exact one, or too long; one with 60 bits is never too long.
    private func expect(_ small: SmallRational, _ exact: Rational, _ comment: String) {
        if small.isTooLong {
            #expect(!isShort(exact), "\(comment)")
        } else {
            #expect(small.rational == exact && small == SmallRational(exact), "\(comment)")
            #expect(small.isZero == exact.isZero && small.isPositive == exact.isPositive && small.isNegative == exact.isNegative, "\(comment)")
            #expect(small.isOne == exact.isOne && small.double == exact.double, "\(comment)")
        }
    }

    @Test(arguments: 0..<40) func `results are exact or too long`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        var previous = Rational.one
        for _ in 0..<150 {
            var (a, b) = (random.rational(), random.rational())
            // Numbers with a denominator in common have ways of their own.
            if random.below(4) == 0 { b = a + Rational(random.word()) }
            if random.below(4) == 0 { a = a.denominator.reciprocal * previous.numerator }
            previous = b
            let (x, y) = (SmallRational(a), SmallRational(b))
            if x.isTooLong || y.isTooLong {
                #expect((x + y).isTooLong && (x - y).isTooLong && (x * y).isTooLong && (y + x).isTooLong && (y * x).isTooLong, "\(a), \(b)")
                continue
            }
            expect(x, a, "\(a)")
            expect(x + y, a + b, "\(a) + \(b)")
            expect(x - y, a - b, "\(a) - \(b)")
            expect(x * y, a * b, "\(a) * \(b)")
            expect(-x, -a, "-\(a)")
            expect(x.magnitude, a.magnitude, "|\(a)|")
            if !a.isZero { expect(x.reciprocal, a.reciprocal, "1 / \(a)") }
            #expect((x < y) == (a < b) && (x == y) == (a == b), "\(a), \(b)")
        }
    }

    @Test func `the least word is too long`() {
        let most = SmallRational(Rational(Int.max))
        #expect(!(-most).isTooLong && (-most - .one).isTooLong && (most + .one).isTooLong)
        #expect((-most - .one + .one).isTooLong)
        let half = SmallRational(Rational(1, over: 2) ?? .zero)
        #expect((SmallRational(Rational(-(1 << 62))) * SmallRational(Int32(2))).isTooLong)
        #expect((SmallRational(Rational(1 << 62)) * half).rational == Rational(1 << 61))
        #expect(SmallRational(Rational(Int.min)).isTooLong && SmallRational.zero.reciprocal.isTooLong && SmallRational.tooLong.rational.isZero)
    }

    @Test func `a packed number has 31 bits and a sign for each part`() throws {
        for numerator in [0, 1, -1, Int(Int32.max), -Int(Int32.max), Int(Int32.max) - 1] {
            for denominator in [1, 2, 3, Int(Int32.max), Int(Int32.max) - 1] {
                let value = try #require(Rational(numerator, over: denominator))
                let packed = try #require(PackedRational(value))
                #expect(Rational(packed) == value && !packed.isWide && packed.isZero == value.isZero)
                #expect(PackedRational(SmallRational(value)) == packed && SmallRational(packed).rational == value)
                #expect(packed.negated == PackedRational(-value))
                if let half = packed.halved {
                    #expect(Rational(half) == value * .half)
                } else {
                    #expect(PackedRational(value * .half) == nil)
                }
            }
        }
        for value in [Int(Int32.max) + 1, Int(Int32.min), 1 << 40].map({ Rational($0) }) {
            #expect(PackedRational(value) == nil && PackedRational(SmallRational(value)) == nil)
            #expect(PackedRational(value.reciprocal) == nil && PackedRational(SmallRational(value.reciprocal)) == nil)
        }
        #expect(PackedRational(SmallRational.tooLong) == nil)
        #expect(PackedRational(place: 7).isWide && PackedRational(place: 7).place == 7 && !PackedRational(place: 0).isZero)
    }

    @Test func `the constants are what they are called`() {
        let constants: [(PackedRational, Rational)] = [
            (.zero, 0), (.one, 1), (.minusOne, -1), (.half, .half),
        ]
        for (packed, value) in constants { #expect(PackedRational(value) == packed) }
    }
}
