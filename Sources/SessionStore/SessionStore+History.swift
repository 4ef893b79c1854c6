internal import SQLite

/// How often a finding was seen in each of equal spans of time.
public struct FindingHistory: Sendable, Equatable {
    /// Where the first span begins and the last one ends: microseconds since 1970, UTC.
    public let since: Int64
    public let until: Int64
    /// Steps that had it, by span.
    public let counts: [Int]
}

extension SessionStore {
    /// When findings were seen, by fingerprint; those that are not there any more are left out.
    ///
    /// - Parameters:
    ///   - spans: into how many the time is divided, at least 1.
    ///   - now: where the last span ends, unless something was seen later.
    ///   - times: of what was seen more often the newest times are taken, so that it takes as long in a large store.
    public func histories(of fingerprints: [String], spans: Int, now: Int64, times: Int = 1000) throws(StoreError) -> [String: FindingHistory] {
        guard (1...100).contains(spans) else { throw .invalidQuery("a history has 1 to 100 spans, not \(spans)") }
        return try readers.read { connection throws(StoreError) in
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
        // An hour at least: what was seen just now is at the end of the strip.
        let until = max(now, newest)
        let since = min(oldest, until - 3_600_000_000)
        let span = Double(until - since) / Double(spans)
        var counts = [Int](repeating: 0, count: spans)
        for time in times { counts[min(spans - 1, max(0, Int(Double(time - since) / span)))] += 1 }
        self.init(since: since, until: until, counts: counts)
    }
}
