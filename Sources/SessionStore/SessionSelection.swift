internal import SQLite

/// The statement for one page of a query.
///
/// One table drives: its key ends with the session, so it is walked from the cursor downwards and the walk stops when the page is full, on the last
/// page as on the first. The other conditions are looked up for each candidate. Of the conditions given, the one that drives is the one likely to
/// leave the fewest candidates, in the order of `Driver`.
struct SessionSelection {
    /// The columns that `StoredSession.init(_:tags:)` reads.
    static let columns = "s.sequence, s.id, s.name, s.root, s.verdict, s.step, s.engine, s.options"

    private enum Driver {
        case finding, search, view, tag, session

        var table: String {
            switch self {
            case .finding: "finding AS d CROSS JOIN session AS s ON s.sequence = d.session"
            case .search: "session_search AS d CROSS JOIN session AS s ON s.sequence = d.rowid"
            case .view: "session_view AS d CROSS JOIN session AS s ON s.sequence = d.session"
            case .tag: "session_tag AS d CROSS JOIN session AS s ON s.sequence = d.session"
            case .session: "session AS s"
            }
        }

        var key: String {
            switch self {
            case .finding, .view, .tag: "d.session"
            case .search: "d.rowid"
            case .session: "s.sequence"
            }
        }
    }

    /// Selects the page's sessions and, to show whether there is a next page, one more.
    let sql: String
    let values: [Value]

    /// - Parameter expression: the expression of FTS5 for a word; nil where it must be sought in the text itself.
    /// - Throws: `malformedCursor`, `invalidQuery`, and what `expression` throws.
    init(_ query: SessionQuery, expression: (String) throws(StoreError) -> String?) throws(StoreError) {
        guard (1...SessionQuery.greatestLimit).contains(query.limit) else {
            throw .invalidQuery("a page has 1 to \(SessionQuery.greatestLimit) sessions, not \(query.limit)")
        }
        let words = SearchText.words(query.text ?? "")
        guard words.count <= SearchText.greatestWordCount else {
            throw .invalidQuery("a search has at most \(SearchText.greatestWordCount) words, not \(words.count)")
        }
        // A fingerprint leaves so few sessions that no index is needed for the words.
        var expressions: [String] = []
        var plain: [String] = []
        for word in words {
            if query.fingerprint == nil, let found = try expression(word) { expressions.append(found) } else { plain.append(word) }
        }
        let driver = SessionSelection.driver(of: query, isIndexed: !expressions.isEmpty)
        var upper = query.until ?? .max
        if let cursor = query.cursor { upper = min(upper, try Cursor(text: cursor).sequence) }

        let conditions =
            SessionSelection.conditions(of: query, driver) + SessionSelection.conditions(of: plain, matching: expressions) + [
                ("\(driver.key) < ?", .integer(upper)),
                ("\(driver.key) >= ?", .integer(query.since ?? .min)),
            ]
        sql = """
            SELECT \(SessionSelection.columns) FROM \(driver.table) \
            WHERE \(conditions.map(\.0).joined(separator: " AND ")) ORDER BY \(driver.key) DESC LIMIT ?
            """
        values = conditions.map(\.1) + [.integer(Int64(query.limit + 1))]
    }

    private static func driver(of query: SessionQuery, isIndexed: Bool) -> Driver {
        if query.fingerprint != nil { return .finding }
        if isIndexed { return .search }
        if query.view != nil { return .view }
        return query.tags.isEmpty ? .session : .tag
    }

    private static func conditions(of query: SessionQuery, _ driver: Driver) -> [(String, Value)] {
        var conditions: [(String, Value)] = []
        if let fingerprint = query.fingerprint {
            conditions.append(("d.fingerprint = ?", .text(fingerprint)))
            // A session has it once for each step; only the first row stands for the session.
            let earlier = "e.fingerprint = ? AND e.session = d.session AND (e.step, e.place) < (d.step, d.place)"
            conditions.append(("NOT EXISTS (SELECT 1 FROM finding AS e WHERE \(earlier))", .text(fingerprint)))
        }
        if let view = query.view {
            let other = "EXISTS (SELECT 1 FROM session_view AS v WHERE v.view = ? AND v.session = s.sequence)"
            conditions.append((driver == .view ? "d.view = ?" : other, .text(view)))
        }
        for (place, tag) in query.tags.enumerated() {
            let other = "EXISTS (SELECT 1 FROM session_tag AS t WHERE t.tag = ? AND t.session = s.sequence)"
            conditions.append((driver == .tag && place == 0 ? "d.tag = ?" : other, .text(tag)))
        }
        if let verdict = query.verdict {
            conditions.append(("s.verdict = ?", .text(verdict)))
        }
        return conditions
    }

    private static func conditions(of words: [String], matching expressions: [String]) -> [(String, Value)] {
        let match: [(String, Value)] =
            expressions.isEmpty ? [] : [("d.session_search MATCH ?", .text(expressions.joined(separator: " AND ")))]
        let text = "EXISTS (SELECT 1 FROM session_search AS w WHERE w.rowid = s.sequence AND instr(w.text, ?) > 0)"
        return match + words.map { (text, .text($0)) }
    }
}
