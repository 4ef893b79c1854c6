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

/// The times at which findings were seen, that is the times of the steps that had them.
struct FindingLooks {
    /// An interval of steps: from the one at which a finding appeared to the last before it disappeared, or the newest.
    private struct Span {
        let session: Int64
        let first: Int64
        /// The last step; nil for the newest.
        let last: Int64?
        let since: Int64
        let seen: Int64
    }

    private struct Look: Hashable {
        let time: Int64
        let session: Int64
    }

    /// The times of a session's steps, the newest first, as far as they were read.
    private struct Steps {
        var steps: [(number: Int64, time: Int64)] = []
        var isWhole = false
    }

    private let connection: Connection
    private let most: Int
    private var pending: [String: [Span]] = [:]
    private var pendingSessions: Set<Int64> = []
    private var steps: [Int64: Steps] = [:]

    /// - Parameter most: the maximum number of times of one finding; the newest are used.
    init(_ connection: Connection, most: Int) throws(SQLiteError) {
        (self.connection, self.most) = (connection, most)
        let sql = "WITH \(PendingFindings.table) SELECT fingerprint, session, first_step, since, seen FROM pending"
        let spans = try connection.query(sql, repairing: true) { row throws(SQLiteError) in
            let session = try row.integer(1)
            return (
                fingerprint: try row.text(0),
                span: Span(session: session, first: try row.integer(2), last: nil, since: try row.integer(3), seen: try row.integer(4))
            )
        }
        for (fingerprint, span) in spans {
            pending[fingerprint, default: []].append(span)
            pendingSessions.insert(span.session)
        }
    }

    /// Returns the times at which a finding was seen, the newest first.
    mutating func times(of fingerprint: String) throws(SQLiteError) -> [Int64] {
        let late = pending[fingerprint] ?? []
        let sql = """
            SELECT session, first_step, last_step, since, seen FROM finding WHERE fingerprint = ? ORDER BY seen DESC, session DESC LIMIT ?
            """
        let stored = try connection.query(sql, [.text(fingerprint), .integer(Int64(most + late.count))], repairing: true) { row throws(SQLiteError) in
            let last: Int64? = if case .integer(let last) = try row.value(2) { last } else { nil }
            return Span(session: try row.integer(0), first: try row.integer(1), last: last, since: try row.integer(3), seen: try row.integer(4))
        }
        let current = stored.filter { $0.last != nil || !pendingSessions.contains($0.session) }
        var looks: Set<Look> = []
        // Earlier times cannot be among the newest.
        var limit = Int64.min
        for span in (late + current).sorted(by: { ($0.seen, $0.session) > ($1.seen, $1.session) }) {
            if span.seen < limit { break }
            looks.insert(Look(time: span.seen, session: span.session))
            looks.insert(Look(time: span.since, session: span.session))
            try visit(span, downTo: limit) { looks.insert(Look(time: $0, session: span.session)) }
            guard looks.count >= most else { continue }
            let newest = looks.sorted { ($0.time, $0.session) > ($1.time, $1.session) }.prefix(most)
            limit = newest.last?.time ?? limit
            looks = Set(newest)
        }
        return looks.map { StoredBounds.time($0.time) }.sorted(by: >)
    }

    /// Visits the times of the steps strictly between the first and the last of a span, the newest first. Mostly there are none:
    /// a span with one time has one step, unless a clock was set back.
    private mutating func visit(_ span: Span, downTo limit: Int64, _ body: (Int64) -> Void) throws(SQLiteError) {
        guard span.since < span.seen else { return }
        if let last = span.last, last <= span.first || last - 1 == span.first { return }
        var known = steps[span.session] ?? Steps()
        defer { steps[span.session] = known }
        var index = 0
        while true {
            if index == known.steps.count {
                guard !known.isWhole else { return }
                let sql = "SELECT number, created_at FROM step WHERE session = ? AND number < ? ORDER BY number DESC LIMIT 64"
                let further = try connection.query(
                    sql, [.integer(span.session), .integer(known.steps.last?.number ?? .max)], repairing: true
                ) { row throws(SQLiteError) in (number: try row.integer(0), time: max(try row.integer(1), span.session)) }
                known.steps += further
                known.isWhole = further.count < 64
                if further.isEmpty { return }
            }
            let step = known.steps[index]
            if step.number <= span.first || step.time < limit { return }
            if step.number < span.last ?? .max { body(step.time) }
            index += 1
        }
    }
}
