internal import Testing

@testable import ExactArithmetic

/// Arithmetic on numbers that fit in machine words, that do not, and that are next to the border, against GMP.
@Suite struct ArithmeticOracleTests {
    /// Integers next to every border between representations: 31, 32, 62, 63 and 64 bits.
    static let borders: [Rational] = {
        let powers: [Rational] = [
            1, Rational(1 << 31), Rational(1 << 32), Rational(1 << 62), 2 * Rational(1 << 62), 4 * Rational(1 << 62),
            Rational(1 << 62) * Rational(1 << 62),
        ]
        return [0] + powers.flatMap { power in [power - 1, power, power + 1].flatMap { [$0, -$0] } }
    }()

    @Test(arguments: 0..<40) func `random numbers are added, subtracted, multiplied and divided as by GMP`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        for _ in 0..<60 { check(random.rational(), random.rational()) }
    }

    @Test func `integers and fractions at the borders are computed as by GMP`() {
        for a in ArithmeticOracleTests.borders {
            for b in ArithmeticOracleTests.borders {
                check(a, b)
                if let one = a.divided(by: b), let two = b.divided(by: a - 1) { check(one, two) }
            }
        }
    }

    private func check(_ a: Rational, _ b: Rational) {
        let (x, y) = (a.description, b.description)
        expect(a + b, Oracle.text(.add, x, y), "\(x) + \(y)")
        expect(a - b, Oracle.text(.subtract, x, y), "\(x) - \(y)")
        expect(a * b, Oracle.text(.multiply, x, y), "\(x) * \(y)")
        if let quotient = a.divided(by: b) {
            expect(quotient, Oracle.text(.divide, x, y), "\(x) / \(y)")
        } else {
            #expect(b.isZero)
        }
        #expect((a < b) == (Oracle.order(x, y) < 0) && (a == b) == (Oracle.order(x, y) == 0), "\(x) and \(y)")
        var sum = a
        sum += b
        sum -= a
        #expect(sum == b, "\(x) and \(y)")
        expect(a.floor, Oracle.floor(x), "floor of \(x)")
        expect(-a, Oracle.text(.subtract, "0", x), "-\(x)")
        if !a.isZero { expect(a.reciprocal, Oracle.text(.divide, "1", x), "1 / \(x)") }
        expect(
            Rational.greatestCommonDivisor(a.numerator, b.numerator), Oracle.divisor(a.numerator.description, b.numerator.description), "\(x), \(y)")
    }

    /// Expects a value, and that it is in words if and only if it fits: equality and hashing rely on that.
    private func expect(_ value: Rational, _ text: String, _ comment: String) {
        #expect(value.description == text, "\(comment)")
        let isSmall = if case .small = value.storage { true } else { false }
        #expect(isSmall == Oracle.fitsWords(text), "\(comment)")
        #expect(value.signum == Oracle.order(text, "0") && value.isZero == (text == "0") && value.isOne == (text == "1"), "\(comment)")
        #expect(value.isInteger == !text.contains("/"), "\(comment)")
    }

    // MARK: Equality, hashing and order

    @Test(arguments: 0..<20) func `a number is the same whichever way it is computed`(seed: Int) {
        var random = SeededNumbers(UInt64(1000 + seed))
        for _ in 0..<100 {
            let (value, other) = (random.rational(), random.rational())
            var ways = [value, value + other - other, value - other + other, -(-value), (value + value) * .half]
            if let quotient = (value * other).divided(by: other) { ways.append(quotient) }
            if let parts = value.numerator.divided(by: value.denominator) { ways.append(parts) }
            for way in ways {
                #expect(way == value && way.hashValue == value.hashValue && !(way < value) && !(value < way), "\(value)")
            }
            #expect(Set(ways).count == 1)
        }
    }

    @Test func `numbers that differ by very little differ`() {
        let tiny = Rational(1 << 62).reciprocal * Rational(1 << 62).reciprocal
        for value in ArithmeticOracleTests.borders {
            for other in [value + tiny, value - tiny, value + 1] {
                #expect(value != other && (value < other) == (other - value).isPositive && (other < value) == (other - value).isNegative)
            }
        }
    }

    @Test(arguments: 0..<10) func `numbers sort as by GMP`(seed: Int) {
        var random = SeededNumbers(UInt64(2000 + seed))
        let values = (0..<120).map { _ in random.rational() } + ArithmeticOracleTests.borders
        let sorted = values.sorted()
        for (one, next) in zip(sorted, sorted.dropFirst()) { #expect(Oracle.order(one.description, next.description) <= 0, "\(one), \(next)") }
        #expect(values.min() == sorted.first && values.max() == sorted.last)
    }

    // MARK: Doubles

    @Test(arguments: 0..<20) func `a double is the nearest of short numbers, and near long ones`(seed: Int) throws {
        var random = SeededNumbers(UInt64(3000 + seed))
        for _ in 0..<60 {
            let value = random.rational()
            try expectNear(value)
            let short = try #require(Rational(random.word() >> 11, over: 1 + abs(random.word()) >> 11))
            let found = short.double
            let distances = try [found, found.nextUp, found.nextDown].map { (try exact($0) - short).magnitude }
            #expect(distances.allSatisfy { distances[0] <= $0 }, "\(short)")
        }
    }

    /// Numerator and denominator are each rounded by half a unit, in opposite directions.
    @Test func `three roundings lead two doubles away at most`() throws {
        for offset in [511, 512, 513] {
            for other in [1535, 1536, 1537] { try expectNear(try #require(Rational(1 << 62 + offset, over: 1 << 62 + other))) }
        }
    }

    private func expectNear(_ value: Rational) throws {
        let found = value.double
        let ends = (found.nextUp.nextUp, found.nextDown.nextDown)
        let (one, two) = (try exact(ends.0) + exact(ends.0.nextUp), try exact(ends.1) + exact(ends.1.nextDown))
        // Two doubles further, and half the way to the next.
        #expect(two <= value + value && value + value <= one, "\(value)")
    }

    /// Returns the value of a double: a whole number times a power of two.
    private func exact(_ double: Double) throws -> Rational {
        var value = Rational(Int(double.significand * 0x1p52))
        let factor = double.exponent < 52 ? Rational.half : 2
        if !double.isZero { for _ in 0..<abs(Int(double.exponent) - 52) { value *= factor } }
        return double < 0 ? -value : value
    }

    @Test func `the range of doubles ends at the greatest one`() throws {
        let greatest = try #require(Rational(shortestDecimalOf: .greatestFiniteMagnitude))
        for value in [greatest, -greatest, greatest - 1, 0, 1, greatest.reciprocal] { #expect(value.isInRangeOfDoubles) }
        let above = greatest + greatest.reciprocal
        for value in [above, -above, greatest * 2, greatest * greatest] { #expect(!value.isInRangeOfDoubles) }
        #expect((greatest * greatest).double(places: 2) == .greatestFiniteMagnitude)
        #expect((-greatest * greatest).double(places: 2) == -.greatestFiniteMagnitude)
    }

    @Test(arguments: 0..<20) func `the shortest decimal of a double is read back as the double`(seed: Int) throws {
        var random = SeededNumbers(UInt64(4000 + seed))
        for _ in 0..<200 {
            let double = Double(bitPattern: random.next())
            guard double.isFinite else {
                #expect(Rational(shortestDecimalOf: double) == nil)
                continue
            }
            guard let value = Rational(shortestDecimalOf: double) else {
                Issue.record("\(double) is finite")
                continue
            }
            #expect(Double(value.numerator.description) != nil)
            #expect(abs(value.double - double) <= double.ulp, "\(double)")
            #expect(value.isNegative == (double < 0) && value == Rational(decimal: double.description), "\(double)")
        }
        for integer in [0, 1, -1, 1 << 52, 1 << 53, 8_999_999_999_999_999, -9_000_000_000_000_001] {
            #expect(Rational(shortestDecimalOf: Double(integer)) == Rational(integer))
        }
    }

    // MARK: Integers

    @Test func `an integer that fits is one of the machine, and any other is not`() {
        for integer in [0, 1, -1, Int.max, -Int.max, Int(Int32.min), Int(Int32.max)] { #expect(Rational(integer).integer == integer) }
        #expect(Rational(Int.min).integer == nil && Rational(Int.min) == -Rational(Int.max) - 1)
        #expect((Rational(Int.min) + 1).integer == -Int.max)
        #expect(Rational.half.integer == nil && (Rational(Int.max) + 1).integer == nil)
        #expect(Rational(Int.min, over: Int.min) == 1 && Rational(Int.min, over: -1) == Rational(Int.max) + 1)
        #expect(Rational(5, over: 0) == nil && Rational(Int.min, over: 0) == nil && Rational(Int.min).divided(by: 0) == nil)
        #expect(Rational(6, over: -4) == Rational(-3, over: 2) && Rational(0, over: -7) == .zero)
    }
}
