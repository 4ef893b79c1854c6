internal import Glibc

/// A date and time of day in the proleptic Gregorian calendar, in UTC.
public struct CivilTime: Hashable, Sendable {
    public let year: Int
    /// From 1.
    public let month: Int
    /// From 1.
    public let day: Int
    public let hour: Int
    public let minute: Int
    public let second: Int

    public init(secondsSince1970 seconds: Int) {
        let (days, rest) = CivilTime.floored(seconds, by: 86_400)
        (year, month, day) = CivilTime.date(ofDay: days)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// The date, such as `2026-11-21`.
    public var date: String { "\(CivilTime.padded(year, 4))-\(CivilTime.padded(month, 2))-\(CivilTime.padded(day, 2))" }

    /// The time of day, such as `09:30:00`.
    public var time: String { "\(CivilTime.padded(hour, 2)):\(CivilTime.padded(minute, 2)):\(CivilTime.padded(second, 2))" }

    /// The present time in microseconds since 1970.
    public static var microsecondsNow: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return microseconds(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// Returns a time in microseconds, within 285,000 years of 1970: a clock may show any time, and sums with it must not overflow.
    static func microseconds(seconds: Int64, nanoseconds: Int64) -> Int64 {
        let end: Int64 = 9_000_000_000_000
        return min(max(seconds, -end), end) * 1_000_000 + nanoseconds / 1000
    }

    /// Returns the quotient rounded down, and the remainder, which is not negative.
    public static func floored<T: BinaryInteger>(_ value: T, by divisor: T) -> (quotient: T, remainder: T) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Returns a number in decimal with zeros before it, at least as long as `width`.
    public static func padded(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// Returns the number of days in a month.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Howard Hinnant's algorithms: eras of 400 years (146,097 days) that begin with March, so that the leap day comes last.

    /// Returns the number of a date's day, from 0 for 1970-01-01.
    public static func day(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = floored(shifted, by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floored(day + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
