internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func list(_ query: SessionQuery) throws(StoreError) -> SessionPage {
        let selection = try SessionConditions(query, findsWords: engine.note == nil)
        let (found, length) = try read(isLong: query.isLong, isSingle: !query.isLong) { transaction throws(StoreError) in
            func found(_ search: SessionConditions.Search) throws(StoreError) -> ([StoredSession], PageLength) {
                var length = PageLength(limit: query.limit)
                let sql = selection.sql(StoredSession.columns, limit: query.limit + 1, search)
                let rows = try transaction.query(sql, selection.values, through: { length.isPassed($0.pageTexts) }) { row throws(PostgreSQLError) in
                    try StoredSession(row)
                }
                return (rows, length)
            }
            guard selection.mayBeRare else { return try found(.asPlanned) }
            let newest = try found(.newest)
            if newest.1.isWhole(newest.0) { return newest }
            try transaction.planSerially()
            return try found(.byIndex)
        }
        let items = Array(length.page(of: found))
        let next = found.count > items.count ? items.last.map { Cursor(sequence: $0.createdAt).text } : nil
        return SessionPage(items: items, next: next)
    }

    public func facets(_ query: SessionQuery) throws(StoreError) -> SessionFacets {
        var wanted = query
        wanted.limit = 1
        wanted.cursor = nil
        let selection = try SessionConditions(wanted, findsWords: engine.note == nil)
        return try read(isLong: true) { transaction throws(StoreError) in
            let list = StoredBounds.bounded("w.views", ViewList.greatestLength, .postgreSQL)
            let sql = selection.sql("s.sequence, s.verdict, s.tags, \(list)", limit: SessionFacets.mostCounted + 1, withSearch: true)
            var (views, count) = (ViewTally(), 0)
            let found = try transaction.query(sql, selection.values, through: { _ in false }) { row throws(PostgreSQLError) in
                count += 1
                if count <= SessionFacets.mostCounted { views.add(try row.bytes(3)) }
                return (sequence: try row.integer(0), verdict: try row.text(1), tags: try row.texts(2))
            }
            let counted = found.prefix(SessionFacets.mostCounted)
            let sequences = Value.integers(counted.map(\.sequence))
            func counts(_ column: String) throws(StoreError) -> [SessionFacets.Count] {
                let sql = """
                    SELECT f.\(column), count(DISTINCT f.session) AS sessions FROM finding AS f
                    WHERE f.session = ANY ($1) AND f.\(column) IS NOT NULL
                    GROUP BY f.\(column) ORDER BY sessions DESC, f.\(column) LIMIT \(SessionFacets.mostValues)
                    """
                return try transaction.query(sql, [sequences]) { row throws(PostgreSQLError) in
                    SessionFacets.Count(value: try row.text(0), sessions: Int(try row.integer(1)))
                }
            }
            return SessionFacets(
                sessions: counted.count, isComplete: found.count == counted.count && !views.isFull,
                verdicts: SessionFacets.counts(counted.lazy.map { [$0.verdict] }), tags: SessionFacets.counts(counted.lazy.map(\.tags)),
                views: views.commonest, owners: try counts("owner"),
                fingerprints: try counts("fingerprint"))
        }
    }

    public func count() throws(StoreError) -> Int {
        try read(isSingle: true) { transaction throws(StoreError) in
            StoredBounds.count(try transaction.number("SELECT count(*) FROM session") ?? 0)
        }
    }

    public func byteCount() throws(StoreError) -> Int {
        try read(isSingle: true) { transaction throws(StoreError) in
            StoredBounds.count(try transaction.number("SELECT pg_database_size(current_database())") ?? 0)
        }
    }
}

extension SessionFacets {
    /// Counts the sessions of each value, the commonest first.
    ///
    /// - Parameter lists: the values of each session.
    static func counts(_ lists: some Sequence<[String]>) -> [Count] {
        var counts: [String: Int] = [:]
        for list in lists {
            for value in list { counts[value, default: 0] += 1 }
        }
        return commonest(counts.lazy.map { (value: $0.key, sessions: $0.value) })
    }
}

/// The conditions of a query. The server's planner decides which of them finds the candidates, but does not know how rare a view or a word is.
struct SessionConditions {
    /// The way in which the newest sessions that meet the conditions are found.
    enum Search {
        case asPlanned
        /// Among some of the newest sessions alone.
        case newest
        /// All candidates by an index; then they are sorted.
        case byIndex
    }

    /// For each session that is wanted, the number of the newest ones that are read one by one. Reading them takes about as long as
    /// finding by the index, in a million sessions, the sessions of a view that is in fewer of them than that.
    private static let newestPerWanted = 200

    /// Whether something is wanted that may be rare, and that an index finds.
    private(set) var mayBeRare = false
    private var conditions: [String] = []
    private(set) var values: [Value] = []
    private var needsSearch = false

    /// - Parameter findsWords: whether there is an index for words.
    /// - Throws: `malformedCursor` or `invalidQuery`.
    init(_ query: SessionQuery, findsWords: Bool) throws(StoreError) {
        guard (1...SessionQuery.greatestLimit).contains(query.limit) else {
            throw .invalidQuery("a page can have 1 to \(SessionQuery.greatestLimit) sessions, not \(query.limit)")
        }
        let words = SearchText.words(query.text ?? "")
        guard words.count <= SearchText.greatestWordCount else {
            throw .invalidQuery("a search can have at most \(SearchText.greatestWordCount) words, not \(words.count)")
        }
        var upper = query.until ?? .max
        if let cursor = query.cursor { upper = min(upper, try Cursor(text: cursor).sequence) }
        // The first two values, which `sql` knows by their numbers.
        add("s.sequence < ", .integer(upper))
        add("s.sequence >= ", .integer(query.since ?? .min))
        if let verdict = query.verdict { add("s.verdict = ", .text(verdict)) }
        let keys = (query.view.map { [SearchKey.key(view: $0)] } ?? []) + query.tags.map { SearchKey.key(tag: SearchText.normal($0)) }
        if !keys.isEmpty { add("w.keys @> ", .uuids(keys), ofSearch: true) }
        mayBeRare = words.isEmpty ? !keys.isEmpty : findsWords && words.contains(where: SearchText.isIndexed)
        if let fingerprint = query.fingerprint {
            add("s.sequence IN (SELECT f.session FROM finding AS f WHERE f.fingerprint = ", .text(fingerprint), ")")
        }
        if let owner = query.owner { add("s.sequence IN (SELECT f.session FROM finding AS f WHERE f.owner = ", .text(owner), ")") }
        for word in words {
            // One condition for each form: the index does not serve `LIKE ANY`.
            let forms = ([word] + SearchText.otherForms(of: word)).map { form in
                values.append(.text(SessionConditions.pattern(form)))
                return "w.text LIKE $\(values.count)"
            }
            conditions.append("(\(forms.joined(separator: " OR ")))")
            needsSearch = true
        }
    }

    private mutating func add(_ start: String, _ value: Value, _ end: String = "", ofSearch: Bool = false) {
        values.append(value)
        conditions.append("\(start)$\(values.count)\(end)")
        if ofSearch { needsSearch = true }
    }

    /// Returns the pattern of texts that contain the word. The word may contain any characters.
    private static func pattern(_ word: String) -> String {
        var pattern = "%"
        for scalar in word.unicodeScalars {
            if "\\%_".unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "%"
    }

    /// Returns the statement for the newest sessions.
    ///
    /// - Parameter withSearch: whether the columns include some of `session_search`, named `w`.
    func sql(_ columns: String, limit: Int, _ search: Search = .asPlanned, withSearch: Bool = false) -> String {
        var tables = "session AS s"
        if needsSearch || withSearch { tables += " JOIN session_search AS w ON w.session = s.sequence" }
        if search == .newest {
            // Their numbers are in the index; most of the rows are not needed.
            tables = """
                (SELECT sequence FROM session WHERE sequence < $1 AND sequence >= $2
                ORDER BY sequence DESC LIMIT \(limit * SessionConditions.newestPerWanted)) AS n
                JOIN session_search AS w ON w.session = n.sequence JOIN session AS s ON s.sequence = n.sequence
                """
        }
        // No index has the order of a sum.
        let order = search == .byIndex ? "s.sequence + 0" : "s.sequence"
        return "SELECT \(columns) FROM \(tables) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) DESC LIMIT \(limit)"
    }
}
