internal import SQLite

/// A second look for a row that its index does not find: a damaged byte in an entry of an index hides rows. The search for one of them
/// ends beside that entry, which differs from its own row.
enum MissedRow {
    static let damage = StoreError.damaged(
        "an index does not lead to its rows; stop the service, make it again with `sqlite3 FILE REINDEX`, and start the service", .entry)

    /// After the place and before it.
    private static let sides = [(">", "ASC"), ("<", "DESC")]

    /// Throws if the index of ids, which has not led to a session, is damaged there.
    static func check(session id: String, _ connection: Connection) throws(StoreError) {
        // The entry is there, but not its row.
        if try connection.number("SELECT sequence FROM session WHERE id = ?", [.text(id)]) != nil { throw damage }
        for (comparison, order) in sides {
            let entry = "SELECT id, sequence FROM session WHERE id \(comparison) ? ORDER BY id \(order) LIMIT 1"
            try check(entry, id, row: "SELECT id FROM session NOT INDEXED WHERE sequence = ?", connection)
        }
    }

    /// Whether the text of an entry `e` in the index of ids is an id, and not what an overwritten page has there.
    static let isID = "typeof(e.id) = 'text' AND length(e.id) = 16 AND e.id NOT GLOB '*[^a-z2-7]*'"

    /// Returns whether the index of ids has an entry whose session is lost: its row is not there, or is damaged and has another id.
    static func hasLostSessions(_ connection: Connection) throws(StoreError) -> Bool {
        let sql = """
            SELECT \(SessionSelection.columns) FROM session AS e INDEXED BY sqlite_autoindex_session_1
            LEFT JOIN session AS s NOT INDEXED ON s.sequence = e.sequence WHERE s.id IS NOT e.id AND \(isID)
            """
        return try isAny(of: sql, connection) { $0.isDamaged }
    }

    /// Returns whether the index of ids leads to all sessions, which reads the whole table. Damaged rows may have any id.
    static func leadsToAll(_ connection: Connection) throws(StoreError) -> Bool {
        let sql = """
            SELECT \(SessionSelection.columns) FROM session AS s NOT INDEXED WHERE NOT EXISTS (
                SELECT 1 FROM session AS e INDEXED BY sqlite_autoindex_session_1 WHERE e.id = s.id AND e.sequence = s.sequence)
            """
        return try !isAny(of: sql, connection) { !$0.isDamaged }
    }

    private static func isAny(
        of sessions: String, _ connection: Connection, _ matches: (StoredSession) -> Bool
    ) throws(StoreError) -> Bool {
        let found = try storing { () throws(SQLiteError) in
            try connection.query(sessions, repairing: true, through: { $0 }) { row throws(SQLiteError) in
                matches(try StoredSession(row, connection))
            }
        }
        return found.last ?? false
    }

    /// Returns whether the index of ids leads to a session that was found without it.
    static func isFound(_ session: StoredSession, _ connection: Connection) throws(SQLiteError) -> Bool {
        let sql = "SELECT sequence FROM session WHERE id = ?"
        do throws(SQLiteError) {
            return try connection.first(sql, [.text(session.id)], repairing: true) { row throws(SQLiteError) in try row.integer(0) }
                == session.createdAt
        } catch {
            guard error.isCorrupt else { throw error }
            return false
        }
    }

    /// Returns the number of a session that is to be changed; nil if there is none. Throws if the index of ids leads to another session, which
    /// would be changed instead. A session whose own id is damaged is found by its former one.
    static func sequence(of id: String, _ connection: Connection) throws(StoreError) -> Int64? {
        func number(_ id: String) throws(StoreError) -> Int64? {
            try connection.number("SELECT sequence FROM session WHERE id = ?", [.text(id)])
        }
        guard let sequence = try number(id) else { return nil }
        let stored = try storing { () throws(SQLiteError) in
            let sql = "SELECT id FROM session NOT INDEXED WHERE sequence = ?"
            return try connection.first(sql, [.integer(sequence)], repairing: true) { row throws(SQLiteError) in try row.text(0) }
        }
        if let stored, stored != id, try number(stored) == sequence { throw damage }
        return sequence
    }

    /// Throws if the index of the requests for sessions, which has not led to one by its key, is damaged there.
    static func check(_ request: KeyedRequest, _ connection: Connection) throws(StoreError) {
        for (comparison, order) in sides {
            let entry = "SELECT key, session FROM session_request WHERE key \(comparison) ? ORDER BY key \(order), place \(order) LIMIT 1"
            try check(entry, request.key, row: "SELECT key FROM session_request NOT INDEXED WHERE session = ?", connection)
        }
    }

    /// Throws if the index of the requests for sessions does not lead to all of them.
    static func checkRequests(_ connection: Connection) throws(StoreError) {
        let index = "INDEXED BY sqlite_autoindex_session_request_1"
        // A prime number: the sum of the numbers themselves would be too large.
        let sums = try ["NOT INDEXED", index].map { source throws(StoreError) in
            try connection.number("SELECT ifnull(sum(session % 2147483647), 0) FROM session_request \(source)")
        }
        guard sums[0] != sums[1] else { return }
        let missed = """
            SELECT 1 FROM session_request AS r NOT INDEXED WHERE NOT EXISTS (
                SELECT 1 FROM session_request AS e \(index) WHERE e.key = r.key AND e.place = r.place AND e.session = r.session) LIMIT 1
            """
        if try connection.number(missed) != nil { throw damage }
    }

    /// Compares an entry, its text and the number of its row, with the text in the row.
    private static func check(_ entry: String, _ text: String, row: String, _ connection: Connection) throws(StoreError) {
        let found = try storing { () throws(SQLiteError) in
            try connection.first(entry, [.text(text)], repairing: true) { row throws(SQLiteError) in (text: try row.text(0), row: try row.integer(1))
            }
        }
        guard let found else { return }
        let stored = try storing { () throws(SQLiteError) in
            try connection.first(row, [.integer(found.row)], repairing: true) { row throws(SQLiteError) in try row.text(0) }
        }
        if stored != found.text { throw damage }
    }

    /// Throws if the records of the requests for steps, among which one was not found by its key, are damaged there.
    static func check(_ request: KeyedRequest, in id: String, _ sequence: Int64, _ connection: Connection) throws(StoreError) {
        for (comparison, order) in sides {
            let sql = """
                SELECT session, key, sha256, step, seal FROM step_request WHERE (session, key) \(comparison) (?, ?)
                ORDER BY session \(order), key \(order) LIMIT 1
                """
            let found = try storing { () throws(SQLiteError) in
                try connection.first(sql, [.integer(sequence), .text(request.key)], repairing: true) { row throws(SQLiteError) in
                    (
                        session: try row.integer(0), request: KeyedRequest(key: try row.text(1), digest: try row.blob(2)),
                        step: try row.integer(3), seal: try row.optionalBlob(4)
                    )
                }
            }
            guard let found, let seal = found.seal else { continue }
            // One of another session does not matter, unless it is this one with another number.
            let isOther = found.session != sequence && seal != Seal.request(request, found.step, of: id)
            if !isOther, seal != Seal.request(found.request, found.step, of: id) || found.session != sequence {
                throw .damagedSession(id: id, "the record of the request for step \(found.step) was changed: it differs from its digest")
            }
        }
    }
}
