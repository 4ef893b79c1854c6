internal import Digest
internal import SQLite

/// The findings of a step as they are to be stored.
struct StepFindings: Sendable {
    let list: [StoredFinding]
    /// The same for steps that found the same.
    let digest: [UInt8]

    init(_ list: [StoredFinding]) {
        self.list = list
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128 * list.count)
        for finding in list {
            for text in [finding.kind.rawValue, finding.fingerprint, finding.summary, finding.owner ?? ""] {
                withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { bytes += $0 }
                bytes += text.utf8
            }
            bytes.append(finding.owner == nil ? 0 : 1)
        }
        digest = Array(SHA256.digest(of: bytes).prefix(16))
    }
}

// A finding is written when it comes and when it goes. What stays was seen at the newest step, which its own row and that of all sessions come to know
// later: until then the session is in `finding_pending`, and who reads pages of findings looks there (`PendingFindings`).
extension SessionStore {
    /// So many findings may be pending in all sessions, as each page of findings looks at them.
    static let mostPending = 1000

    /// Writes what a step found, beside what the step before found.
    ///
    /// - Parameter time: when the step was made.
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
            for row in change.gone {
                try connection.change(
                    "UPDATE finding SET last_step = ?, seen = max(?, since) WHERE id = ?",
                    [.integer(Int64(step - 1)), .integer(before?.time ?? time), .integer(row)])
            }
            try insert(change.new, session, step, at: time, connection)
            new = change.new.count
        }
        guard new < findings.list.count else {
            // Nothing was seen later than what is written.
            try connection.change("DELETE FROM finding_pending WHERE session = ?", [.integer(session)])
            return
        }
        if findings.list.count > mostPending || before.map({ $0.time > time }) ?? true {
            // Too many for all who read, or, where a clock was set back, not later than what is written.
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

    /// Those that have not gone, in the order of the report. What is damaged of one is none that a report can have, and goes.
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

    /// What has not gone was seen at the newest step: its rows come to know.
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

    /// The same, but later. Where too much is pending, other sessions come to know now, the oldest first.
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
        var pending = all.reduce(0) { $0 + min($1.findings, mostPending) }
        for other in all where pending > mostPending && other.session != session {
            try settle(other.session, connection)
            pending -= min(other.findings, mostPending)
        }
    }
}
