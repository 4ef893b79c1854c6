import JSON
import Testing

@testable import LayoutService

@Suite struct MovedNumberTests {
    /// Differences of rounded lengths, written digit by digit and as the shortest decimal of a number.
    @Test func aDifferenceIsWrittenAsItsShortestDecimal() {
        var state: UInt64 = 5
        var values: [Double] = [
            0, 1, -1, 0.5, 0.000001, 0.0009999, 0.001, -0.001, 100, 1e8, 999_999_999.999999, 1e9, -1e9, 1_000_000_000.5, 1e15, 1e300, 0.1 + 0.2,
        ]
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let places = [1.0, 4, 8, 10, 1000, 1e6][Int(state >> 40) % 6]
            let range = [10.0, 1000, 1e6, 1e9, 1e11][Int(state >> 50) % 5]
            let first = (Double(state >> 11) / Double(1 << 53) * range * places).rounded() / places
            values += [first, -first, first - 3.3]
        }
        for value in values {
            var one = JSONWriter()
            var other = JSONWriter()
            one.rounded(value)
            other.number(JSONWriter.rounded(value))
            #expect(one.bytes == other.bytes, "\(value)")
        }
    }
}
