internal import PostgreSQL

extension PostgreSQLSessionStore {
    /// The time at which a session was stored here.
    private static let arrival = "coalesce(s.arrived_at, s.sequence)"

    private typealias Place = (arrival: Int64, sequence: Int64)

    private struct Candidate {
        let arrival: Int64
        let session: StoredSession
    }

    public func prune(_ rule: RetentionRule, onDamage: (String) -> Void) throws(StoreError) -> Int {
        // One service does it for all.
        guard try take(.retention) else { return 0 }
        var deleted = 0
        var last: Place = (.min, .min)
        while true {
            let old = try read { transaction throws(StoreError) -> [Candidate] in
                try PostgreSQLSessionStore.old(rule, PostgreSQLSessionStore.newestExcess(rule, transaction), after: last, transaction)
            }
            guard let end = old.last, try take(.retention) else { return deleted }
            last = (end.arrival, end.session.createdAt)
            deleted += try rule.delete(old, id: \.session.id, onDamage: onDamage) { some throws(StoreError) in try delete(some, rule) }
        }
    }

    /// Deletes the sessions that are still too old or too many: since they were found, some may have been pinned, or others deleted.
    /// Returns their number, and the ids of those whose age is not known, which remain.
    private func delete(_ candidates: [Candidate], _ rule: RetentionRule) throws(StoreError) -> (count: Int, damaged: [String]) {
        for candidate in candidates { bases.forget(candidate.session.id) }
        return try write { transaction, _ throws(StoreError) in
            let excess = try PostgreSQLSessionStore.newestExcess(rule, transaction)
            var (count, damaged) = (0, [String]())
            for session in candidates.map(\.session) {
                // The lock waits for a pin that is being set, and sees it.
                let sql = "SELECT \(PostgreSQLSessionStore.arrival) FROM session AS s WHERE s.sequence = $1 AND NOT s.is_pinned FOR UPDATE"
                guard let arrival = try transaction.number(sql, [.integer(session.createdAt)]) else { continue }
                let isExcess = excess.map { (arrival, session.createdAt) <= $0 } ?? false
                guard isExcess || rule.isOld(arrival) else { continue }
                // Its arrival may be what is damaged, so it is too old only if it was made as long ago, too.
                if session.isDamaged, !isExcess || excess.map({ session.createdAt > $0.arrival }) ?? false {
                    damaged.append(session.id)
                } else if try PostgreSQLSessionStore.delete(session.createdAt, transaction) {
                    count += 1
                }
            }
            return (count, damaged)
        }
    }

    /// Returns the next sessions that are too old or too many.
    private static func old(
        _ rule: RetentionRule, _ excess: Place?, after last: Place, _ transaction: Transaction
    ) throws(StoreError) -> [Candidate] {
        var end: Place = (rule.time ?? .min, .min)
        if let excess, excess.arrival >= end.arrival { end = excess }
        let sql = """
            SELECT \(StoredSession.columns), \(arrival) FROM session AS s
            WHERE (\(arrival), s.sequence) <= ($1, $2) AND (\(arrival), s.sequence) > ($3, $4) AND NOT s.is_pinned
            ORDER BY \(arrival), s.sequence LIMIT 200
            """
        let values: [Value] = [.integer(end.arrival), .integer(end.sequence), .integer(last.arrival), .integer(last.sequence)]
        return try transaction.query(sql, values) { row throws(PostgreSQLError) in
            Candidate(arrival: try row.integer(15), session: try StoredSession(row))
        }
    }

    /// Returns the newest of the sessions beyond the greatest number of them; nil if there are no more than that.
    private static func newestExcess(_ rule: RetentionRule, _ transaction: Transaction) throws(StoreError) -> Place? {
        guard let count = rule.count else { return nil }
        let sql = """
            SELECT \(arrival), s.sequence FROM session AS s WHERE \(arrival) <= $1 AND NOT s.is_pinned
            ORDER BY \(arrival) DESC, s.sequence DESC LIMIT 1 OFFSET $2
            """
        return try transaction.first(sql, [.integer(rule.now), .integer(Int64(count))]) { row throws(PostgreSQLError) in
            (try row.integer(0), try row.integer(1))
        }
    }

    public func countArrived(before time: Int64) throws(StoreError) -> (old: Int, all: Int, hasLater: Bool) {
        try read { transaction throws(StoreError) in
            let arrival = PostgreSQLSessionStore.arrival
            let old = try transaction.number(
                "SELECT count(*) FROM session AS s WHERE \(arrival) < $1 AND NOT s.is_pinned", [.integer(time)])
            guard let old, old > 0 else { return (0, 0, false) }
            let later = try transaction.number("SELECT 1 FROM session AS s WHERE \(arrival) >= $1 LIMIT 1", [.integer(time)])
            let all = try transaction.number("SELECT count(*) FROM session") ?? 0
            return (StoredBounds.count(old), StoredBounds.count(all), later != nil)
        }
    }

    /// The server's autovacuum makes the space of deleted rows free for others.
    public func giveBackSpace() throws(StoreError) {}

    public func setPinned(_ id: String, _ isPinned: Bool) throws(StoreError) -> Bool {
        try write { transaction, _ throws(StoreError) in
            try transaction.change("UPDATE session SET is_pinned = $1 WHERE id = $2", [.boolean(isPinned), .text(id)]) > 0
        }
    }

    public func isPinned(_ id: String) throws(StoreError) -> Bool {
        try read(isSingle: true) { transaction throws(StoreError) in
            try transaction.number("SELECT 1 FROM session WHERE id = $1 AND is_pinned", [.text(id)]) != nil
        }
    }

    // MARK: - Imports

    public func importsToVerify(after sequence: Int64, limit: Int) throws(StoreError) -> [PendingImport] {
        try read(isSingle: true) { transaction throws(StoreError) in
            let sql = "SELECT sequence, id FROM session WHERE imported = 0 AND sequence > $1 ORDER BY sequence LIMIT $2"
            return try transaction.query(sql, [.integer(sequence), .integer(Int64(limit))]) { row throws(PostgreSQLError) in
                PendingImport(sequence: try row.integer(0), id: try row.text(1))
            }
        }
    }

    public func isToVerify(_ session: PendingImport) throws(StoreError) -> Bool {
        try read(isSingle: true) { transaction throws(StoreError) in
            try transaction.number("SELECT 1 FROM session WHERE sequence = $1 AND imported = 0", [.integer(session.sequence)]) != nil
        }
    }

    public func note(_ state: StoredSession.ImportState, of id: String) throws(StoreError) {
        let parts = StoredParts(id: id)
        try write { transaction, _ throws(StoreError) in
            guard var row = try parts.row(transaction, isLocked: true), row.importState != nil else { return }
            let isDamaged = row.isDamaged
            row.importState = state
            // A damaged row remains marked as such.
            try transaction.change(
                "UPDATE session SET imported = $1, seal = coalesce($2, seal) WHERE sequence = $3",
                [.integer(state.rawValue), isDamaged ? .null : .bytes(Seal.session(row)), .integer(row.createdAt)])
        }
    }
}
