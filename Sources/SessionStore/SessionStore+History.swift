internal import SQLite

/// The number of times that a finding was seen in each of equal intervals of time.
public struct FindingHistory: Sendable, Equatable {
    /// The start of the first interval and the end of the last: microseconds since 1970, UTC.
    public let since: Int64
    public let until: Int64
    /// The number of steps that had it, by interval.
    public let counts: [Int]
}

extension SessionStore {
    /// Returns the numbers of times at which findings were seen, by fingerprint and interval. Findings that no longer exist are
    /// omitted.
    ///
    /// - Parameters:
    ///   - spans: the number of intervals, 1 to 100.
    ///   - now: the end of the last interval, unless something was seen later.
    ///   - times: the maximum number of times of one finding (the newest are used), which bounds the cost in a large store.
    public func histories(of fingerprints: [String], spans: Int, now: Int64, times: Int = 1000) throws(StoreError) -> [String: FindingHistory] {
        guard (1...100).contains(spans) else { throw .invalidQuery("a history can have 1 to 100 spans, not \(spans)") }
        return try readers.read(isLong: true) { connection throws(StoreError) in
            try storing { () throws(SQLiteError) in
                var looks = try FindingLooks(connection, most: times)
                var histories: [String: FindingHistory] = [:]
                for fingerprint in fingerprints {
                    histories[fingerprint] = FindingHistory(try looks.times(of: fingerprint), spans: spans, now: now)
                }
                return histories
            }
        }
    }
}

extension FindingHistory {
    /// - Parameter times: the newest first.
    fileprivate init?(_ times: [Int64], spans: Int, now: Int64) {
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
