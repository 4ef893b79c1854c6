internal import SQLite

extension ViewList {
    /// Returns the ids of a session's views.
    static func views(of session: Int64, _ parts: StoredParts, _ connection: Connection) throws(StoreError) -> [String] {
        let sql = "SELECT \(StoredBounds.bounded("views", greatestLength)) FROM session WHERE sequence = ?"
        let stored = try parts.rows(connection, sql, [.integer(session)], { _ in "its row" }) { row throws(SQLiteError) in try row.blob(0) }
        guard let stored = stored.first else { return [] }
        do throws(StoreError) { return try names(stored) } catch {
            guard case .damaged = error else { throw error }
            throw parts.damage("its list of views is not a JSON array")
        }
    }

    /// Returns the ids of a session's views; nil if their list is damaged. It only finds, so that the session is whole without it.
    static func readableViews(of session: Int64, _ connection: Connection) throws(StoreError) -> [String]? {
        do throws(StoreError) { return try views(of: session, StoredParts(id: ""), connection) } catch {
            guard case .damagedSession = error else { throw error }
            return nil
        }
    }

    /// Registers `has_view(views, view)` for a reading connection. It returns NULL for a damaged list.
    static func prepare(_ connection: Connection) throws(SQLiteError) {
        try connection.define("has_view") { stored, view in
            guard let json = try? json(stored) else { return nil }
            let id = String(decoding: view, as: UTF8.self)
            if contains(json, [quoted(id), quoted(id, withShortEscapes: true)].map { Array($0.utf8) }) { return true }
            return json == Array("[]".utf8) || (json.starts(with: "[\"".utf8) && json.suffix(2).elementsEqual("\"]".utf8)) ? false : nil
        }
    }
}
