internal import Glibc
internal import SessionStore

/// A time in microseconds since 1970, UTC, and its text by RFC 3339.
struct Timestamp: Hashable {
    /// The times that may be stored: their text has a year of four digits.
    static let storable = SessionStore.times

    var microseconds: Int64

    init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Parses a time such as `2026-11-21T09:30:00Z`, also with a fraction or an offset (`+01:00`), or a date, which means its
    /// beginning in UTC.
    init?(text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = rest.takeDigits(4), rest.take("-"), let month = rest.takeDigits(2), rest.take("-"), let day = rest.takeDigits(2),
            (1...12).contains(month), day >= 1, day <= Timestamp.length(ofMonth: month, year: year)
        else { return nil }
        var seconds = Timestamp.days(year: year, month: month, day: day) * 86400
        var fraction = 0
        if !rest.isEmpty {
            guard rest.take("T") || rest.take("t") || rest.take(" "), let hour = rest.takeDigits(2), rest.take(":"),
                let minute = rest.takeDigits(2), rest.take(":"), let second = rest.takeDigits(2), hour < 24, minute < 60, second < 61
            else { return nil }
            seconds += hour * 3600 + minute * 60 + second
            if rest.take(".") {
                guard let digits = rest.takeFraction() else { return nil }
                fraction = digits
            }
            guard let offset = rest.takeOffset(), rest.isEmpty else { return nil }
            seconds -= offset
        }
        microseconds = Int64(seconds) * 1_000_000 + Int64(fraction)
    }

    /// The text such as `2026-11-21T09:30:00.000000Z`.
    var text: String {
        let (seconds, fraction) = Timestamp.floored(microseconds, by: 1_000_000)
        let (days, time) = Timestamp.floored(seconds, by: 86400)
        let (year, month, day) = Timestamp.civil(days: Int(days))
        func padded(_ value: Int, _ width: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(Int(time) / 3600, 2)):"
            + "\(padded(Int(time) / 60 % 60, 2)):\(padded(Int(time) % 60, 2)).\(padded(Int(fraction), 6))Z"
    }

    private static func floored(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // The proleptic Gregorian calendar by eras of 400 years (146,097 days) that begin with March, so that the leap day comes
    // last.

    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let byte = first, UInt32(byte) == character.value else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func takeDigits(_ count: Int) -> Int? {
        let digits = prefix(count)
        guard digits.count == count, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        removeFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Parses the digits of a fraction as microseconds; further digits are dropped.
    fileprivate mutating func takeFraction() -> Int? {
        var value = 0
        var count = 0
        while let digit = takeDigits(1) {
            if count < 6 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<Swift.max(count, 6) { value *= 10 }
        return value
    }

    /// Parses the seconds that the local time is ahead of UTC.
    fileprivate mutating func takeOffset() -> Int? {
        if take("Z") || take("z") { return 0 }
        // In a query a plus may have been decoded as a space.
        let isAhead = take("+") || take(" ")
        guard isAhead || take("-"), let hours = takeDigits(2), take(":"), let minutes = takeDigits(2), hours < 24, minutes < 60 else { return nil }
        return (isAhead ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
}
