internal import SQLite

extension SessionStore {
    /// The time at which a session was stored here.
    private static let arrival = "ifnull(arrived_at, sequence)"
    private static let isUnpinned = "sequence NOT IN (SELECT session FROM pin)"

    /// Deletes sessions that are too old or too many, except pinned ones. The sessions that arrived first are deleted first. It
    /// deletes a few at a time, so that no other write waits for long.
    ///
    /// - Parameters:
    ///   - time: sessions that arrived before it are deleted; microseconds since 1970, UTC.
    ///   - count: the maximum number of sessions to keep, not counting pinned ones.
    /// - Returns: The number of deleted sessions.
    public func prune(arrivedBefore time: Int64?, keeping count: Int?) throws(StoreError) -> Int {
        var deleted = 0
        while true {
            let old = try readers.read { connection throws(StoreError) -> [(Int64, String)] in
                var (end, last) = (time ?? .min, Int64.min)
                if let count, let excess = try SessionStore.newestExcess(count, connection), excess.arrival >= end {
                    (end, last) = (excess.arrival, excess.sequence)
                }
                let sql = """
                    SELECT sequence, id FROM session
                    WHERE \(SessionStore.arrival) <= ?1 AND (\(SessionStore.arrival) < ?1 OR sequence <= ?2) AND \(SessionStore.isUnpinned)
                    ORDER BY \(SessionStore.arrival), sequence LIMIT 200
                    """
                let values: [Value] = [.integer(end), .integer(last)]
                return try storing { () throws(SQLiteError) in
                    try connection.query(sql, values, repairing: true) { row throws(SQLiteError) in (try row.integer(0), try row.text(1)) }
                }
            }
            if old.isEmpty { break }
            for (sequence, id) in old where try delete(sequence, id) { deleted += 1 }
        }
        return deleted
    }

    /// Returns the newest of the sessions beyond a number of them; nil if there are no more than that.
    private static func newestExcess(_ count: Int, _ connection: Connection) throws(StoreError) -> (arrival: Int64, sequence: Int64)? {
        let sql = "SELECT \(arrival), sequence FROM session WHERE \(isUnpinned) ORDER BY \(arrival) DESC, sequence DESC LIMIT 1 OFFSET ?"
        return try storing { () throws(SQLiteError) in
            try connection.first(sql, [.integer(Int64(count))]) { row throws(SQLiteError) in (try row.integer(0), try row.integer(1)) }
        }
    }

    /// Returns the number of sessions that arrived before a time, not counting pinned ones, and the number of all sessions.
    public func countArrived(before time: Int64) throws(StoreError) -> (old: Int, all: Int) {
        try readers.read { connection throws(StoreError) in
            let old = try connection.number(
                "SELECT count(*) FROM session WHERE \(SessionStore.arrival) < ? AND \(SessionStore.isUnpinned)", [.integer(time)])
            guard let old, old > 0 else { return (0, 0) }
            return (StoredBounds.count(old), StoredBounds.count(try connection.number("SELECT count(*) FROM session") ?? 0))
        }
    }

    // MARK: - Imports

    /// An imported session whose steps have not been run again.
    public struct PendingImport: Sendable, Hashable {
        public let sequence: Int64
        public let id: String
    }

    /// Returns imported sessions whose steps have not been run again, in ascending order after a given one.
    public func importsToVerify(after sequence: Int64 = .min, limit: Int = 16) throws(StoreError) -> [PendingImport] {
        try readers.read { connection throws(StoreError) in
            try storing { () throws(SQLiteError) in
                let sql = "SELECT sequence, id FROM session WHERE imported = 0 AND sequence > ? ORDER BY sequence LIMIT ?"
                return try connection.query(sql, [.integer(sequence), .integer(Int64(limit))], repairing: true) { row throws(SQLiteError) in
                    PendingImport(sequence: try row.integer(0), id: try row.text(1))
                }
            }
        }
    }

    /// Returns whether an imported session is still stored and its steps have not been run again.
    public func isToVerify(_ session: PendingImport) throws(StoreError) -> Bool {
        try readers.read { connection throws(StoreError) in
            try connection.number("SELECT 1 FROM session WHERE sequence = ? AND imported = 0", [.integer(session.sequence)]) != nil
        }
    }

    /// Records whether the steps of an imported session give the imported results.
    public func note(_ state: StoredSession.ImportState, of id: String) throws(StoreError) {
        try write(to: [id]) { connection throws(StoreError) in
            let sql = "SELECT \(SessionSelection.columns) FROM session AS s WHERE s.id = ? AND s.imported IS NOT NULL"
            let row = try storing { () throws(SQLiteError) in
                try connection.first(sql, [.text(id)], repairing: true) { row throws(SQLiteError) in try StoredSession(row, connection) }
            }
            guard var row else { return }
            row.importState = state
            // A damaged row remains marked as such.
            let seal = row.isDamaged || row.content == nil ? Value.null : .blob(Seal.session(row))
            try connection.change(
                "UPDATE session SET imported = ?, seal = ifnull(?, seal) WHERE sequence = ?",
                [.integer(state.rawValue), seal, .integer(row.createdAt)])
        }
    }
}
