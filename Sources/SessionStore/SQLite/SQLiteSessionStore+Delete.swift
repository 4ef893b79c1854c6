internal import SQLite

extension SQLiteSessionStore {
    public func delete(_ id: String, at steps: [Int]?) throws(StoreError) -> DeletionOutcome {
        bases.forget(id)
        completeBeforeDeletion(id)
        return try found { () throws(StoreError) in
            try write(to: [id], makesRoom: true) { connection throws(StoreError) -> DeletionOutcome? in
                guard let sequence = try MissedRow.sequence(of: id, connection) else { return nil }
                if let steps, let step = try SQLiteSessionStore.newestStep(of: id, connection), !steps.contains(step) { return .moved(to: step) }
                return try SQLiteSessionStore.delete(sequence, StoredParts(id: id), connection) ? .deleted : .absent
            }
        } ?? .absent
    }

    /// Has the indexes lead to all rows of a session, so that its deletion leaves none. A damaged session is deleted as it is.
    func completeBeforeDeletion(_ id: String) {
        let isWhole = try? readers.read(notesDamage: false) { connection throws(StoreError) -> Bool in
            guard let row = try SQLiteSessionStore.sealedRow(of: StoredParts(id: id), connection) else { return true }
            func count(_ rows: String) throws(StoreError) -> Int64? {
                try connection.number("SELECT count(*) FROM \(rows) WHERE session = ?", [.integer(row.createdAt)])
            }
            let requests = try count("step_request INDEXED BY sqlite_autoindex_step_request_1")
            let entries = try count("step_request INDEXED BY step_request_by_step")
            let steps = try count("step")
            return steps == Int64(row.step) + 1 && entries == requests
        }
        if isWhole != true { _ = completeIndexes(of: id) }
    }

    /// The tables of what a session has most of, in the order in which rows refer to others, and how many rows are deleted at once.
    private static let portions = [("exercise", 64), ("finding", 4096), ("step", 64)]

    /// Deletes the rows that a session has in a table, some at a time: until a statement ends, SQLite has all pages in memory that it changes.
    private static func delete(_ table: String, of sequence: Int64, _ count: Int, _ connection: Connection) throws(StoreError) {
        let sql = "DELETE FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE session = ? LIMIT \(count))"
        repeat { try connection.change(sql, [.integer(sequence)]) } while connection.changes >= count
    }

    /// Deletes a session, even if parts of it are damaged.
    static func delete(_ sequence: Int64, _ parts: StoredParts, _ connection: Connection) throws(StoreError) -> Bool {
        let found = try storing { () throws(SQLiteError) in
            let sql = "SELECT document, layout FROM session WHERE sequence = ?"
            return try connection.first(sql, [.integer(sequence)], repairing: true) { row throws(SQLiteError) in
                (document: try row.integer(0), layout: try row.integer(1))
            }
        }
        guard let found else { return false }
        // Tags and keys are deleted with the session (foreign keys); its search words have no foreign keys.
        do throws(StoreError) {
            let sql = "SELECT tag FROM session_tag WHERE session = ? LIMIT \(StoredBounds.mostTags)"
            let tags = try parts.rows(connection, sql, [.integer(sequence)], { _ in "its tags" }) { row throws(SQLiteError) in try row.text(0) }
            try SessionKeys.delete(views: ViewList.views(of: sequence, parts, connection), tags: tags, sequence, connection)
        } catch {
            switch error {
            // The content of a damaged list is unknown. Its words remain, but match nothing, as the session is gone.
            case .damaged, .damagedSession: break
            default: throw error
            }
        }
        try connection.change("DELETE FROM session_search WHERE rowid = ?", [.integer(sequence)])
        for (table, count) in portions { try delete(table, of: sequence, count, connection) }
        try connection.change("DELETE FROM session WHERE sequence = ?", [.integer(sequence)])
        try connection.change(
            "DELETE FROM document WHERE id = ? AND NOT EXISTS (SELECT 1 FROM session WHERE document = ?)",
            [.integer(found.document), .integer(found.document)])
        try connection.change(
            "DELETE FROM layout WHERE id = ? AND NOT EXISTS (SELECT 1 FROM session WHERE layout = ?)",
            [.integer(found.layout), .integer(found.layout)])
        return true
    }
}
