@testable internal import StandardAdditions
internal import Testing

@Suite struct StandardAdditionsTests {
    @Test(arguments: [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar"), ("+/+/", "\u{fb}\u{ff}\u{bf}")])
    func `base64 is decoded`(text: String, expected: String) throws {
        #expect(try #require(Base64.decode(Array(text.utf8))).map(UInt32.init) == expected.unicodeScalars.map(\.value))
    }

    @Test(arguments: ["Zg", "Zg=", "Z===", "Zm9v\n", "Zm-_", "=Zm9"])
    func `text without padding or with other characters is not base64`(text: String) {
        #expect(Base64.decode(Array(text.utf8)) == nil)
    }

    @Test func `padding may be omitted on request`() {
        #expect(Base64.decode(unpadded: "Zm8".utf8) == Array("fo".utf8))
        #expect(Base64.decode(unpadded: "Zm8=".utf8) == nil)
    }

    @Test func `words are listed as in a sentence`() {
        #expect([String]().listed() == "" && ["a"].listed() == "a" && ["a", "b"].listed() == "a and b")
        #expect(["a", "b", "c"].listed("or") == "a, b or c" && ["a", "b", "c"].prefix(2).listed() == "a and b")
        #expect(["a", "b", "c"].listed(atMost: 3) == "a, b and c" && ["a", "b", "c", "d", "e"].listed(atMost: 3) == "a, b, c and 2 more")
    }

    @Test func `a clock may show any time`() {
        #expect(CivilTime.microseconds(seconds: 1_700_000_000, nanoseconds: 123_456_789) == 1_700_000_000_123_456)
        for seconds in [Int64.max, .min, 300_000 * 365 * 86_400] {
            let time = CivilTime.microseconds(seconds: seconds, nanoseconds: 999_999_999)
            // A century before and after it is a time, too.
            let century: Int64 = 3_155_760_000_000_000
            #expect(!time.addingReportingOverflow(century).overflow && !time.subtractingReportingOverflow(century).overflow)
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00"), (-1, "1969-12-31 23:59:59"), (951_782_400, "2000-02-29 00:00:00"), (4_107_542_399, "2100-02-28 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"), (253_402_300_799, "9999-12-31 23:59:59"), (-62_167_219_200, "0000-01-01 00:00:00"),
        ])
    func `seconds become a date and a time`(seconds: Int, expected: String) {
        let time = CivilTime(secondsSince1970: seconds)
        #expect("\(time.date) \(time.time)" == expected)
        #expect(CivilTime.day(year: time.year, month: time.month, day: time.day) == CivilTime.floored(seconds, by: 86_400).quotient)
        #expect(time.day <= CivilTime.length(ofMonth: time.month, year: time.year))
    }

    @Test func `a limit is tight and critical by what the process uses`() {
        let used = MemoryLimit.used
        #expect(used > 1 << 20)
        #expect(MemoryLimit(bytes: used / 2).isCritical && MemoryLimit(bytes: used / 2).isTight)
        #expect(!MemoryLimit(bytes: 64 * used).isTight && !MemoryLimit(bytes: 64 * used).isCritical)
        let limit = MemoryLimit(bytes: 256 << 20)
        #expect(limit.tight == 144 << 20 && limit.critical == 208 << 20)
    }
}
