internal import SQLite

extension SQLiteSessionStore {
    public func findingNames(of id: String, steps: Range<Int>, isSealed: Bool) throws(StoreError) -> [[FindingName]] {
        try completing { () throws(StoreError) in try readFindingNames(of: id, steps: steps, isSealed: isSealed) }
    }

    private func readFindingNames(of id: String, steps: Range<Int>, isSealed: Bool) throws(StoreError) -> [[FindingName]] {
        let sql = """
            SELECT f.first_step, ifnull(min(f.last_step, s.step), s.step), f.kind, f.fingerprint, f.summary, f.owner FROM session AS s
            JOIN finding AS f ON f.session = s.sequence WHERE s.id = ? AND f.first_step < ? AND (f.last_step IS NULL OR f.last_step >= ?)
            ORDER BY f.place, f.id
            """
        // Rows below the first step are damaged; include them, so that they are detected.
        let first = steps.lowerBound == 0 ? Int64.min : Int64(steps.lowerBound)
        let values: [Value] = [.text(id), .integer(Int64(steps.upperBound)), .integer(first)]
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SQLiteSessionStore.sealedRow(of: parts, connection) }
            let rows = try parts.rows(connection, sql, values, { "a finding of \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                (
                    first: try row.integer(0), last: try row.integer(1),
                    finding: StoredFinding(
                        kind: StoredFinding.Kind(rawValue: try row.text(2)) ?? .conflict, fingerprint: try row.text(3), summary: try row.text(4),
                        owner: StoredFinding.owner(try row.value(5)))
                )
            }
            return (rows: rows, seals: isSealed ? try parts.seals(steps, connection) : [:])
        }
        var places = [[Int]](repeating: [], count: steps.count)
        for (place, entry) in found.rows.enumerated() {
            let seen = try parts.step(entry.first)..<max(try parts.step(entry.first), try parts.step(entry.last)) + 1
            for step in seen.clamped(to: steps) { places[step - steps.lowerBound].append(place) }
        }
        var checked: (places: [Int], found: [UInt8]?)?
        for step in steps {
            guard let sealed = found.seals[step] else { continue }
            let list = places[step - steps.lowerBound]
            // Most steps find what the one before found.
            if let checked, checked == (list, sealed.found) { continue }
            try parts.check(sealed, step, list.map { found.rows[$0].finding })
            checked = (list, sealed.found)
        }
        return places.map { $0.map { FindingName(fingerprint: found.rows[$0].finding.fingerprint, summary: found.rows[$0].finding.summary) } }
    }

    public func findings(kind: String?, limit: Int, cursor: String?) throws(StoreError) -> FindingPage {
        guard (1...SessionQuery.greatestLimit).contains(limit) else {
            throw .invalidQuery("a page can have 1 to \(SessionQuery.greatestLimit) findings, not \(limit)")
        }
        let last = try cursor.map { text throws(StoreError) in try FindingCursor(text: text) } ?? .first
        // Pending findings have another time in the index, so they are selected separately.
        let sql = """
            WITH \(PendingFindings.table),
            late AS MATERIALIZED (
                SELECT fingerprint, seen, session FROM (
                    SELECT *, row_number() OVER (PARTITION BY fingerprint ORDER BY seen DESC, session DESC) AS place FROM pending)
                WHERE place = 1),
            found AS (
                SELECT * FROM (
                    SELECT kind, fingerprint, summary, sessions, first_seen, last_seen, example FROM finding_summary
                    WHERE (last_seen, fingerprint) < (?1, CAST(?2 AS TEXT)) AND (?3 IS NULL OR kind = ?3)
                    AND fingerprint NOT IN (SELECT fingerprint FROM late)
                    ORDER BY last_seen DESC, fingerprint DESC LIMIT ?4)
                UNION ALL
                SELECT f.kind, f.fingerprint, f.summary, f.sessions, f.first_seen, max(f.last_seen, l.seen),
                iif((l.seen, l.session) > (f.last_seen, f.example), l.session, f.example)
                FROM late AS l CROSS JOIN finding_summary AS f ON f.fingerprint = l.fingerprint
                WHERE (max(f.last_seen, l.seen), f.fingerprint) < (?1, CAST(?2 AS TEXT)) AND (?3 IS NULL OR f.kind = ?3))
            SELECT f.kind, f.fingerprint, f.summary, f.sessions, f.first_seen, f.last_seen, ifnull(s.id, ''), CAST(f.fingerprint AS BLOB)
            FROM found AS f LEFT JOIN session AS s ON s.sequence = f.example ORDER BY f.last_seen DESC, f.fingerprint DESC LIMIT ?4
            """
        let word = kind.map { Value.text($0) } ?? .null
        let values: [Value] = [.integer(last.time), .blob(last.fingerprint), word, .integer(Int64(limit + 1))]
        var length = PageLength(limit: limit)
        let found = try readers.read(isLong: true) { connection throws(StoreError) in
            try storing { () throws(SQLiteError) in
                try connection.query(
                    sql, values, repairing: true, through: { length.isPassed([$0.finding.summary]) }
                ) { row throws(SQLiteError) in
                    (
                        finding: FindingSummary(
                            kind: try row.text(0), fingerprint: try row.text(1), summary: try row.text(2),
                            sessions: StoredBounds.count(try row.integer(3)), firstSeen: try row.integer(4), lastSeen: try row.integer(5),
                            example: try row.text(6)),
                        place: FindingCursor(time: try row.integer(5), fingerprint: try row.blob(7))
                    )
                }
            }
        }
        let page = length.page(of: found)
        return FindingPage(items: page.map(\.finding), next: found.count > page.count ? page.last?.place.text : nil)
    }

    public func count() throws(StoreError) -> Int {
        try readers.read { connection throws(StoreError) in Int(try connection.number("SELECT count(*) FROM session") ?? 0) }
    }

    public func byteCount() throws(StoreError) -> Int {
        try readers.read { connection throws(StoreError) in
            Int(try connection.number("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()") ?? 0)
        }
    }

    // MARK: - Retention

    public func setPinned(_ id: String, _ isPinned: Bool) throws(StoreError) -> Bool {
        try found { () throws(StoreError) in
            try write(to: [id]) { connection throws(StoreError) -> Bool? in
                guard let sequence = try MissedRow.sequence(of: id, connection) else { return nil }
                let sql = isPinned ? "INSERT OR IGNORE INTO pin (session) VALUES (?)" : "DELETE FROM pin WHERE session = ?"
                try connection.change(sql, [.integer(sequence)])
                return true
            }
        } ?? false
    }

    public func isPinned(_ id: String) throws(StoreError) -> Bool {
        try readers.read { connection throws(StoreError) in
            try connection.number("SELECT 1 FROM pin AS p JOIN session AS s ON s.sequence = p.session WHERE s.id = ?", [.text(id)]) != nil
        }
    }
}
