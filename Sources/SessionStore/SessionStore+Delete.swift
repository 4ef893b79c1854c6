internal import SQLite

extension SessionStore {
    /// Deletes a session with all its steps, and its document where no other session has the same. False where there is none.
    public func delete(_ id: String) throws(StoreError) -> Bool {
        try write(to: [id], makesRoom: true) { connection throws(StoreError) in
            let found = try storing { () throws(SQLiteError) in
                try connection.first("SELECT sequence, document, layout FROM session WHERE id = ?", [.text(id)]) { row throws(SQLiteError) in
                    (sequence: try row.integer(0), document: try row.integer(1), layout: try row.integer(2))
                }
            }
            guard let found else { return false }
            // Steps, findings and tags go with the session; the words that find it have no foreign keys.
            let tags = try storing { () throws(SQLiteError) in
                try connection.query("SELECT tag FROM session_tag WHERE session = ?", [.integer(found.sequence)]) { row throws(SQLiteError) in
                    try row.text(0)
                }
            }
            do throws(StoreError) {
                try SessionKeys.delete(views: ViewList.views(of: found.sequence, connection), tags: tags, found.sequence, connection)
            } catch {
                // What a damaged list held is not known: its words stay, and find nothing, as the session is gone.
                guard case .damaged = error else { throw error }
            }
            try connection.change("DELETE FROM session_search WHERE rowid = ?", [.integer(found.sequence)])
            try connection.change("DELETE FROM session WHERE sequence = ?", [.integer(found.sequence)])
            try connection.change(
                "DELETE FROM document WHERE id = ? AND NOT EXISTS (SELECT 1 FROM session WHERE document = ?)",
                [.integer(found.document), .integer(found.document)])
            try connection.change(
                "DELETE FROM layout WHERE id = ? AND NOT EXISTS (SELECT 1 FROM session WHERE layout = ?)",
                [.integer(found.layout), .integer(found.layout)])
            return true
        }
    }
}
