internal import SQLite

extension ViewList {
    /// Returns the ids of a session's views.
    static func views(of session: Int64, _ parts: StoredParts, _ connection: Connection) throws(StoreError) -> [String] {
        let sql = "SELECT views FROM session WHERE sequence = ?"
        let stored = try parts.rows(connection, sql, [.integer(session)], { _ in "its row" }) { row throws(SQLiteError) in try row.blob(0) }
        guard let stored = stored.first else { return [] }
        let json: String
        do throws(StoreError) { json = try checked(stored) } catch {
            guard case .damaged = error else { throw error }
            throw parts.damage("its list of views is not a JSON array")
        }
        return try storing { () throws(SQLiteError) in
            try connection.query("SELECT value FROM json_each(?)", [.text(json)]) { row throws(SQLiteError) in try row.text(0) }
        }
    }

    /// Registers `has_view(views, view)` for a reading connection. It returns NULL for a damaged list.
    static func prepare(_ connection: Connection) throws(SQLiteError) {
        try connection.define("has_view") { stored, view in
            guard let json = try? json(stored) else { return nil }
            let id = String(decoding: view, as: UTF8.self)
            if contains(Array(json.utf8), [quoted(id), quoted(id, withShortEscapes: true)].map { Array($0.utf8) }) { return true }
            return json == "[]" || (json.hasPrefix("[\"") && json.hasSuffix("\"]")) ? false : nil
        }
    }
}
