internal import SQLite

// A finding is written when it appears and when it disappears. A finding that persists was last seen at the newest step, but its
// own row and that of all sessions are updated later: until then the session is in `finding_pending`, and queries for pages of
// findings read it there (`PendingFindings`).
extension SQLiteSessionStore {
    /// Writes the changes of a step's findings from the previous step.
    ///
    /// - Parameter time: the time of the step.
    static func insert(
        _ findings: StepFindings, _ session: Int64, _ step: Int, at time: Int64, _ connection: Connection
    ) throws(StoreError) {
        guard step > 0 else { return try insert(FindingChange(from: [], to: findings.list).new, session, 0, at: time, connection) }
        let sql = "SELECT created_at, found FROM step WHERE session = ? AND number = ?"
        let before = try storing { () throws(SQLiteError) in
            try connection.first(sql, [.integer(session), .integer(Int64(step - 1))], repairing: true) { row throws(SQLiteError) in
                (time: try row.integer(0), digest: try row.optionalBlob(1))
            }
        }
        var new = 0
        if before?.digest != findings.digest {
            let change = FindingChange(from: try openFindings(session, connection), to: findings.list)
            for row in change.removed {
                try connection.change(
                    "UPDATE finding SET last_step = ?, seen = max(?, since) WHERE id = ?",
                    [.integer(Int64(step - 1)), .integer(before?.time ?? time), .integer(row)])
            }
            try insert(change.new, session, step, at: time, connection)
            new = change.new.count
        }
        guard new < findings.list.count else {
            // No time later than those in the rows.
            try connection.change("DELETE FROM finding_pending WHERE session = ?", [.integer(session)])
            return
        }
        if before.map({ $0.time > time }) ?? true {
            // A clock was set back: not later than the rows record.
            try settle(session, connection)
        } else {
            try notePending(session, findings.list.count, connection)
        }
    }

    private static func insert(
        _ new: [FindingChange.New], _ session: Int64, _ step: Int, at time: Int64, _ connection: Connection
    ) throws(StoreError) {
        let sql = """
            INSERT INTO finding (session, first_step, place, fingerprint, kind, summary, owner, since, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
            """
        for entry in new {
            let finding = entry.finding
            try connection.change(
                sql,
                [
                    .integer(session), .integer(Int64(step)), .integer(entry.place), .text(finding.fingerprint), .text(finding.kind.rawValue),
                    .text(finding.summary), finding.owner.map { .text($0) } ?? .null, .integer(max(time, session)),
                ])
        }
    }

    /// Returns the findings that have not disappeared, in the order of the report. A finding with a damaged value matches no
    /// finding of a report, so it is removed.
    private static func openFindings(_ session: Int64, _ connection: Connection) throws(StoreError) -> [FindingChange.Open] {
        let sql = """
            SELECT id, place, kind, fingerprint, summary, owner FROM finding WHERE session = ? AND last_step IS NULL ORDER BY place, id
            """
        return try storing { () throws(SQLiteError) in
            try connection.query(sql, [.integer(session)], repairing: true) { row throws(SQLiteError) in
                FindingChange.Open(
                    row: try row.integer(0), place: try row.integer(1),
                    finding: StoredFinding(
                        kind: StoredFinding.Kind(rawValue: try row.text(2)) ?? .conflict, fingerprint: try row.text(3), summary: try row.text(4),
                        owner: StoredFinding.owner(try row.value(5))))
            }
        }
    }

    /// Updates the rows of findings that persist: they were last seen at the newest step.
    private static func settle(_ session: Int64, _ connection: Connection) throws(StoreError) {
        let newest = """
            (SELECT max(t.created_at, s.sequence) FROM session AS s JOIN step AS t ON t.session = s.sequence AND t.number = s.step
            WHERE s.sequence = ?1)
            """
        try connection.change(
            """
            UPDATE finding SET seen = max(since, \(newest)) WHERE session = ?1 AND last_step IS NULL AND seen <> max(since, \(newest))
            """, [.integer(session)])
        try connection.change("DELETE FROM finding_pending WHERE session = ?", [.integer(session)])
    }

    /// Defers the update of `settle`. If too many findings are pending, other sessions are updated now, the oldest first.
    private static func notePending(_ session: Int64, _ count: Int, _ connection: Connection) throws(StoreError) {
        let sql = """
            INSERT INTO finding_pending (session, findings) VALUES (?, ?)
            ON CONFLICT (session) DO UPDATE SET findings = excluded.findings WHERE findings <> excluded.findings
            """
        try connection.change(sql, [.integer(session), .integer(Int64(count))])
        guard connection.changes > 0 else { return }
        let all = try storing { () throws(SQLiteError) in
            try connection.query("SELECT session, findings FROM finding_pending ORDER BY session") { row throws(SQLiteError) in
                (session: try row.integer(0), findings: StoredBounds.count(try row.integer(1)))
            }
        }
        var pending = all.reduce(0) { $0 + min($1.findings, StepFindings.mostPending) }
        for other in all where pending > StepFindings.mostPending && other.session != session {
            try settle(other.session, connection)
            pending -= min(other.findings, StepFindings.mostPending)
        }
    }
}
