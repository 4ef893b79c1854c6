internal import SessionStore
internal import StandardAdditions

/// A time in microseconds since 1970, UTC, and its text by RFC 3339.
struct Timestamp: Hashable {
    /// The times that may be stored: their text has a year of four digits.
    static let storable = StoredBounds.times

    var microseconds: Int64

    init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    static var now: Timestamp { Timestamp(microseconds: CivilTime.microsecondsNow) }

    /// Parses a time such as `2026-11-21T09:30:00Z`, also with a fraction or an offset (`+01:00`), or a date, which means its
    /// beginning in UTC.
    init?(text: String) {
        var rest = Array(text.utf8)[...]
        guard let year = rest.takeDigits(4), rest.take("-"), let month = rest.takeDigits(2), rest.take("-"), let day = rest.takeDigits(2),
            (1...12).contains(month), day >= 1, day <= CivilTime.length(ofMonth: month, year: year)
        else { return nil }
        var seconds = CivilTime.day(year: year, month: month, day: day) * 86_400
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
        let (seconds, fraction) = CivilTime.floored(microseconds, by: 1_000_000)
        let time = CivilTime(secondsSince1970: Int(seconds))
        return "\(time.date)T\(time.time).\(CivilTime.padded(Int(fraction), 6))Z"
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
