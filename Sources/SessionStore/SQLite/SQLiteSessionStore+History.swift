internal import SQLite

extension SQLiteSessionStore {
    public func histories(of fingerprints: [String], spans: Int, now: Int64, times: Int) throws(StoreError) -> [String: FindingHistory] {
        guard (1...100).contains(spans) else { throw .invalidQuery("a history can have 1 to 100 spans, not \(spans)") }
        return try readers.read(isLong: true) { connection throws(StoreError) in
            var looks = try FindingLooks(SQLiteFindings(connection: connection), most: times)
            var histories: [String: FindingHistory] = [:]
            for fingerprint in fingerprints {
                histories[fingerprint] = FindingHistory(try looks.times(of: fingerprint), spans: spans, now: now)
            }
            return histories
        }
    }
}
