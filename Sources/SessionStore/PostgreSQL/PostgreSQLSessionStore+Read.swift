internal import Digest
internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func session(_ id: String, isSealed: Bool) throws(StoreError) -> StoredSession? {
        let parts = StoredParts(id: id)
        let found = try read(isSingle: true) { transaction throws(StoreError) in try parts.row(transaction) }
        return try found.map { session throws(StoreError) in
            let session = try parts.checked(session)
            if isSealed, session.isDamaged || session.id != id { throw parts.damage("its row differs from its digest") }
            return session
        }
    }

    public func document(_ id: String, isSealed: Bool) throws(StoreError) -> StoredDocument? {
        let sql = "SELECT sha256, body, media_type, canonical, packing, canonical_packing FROM document WHERE session = $1"
        let parts = StoredParts(id: id)
        let found = try read { transaction throws(StoreError) in
            guard let session = isSealed ? try parts.sealedRow(transaction) : try parts.row(transaction) else { return nil as Found? }
            let row = try parts.rows(transaction, sql, [.integer(session.createdAt)], "its document") { row throws(PostgreSQLError) in
                Found(
                    document: StoredDocument(
                        sha256: SHA256.hex(try row.bytes(0)), body: try row.bytes(1), mediaType: try row.text(2), canonical: try row.bytes(3)),
                    body: try row.integer(4), canonical: try row.integer(5), content: session.content ?? [])
            }.first
            guard let row else { throw parts.missing("its document") }
            return row
        }
        guard let found else { return nil }
        let document = StoredDocument(
            sha256: found.document.sha256, body: try parts.bytes(found.document.body, packing: found.body, "the posted source"),
            mediaType: found.document.mediaType, canonical: try parts.json(found.document.canonical, packing: found.canonical, "its document"))
        if isSealed {
            let body = SHA256.digest(of: document.body)
            let actual = Seal.content(body: body, mediaType: document.mediaType, canonical: SHA256.digest(of: document.canonical))
            if found.content != actual || document.sha256 != SHA256.hex(body) {
                throw parts.damage("its document was changed: it differs from its digest")
            }
        }
        return document
    }

    /// A document as it is stored, with its forms of compression and the digest in the session's row.
    private struct Found {
        let document: StoredDocument
        let body: Int64
        let canonical: Int64
        let content: [UInt8]
    }

    public func lengths(_ id: String, step: Int?) throws(StoreError) -> StoredLengths? {
        let head = StoredForm.headLength
        let sql = """
            SELECT substr(d.canonical, 1, \(head)), length(d.canonical)::bigint, d.canonical_packing,
            substr(t.report, 1, \(head)), length(t.report)::bigint, t.packing,
            (SELECT coalesce(sum(length(e.event)), 0)::bigint FROM step AS e
                WHERE e.session = s.sequence AND e.number <= coalesce($2::bigint, s.step)),
            substr(d.body, 1, \(head)), length(d.body)::bigint, d.packing
            FROM session AS s JOIN document AS d ON d.session = s.sequence
            LEFT JOIN step AS t ON t.session = s.sequence AND t.number = coalesce($2::bigint, s.step) WHERE s.id = $1
            """
        let values: [Value] = [.text(id), step.map { .integer(Int64($0)) } ?? .null]
        return try read(isSingle: true) { transaction throws(StoreError) in
            try StoredParts(id: id).rows(transaction, sql, values, "its document") { row throws(PostgreSQLError) in
                StoredLengths(
                    body: try row.contentCount(at: 7), document: try row.contentCount(at: 0), events: Int(try row.integer(6)),
                    report: try row.contentCount(at: 3))
            }.first
        }
    }

    public func greatestLengths(_ id: String) throws(StoreError) -> GreatestLengths {
        func sql(_ table: String, _ part: String, beside further: String) -> String {
            """
            SELECT substr(t.\(part), 1, \(StoredForm.headLength)), length(t.\(part))::bigint, t.packing, (\(further))::bigint
            FROM session AS s JOIN \(table) AS t ON t.session = s.sequence WHERE s.id = $1
            """
        }
        return try read { transaction throws(StoreError) in
            func greatest(_ table: String, _ part: String, beside further: String) throws(StoreError) -> Int {
                let sql = sql(table, part, beside: further)
                return try StoredParts(id: id).rows(transaction, sql, [.text(id)], "its steps") { row throws(PostgreSQLError) in
                    try row.contentCount(at: 0) + Int(try row.integer(3))
                }.max() ?? 0
            }
            return GreatestLengths(
                report: try greatest("step", "report", beside: "0"), answer: try greatest("exercise", "answer", beside: "length(t.request)"))
        }
    }

    public func report(_ id: String, step: Int?) throws(StoreError) -> StoredReport? {
        let parts = StoredParts(id: id)
        let sql = """
            SELECT \(StoredSession.columns), \(StepRow.columns), b.report, b.packing FROM session AS s
            LEFT JOIN step AS t ON t.session = s.sequence AND t.number = coalesce($2::bigint, s.step)
            LEFT JOIN step AS b ON b.session = s.sequence AND b.number = t.base WHERE s.id = $1
            """
        let values: [Value] = [.text(id), step.map { .integer(Int64($0)) } ?? .null]
        typealias Found = (session: StoredSession, step: StepRow?, base: StoredReportForm?)
        let found = try read(isSingle: true) { transaction throws(StoreError) in
            try parts.rows(transaction, sql, values, "a step") { row throws(PostgreSQLError) -> Found in
                let session = try StoredSession(row)
                guard try row.optionalInteger(15) != nil else { return (session, nil, nil) }
                let base = try row.optionalBytes(25).map { bytes throws(PostgreSQLError) in
                    StoredReportForm(bytes: bytes, packing: try row.integer(26), base: nil)
                }
                return (session, try StepRow(row, at: 15), base)
            }.first
        }
        guard let found else { return nil }
        let session = try parts.sealed(found.session)
        guard (0...session.step).contains(step ?? session.step) else { return nil }
        guard let row = found.step else { throw parts.missing("step \(step ?? session.step)") }
        var bases: [Int64: StoredReportForm] = [:]
        if let number = row.form.base { bases[number] = found.base }
        var unpacked: (step: Int64, report: [UInt8])?
        let report = try parts.report(row.number, row.form, bases: bases, unpacked: &unpacked)
        try row.check(parts, report: report)
        return StoredReport(step: row.number, report: report, verdict: row.verdict, engine: row.engine, createdAt: row.createdAt)
    }
}

extension StepRow {
    /// The columns that the initializer reads.
    static let columns = "t.number, t.event, t.verdict, t.engine, t.created_at, t.found, t.seal, t.report, t.packing, t.base"

    /// Reads the columns from `column` on.
    init(_ row: Row, at column: Int) throws(PostgreSQLError) {
        self.init(
            number: Int(try row.integer(column)), events: try row.optionalBytes(column + 1), verdict: try row.text(column + 2),
            engine: try row.text(column + 3), createdAt: try row.integer(column + 4),
            form: StoredReportForm(
                bytes: try row.bytes(column + 7), packing: try row.integer(column + 8), base: try row.optionalInteger(column + 9)),
            sealed: SealedStep(seal: try row.bytes(column + 6), found: try row.bytes(column + 5), isOfSealedSession: true))
    }
}

extension StoredParts {
    /// Returns the session's row, or nil if there is no such session.
    ///
    /// - Parameter isLocked: whether no other transaction may change the session before this one ends.
    func row(_ transaction: Transaction, isLocked: Bool = false) throws(StoreError) -> StoredSession? {
        let sql = "SELECT \(StoredSession.columns) FROM session AS s WHERE s.id = $1" + (isLocked ? " FOR UPDATE" : "")
        return try rows(transaction, sql, [.text(id)], "its row") { row throws(PostgreSQLError) in try StoredSession(row) }.first
    }

    /// Returns the session's row, or nil if there is no such session.
    ///
    /// - Throws: `damagedSession` if the row differs from its digest.
    func sealedRow(_ transaction: Transaction, isLocked: Bool = false) throws(StoreError) -> StoredSession? {
        try row(transaction, isLocked: isLocked).map { row throws(StoreError) in try sealed(row) }
    }

    /// Returns the row if it does not differ from its digest.
    func sealed(_ row: StoredSession) throws(StoreError) -> StoredSession {
        _ = try step(Int64(row.step))
        if row.isDamaged || row.id != id { throw damage("its row differs from its digest") }
        return row
    }

    /// Returns steps in ascending order.
    ///
    /// - Parameter withReports: whether to read the reports.
    func stepRows(
        _ session: Int64, from first: Int, limit: Int, withReports: Bool, _ transaction: Transaction
    ) throws(StoreError) -> [StepRow] {
        let columns = withReports ? StepRow.columns : StepRow.columns.replacing("t.report", with: "''::bytea")
        let sql = "SELECT \(columns) FROM step AS t WHERE t.session = $1 AND t.number >= $2 ORDER BY t.number LIMIT $3"
        let values: [Value] = [.integer(session), .integer(Int64(first)), .integer(Int64(limit))]
        return try rows(transaction, sql, values, "a step") { row throws(PostgreSQLError) in try StepRow(row, at: 0) }
    }

    /// Returns the stored reports that serve as bases of others, by step number.
    func bases(_ numbers: Set<Int64>, _ session: Int64, _ transaction: Transaction) throws(StoreError) -> [Int64: StoredReportForm] {
        guard !numbers.isEmpty else { return [:] }
        let sql = "SELECT number, report, packing, base FROM step WHERE session = $1 AND number = ANY ($2)"
        let values: [Value] = [.integer(session), .integers(numbers.sorted())]
        let found = try rows(transaction, sql, values, "a step") { row throws(PostgreSQLError) in
            (
                try row.integer(0),
                StoredReportForm(bytes: try row.bytes(1), packing: try row.integer(2), base: try row.optionalInteger(3))
            )
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the ids of the session's views; nil if their list is damaged. It only finds, so that the session is whole without it.
    func readableViews(_ session: Int64, _ transaction: Transaction) throws(StoreError) -> [String]? {
        let sql = "SELECT \(StoredBounds.bounded("views", ViewList.greatestLength, .postgreSQL)) FROM session_search WHERE session = $1"
        let stored = try rows(transaction, sql, [.integer(session)], "its list of views") { row throws(PostgreSQLError) in try row.bytes(0) }
        guard let stored = stored.first else { return [] }
        do throws(StoreError) { return try ViewList.names(stored) } catch {
            guard case .damaged = error else { throw error }
            return nil
        }
    }
}

extension StoredSession {
    /// The columns that the initializer reads.
    static let columns = """
        s.sequence, s.id, s.name, s.root, s.tags, s.verdict, s.step, s.engine, \(StoredBounds.bounded("s.options", StoredBounds.optionBytes, .postgreSQL)), \
        s.first_finding, s.exercises, s.arrived_at, s.imported, \
        \(StoredBounds.bounded("s.seal", StoredBounds.digestBytes, .postgreSQL)), \
        \(StoredBounds.bounded("s.content", StoredBounds.digestBytes, .postgreSQL))
        """

    init(_ row: Row) throws(PostgreSQLError) {
        self.init(
            id: try row.text(1), name: try row.text(2), root: try row.text(3), tags: try row.texts(4), verdict: try row.text(5),
            step: Int(try row.integer(6)), engine: try row.text(7), createdAt: try row.integer(0), options: try row.bytes(8),
            firstFinding: try row.optionalText(9))
        exerciseCount = Int(try row.integer(10))
        arrivedAt = try row.optionalInteger(11)
        importState = try row.optionalInteger(12).flatMap { ImportState(rawValue: $0) }
        content = try row.bytes(14)
        isDamaged = try row.bytes(13) != Seal.session(self)
    }
}

extension Row {
    /// Returns the decompressed length of stored bytes, of which the columns from `column` on have the beginning, the number and the form of
    /// compression; 0 for null.
    fileprivate func contentCount(at column: Int) throws(PostgreSQLError) -> Int {
        guard let head = try optionalBytes(column) else { return 0 }
        return StoredForm.count(head: head, of: Int(try integer(column + 1)), packing: try integer(column + 2))
    }
}
