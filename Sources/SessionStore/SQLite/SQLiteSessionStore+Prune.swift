internal import SQLite

extension SQLiteSessionStore {
    /// The time at which a session was stored here.
    private static let arrival = "ifnull(arrived_at, sequence)"
    private static let isUnpinned = "sequence NOT IN (SELECT session FROM pin)"

    /// The place of a session in the order in which sessions are deleted.
    private typealias Place = (arrival: Int64, sequence: Int64)

    private struct Candidate: Sendable {
        let arrival: Int64
        let sequence: Int64
        let id: String
        /// Whether its row differs from its digest, so that its age is not known.
        let isDamaged: Bool
    }

    public func prune(_ rule: RetentionRule, onDamage: (String) -> Void) throws(StoreError) -> Int {
        var deleted = 0
        var last = (arrival: Int64.min, sequence: Int64.min)
        let excess = try readers.read { connection throws(StoreError) in try SQLiteSessionStore.checkedExcess(rule, connection) }
        while true {
            let old = try readers.read { connection throws(StoreError) in
                try SQLiteSessionStore.old(rule, excess, after: last, connection)
            }
            guard let end = old.last else { break }
            last = (end.arrival, end.sequence)
            deleted += try rule.delete(old, id: \.id, onDamage: onDamage) { some throws(StoreError) in
                try delete(some, rule, excess)
            }
        }
        return deleted
    }

    /// Deletes the sessions that are still too old or too many: since they were found, some may have been pinned, or others deleted.
    /// Returns their number, and the ids of those whose age is not known, which remain.
    private func delete(
        _ sessions: [Candidate], _ rule: RetentionRule, _ excess: Place?
    ) throws(StoreError) -> (count: Int, damaged: [String]) {
        for session in sessions {
            bases.forget(session.id)
            completeBeforeDeletion(session.id)
        }
        return try write(to: Set(sessions.map(\.id)), makesRoom: true) { connection throws(StoreError) in
            let present = try SQLiteSessionStore.newestExcess(rule, connection)
            var (count, damaged) = (0, [String]())
            for session in sessions {
                let sql = "SELECT CAST(\(SQLiteSessionStore.arrival) AS INTEGER) FROM session WHERE sequence = ? AND \(SQLiteSessionStore.isUnpinned)"
                guard let arrival = try connection.number(sql, [.integer(session.sequence)]) else { continue }
                // By both, as only the former was compared with the table, and the latter knows what was deleted since.
                let isExcess = [excess, present].allSatisfy { $0.map { (arrival, session.sequence) <= $0 } ?? false }
                guard isExcess || rule.isOld(arrival) else { continue }
                // Its arrival may be what is damaged, so it is too old only if it was made as long ago, too.
                if session.isDamaged, !isExcess || present.map({ session.sequence > $0.arrival }) ?? false {
                    damaged.append(session.id)
                } else if try SQLiteSessionStore.delete(session.sequence, StoredParts(id: session.id), connection) {
                    count += 1
                }
            }
            return (count, damaged)
        }
    }

    /// Returns the newest of the sessions beyond the greatest number of them. If the table has fewer newer ones than the index, whose pages may
    /// lead to one page twice, it is found without the index.
    private static func checkedExcess(_ rule: RetentionRule, _ connection: Connection) throws(StoreError) -> Place? {
        guard let excess = try newestExcess(rule, connection), let count = rule.count else { return nil }
        let newer = """
            SELECT 1 FROM session NOT INDEXED WHERE \(arrival) <= ?1 AND \(isUnpinned)
            AND (\(arrival), sequence) > (?2, ?3) ORDER BY sequence DESC LIMIT ?4
            """
        let values = [rule.now, excess.arrival, excess.sequence, Int64(count)].map { Value.integer($0) }
        let isSound = try connection.number("SELECT count(*) FROM (\(newer))", values) == Int64(count)
        return isSound ? excess : try newestExcess(rule, connection, source: "session NOT INDEXED")
    }

    /// Returns the next sessions that are too old or too many.
    private static func old(
        _ rule: RetentionRule, _ excess: Place?, after last: Place, _ connection: Connection
    ) throws(StoreError) -> [Candidate] {
        var (end, newest) = (rule.time ?? .min, Int64.min)
        if let excess, excess.arrival >= end { (end, newest) = excess }
        let sql = """
            SELECT \(SessionSelection.columns), \(arrival) FROM session AS s
            WHERE \(arrival) <= ?1 AND (\(arrival) < ?1 OR sequence <= ?2) AND \(isUnpinned)
            AND \(arrival) >= ?3 AND (\(arrival) > ?3 OR sequence > ?4)
            ORDER BY \(arrival), sequence LIMIT 200
            """
        let values: [Value] = [.integer(end), .integer(newest), .integer(last.arrival), .integer(last.sequence)]
        return try storing { () throws(SQLiteError) in
            try connection.query(sql, values, repairing: true) { row throws(SQLiteError) in
                let session = try StoredSession(row, connection)
                return Candidate(arrival: try row.integer(12), sequence: session.createdAt, id: session.id, isDamaged: session.isDamaged)
            }
        }
    }

    /// Returns the newest of the sessions beyond the greatest number of them; nil if there are no more than that.
    private static func newestExcess(
        _ rule: RetentionRule, _ connection: Connection, source: String = "session"
    ) throws(StoreError) -> Place? {
        guard let count = rule.count else { return nil }
        let sql = """
            SELECT CAST(\(arrival) AS INTEGER), sequence FROM \(source) WHERE \(arrival) <= ? AND \(isUnpinned)
            ORDER BY \(arrival) DESC, sequence DESC LIMIT 1 OFFSET ?
            """
        return try storing { () throws(SQLiteError) in
            try connection.first(sql, [.integer(rule.now), .integer(Int64(count))]) { row throws(SQLiteError) in
                (try row.integer(0), try row.integer(1))
            }
        }
    }

    public func countArrived(before time: Int64) throws(StoreError) -> (old: Int, all: Int, hasLater: Bool) {
        try readers.read { connection throws(StoreError) in
            let old = try connection.number(
                "SELECT count(*) FROM session WHERE \(SQLiteSessionStore.arrival) < ? AND \(SQLiteSessionStore.isUnpinned)", [.integer(time)])
            guard let old, old > 0 else { return (0, 0, false) }
            let later = try connection.number("SELECT 1 FROM session WHERE \(SQLiteSessionStore.arrival) >= ? LIMIT 1", [.integer(time)])
            return (StoredBounds.count(old), StoredBounds.count(try connection.number("SELECT count(*) FROM session") ?? 0), later != nil)
        }
    }

    // MARK: - Work for all services

    public func take(_ lease: StoreLease) throws(StoreError) -> Bool { true }

    public func giveUp(_ lease: StoreLease) throws(StoreError) {}

    // MARK: - Imports

    public func importsToVerify(after sequence: Int64, limit: Int) throws(StoreError) -> [PendingImport] {
        try readers.read { connection throws(StoreError) in
            try storing { () throws(SQLiteError) in
                let sql = "SELECT sequence, id FROM session WHERE imported = 0 AND sequence > ? ORDER BY sequence LIMIT ?"
                return try connection.query(sql, [.integer(sequence), .integer(Int64(limit))], repairing: true) { row throws(SQLiteError) in
                    PendingImport(sequence: try row.integer(0), id: try row.text(1))
                }
            }
        }
    }

    public func isToVerify(_ session: PendingImport) throws(StoreError) -> Bool {
        try readers.read { connection throws(StoreError) in
            try connection.number("SELECT 1 FROM session WHERE sequence = ? AND imported = 0", [.integer(session.sequence)]) != nil
        }
    }

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
