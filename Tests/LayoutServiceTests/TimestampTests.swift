import Testing

@testable import LayoutService

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-11-21T09:30:15.250Z", 1_795_253_415_250_000),
            ("2026-11-21t09:30:15.25z", 1_795_253_415_250_000),
            ("2026-11-21T10:30:15.25+01:00", 1_795_253_415_250_000),
            ("2026-11-21T10:30:15.25 01:00", 1_795_253_415_250_000),
            ("2026-11-21T04:00:15.25-05:30", 1_795_253_415_250_000),
            ("2000-02-29", 951_782_400_000_000),
            ("1969-12-31T23:59:59.999999999Z", -1),
        ] as [(String, Int64)])
    func `a time is read`(_ text: String, _ microseconds: Int64) {
        #expect(Timestamp(text: text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-00-01", "2026-02-29", "2026-11-31", "2026-11-21T", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z",
        "2026-11-21T09:30:15", "2026-11-21T09:30:15.Z", "2026-11-21T09:30:15ZZ", "2026-11-21T09:30:15+1:00", "yesterday", "２０２６-11-21",
    ])
    func `what is no time is refused`(_ text: String) {
        #expect(Timestamp(text: text) == nil)
    }

    @Test(arguments: ["1970-01-01T00:00:00.000000Z", "2026-11-21T09:30:15.250001Z", "1900-03-01T12:00:00.000000Z", "9999-12-31T23:59:59.999999Z"])
    func `text and moment go both ways`(_ text: String) throws {
        #expect(try #require(Timestamp(text: text)).text == text)
    }
}
