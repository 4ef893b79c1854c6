internal import SQLite

/// The statement for one page of a query.
///
/// One table drives: its key ends with the session, so it is scanned downwards from the cursor and the scan stops when the page
/// is full, on the last page as on the first. The other conditions are looked up for each candidate. The driving condition is the
/// one likely to leave the fewest candidates, in the order of `Driver`. A condition that only few sessions meet takes precedence,
/// and its sessions are checked one by one.
struct SessionSelection {
    /// A condition with an index of its own.
    enum Membership {
        case view(String)
        case tag(String)
        case owner(String)

        /// The maximum number of sessions that count as few.
        private static let few = 500

        /// Returns whether few sessions meet the condition.
        func isRare(_ connection: Connection) throws(StoreError) -> Bool {
            let (sessions, value) = sessions
            return (try connection.number("SELECT count(*) FROM (\(sessions) LIMIT \(Membership.few + 1))", [value]) ?? 0) <= Int64(Membership.few)
        }

        /// The condition's word in `session_key`; nil for conditions without one, such as an owner.
        fileprivate var word: String? {
            switch self {
            // No session has a name that is too long for a word.
            case .view(let view): SessionKeys.word(view: view) ?? "none"
            case .tag(let tag):
                "(" + SearchText.forms(of: tag).map { SessionKeys.word(tag: $0) ?? "none" }.joined(separator: " OR ") + ")"
            case .owner: nil
            }
        }

        private var sessions: (sql: String, value: Value) {
            if let word { return ("SELECT rowid AS session FROM session_key WHERE session_key MATCH ?", .text(word)) }
            guard case .owner(let owner) = self else { return ("SELECT session FROM finding WHERE owner = ?", .null) }
            return ("SELECT session FROM finding WHERE owner = ?", .text(owner))
        }

        fileprivate var asList: (String, Value) {
            ("s.sequence IN (\(sessions.sql))", sessions.value)
        }

        /// The condition as a lookup for one session.
        fileprivate var asLookup: (String, Value) {
            switch self {
            // If the list is damaged, the index is used, which is slower for one session.
            case .view(let view):
                (
                    """
                    (SELECT ifnull(has_view(\(StoredBounds.bounded("s.views", ViewList.greatestLength)), w.view), s.sequence IN
                    (SELECT rowid FROM session_key WHERE session_key MATCH 'v' || hex(w.view) AND rowid = s.sequence)) FROM (SELECT ? AS view) AS w)
                    """, .text(view)
                )
            case .tag(let tag):
                (
                    "EXISTS (SELECT 1 FROM json_each(?) AS f, session_tag AS m WHERE m.session = s.sequence AND m.tag = f.value)",
                    .text(SearchText.list(SearchText.forms(of: tag)))
                )
            case .owner(let owner): ("EXISTS (SELECT 1 FROM finding AS m WHERE m.owner = ? AND m.session = s.sequence)", .text(owner))
            }
        }
    }

    /// The columns that `StoredSession.init(_:_:)` reads.
    ///
    /// Long names are cut in the database, so that they are not read in full.
    static let columns = """
        s.sequence, s.id, \(cut("name")), \(cut("root")), \(cut("verdict")), s.step, \(cut("engine")), \
        \(StoredBounds.bounded("s.options", StoredBounds.optionBytes)) AS options, s.imported, \
        \(StoredBounds.bounded("s.seal", StoredBounds.digestBytes)), \(StoredBounds.bounded("s.content", StoredBounds.digestBytes)), s.arrived_at
        """

    /// Returns a text column cut to the greatest length. The length is tested in bytes, as text functions end at a NUL character.
    static func cut(_ column: String, of table: String = "s", scalars: Int = StoredBounds.nameScalars) -> String {
        """
        iif(length(CAST(\(table).\(column) AS BLOB)) > \(4 * scalars), \
        substr(\(table).\(column), 1, \(scalars)), \(table).\(column)) AS \(column)
        """
    }

    private enum Driver {
        case finding, search, key, session

        var table: String {
            switch self {
            case .finding: "finding AS d CROSS JOIN session AS s ON s.sequence = d.session"
            case .search: "session_search AS d CROSS JOIN session AS s ON s.sequence = d.rowid"
            case .key: "session_key AS d CROSS JOIN session AS s ON s.sequence = d.rowid"
            case .session: "session AS s"
            }
        }

        var key: String {
            switch self {
            case .finding: "d.session"
            case .search, .key: "d.rowid"
            case .session: "s.sequence"
            }
        }
    }

    /// Selects the page's sessions and one more, which shows whether there is a next page.
    let sql: String
    private(set) var values: [Value]

    /// - Parameters:
    ///   - columns: the selected columns.
    ///   - expression: the FTS5 expression for a word; nil if the text itself must be searched.
    ///   - isRare: whether few sessions meet a condition.
    /// - Throws: `malformedCursor`, `invalidQuery`, and what the closures throw.
    init(
        _ query: SessionQuery, columns: String = SessionSelection.columns, expression: (String) throws(StoreError) -> String?,
        isRare: (Membership) throws(StoreError) -> Bool
    ) throws(StoreError) {
        guard (1...SessionQuery.greatestLimit).contains(query.limit) else {
            throw .invalidQuery("a page can have 1 to \(SessionQuery.greatestLimit) sessions, not \(query.limit)")
        }
        let words = SearchText.words(query.text ?? "")
        guard words.count <= SearchText.greatestWordCount else {
            throw .invalidQuery("a search can have at most \(SearchText.greatestWordCount) words, not \(words.count)")
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
        // A word of one or two characters is an index entry for many trigrams, so it is looked up only if there is no longer word.
        for word in words.sorted(by: { $0.unicodeScalars.count > $1.unicodeScalars.count }) {
            let isWorthwhile = SearchText.isIndexed(word) || expressions.isEmpty
            if query.fingerprint == nil, rare.isEmpty, isWorthwhile, let found = try expression(word) {
                expressions.append(found)
            } else {
                plain.append(word)
            }
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
        (query.view.map { [.view($0)] } ?? []) + query.tags.map { .tag($0) } + (query.owner.map { [.owner($0)] } ?? [])
    }

    private static func driver(of query: SessionQuery, isIndexed: Bool) -> Driver {
        if query.fingerprint != nil { return .finding }
        if isIndexed { return .search }
        return query.view == nil && query.tags.isEmpty ? .session : .key
    }

    private static func conditions(of query: SessionQuery) -> [(String, Value)] {
        var conditions: [(String, Value)] = []
        if let fingerprint = query.fingerprint {
            conditions.append(("d.fingerprint = ?", .text(fingerprint)))
            // A session has one row for each time that the finding appeared; only the first represents it.
            let earlier = "e.fingerprint = ? AND e.session = d.session AND (e.since, e.id) < (d.since, d.id)"
            conditions.append(("NOT EXISTS (SELECT 1 FROM finding AS e WHERE \(earlier))", .text(fingerprint)))
        }
        if let verdict = query.verdict {
            conditions.append(("s.verdict = ?", .text(verdict)))
        }
        return conditions
    }

    /// Returns the conditions as lookups, except those that drive together.
    private static func conditions(of memberships: [Membership], _ driver: Driver) -> [(String, Value)] {
        guard driver == .key else { return memberships.map(\.asLookup) }
        let words = memberships.compactMap(\.word)
        return [("d.session_key MATCH ?", .text(SessionKeys.expression(words)))] + memberships.filter { $0.word == nil }.map(\.asLookup)
    }

    private static func conditions(of words: [String], matching expressions: [String]) -> [(String, Value)] {
        let match: [(String, Value)] =
            expressions.isEmpty ? [] : [("d.session_search MATCH ?", .text(expressions.joined(separator: " AND ")))]
        let text = "EXISTS (SELECT 1 FROM session_search AS w WHERE w.rowid = s.sequence AND instr(w.text, ?) > 0)"
        let anyText = "EXISTS (SELECT 1 FROM json_each(?) AS f, session_search AS w WHERE w.rowid = s.sequence AND instr(w.text, f.value) > 0)"
        return match
            + words.map { word in
                let others = SearchText.otherForms(of: word)
                return others.isEmpty ? (text, .text(word)) : (anyText, .text(SearchText.list([word] + others)))
            }
    }
}

extension SessionSelection {
    /// Creates the selection on a connection, whose indexes determine the words and rare conditions.
    init(_ query: SessionQuery, columns: String = SessionSelection.columns, on connection: Connection) throws(StoreError) {
        try self.init(
            query, columns: columns,
            expression: { word throws(StoreError) in
                if SearchText.isIndexed(word) {
                    let forms = [word] + SearchText.otherForms(of: word)
                    return forms.count == 1 ? SearchText.phrase(word) : "(" + forms.map(SearchText.phrase).joined(separator: " OR ") + ")"
                }
                return try storing { () throws(SQLiteError) in try ShortWord.expression(word, connection) }
            },
            isRare: { membership throws(StoreError) in try membership.isRare(connection) })
    }

    /// Sets the most sessions to select.
    mutating func limit(to count: Int) {
        values[values.count - 1] = .integer(Int64(count))
    }
}
