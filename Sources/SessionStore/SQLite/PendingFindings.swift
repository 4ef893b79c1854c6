internal import SQLite

/// Findings that still occur at the newest step of their session. Their rows are not updated with each step, so the time at which
/// they were last seen is that of the step.
enum PendingFindings {
    /// A common table expression for a statement that begins with WITH. It lists each finding's fingerprint, session, first step,
    /// the time of that step, and the time at which the finding was last seen.
    static let table = """
        pending AS MATERIALIZED (
            SELECT f.fingerprint, f.session, f.first_step, f.since, max(t.created_at, f.since) AS seen FROM finding_pending AS p
            CROSS JOIN session AS s ON s.sequence = p.session CROSS JOIN step AS t ON t.session = s.sequence AND t.number = s.step
            CROSS JOIN finding AS f ON f.session = s.sequence AND f.last_step IS NULL)
        """
}

/// The findings as a connection reads them in its transaction.
struct SQLiteFindings: FindingSource {
    let connection: Connection

    func pendingSpans() throws(StoreError) -> [(fingerprint: String, span: FindingSpan)] {
        let sql = "WITH \(PendingFindings.table) SELECT fingerprint, session, first_step, since, seen FROM pending"
        return try storing { () throws(SQLiteError) in
            try connection.query(sql, repairing: true) { row throws(SQLiteError) in
                let session = try row.integer(1)
                return (
                    fingerprint: try row.text(0),
                    span: FindingSpan(session: session, first: try row.integer(2), last: nil, since: try row.integer(3), seen: try row.integer(4))
                )
            }
        }
    }

    func spans(of fingerprint: String, limit: Int) throws(StoreError) -> [FindingSpan] {
        let sql = """
            SELECT session, first_step, last_step, since, seen FROM finding WHERE fingerprint = ? ORDER BY seen DESC, session DESC LIMIT ?
            """
        return try storing { () throws(SQLiteError) in
            try connection.query(sql, [.text(fingerprint), .integer(Int64(limit))], repairing: true) { row throws(SQLiteError) in
                let last: Int64? = if case .integer(let last) = try row.value(2) { last } else { nil }
                return FindingSpan(
                    session: try row.integer(0), first: try row.integer(1), last: last, since: try row.integer(3), seen: try row.integer(4))
            }
        }
    }

    func stepTimes(of session: Int64, before number: Int64, limit: Int) throws(StoreError) -> [(number: Int64, time: Int64)] {
        let sql = "SELECT number, created_at FROM step WHERE session = ? AND number < ? ORDER BY number DESC LIMIT ?"
        return try storing { () throws(SQLiteError) in
            try connection.query(sql, [.integer(session), .integer(number), .integer(Int64(limit))], repairing: true) { row throws(SQLiteError) in
                (number: try row.integer(0), time: try row.integer(1))
            }
        }
    }
}
