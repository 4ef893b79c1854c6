internal import Glibc
internal import SQLite
internal import Synchronization

/// The repairs of derived tables by this process. Of the threads that meet the same damage, one repairs.
final class Repairs: Sendable {
    /// The number of repairs without success after which no further one is tried, as each reads all sessions.
    private static let mostInVain = 3

    /// The number of damaged sessions whose rows are compared with the indexes.
    private static let mostCompared = 1000

    /// The time in milliseconds for which a thread waits for another one's repair. Meanwhile it serves no one else.
    private static let mostWait = 1000

    private let state = Mutex((count: 0, inVain: 0))
    /// Locked during a repair.
    private let work = Mutex(())
    private let compared = Mutex<Set<String>>([])
    /// Whether the index of ids leads to all sessions, as it was found after a number of repairs.
    private let ids = Mutex<(count: Int, areWhole: Bool)?>(nil)

    /// The number of repairs so far.
    var count: Int { state.withLock { $0.count } }

    /// The result of a request for a repair.
    enum Outcome {
        /// This thread or another one has repaired.
        case made
        /// Another process may have repaired.
        case unneeded
        /// Another thread is repairing.
        case underWay
        /// Repairs do not help.
        case inVain
    }

    /// Repairs, unless another thread has done it since a count was taken.
    ///
    /// - Parameter repair: returns false if there is no need.
    func make(since count: Int, _ repair: () throws(StoreError) -> Bool) throws(StoreError) -> Outcome {
        for _ in 0..<Repairs.mostWait / 10 {
            if let outcome = try attempt(since: count, repair) { return outcome }
            usleep(10_000)
        }
        return .underWay
    }

    /// Does the same; returns nil while another thread is repairing.
    private func attempt(since count: Int, _ repair: () throws(StoreError) -> Bool) throws(StoreError) -> Outcome? {
        try work.withLockIfAvailable { _ throws(StoreError) -> Outcome in
            let isPromising = state.withLock { $0.inVain < Repairs.mostInVain }
            if self.count != count { return .made }
            guard isPromising else { return .inVain }
            var isMade = false
            do throws(StoreError) { isMade = try repair() } catch {
                // One that only found a lock, or no space, says nothing about the next.
                if !error.isTemporary { state.withLock { $0.inVain += 1 } }
                throw error
            }
            guard isMade else { return .unneeded }
            state.withLock { $0 = ($0.count + 1, $0.inVain + 1) }
            return .made
        }
    }

    /// Returns whether the index of ids leads to all sessions, which is found out once after each repair.
    func areIdsWhole(_ find: () throws(StoreError) -> Bool) throws(StoreError) -> Bool {
        try ids.withLock { known throws(StoreError) in
            let count = self.count
            if let known, known.count == count { return known.areWhole }
            let areWhole = try find()
            known = (count, areWhole)
            return areWhole
        }
    }

    /// Returns whether the indexes were not compared yet with the rows of a session, which reads whole tables.
    func mayCompare(_ id: String) -> Bool {
        compared.withLock { $0.count < Repairs.mostCompared && $0.insert(id).inserted }
    }

    /// Records that work which had failed has succeeded after a repair.
    func noteSuccess() {
        state.withLock { $0.inVain = 0 }
    }
}

extension StoreOpening {
    /// Makes the tables again that only find and count sessions: their content follows from the other tables. Returns false if there is no need.
    ///
    /// - Parameters:
    ///   - reindexing: whether to make the indexes of all tables again, too.
    ///   - isRepaired: whether another process may have done so, asked when no other can write.
    @discardableResult
    func rebuildDerivedTables(reindexing: Bool = false, unless isRepaired: () -> Bool = { false }) throws(StoreError) -> Bool {
        try repair { connection throws(StoreError) in
            if isRepaired() { return false }
            try DerivedTables.rebuild(connection, reindexing: reindexing)
            return true
        }
    }

    /// Makes the indexes of tables again.
    func reindex(_ tables: [String]) throws(StoreError) {
        _ = try repair { connection throws(StoreError) in
            for table in tables { try DerivedTables.reindex(table, connection) }
            return true
        }
    }

    /// Does work in a transaction, on a connection of its own: others may remember what a damaged index contained.
    ///
    /// - Parameter work: returns whether it has changed anything.
    private func repair(_ work: (Connection) throws(StoreError) -> Bool) throws(StoreError) -> Bool {
        let lock = try ProcessLock(path)
        guard lock.beginCommit() else { throw .busy("another process uses the database's log, and did not finish in time; try again") }
        defer { lock.endCommit() }
        let connection = try open(.readWrite)
        try storing { () throws(SQLiteError) in try connection.execute(StoreOpening.temporaryStore) }
        connection.allowWritesToIndexes()
        try storing { () throws(SQLiteError) in try connection.stopAutomaticCheckpoints() }
        return try connection.transaction(.immediate, mapping: { StoreError($0) }) { () throws(StoreError) in
            connection.limit(nanoseconds: 6 * GroupCommit.mostTime(connection))
            defer { connection.endLimit() }
            do throws(StoreError) {
                guard try work(connection) else { return false }
            } catch {
                throw connection.isOverLimit ? .limit(of: connection) : error
            }
            try storing { () throws(SQLiteError) in try connection.writeFirstPage() }
            return true
        }
    }
}

/// The tables whose content follows from the others: the two full-text indexes and the summary of findings; and all indexes.
enum DerivedTables {
    /// - Parameter connection: in a transaction, and allowed to write the tables of indexes.
    static func rebuild(_ connection: Connection, reindexing: Bool) throws(StoreError) {
        let tables = reindexing ? ["session", "document", "layout", "step", "finding", "exercise", "session_request", "step_request"] : []
        for table in tables { try reindex(table, connection) }
        try empty("session_search", like: "fts5 (text, tokenize = 'trigram')", connection)
        try empty("session_key", like: "fts5 (keys, content = '', detail = none, tokenize = 'ascii')", connection)
        try connection.change("DELETE FROM session_search_content WHERE id NOT IN (SELECT sequence FROM session)", [])
        try connection.change("INSERT INTO session_search (session_search) VALUES ('rebuild')", [])
        var last: Int64?
        repeat { last = try index(after: last, connection) } while last != nil
        do throws(StoreError) { try summarize(connection) } catch {
            guard error.isOfEntry else { throw error }
            try reindex("finding", connection)
            try summarize(connection)
        }
    }

    /// Adds the next sessions to the full-text indexes, a few at a time, as all of them may be too long for memory. Returns the last of them; nil if
    /// there is no further one.
    private static func index(after last: Int64?, _ connection: Connection) throws(StoreError) -> Int64? {
        let sql = """
            SELECT s.sequence, s.id, \(SessionSelection.cut("name")), \(SessionSelection.cut("root")), c.id IS NULL
            FROM session AS s LEFT JOIN session_search_content AS c ON c.id = s.sequence
            WHERE ?1 IS NULL OR s.sequence > ?1 ORDER BY s.sequence LIMIT 200
            """
        let sessions = try storing { () throws(SQLiteError) in
            try connection.query(sql, [last.map { .integer($0) } ?? .null], repairing: true) { row throws(SQLiteError) in
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
        return sessions.last?.sequence
    }

    /// Makes the indexes of a table again. An entry whose row is lost is the only sign of it, so that the indexes of such a table remain.
    static func reindex(_ table: String, _ connection: Connection) throws(StoreError) {
        if try hasLostRows(table, connection) { return }
        do throws(StoreError) { try connection.change("REINDEX \(table)", []) } catch {
            // Rows of a damaged file may have the same key. The other indexes are made again nevertheless.
            guard case .refused = error else { throw error }
        }
    }

    /// Returns whether an index of a table has an entry whose row is not in the table.
    private static func hasLostRows(_ table: String, _ connection: Connection) throws(StoreError) -> Bool {
        // No other index of sessions names them.
        if table == "session" { return try MissedRow.hasLostSessions(connection) }
        let names = try storing { () throws(SQLiteError) in
            try connection.query("SELECT name FROM pragma_index_list(?) WHERE NOT partial", [.text(table)]) { row throws(SQLiteError) in
                try row.text(0)
            }
        }
        // An entry of a table without row ids has the primary key, by which its rows are stored.
        let isSame =
            switch table {
            case "session_request": "r.session = e.session"
            case "step_request": "(r.session, r.key) = (e.session, e.key)"
            default: "r.rowid = e.rowid"
            }
        for name in names {
            let sql = """
                SELECT 1 FROM \(table) AS e INDEXED BY \(name)
                WHERE NOT EXISTS (SELECT 1 FROM \(table) AS r NOT INDEXED WHERE \(isSame)) LIMIT 1
                """
            if try connection.number(sql) != nil { return true }
        }
        return false
    }

    /// The indexes by which the rows of a session are found, and the way to find them without it.
    private static let indexes = [
        ("step", "sqlite_autoindex_step_1", "NOT INDEXED"), ("finding", "finding_by_session", "NOT INDEXED"),
        ("exercise", "exercise_by_step", "NOT INDEXED"),
        // This is the table itself.
        ("step_request", "step_request_by_step", "INDEXED BY sqlite_autoindex_step_request_1"),
    ]

    /// Returns the tables that have rows of a session to which these indexes do not lead.
    static func withoutEntries(of id: String, _ connection: Connection) throws(StoreError) -> [String] {
        guard let sequence = try MissedRow.sequence(of: id, connection) else { return [] }
        var tables: [String] = []
        for (table, index, source) in indexes {
            let entries = try connection.number("SELECT count(*) FROM \(table) INDEXED BY \(index) WHERE session = ?", [.integer(sequence)])
            let rows = try connection.number("SELECT count(*) FROM \(table) \(source) WHERE session = ?", [.integer(sequence)])
            if let entries, let rows, entries < rows { tables.append(table) }
        }
        return tables
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
                "SELECT \(SessionSelection.cut("tag", of: "t")) FROM session_tag AS t WHERE session = ? ORDER BY t.tag LIMIT \(StoredBounds.mostTags)",
                [.integer(session)], repairing: true
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
