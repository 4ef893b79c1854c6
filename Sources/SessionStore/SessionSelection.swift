internal import SQLite

/// The statement for one page of a query.
///
/// One table drives: its key ends with the session, so it is walked from the cursor downwards and the walk stops when the page is full, on the last
/// page as on the first. The other conditions are looked up for each candidate. Of the conditions given, the one that drives is the one likely to
/// leave the fewest candidates, in the order of `Driver`; one that only few sessions meet comes before all, and its sessions are looked at one by one.
struct SessionSelection {
    /// A condition that an index of its own answers.
    struct Membership {
        /// The table, and its column that is compared.
        let table: String
        let column: String
        let value: String

        /// Up to so many sessions are few.
        private static let few = 500

        /// Whether few sessions meet it.
        func isRare(_ connection: Connection) throws(StoreError) -> Bool {
            let sql = "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(column) = ? LIMIT \(Membership.few + 1))"
            return (try connection.number(sql, [.text(value)]) ?? 0) <= Int64(Membership.few)
        }

        fileprivate var asList: (String, Value) {
            ("s.sequence IN (SELECT session FROM \(table) WHERE \(column) = ?)", .text(value))
        }

        fileprivate var asLookup: (String, Value) {
            ("EXISTS (SELECT 1 FROM \(table) AS m WHERE m.\(column) = ? AND m.session = s.sequence)", .text(value))
        }
    }

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

        /// The table of the membership that drives.
        var membershipTable: String? {
            switch self {
            case .view: "session_view"
            case .tag: "session_tag"
            case .finding, .search, .session: nil
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
    private(set) var values: [Value]

    /// - Parameters:
    ///   - columns: what is selected.
    ///   - expression: the expression of FTS5 for a word; nil where it must be sought in the text itself.
    ///   - isRare: whether few sessions meet a condition.
    /// - Throws: `malformedCursor`, `invalidQuery`, and what the closures throw.
    init(
        _ query: SessionQuery, columns: String = SessionSelection.columns, expression: (String) throws(StoreError) -> String?,
        isRare: (Membership) throws(StoreError) -> Bool
    ) throws(StoreError) {
        guard (1...SessionQuery.greatestLimit).contains(query.limit) else {
            throw .invalidQuery("a page has 1 to \(SessionQuery.greatestLimit) sessions, not \(query.limit)")
        }
        let words = SearchText.words(query.text ?? "")
        guard words.count <= SearchText.greatestWordCount else {
            throw .invalidQuery("a search has at most \(SearchText.greatestWordCount) words, not \(words.count)")
        }
        var rare: [Membership] = []
        var common: [Membership] = []
        if query.fingerprint == nil {
            for membership in SessionSelection.memberships(of: query) {
                if try isRare(membership) { rare.append(membership) } else { common.append(membership) }
            }
        } else {
            common = SessionSelection.memberships(of: query)
        }
        // A fingerprint or a rare condition leaves so few sessions that no index is needed for the words.
        var expressions: [String] = []
        var plain: [String] = []
        for word in words {
            if query.fingerprint == nil, rare.isEmpty, let found = try expression(word) { expressions.append(found) } else { plain.append(word) }
        }
        let driver = rare.isEmpty ? SessionSelection.driver(of: query, isIndexed: !expressions.isEmpty) : .session
        var upper = query.until ?? .max
        if let cursor = query.cursor { upper = min(upper, try Cursor(text: cursor).sequence) }

        let conditions =
            SessionSelection.conditions(of: query) + rare.map(\.asList) + SessionSelection.conditions(of: common, driver)
            + SessionSelection.conditions(of: plain, matching: expressions) + [
                ("\(driver.key) < ?", .integer(upper)),
                ("\(driver.key) >= ?", .integer(query.since ?? .min)),
            ]
        sql = """
            SELECT \(columns) FROM \(driver.table) \
            WHERE \(conditions.map(\.0).joined(separator: " AND ")) ORDER BY \(driver.key) DESC LIMIT ?
            """
        values = conditions.map(\.1) + [.integer(Int64(query.limit + 1))]
    }

    private static func memberships(of query: SessionQuery) -> [Membership] {
        [query.view.map { Membership(table: "session_view", column: "view", value: $0) }].compactMap(\.self)
            + query.tags.map { Membership(table: "session_tag", column: "tag", value: $0) }
            + [query.owner.map { Membership(table: "finding", column: "owner", value: $0) }].compactMap(\.self)
    }

    private static func driver(of query: SessionQuery, isIndexed: Bool) -> Driver {
        if query.fingerprint != nil { return .finding }
        if isIndexed { return .search }
        if query.view != nil { return .view }
        return query.tags.isEmpty ? .session : .tag
    }

    private static func conditions(of query: SessionQuery) -> [(String, Value)] {
        var conditions: [(String, Value)] = []
        if let fingerprint = query.fingerprint {
            conditions.append(("d.fingerprint = ?", .text(fingerprint)))
            // A session has it once for each step; only the first row stands for the session.
            let earlier = "e.fingerprint = ? AND e.session = d.session AND (e.step, e.place) < (d.step, d.place)"
            conditions.append(("NOT EXISTS (SELECT 1 FROM finding AS e WHERE \(earlier))", .text(fingerprint)))
        }
        if let verdict = query.verdict {
            conditions.append(("s.verdict = ?", .text(verdict)))
        }
        return conditions
    }

    /// Each is looked up, but for the first of the driver's table, which drives.
    private static func conditions(of memberships: [Membership], _ driver: Driver) -> [(String, Value)] {
        var isDriven = false
        return memberships.map { membership in
            guard !isDriven, membership.table == driver.membershipTable else { return membership.asLookup }
            isDriven = true
            return ("d.\(membership.column) = ?", .text(membership.value))
        }
    }

    private static func conditions(of words: [String], matching expressions: [String]) -> [(String, Value)] {
        let match: [(String, Value)] =
            expressions.isEmpty ? [] : [("d.session_search MATCH ?", .text(expressions.joined(separator: " AND ")))]
        let text = "EXISTS (SELECT 1 FROM session_search AS w WHERE w.rowid = s.sequence AND instr(w.text, ?) > 0)"
        return match + words.map { (text, .text($0)) }
    }
}

extension SessionSelection {
    /// The selection on a connection, which knows what is indexed and what is rare.
    init(_ query: SessionQuery, columns: String = SessionSelection.columns, on connection: Connection) throws(StoreError) {
        try self.init(
            query, columns: columns,
            expression: { word throws(StoreError) in
                if SearchText.isIndexed(word) { return SearchText.phrase(word) }
                return try storing { () throws(SQLiteError) in try ShortWord.expression(word, connection) }
            },
            isRare: { membership throws(StoreError) in try membership.isRare(connection) })
    }

    /// Selects up to so many sessions.
    mutating func limit(to count: Int) {
        values[values.count - 1] = .integer(Int64(count))
    }
}
