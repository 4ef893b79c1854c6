internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func findings(_ id: String, step: Int) throws(StoreError) -> [StoredFinding] {
        guard StoredBounds.steps.contains(step) else { return [] }
        return try findings(of: id, steps: step..<step + 1, isSealed: true).first ?? []
    }

    public func findingNames(of id: String, steps: Range<Int>, isSealed: Bool) throws(StoreError) -> [[FindingName]] {
        try findings(of: id, steps: steps, isSealed: isSealed).map { findings in
            findings.map { FindingName(fingerprint: $0.fingerprint, summary: $0.summary) }
        }
    }

    /// Returns the findings of some steps of a session, for each step in the order of its report.
    private func findings(of id: String, steps: Range<Int>, isSealed: Bool) throws(StoreError) -> [[StoredFinding]] {
        let sql = """
            SELECT first_step, last_step, kind, fingerprint, summary, owner FROM finding
            WHERE session = $1 AND first_step < $2 AND (last_step IS NULL OR last_step >= $3) ORDER BY place, first_step
            """
        let parts = StoredParts(id: id)
        typealias Span = (steps: Range<Int>, finding: StoredFinding)
        let found = try read { transaction throws(StoreError) -> (spans: [Span], seals: [Int: SealedStep]) in
            guard let session = isSealed ? try parts.sealedRow(transaction) : try parts.row(transaction) else { return ([], [:]) }
            let values: [Value] = [
                .integer(session.createdAt), .integer(Int64(steps.upperBound)), .integer(Int64(steps.lowerBound)),
            ]
            let spans = try parts.rows(transaction, sql, values, "a finding") { row throws(PostgreSQLError) -> Span in
                let first = max(0, Int(try row.integer(0)))
                let last = min(try row.optionalInteger(1).map { Int($0) } ?? session.step, session.step)
                let finding = StoredFinding(
                    kind: StoredFinding.Kind(rawValue: try row.text(2)) ?? .conflict, fingerprint: try row.text(3), summary: try row.text(4),
                    owner: try row.optionalText(5))
                return (first..<max(first, last) + 1, finding)
            }
            return (spans, isSealed ? try parts.seals(steps, session.createdAt, transaction) : [:])
        }
        var places = [[Int]](repeating: [], count: steps.count)
        for (place, span) in found.spans.enumerated() {
            for step in span.steps.clamped(to: steps) { places[step - steps.lowerBound].append(place) }
        }
        var checked: (places: [Int], found: [UInt8]?)?
        for step in steps {
            guard let sealed = found.seals[step] else { continue }
            let list = places[step - steps.lowerBound]
            // Most steps find what the one before found.
            if let checked, checked == (list, sealed.found) { continue }
            try parts.check(sealed, step, list.map { found.spans[$0].finding })
            checked = (list, sealed.found)
        }
        return places.map { $0.map { found.spans[$0].finding } }
    }

    public func findings(kind: String?, limit: Int, cursor: String?) throws(StoreError) -> FindingPage {
        guard (1...SessionQuery.greatestLimit).contains(limit) else {
            throw .invalidQuery("a page can have 1 to \(SessionQuery.greatestLimit) findings, not \(limit)")
        }
        let last = try cursor.map { text throws(StoreError) in try FindingCursor(text: text) }
        // Pending findings have another time in the index, so they are selected separately.
        let sql = """
            WITH \(PostgreSQLFindings.pending),
            late AS MATERIALIZED (
                SELECT DISTINCT ON (fingerprint) fingerprint, seen, session FROM pending ORDER BY fingerprint, seen DESC, session DESC),
            found AS (
                (SELECT kind, fingerprint, summary, sessions, first_seen, last_seen, example FROM finding_summary
                    WHERE (last_seen, fingerprint) < ($1, $2) AND ($3::text IS NULL OR kind = $3)
                    AND NOT EXISTS (SELECT 1 FROM late AS l WHERE l.fingerprint = finding_summary.fingerprint)
                    ORDER BY last_seen DESC, fingerprint DESC LIMIT $4)
                UNION ALL
                SELECT f.kind, f.fingerprint, f.summary, f.sessions, f.first_seen, greatest(f.last_seen, l.seen),
                    CASE WHEN (l.seen, l.session) > (f.last_seen, f.example) THEN l.session ELSE f.example END
                FROM late AS l JOIN finding_summary AS f ON f.fingerprint = l.fingerprint
                WHERE (greatest(f.last_seen, l.seen), f.fingerprint) < ($1, $2) AND ($3::text IS NULL OR f.kind = $3))
            SELECT f.kind, f.fingerprint, f.summary, f.sessions, f.first_seen, f.last_seen, coalesce(s.id, '')
            FROM found AS f LEFT JOIN session AS s ON s.sequence = f.example ORDER BY f.last_seen DESC, f.fingerprint DESC LIMIT $4
            """
        let values: [Value] = [
            .integer(last?.time ?? .max), .text(last.map { String(decoding: $0.fingerprint, as: UTF8.self) } ?? ""),
            kind.map { .text($0) } ?? .null, .integer(Int64(limit + 1)),
        ]
        let (found, length) = try read(isSingle: true) { transaction throws(StoreError) in
            var length = PageLength(limit: limit)
            let found = try transaction.query(sql, values, through: { length.isPassed([$0.summary]) }) { row throws(PostgreSQLError) in
                FindingSummary(
                    kind: try row.text(0), fingerprint: try row.text(1), summary: try row.text(2), sessions: StoredBounds.count(try row.integer(3)),
                    firstSeen: try row.integer(4), lastSeen: try row.integer(5), example: try row.text(6))
            }
            return (found, length)
        }
        let page = length.page(of: found)
        let next = page.last.map { FindingCursor(time: $0.lastSeen, fingerprint: Array($0.fingerprint.utf8)).text }
        return FindingPage(items: Array(page), next: found.count > page.count ? next : nil)
    }

    public func histories(of fingerprints: [String], spans: Int, now: Int64, times: Int) throws(StoreError) -> [String: FindingHistory] {
        guard (1...100).contains(spans) else { throw .invalidQuery("a history can have 1 to 100 spans, not \(spans)") }
        return try read(isLong: true) { transaction throws(StoreError) in
            var looks = try FindingLooks(PostgreSQLFindings(transaction: transaction), most: times)
            var histories: [String: FindingHistory] = [:]
            for fingerprint in fingerprints {
                histories[fingerprint] = FindingHistory(try looks.times(of: fingerprint), spans: spans, now: now)
            }
            return histories
        }
    }
}

/// The findings as a transaction reads them.
struct PostgreSQLFindings: FindingSource {
    /// A common table expression for a statement that begins with WITH, as `PendingFindings.table` of SQLite.
    static let pending = """
        pending AS MATERIALIZED (
            SELECT f.fingerprint, f.session, f.first_step, f.since, greatest(t.created_at, f.since) AS seen FROM finding_pending AS p
            JOIN session AS s ON s.sequence = p.session JOIN step AS t ON t.session = s.sequence AND t.number = s.step
            JOIN finding AS f ON f.session = s.sequence AND f.last_step IS NULL)
        """

    let transaction: Transaction

    func pendingSpans() throws(StoreError) -> [(fingerprint: String, span: FindingSpan)] {
        let sql = "WITH \(PostgreSQLFindings.pending) SELECT fingerprint, session, first_step, since, seen FROM pending"
        return try transaction.query(sql) { row throws(PostgreSQLError) in
            let span = FindingSpan(
                session: try row.integer(1), first: try row.integer(2), last: nil, since: try row.integer(3), seen: try row.integer(4))
            return (fingerprint: try row.text(0), span: span)
        }
    }

    func spans(of fingerprint: String, limit: Int) throws(StoreError) -> [FindingSpan] {
        let sql = """
            SELECT session, first_step, last_step, since, seen FROM finding WHERE fingerprint = $1 ORDER BY seen DESC, session DESC LIMIT $2
            """
        return try transaction.query(sql, [.text(fingerprint), .integer(Int64(limit))]) { row throws(PostgreSQLError) in
            FindingSpan(
                session: try row.integer(0), first: try row.integer(1), last: try row.optionalInteger(2), since: try row.integer(3),
                seen: try row.integer(4))
        }
    }

    func stepTimes(of session: Int64, before number: Int64, limit: Int) throws(StoreError) -> [(number: Int64, time: Int64)] {
        let sql = "SELECT number, created_at FROM step WHERE session = $1 AND number < $2 ORDER BY number DESC LIMIT $3"
        let values: [Value] = [.integer(session), .integer(number), .integer(Int64(limit))]
        return try transaction.query(sql, values) { row throws(PostgreSQLError) in (number: try row.integer(0), time: try row.integer(1)) }
    }
}

extension StoredParts {
    /// Returns the seals of steps by their numbers.
    func seals(_ steps: Range<Int>, _ session: Int64, _ transaction: Transaction) throws(StoreError) -> [Int: SealedStep] {
        let sql = "SELECT number, seal, found FROM step WHERE session = $1 AND number >= $2 AND number < $3"
        let values: [Value] = [.integer(session), .integer(Int64(steps.lowerBound)), .integer(Int64(steps.upperBound))]
        let found = try rows(transaction, sql, values, "a step") { row throws(PostgreSQLError) in
            (Int(try row.integer(0)), SealedStep(seal: try row.bytes(1), found: try row.bytes(2), isOfSealedSession: true))
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}
