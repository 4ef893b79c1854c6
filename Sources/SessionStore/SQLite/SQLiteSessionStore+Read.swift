internal import Digest
internal import SQLite

extension SQLiteSessionStore {
    public func session(_ id: String, isSealed: Bool) throws(StoreError) -> StoredSession? {
        try found { () throws(StoreError) in
            try completing { () throws(StoreError) in try row(of: id, isSealed: isSealed) }
        }
    }

    private func row(of id: String, isSealed: Bool) throws(StoreError) -> StoredSession? {
        let parts = StoredParts(id: id)
        let found = try repairing { () throws(StoreError) in
            try readers.read { connection throws(StoreError) in
                let sql = "SELECT \(SessionSelection.columns) FROM session AS s WHERE s.id = ?"
                let found = try parts.rows(connection, sql, [.text(id)], { _ in "its row" }) { row throws(SQLiteError) in
                    try StoredSession(row, connection)
                }
                if found.isEmpty { try MissedRow.check(session: id, connection) }
                if let session = found.first, session.id != id, !session.isDamaged { throw MissedRow.damage }
                return found
            }
        }
        return try found.first.map { session throws(StoreError) in
            let session = try parts.checked(session)
            if isSealed, session.isDamaged || session.id != id { throw parts.damage("its row differs from its digest") }
            return session
        }
    }

    /// Returns a session's row, or nil if there is no such session. It must be read before any part of a session, in the same
    /// transaction: it says which step is the newest and which document it has.
    ///
    /// - Throws: `damagedSession` if the row differs from its digest.
    @discardableResult
    static func sealedRow(of parts: StoredParts, _ connection: Connection) throws(StoreError) -> StoredSession? {
        guard let row = try unsealedRow(of: parts, connection) else {
            try MissedRow.check(session: parts.id, connection)
            return nil
        }
        _ = try parts.step(Int64(row.step))
        if row.isDamaged { throw parts.damage("its row differs from its digest") }
        if row.id != parts.id { throw MissedRow.damage }
        return row
    }

    /// Returns a session's row, which may differ from its digest, or nil if it is not found.
    static func unsealedRow(of parts: StoredParts, _ connection: Connection) throws(StoreError) -> StoredSession? {
        let sql = "SELECT \(SessionSelection.columns) FROM session AS s WHERE s.id = ?"
        return try parts.rows(connection, sql, [.text(parts.id)], { _ in "its row" }) { row throws(SQLiteError) in
            try StoredSession(row, connection)
        }.first
    }

    public func document(_ id: String, isSealed: Bool) throws(StoreError) -> StoredDocument? {
        try found { () throws(StoreError) in
            try completing { () throws(StoreError) in try readDocument(id, isSealed: isSealed) }
        }
    }

    private func readDocument(_ id: String, isSealed: Bool) throws(StoreError) -> StoredDocument? {
        let sql = """
            SELECT d.sha256, d.body, d.media_type, l.canonical, d.packing, l.packing, s.content FROM session AS s
            JOIN document AS d ON d.id = s.document JOIN layout AS l ON l.id = s.layout WHERE s.id = ?
            """
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SQLiteSessionStore.sealedRow(of: parts, connection) }
            let found = try parts.rows(connection, sql, [.text(id)], { _ in "its document" }) { row throws(SQLiteError) in
                (
                    document: StoredDocument(
                        sha256: SHA256.hex(try row.blob(0)), body: try row.blob(1), mediaType: try row.text(2), canonical: try row.blob(3)),
                    body: try row.integer(4), canonical: try row.integer(5), content: try row.optionalBlob(6)
                )
            }.first
            if found == nil, try SQLiteSessionStore.newestStep(of: id, connection) != nil { throw parts.missing("its document") }
            return found
        }
        guard let found else { return nil }
        let document = StoredDocument(
            sha256: found.document.sha256, body: try parts.bytes(found.document.body, packing: found.body, "the posted source"),
            mediaType: found.document.mediaType, canonical: try parts.json(found.document.canonical, packing: found.canonical, "its document"))
        if isSealed, let content = found.content {
            let body = SHA256.digest(of: document.body)
            let actual = Seal.content(body: body, mediaType: document.mediaType, canonical: SHA256.digest(of: document.canonical))
            if content != actual || document.sha256 != SHA256.hex(body) { throw parts.damage("its document was changed: it differs from its digest") }
        }
        return document
    }

    public func lengths(_ id: String, step: Int?) throws(StoreError) -> StoredLengths? {
        let sql = """
            SELECT substr(l.canonical, 1, ?1), length(l.canonical), l.packing, substr(t.report, 1, ?1), length(t.report), t.packing,
            (SELECT ifnull(sum(length(e.event)), 0) FROM step AS e WHERE e.session = s.sequence AND e.number <= ifnull(?2, s.step)),
            substr(d.body, 1, ?1), length(d.body), d.packing
            FROM session AS s JOIN layout AS l ON l.id = s.layout LEFT JOIN document AS d ON d.id = s.document
            LEFT JOIN step AS t ON t.session = s.sequence AND t.number = ifnull(?2, s.step) WHERE s.id = ?3
            """
        let values: [Value] = [.integer(Int64(StoredForm.headLength)), step.map { .integer(Int64($0)) } ?? .null, .text(id)]
        return try readers.read { connection throws(StoreError) in
            try StoredParts(id: id).rows(connection, sql, values, { _ in "its document" }) { row throws(SQLiteError) in
                StoredLengths(
                    body: try row.contentCount(at: 7), document: try row.contentCount(at: 0), events: Int(try row.integer(6)),
                    report: try row.contentCount(at: 3))
            }.first
        }
    }

    public func greatestLengths(_ id: String) throws(StoreError) -> GreatestLengths {
        func sql(_ table: String, _ part: String, beside further: String) -> String {
            """
            SELECT substr(t.\(part), 1, ?1), length(t.\(part)), t.packing, \(further)
            FROM session AS s JOIN \(table) AS t ON t.session = s.sequence WHERE s.id = ?2
            """
        }
        return try readers.read { connection throws(StoreError) in
            func greatest(_ table: String, _ part: String, beside further: String) throws(StoreError) -> Int {
                let values: [Value] = [.integer(Int64(StoredForm.headLength)), .text(id)]
                let sql = sql(table, part, beside: further)
                return try StoredParts(id: id).rows(connection, sql, values, { _ in "its steps" }) { row throws(SQLiteError) in
                    try row.contentCount(at: 0) + Int(try row.integer(3))
                }.max() ?? 0
            }
            return GreatestLengths(
                report: try greatest("step", "report", beside: "0"), answer: try greatest("exercise", "answer", beside: "length(t.request)"))
        }
    }

    public func report(_ id: String, step: Int?) throws(StoreError) -> StoredReport? {
        try found { () throws(StoreError) in
            try completing { () throws(StoreError) in try readReport(id, step: step) }
        }
    }

    private func readReport(_ id: String, step: Int?) throws(StoreError) -> StoredReport? {
        let sql = """
            SELECT t.number, t.verdict, t.engine, t.created_at, t.report, t.packing, t.base, t.event, \(SealedStep.columns)
            FROM session AS s JOIN step AS t ON t.session = s.sequence AND t.number = ifnull(?, s.step) WHERE s.id = ?
            """
        let number = step.map { Value.integer(Int64($0)) } ?? .null
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            try SQLiteSessionStore.sealedRow(of: parts, connection)
            let found = try parts.rows(connection, sql, [number, .text(id)], { StoredParts.step($0) }) { row throws(SQLiteError) in
                (
                    step: Int(try row.integer(0)), verdict: try row.text(1), engine: try row.text(2), createdAt: try row.integer(3),
                    form: try StoredReportForm(row, at: 4), events: try row.optionalBlob(7), sealed: try SealedStep(row, at: 8)
                )
            }.first
            // Steps up to the session's current one must exist, and no others.
            if let newest = try SQLiteSessionStore.newestStep(of: id, connection), found == nil, step.map({ (0...newest).contains($0) }) ?? true {
                throw parts.missing("step \(step ?? newest)")
            }
            return (step: found, bases: try StoredReportForm.bases(Set([found?.form.base].compactMap { $0 }), of: parts, connection))
        }
        guard let step = found.step else { return nil }
        var unpacked: (step: Int64, report: [UInt8])?
        let report = try parts.report(step.step, step.form, bases: found.bases, unpacked: &unpacked)
        try parts.check(
            step.sealed, step.step, events: step.events, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
        return StoredReport(step: step.step, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
    }

    /// Returns the number of a session's current step, or nil if there is no such session.
    static func newestStep(of id: String, _ connection: Connection) throws(StoreError) -> Int? {
        let parts = StoredParts(id: id)
        let step = try parts.rows(connection, "SELECT step FROM session WHERE id = ?", [.text(id)], { _ in "its row" }) { row throws(SQLiteError) in
            try row.integer(0)
        }
        return try step.first.map { step throws(StoreError) in try parts.step(step) }
    }

    public func findings(_ id: String, step: Int) throws(StoreError) -> [StoredFinding] {
        try completing { () throws(StoreError) in try readFindings(id, step: step) }
    }

    private func readFindings(_ id: String, step: Int) throws(StoreError) -> [StoredFinding] {
        guard StoredBounds.steps.contains(step) else { return [] }
        let sql = """
            SELECT f.kind, f.fingerprint, f.summary, f.owner FROM session AS s
            JOIN finding AS f ON f.session = s.sequence WHERE s.id = ?1 AND f.first_step <= ?2 AND ?2 <= ifnull(f.last_step, s.step)
            ORDER BY f.place, f.id
            """
        let parts = StoredParts(id: id)
        return try readers.read { connection throws(StoreError) in
            try SQLiteSessionStore.sealedRow(of: parts, connection)
            let name = "a finding of step \(step)"
            let rows = try parts.rows(connection, sql, [.text(id), .integer(Int64(step))], { _ in name }) { row throws(SQLiteError) in
                (try row.text(0), try row.text(1), try row.text(2), StoredFinding.owner(try row.value(3)))
            }
            var findings: [StoredFinding] = []
            for (kind, fingerprint, summary, owner) in rows {
                guard let kind = StoredFinding.Kind(rawValue: kind) else { throw parts.damage("\(name) has no valid kind") }
                findings.append(StoredFinding(kind: kind, fingerprint: fingerprint, summary: summary, owner: owner))
            }
            for (number, sealed) in try parts.seals(step..<step + 1, connection) { try parts.check(sealed, number, findings) }
            return findings
        }
    }

    public func list(_ query: SessionQuery) throws(StoreError) -> SessionPage {
        let before = repairs.count
        let (page, isWhole) = try page(query)
        if isWhole { return page }
        do throws(StoreError) {
            guard try makeTablesAgain(since: before, reindexing: true) == .made else { return page }
        } catch {
            guard !error.isTemporary else { throw error }
            return page
        }
        return try self.page(query).page
    }

    /// Returns a page, and whether the index of ids leads to all of its sessions. The others count as damaged.
    private func page(_ query: SessionQuery) throws(StoreError) -> (page: SessionPage, isWhole: Bool) {
        var isWhole = true
        let (found, length) = try repairing { () throws(StoreError) in
            try readers.read(isLong: query.isLong) { connection throws(StoreError) in
                let selection = try SessionSelection(query, on: connection)
                return try storing { () throws(SQLiteError) in
                    var length = PageLength(limit: query.limit)
                    let found = try connection.query(
                        selection.sql, selection.values, repairing: true, through: { length.isPassed($0.pageTexts) }
                    ) { row throws(SQLiteError) in
                        var session = try StoredSession(row, connection)
                        if !session.isDamaged, try !MissedRow.isFound(session, connection) { (session.isDamaged, isWhole) = (true, false) }
                        return session
                    }
                    return (found, length)
                }
            }
        }
        let items = Array(length.page(of: found))
        let next = found.count > items.count ? items.last.map { Cursor(sequence: $0.createdAt).text } : nil
        return (SessionPage(items: items, next: next), isWhole)
    }
}

extension StoredSession {
    /// Reads a row of `SessionSelection.columns`, its tags, its first finding and the number of its exercises.
    init(_ row: Row, _ connection: Connection) throws(SQLiteError) {
        let sequence = Value.integer(try row.integer(0))
        let tagged =
            "SELECT \(SessionSelection.cut("tag", of: "t")) FROM session_tag AS t WHERE session = ? ORDER BY t.tag LIMIT \(StoredBounds.mostTags)"
        let summary = SessionSelection.cut("summary", of: "f", scalars: StoredBounds.summaryBytes / 4)
        let first = "SELECT \(summary) FROM finding AS f WHERE session = ? AND last_step IS NULL ORDER BY place, id LIMIT 1"
        var isCut = false
        // Rows that cannot be read, as their page is an older one, are damage of their session.
        func part<T>(_ none: T, _ read: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
            do throws(SQLiteError) { return try read() } catch {
                guard error.isCorrupt, row.isRepaired else { throw error }
                isCut = true
                return none
            }
        }
        func list(_ sql: String, repairing: Bool) throws(SQLiteError) -> [String] {
            try part([]) { () throws(SQLiteError) in
                try connection.query(sql, [sequence], repairing: repairing) { row throws(SQLiteError) in try row.text(0) }
            }
        }
        let (tags, findings) = (try list(tagged, repairing: row.isRepaired), try list(first, repairing: true))
        self.init(
            id: try row.text(1), name: StoredBounds.name(try row.text(2)), root: try row.text(3), tags: tags, verdict: try row.text(4),
            step: Int(try row.integer(5)), engine: try row.text(6), createdAt: try row.integer(0), options: try row.blob(7),
            firstFinding: findings.first)
        if case .integer(let state) = try row.value(8) { importState = ImportState(rawValue: state) }
        if case .blob(let digest) = try row.value(10) { content = digest }
        if case .integer(let time) = try row.value(11) { arrivedAt = time }
        if case .blob(let seal) = try row.value(9), Seal.countsExercises(seal) {
            let count = "SELECT count(*) FROM (SELECT 1 FROM exercise WHERE session = ? LIMIT \(StoredBounds.mostCounted))"
            let counted = try part(nil) { () throws(SQLiteError) in
                try connection.first(count, [sequence]) { row throws(SQLiteError) in try row.integer(0) }
            }
            exerciseCount = Int(counted ?? 0)
        }
        if case .blob(let seal) = try row.value(9) { isDamaged = seal != Seal.session(self) } else { isDamaged = content != nil }
        if isCut { isDamaged = true }
        // A page of another table has rows without a seal, too.
        if case .text = try row.value(6) {} else { isDamaged = true }
    }
}

extension StoredFinding {
    /// Returns the owner if the value is text, otherwise nil.
    static func owner(_ value: Value) -> String? {
        if case .text(let text) = value { text } else { nil }
    }
}

extension Row {
    /// Returns the decompressed length of stored bytes, of which the columns from `column` on have the beginning, the number and the form of
    /// compression; 0 for null.
    fileprivate func contentCount(at column: Int) throws(SQLiteError) -> Int {
        guard let head = try optionalBlob(column) else { return 0 }
        return StoredForm.count(head: head, of: Int(try integer(column + 1)), packing: try integer(column + 2))
    }
}
