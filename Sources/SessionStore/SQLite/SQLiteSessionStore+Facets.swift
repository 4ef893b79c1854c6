internal import SQLite

extension SQLiteSessionStore {
    public func facets(_ query: SessionQuery) throws(StoreError) -> SessionFacets {
        var all = query
        all.limit = 1
        all.cursor = nil
        let wanted = all
        return try repairing { () throws(StoreError) in try countedFacets(wanted) }
    }

    private func countedFacets(_ wanted: SessionQuery) throws(StoreError) -> SessionFacets {
        try readers.read(isLong: true) { connection throws(StoreError) in
            var selection = try SessionSelection(wanted, columns: "s.sequence", on: connection)
            selection.limit(to: SessionFacets.mostCounted + 1)
            let found = try storing { () throws(SQLiteError) in
                try connection.query(selection.sql, selection.values) { row throws(SQLiteError) in try row.integer(0) }
            }
            let counted = found.prefix(SessionFacets.mostCounted)
            // One JSON list for all counts; SQLite reads it as a table.
            let list = "[" + counted.map(String.init).joined(separator: ",") + "]"
            func counts(_ value: String, _ table: String, key: String = "session") throws(StoreError) -> [SessionFacets.Count] {
                let sql = """
                    SELECT t.\(value), count(DISTINCT t.\(key)) AS sessions FROM json_each(?) AS j CROSS JOIN \(table) AS t ON t.\(key) = j.value
                    WHERE t.\(value) IS NOT NULL GROUP BY 1 ORDER BY sessions DESC, 1 LIMIT \(SessionFacets.mostValues)
                    """
                return try SQLiteSessionStore.counts(sql, list, connection)
            }
            let views = try SQLiteSessionStore.views(list, connection)
            return SessionFacets(
                sessions: counted.count, isComplete: found.count == counted.count && !views.isFull,
                verdicts: try counts("verdict", "session", key: "sequence"),
                tags: try counts("tag", "session_tag"), views: views.commonest, owners: try counts("owner", "finding"),
                fingerprints: try counts("fingerprint", "finding"))
        }
    }

    /// - Parameter sessions: their numbers as a JSON list.
    private static func views(_ sessions: String, _ connection: Connection) throws(StoreError) -> ViewTally {
        let list = StoredBounds.bounded("s.views", ViewList.greatestLength)
        let sql = "SELECT \(list) FROM json_each(?) AS j CROSS JOIN session AS s ON s.sequence = j.value"
        var tally = ViewTally()
        try storing { () throws(SQLiteError) in
            _ = try connection.query(sql, [.text(sessions)], repairing: true, through: { _ in tally.isFull }) { row throws(SQLiteError) in
                tally.add(try row.blob(0))
            }
        }
        return tally
    }

    /// Returns the rows of a statement that selects values with their counts.
    private static func counts(_ sql: String, _ list: String, _ connection: Connection) throws(StoreError) -> [SessionFacets.Count] {
        try storing { () throws(SQLiteError) in
            try connection.query(sql, [.text(list)], repairing: true) { row throws(SQLiteError) in
                SessionFacets.Count(value: try row.text(0), sessions: Int(try row.integer(1)))
            }
        }
    }
}
