internal import PostgreSQL

/// The changes of `finding_summary` by a transaction. They are written at the end, in the order of the fingerprints: transactions of
/// several services meet in these rows, lock them only for the time of the commit, and cannot wait for each other in a circle.
struct SummaryChanges {
    /// New rows of a finding.
    struct Addition {
        let kind: String
        let summary: String
        /// The number of sessions that did not have the finding before.
        var sessions: Int64
        var since: Int64
        /// The last time, and the newest session with that time.
        var seen: (time: Int64, session: Int64)
    }

    var added: [String: Addition] = [:]
    /// The findings whose last time changed.
    var changed: Set<String> = []
    /// The findings of deleted sessions, with the number of these.
    var removed: [String: Int64] = [:]

    mutating func add(_ finding: StoredFinding, isNew: Bool, at time: Int64, of session: Int64) {
        let count: Int64 = isNew ? 1 : 0
        guard var addition = added[finding.fingerprint] else {
            added[finding.fingerprint] = Addition(
                kind: finding.kind.rawValue, summary: finding.summary, sessions: count, since: time, seen: (time, session))
            return
        }
        addition.sessions += count
        addition.since = min(addition.since, time)
        if addition.seen < (time, session) { addition.seen = (time, session) }
        added[finding.fingerprint] = addition
    }
}

// A finding is written when it appears and when it disappears, as in SQLite (PACKING.md). The session's row is locked.
extension Transaction {
    /// Writes the changes of a step's findings from the previous step.
    ///
    /// - Parameter time: the time of the step.
    func insert(_ findings: StepFindings, _ session: Int64, _ step: Int, at time: Int64) throws(StoreError) {
        guard step > 0 else { return try insert(FindingChange(from: [], to: findings.list).new, session, 0, at: time) }
        let sql = "SELECT created_at, found FROM step WHERE session = $1 AND number = $2"
        let before = try first(sql, [.integer(session), .integer(Int64(step - 1))]) { row throws(PostgreSQLError) in
            (time: try row.integer(0), digest: try row.bytes(1))
        }
        var new = 0
        if before?.digest != findings.digest {
            let open = try openFindings(session)
            let change = FindingChange(from: open.map(\.finding), to: findings.list)
            try end(change.removed.map { open[Int($0)] }, session, after: step - 1, at: before?.time ?? time)
            try insert(change.new, session, step, at: time)
            new = change.new.count
        }
        guard new < findings.list.count else {
            // No time later than those in the rows.
            try self.change("DELETE FROM finding_pending WHERE session = $1", [.integer(session)])
            return
        }
        if before.map({ $0.time > time }) ?? true {
            // A clock was set back: not later than the rows record.
            try settle(session)
        } else {
            try notePending(session, findings.list.count)
        }
    }

    private func insert(_ new: [FindingChange.New], _ session: Int64, _ step: Int, at time: Int64) throws(StoreError) {
        guard !new.isEmpty else { return }
        let prints = new.map(\.finding.fingerprint)
        var known: Set<String> = []
        if step > 0 {
            let sql = "SELECT DISTINCT fingerprint FROM finding WHERE session = $1 AND fingerprint = ANY ($2)"
            known = Set(try query(sql, [.integer(session), .texts(prints)]) { row throws(PostgreSQLError) in try row.text(0) })
        }
        let time = max(time, session)
        for entry in new {
            summaries.add(entry.finding, isNew: known.insert(entry.finding.fingerprint).inserted, at: time, of: session)
        }
        try change(
            """
            INSERT INTO finding (session, first_step, place, fingerprint, kind, summary, owner, since, seen)
            SELECT $1, $2, n.place, n.fingerprint, n.kind, n.summary, n.owner, $3, $3
            FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[]) AS n (place, fingerprint, kind, summary, owner)
            """,
            [
                .integer(session), .integer(Int64(step)), .integer(time), .integers(new.map(\.place)), .texts(prints),
                .texts(new.map(\.finding.kind.rawValue)), .texts(new.map(\.finding.summary)), .texts(new.map(\.finding.owner)),
            ])
    }

    /// Returns the findings that have not disappeared, in the order of the report. `row` is the index in this list.
    private func openFindings(_ session: Int64) throws(StoreError) -> [(finding: FindingChange.Open, firstStep: Int64)] {
        let sql = """
            SELECT place, first_step, kind, fingerprint, summary, owner FROM finding WHERE session = $1 AND last_step IS NULL
            ORDER BY place, first_step
            """
        var index: Int64 = -1
        return try query(sql, [.integer(session)]) { row throws(PostgreSQLError) in
            index += 1
            let finding = StoredFinding(
                kind: StoredFinding.Kind(rawValue: try row.text(2)) ?? .conflict, fingerprint: try row.text(3), summary: try row.text(4),
                owner: try row.optionalText(5))
            return (FindingChange.Open(row: index, place: try row.integer(0), finding: finding), try row.integer(1))
        }
    }

    /// Ends findings: their last step is the given one.
    private func end(
        _ findings: [(finding: FindingChange.Open, firstStep: Int64)], _ session: Int64, after step: Int, at time: Int64
    ) throws(StoreError) {
        guard !findings.isEmpty else { return }
        try change(
            """
            UPDATE finding AS f SET last_step = $2, seen = greatest($3, f.since)
            FROM unnest($4::bigint[], $5::bigint[]) AS e (first_step, place)
            WHERE f.session = $1 AND f.first_step = e.first_step AND f.place = e.place
            """,
            [
                .integer(session), .integer(Int64(step)), .integer(time), .integers(findings.map(\.firstStep)),
                .integers(findings.map(\.finding.place)),
            ])
        summaries.changed.formUnion(findings.map(\.finding.finding.fingerprint))
    }

    /// Updates the rows of findings that persist: they were last seen at the newest step.
    private func settle(_ session: Int64) throws(StoreError) {
        let sql = """
            UPDATE finding AS f SET seen = greatest(f.since, n.time)
            FROM (SELECT greatest(t.created_at, s.sequence) AS time FROM session AS s
                JOIN step AS t ON t.session = s.sequence AND t.number = s.step WHERE s.sequence = $1) AS n
            WHERE f.session = $1 AND f.last_step IS NULL AND f.seen <> greatest(f.since, n.time) RETURNING f.fingerprint
            """
        summaries.changed.formUnion(try query(sql, [.integer(session)]) { row throws(PostgreSQLError) in try row.text(0) })
        try change("DELETE FROM finding_pending WHERE session = $1", [.integer(session)])
    }

    /// Defers the update of `settle`. If too many findings are pending, other sessions are updated now, the oldest first; those that
    /// another transaction is changing are left out.
    private func notePending(_ session: Int64, _ count: Int) throws(StoreError) {
        let sql = """
            INSERT INTO finding_pending AS p (session, findings) VALUES ($1, $2)
            ON CONFLICT (session) DO UPDATE SET findings = excluded.findings WHERE p.findings <> excluded.findings
            """
        guard try change(sql, [.integer(session), .integer(Int64(count))]) > 0 else { return }
        let all = try query("SELECT session, findings FROM finding_pending ORDER BY session") { row throws(PostgreSQLError) in
            (session: try row.integer(0), findings: StoredBounds.count(try row.integer(1)))
        }
        var pending = all.reduce(0) { $0 + min($1.findings, StepFindings.mostPending) }
        for other in all where pending > StepFindings.mostPending && other.session != session {
            let locked = try number("SELECT sequence FROM session WHERE sequence = $1 FOR UPDATE SKIP LOCKED", [.integer(other.session)])
            guard locked != nil else { continue }
            try settle(other.session)
            pending -= min(other.findings, StepFindings.mostPending)
        }
    }

    /// Notes the findings of a session that is about to be deleted.
    func noteDeletion(of session: Int64) throws(StoreError) {
        let sql = "SELECT DISTINCT fingerprint FROM finding WHERE session = $1"
        for print in try query(sql, [.integer(session)], { row throws(PostgreSQLError) in try row.text(0) }) {
            summaries.removed[print, default: 0] += 1
        }
    }

    // MARK: - Summaries

    /// Writes the changes of the summaries. It is the last work before the commit.
    func writeSummaries() throws(StoreError) {
        let recomputed = summaries.changed.union(summaries.removed.keys)
        if !recomputed.isEmpty {
            // Locked by a statement of its own, so that the next ones see what other transactions have committed.
            _ = try query(
                "SELECT 1 FROM finding_summary WHERE fingerprint = ANY ($1) ORDER BY fingerprint FOR UPDATE",
                [.texts(SummaryChanges.ordered(recomputed.union(summaries.added.keys)))], { _ in })
        }
        try addSummaries()
        if !summaries.removed.isEmpty { try removeSummaries() }
        if !recomputed.isEmpty {
            try change(
                """
                UPDATE finding_summary AS f SET last_seen = n.seen, example = n.session
                FROM unnest($1::text[]) AS w (fingerprint) CROSS JOIN LATERAL (
                    SELECT l.seen, l.session FROM finding AS l WHERE l.fingerprint = w.fingerprint ORDER BY l.seen DESC, l.session DESC LIMIT 1) AS n
                WHERE f.fingerprint = w.fingerprint
                """, [.texts(SummaryChanges.ordered(recomputed))])
        }
    }

    private func addSummaries() throws(StoreError) {
        let prints = SummaryChanges.ordered(Set(summaries.added.keys))
        guard !prints.isEmpty else { return }
        let additions = prints.compactMap { summaries.added[$0] }
        try change(
            """
            INSERT INTO finding_summary AS f (fingerprint, kind, summary, sessions, first_seen, last_seen, example)
            SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
            ON CONFLICT (fingerprint) DO UPDATE SET
                sessions = f.sessions + excluded.sessions,
                first_seen = least(f.first_seen, excluded.first_seen),
                last_seen = greatest(f.last_seen, excluded.last_seen),
                example = CASE WHEN (excluded.last_seen, excluded.example) > (f.last_seen, f.example) THEN excluded.example ELSE f.example END
            """,
            [
                .texts(prints), .texts(additions.map(\.kind)), .texts(additions.map(\.summary)), .integers(additions.map(\.sessions)),
                .integers(additions.map(\.since)), .integers(additions.map(\.seen.time)), .integers(additions.map(\.seen.session)),
            ])
    }

    private func removeSummaries() throws(StoreError) {
        let prints = SummaryChanges.ordered(Set(summaries.removed.keys))
        try change(
            """
            UPDATE finding_summary AS f SET sessions = f.sessions - w.count
            FROM unnest($1::text[], $2::bigint[]) AS w (fingerprint, count) WHERE f.fingerprint = w.fingerprint
            """, [.texts(prints), .integers(prints.map { summaries.removed[$0] ?? 0 })])
        // Somebody may have altered the number.
        try change(
            """
            DELETE FROM finding_summary AS f WHERE f.fingerprint = ANY ($1)
            AND (f.sessions <= 0 OR NOT EXISTS (SELECT 1 FROM finding AS n WHERE n.fingerprint = f.fingerprint))
            """, [.texts(prints)])
        // No finding is older than its session, so the least `since` is not of a session after another `since`. If an altered row says otherwise,
        // the time of its session counts.
        try change(
            """
            UPDATE finding_summary AS f SET
                summary = (SELECT n.summary FROM finding AS n WHERE n.fingerprint = f.fingerprint ORDER BY n.seen DESC, n.session DESC LIMIT 1),
                first_seen = (
                    SELECT min(greatest(n.since, n.session)) FROM finding AS n WHERE n.fingerprint = f.fingerprint AND n.session <= (
                        SELECT min(greatest(e.since, e.session)) FROM (
                            SELECT o.since, o.session FROM finding AS o WHERE o.fingerprint = f.fingerprint ORDER BY o.session LIMIT 16) AS e))
            WHERE f.fingerprint = ANY ($1)
            """, [.texts(prints)])
    }
}

extension SummaryChanges {
    /// Returns fingerprints in the order in which their rows are locked.
    static func ordered(_ prints: Set<String>) -> [String] {
        prints.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
