internal import SQLite
internal import Synchronization

/// The repairs of derived tables by this process. Threads that meet the same damage wait for one repair.
final class Repairs: Sendable {
    /// The number of repairs without success after which no further one is tried, as each reads all sessions.
    private static let mostInVain = 3

    private let state = Mutex((count: 0, inVain: 0))

    /// The number of repairs so far.
    var count: Int { state.withLock { $0.count } }

    /// Repairs, unless another thread has done it since a count was taken. Returns false if repairs do not help.
    func make(since count: Int, _ repair: () throws(StoreError) -> Void) throws(StoreError) -> Bool {
        try state.withLock { state throws(StoreError) in
            if state.count != count { return true }
            guard state.inVain < Repairs.mostInVain else { return false }
            state.inVain += 1
            try repair()
            state.count += 1
            return true
        }
    }

    /// Records that work which had failed has succeeded after a repair.
    func noteSuccess() {
        state.withLock { $0.inVain = 0 }
    }
}

extension StoreOpening {
    /// Makes the tables again that only find and count sessions: their content follows from the other tables.
    ///
    /// - Parameter reindexing: whether to make the indexes of all tables again, too.
    func rebuildDerivedTables(reindexing: Bool = false) throws(StoreError) {
        let lock = try ProcessLock(path)
        guard lock.beginCommit() else { throw .busy("another process uses the database's log, and did not finish in time; try again") }
        defer { lock.endCommit() }
        // A connection of its own: others may remember what a damaged index contained.
        let connection = try open(.readWrite)
        try storing { () throws(SQLiteError) in try connection.execute(StoreOpening.temporaryStore) }
        connection.allowWritesToIndexes()
        try storing { () throws(SQLiteError) in try connection.stopAutomaticCheckpoints() }
        try connection.transaction(.immediate, mapping: { StoreError($0) }) { () throws(StoreError) in
            connection.limit(nanoseconds: 6 * GroupCommit.mostTime(connection))
            defer { connection.endLimit() }
            do throws(StoreError) { try DerivedTables.rebuild(connection, reindexing: reindexing) } catch {
                throw connection.isOverLimit ? .limit(of: connection) : error
            }
            try storing { () throws(SQLiteError) in try connection.writeFirstPage() }
        }
    }
}

/// The tables whose content follows from the others: the two full-text indexes and the summary of findings; and all indexes.
enum DerivedTables {
    /// - Parameter connection: in a transaction, and allowed to write the tables of indexes.
    static func rebuild(_ connection: Connection, reindexing: Bool) throws(StoreError) {
        let tables = reindexing ? ["session", "document", "layout", "step", "finding", "exercise"] : []
        for table in tables { try reindex(table, connection) }
        try empty("session_search", like: "fts5 (text, tokenize = 'trigram')", connection)
        try empty("session_key", like: "fts5 (keys, content = '', detail = none, tokenize = 'ascii')", connection)
        try connection.change("DELETE FROM session_search_content WHERE id NOT IN (SELECT sequence FROM session)", [])
        try connection.change("INSERT INTO session_search (session_search) VALUES ('rebuild')", [])
        let sessions = try storing { () throws(SQLiteError) in
            let sql = """
                SELECT s.sequence, s.id, s.name, s.root, c.id IS NULL
                FROM session AS s LEFT JOIN session_search_content AS c ON c.id = s.sequence
                """
            return try connection.query(sql, repairing: true) { row throws(SQLiteError) in
                (sequence: try row.integer(0), words: [try row.text(1), try row.text(2), try row.text(3)], isMissing: try row.integer(4) != 0)
            }
        }
        for session in sessions {
            let (views, tags) = try names(of: session.sequence, connection)
            try SessionKeys.insert(views: views, tags: tags, session.sequence, connection)
            guard session.isMissing else { continue }
            // The identifiers and texts of its document are not found any more.
            try connection.change(
                "INSERT INTO session_search (rowid, text) VALUES (?, ?)",
                [.integer(session.sequence), .text(SearchText.text([session.words, tags, views]))])
        }
        do throws(StoreError) { try summarize(connection) } catch {
            guard error.isOfEntry else { throw error }
            try reindex("finding", connection)
            try summarize(connection)
        }
    }

    /// Makes the indexes of a table again. An entry whose row is lost is the only sign of it, so that the indexes of such a table remain.
    private static func reindex(_ table: String, _ connection: Connection) throws(StoreError) {
        if try hasLostRows(table, connection) { return }
        do throws(StoreError) { try connection.change("REINDEX \(table)", []) } catch {
            // Rows of a damaged file may have the same key. The other indexes are made again nevertheless.
            guard case .refused = error else { throw error }
        }
    }

    /// Returns whether an index of a table has an entry whose row is not in the table.
    private static func hasLostRows(_ table: String, _ connection: Connection) throws(StoreError) -> Bool {
        let names = try storing { () throws(SQLiteError) in
            try connection.query("SELECT name FROM pragma_index_list(?) WHERE NOT partial", [.text(table)]) { row throws(SQLiteError) in
                try row.text(0)
            }
        }
        for name in names {
            let sql = """
                SELECT 1 FROM \(table) AS e INDEXED BY \(name)
                WHERE NOT EXISTS (SELECT 1 FROM \(table) AS r NOT INDEXED WHERE r.rowid = e.rowid) LIMIT 1
                """
            if try connection.number(sql) != nil { return true }
        }
        return false
    }

    /// Returns a session's views and tags. A damaged list has none.
    private static func names(of session: Int64, _ connection: Connection) throws(StoreError) -> (views: [String], tags: [String]) {
        var views: [String] = []
        do throws(StoreError) { views = try ViewList.views(of: session, StoredParts(id: ""), connection) } catch {
            switch error {
            case .damaged, .damagedSession: break
            default: throw error
            }
        }
        let tags = try storing { () throws(SQLiteError) in
            try connection.query(
                "SELECT tag FROM session_tag WHERE session = ? ORDER BY tag LIMIT \(StoredBounds.mostTags)", [.integer(session)], repairing: true
            ) { row throws(SQLiteError) in try row.text(0) }
        }
        return (views, tags)
    }

    /// Gives an index's own tables the rows of an empty one. No statement on the index itself could: each reads them first.
    ///
    /// - Parameter definition: as in the schema.
    private static func empty(_ name: String, like definition: String, _ connection: Connection) throws(StoreError) {
        try storing { () throws(SQLiteError) in
            let fresh = try Connection.inMemory()
            try fresh.execute("CREATE VIRTUAL TABLE \(name) USING \(definition)")
            for table in ["data", "config"] {
                let rows = try fresh.query("SELECT * FROM \(name)_\(table)") { row throws(SQLiteError) in (try row.value(0), try row.value(1)) }
                try connection.execute("DELETE FROM \(name)_\(table)")
                for row in rows { try connection.execute("INSERT INTO \(name)_\(table) VALUES (?, ?)", [row.0, row.1]) }
            }
            for table in ["idx", "docsize"] { try connection.execute("DELETE FROM \(name)_\(table)") }
        }
    }

    /// Returns whether the summary of findings says of each what its rows say.
    static func isSummarySound(_ connection: Connection) throws(StoreError) -> Bool {
        let stored = "SELECT fingerprint, sessions, first_seen, last_seen FROM finding_summary"
        let actual = "SELECT fingerprint, count(DISTINCT session), min(since), max(seen) FROM finding GROUP BY fingerprint"
        let differences = [
            "SELECT 1 FROM (\(stored) EXCEPT \(actual)) LIMIT 1", "SELECT 1 FROM (\(actual) EXCEPT \(stored)) LIMIT 1",
            """
            SELECT 1 FROM finding_summary AS f WHERE NOT EXISTS (
                SELECT 1 FROM finding AS n WHERE (n.fingerprint, n.kind, n.summary) = (f.fingerprint, f.kind, f.summary))
            OR NOT EXISTS (SELECT 1 FROM finding AS n WHERE (n.fingerprint, n.session, n.seen) = (f.fingerprint, f.example, f.last_seen)) LIMIT 1
            """,
        ]
        for sql in differences where try connection.number(sql) != nil { return false }
        return true
    }

    /// Writes the summary of findings as the triggers would have, and the times of findings that are impossible.
    private static func summarize(_ connection: Connection) throws(StoreError) {
        let newest = "FROM finding AS n WHERE n.fingerprint = f.fingerprint ORDER BY n.seen DESC, n.session DESC LIMIT 1"
        try connection.change("DELETE FROM finding_summary", [])
        // The triggers read these columns for other sessions with the same finding, which could not be deleted.
        for (column, type) in [("summary", "text"), ("seen", "integer"), ("since", "integer")] {
            try connection.change(
                "UPDATE finding SET \(column) = CAST(ifnull(\(column), session) AS \(type)) WHERE typeof(\(column)) <> '\(type)'", [])
        }
        // The triggers take no finding for older than its session. With such a one they find no first time, and no session that has it could be
        // deleted.
        try connection.change(
            """
            UPDATE finding SET since = max(session, ifnull((
                SELECT CAST(t.created_at AS INTEGER) FROM step AS t WHERE t.session = finding.session AND t.number = finding.first_step), session))
            WHERE since < session
            """, [])
        try connection.change(
            """
            INSERT INTO finding_summary
            SELECT f.fingerprint, (SELECT n.kind \(newest)), (SELECT n.summary \(newest)), f.sessions, f.first_seen, f.last_seen,
                (SELECT n.session \(newest))
            FROM (
                SELECT fingerprint, count(DISTINCT session) AS sessions, min(since) AS first_seen, max(seen) AS last_seen
                FROM finding GROUP BY fingerprint
            ) AS f
            """, [])
    }
}
