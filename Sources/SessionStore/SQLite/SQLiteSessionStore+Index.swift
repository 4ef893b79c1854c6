internal import SQLite

extension SQLiteSessionStore {
    public func index(of id: String) throws(StoreError) -> SessionIndex? {
        let parts = StoredParts(id: id)
        return try readers.read { connection throws(StoreError) in
            guard let row = try SQLiteSessionStore.sealedRow(of: parts, connection) else { return nil }
            let views = try ViewList.readableViews(of: row.createdAt, connection) ?? []
            let text = try SQLiteSessionStore.searchedText(of: row, connection)
            return SessionIndex(views: views, text: text ?? SearchText.text([[row.id, row.name, row.root], row.tags, views]))
        }
    }

    /// Returns the searched text of a session; nil if the search's tables are damaged, so that a session can be copied without them.
    private static func searchedText(of row: StoredSession, _ connection: Connection) throws(StoreError) -> String? {
        do throws(StoreError) {
            return try storing { () throws(SQLiteError) in
                // The index's own table of texts, as the index itself may be damaged.
                let sql = "SELECT c0 FROM session_search_content WHERE id = ?"
                return try connection.first(sql, [.integer(row.createdAt)]) { row throws(SQLiteError) in try row.text(0) }
            }
        } catch {
            if error.mayBeOfIndex { return nil }
            throw error
        }
    }

    public func setIndex(_ index: SessionIndex, of id: String) throws(StoreError) {
        let parts = StoredParts(id: id)
        try write(to: [id]) { connection throws(StoreError) in
            guard let row = try SQLiteSessionStore.sealedRow(of: parts, connection) else { return }
            let sequence = Value.integer(row.createdAt)
            let views = try ViewList.readableViews(of: row.createdAt, connection) ?? []
            let added = ViewList.fitting(index.views, beside: views)
            try SessionKeys.insert(views: added, tags: [], row.createdAt, connection)
            let all = ViewList.value(Set(views).union(added).sorted())
            try connection.change("UPDATE session SET views = ? WHERE sequence = ?", [.blob(all), sequence])
            try connection.change("UPDATE session_search SET text = ? WHERE rowid = ?", [.text(index.text), sequence])
        }
    }

    public func lostSessions() throws(StoreError) -> [String] {
        let sql = """
            SELECT e.id FROM session AS e INDEXED BY sqlite_autoindex_session_1
            WHERE \(MissedRow.isID) AND NOT EXISTS (SELECT 1 FROM session AS r NOT INDEXED WHERE r.sequence = e.sequence) ORDER BY e.id
            """
        return try readers.read(isLong: true) { connection throws(StoreError) in
            try storing { () throws(SQLiteError) in try connection.query(sql, repairing: true) { row throws(SQLiteError) in try row.text(0) } }
        }
    }

    public func indexedSessions() throws(StoreError) -> [String] {
        let sql = "SELECT e.id FROM session AS e INDEXED BY sqlite_autoindex_session_1 WHERE \(MissedRow.isID) ORDER BY e.sequence DESC"
        return try readers.read(isLimited: false) { connection throws(StoreError) in
            try storing { () throws(SQLiteError) in try connection.query(sql, repairing: true) { row throws(SQLiteError) in try row.text(0) } }
        }
    }

    public func keyedSteps(of id: String, from first: Int, through last: Int) throws(StoreError) -> [KeyedStep] {
        let parts = StoredParts(id: id)
        let sql = """
            SELECT r.step, r.key, r.sha256, r.seal, s.content IS NOT NULL FROM session AS s JOIN step_request AS r ON r.session = s.sequence
            WHERE s.id = ? AND r.step >= ? AND r.step <= ? ORDER BY r.step, r.key
            """
        let values: [Value] = [.text(id), .integer(Int64(first)), .integer(Int64(last))]
        return try readers.read { connection throws(StoreError) in
            try SQLiteSessionStore.sealedRow(of: parts, connection)
            let found = try parts.rows(connection, sql, values, { "the request for \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                (
                    step: try row.integer(0), request: KeyedRequest(key: try row.text(1), digest: try row.blob(2)),
                    seal: try row.optionalBlob(3), isOfSealedSession: try row.integer(4) != 0
                )
            }
            return try found.map { found throws(StoreError) in
                try parts.check(found.request, found.step, found.seal, isOfSealedSession: found.isOfSealedSession)
                return KeyedStep(step: try parts.step(found.step), request: found.request)
            }
        }
    }
}
