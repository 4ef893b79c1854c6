/// The number of times that a finding was seen in each of equal intervals of time.
public struct FindingHistory: Sendable, Equatable {
    /// The start of the first interval and the end of the last: microseconds since 1970, UTC.
    public let since: Int64
    public let until: Int64
    /// The number of steps that had it, by interval.
    public let counts: [Int]
}

extension FindingHistory {
    /// - Parameter times: the newest first.
    init?(_ times: [Int64], spans: Int, now: Int64) {
        guard let newest = times.first, let oldest = times.last else { return nil }
        // At least an hour: a finding that was just seen is at the end of the strip.
        let until = max(now, newest)
        let since = min(oldest, until - 3_600_000_000)
        let span = Double(until - since) / Double(spans)
        var counts = [Int](repeating: 0, count: spans)
        for time in times { counts[min(spans - 1, max(0, Int(Double(time - since) / span)))] += 1 }
        self.init(since: since, until: until, counts: counts)
    }
}
