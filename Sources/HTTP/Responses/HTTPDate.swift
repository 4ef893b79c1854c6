internal import StandardAdditions

/// The format of the `Date` field (IMF-fixdate of RFC 9110 section 5.6.7).
public enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Formats seconds since 1970-01-01T00:00:00Z, clamped to the years 1970 to 9999 that the format supports.
    public static func format(secondsSince1970 seconds: Int) -> String {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        let time = CivilTime(secondsSince1970: seconds)
        let day = CivilTime.padded(time.day, 2)
        return "\(weekdays[seconds / 86_400 % 7]), \(day) \(months[time.month - 1]) \(time.year) \(time.time) GMT"
    }
}
