import ExactArithmetic
import Testing

@Suite struct ReadingTests {
    @Test(arguments: [
        ("424/3", "141.33"), ("842.999996", "843"), ("-421.499998", "-421.5"), ("60", "60"), ("0.5", "0.5"), ("0", "0"), ("0.1", "0.1"),
        ("0.004", "0.004"), ("-0.01234", "-0.012"), ("0.0000012", "0.000001"), ("0.0000001", "0"),
    ])
    func sentencesHaveTwoDecimals(value: String, text: String) throws {
        #expect(try number(value).readingText == text)
    }

    @Test(arguments: [("424/3", "141.33"), ("-0.333333", "-0.333333"), ("60", "60"), ("1.6666666667", "1.67")])
    func constraintsHaveWhatWasWritten(value: String, text: String) throws {
        #expect(try number(value).writtenText == text)
    }

    @Test(arguments: [("16/9", "16:9"), ("-1/3", "-1:3"), ("0.5", "0.5"), ("0.3333", "0.3333"), ("123456/7891", "15.6452"), ("1/7891", "0.000127")])
    func factorsAreShortRatiosOrFourDecimals(value: String, text: String) throws {
        #expect(try number(value).factorReadingText == text)
    }

    private func number(_ text: String) throws -> Rational {
        let parts = text.split(separator: "/")
        let (top, bottom) = (try #require(Rational(decimal: parts[0])), try #require(Rational(decimal: parts.count > 1 ? parts[1] : "1")))
        return try #require(top.divided(by: bottom))
    }
}
