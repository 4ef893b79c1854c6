internal import SQLite

// The requests with a key that made sessions.

extension SQLiteSessionStore {
    public func outcome(of request: KeyedRequest) throws(StoreError) -> CreationOutcome? {
        try readers.read { connection throws(StoreError) in try SQLiteSessionStore.outcome(of: request, connection) }
    }

    static func outcome(of request: KeyedRequest, _ connection: Connection) throws(StoreError) -> CreationOutcome? {
        if let outcome = try CreationOutcome(of: request, rows("r.key = ? ORDER BY r.place", request.key, connection)) { return outcome }
        try MissedRow.check(request, connection)
        return nil
    }

    public func keyedCreation(of id: String) throws(StoreError) -> KeyedCreation? {
        try readers.read { connection throws(StoreError) in
            try SQLiteSessionStore.rows("s.id = ?", id, connection).first.map { row throws(StoreError) in try row.checked() }
        }
    }

    private static func rows(_ condition: String, _ value: String, _ connection: Connection) throws(StoreError) -> [CreationRow] {
        let sql = """
            SELECT s.id, r.key, r.sha256, r.place, r.sessions, r.seal FROM session_request AS r
            JOIN session AS s ON s.sequence = r.session WHERE \(condition)
            """
        return try storing { () throws(SQLiteError) in
            try connection.query(sql, [.text(value)]) { row throws(SQLiteError) in
                let request = KeyedRequest(key: try row.text(1), digest: try row.blob(2))
                let creation = KeyedCreation(request: request, place: Int(try row.integer(3)), count: Int(try row.integer(4)))
                return CreationRow(id: try row.text(0), creation: creation, seal: try row.blob(5))
            }
        }
    }

    /// - Parameter isCopy: whether the session is a copy, which remains without its key if another session has it here.
    static func insert(
        _ creation: KeyedCreation, _ sequence: Int64, of id: String, isCopy: Bool, _ connection: Connection
    ) throws(StoreError) {
        try connection.change(
            "INSERT \(isCopy ? "OR IGNORE " : "")INTO session_request (session, key, place, sessions, sha256, seal) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(sequence), .text(creation.request.key), .integer(Int64(creation.place)), .integer(Int64(creation.count)),
                .blob(creation.request.digest), .blob(Seal.creation(creation, of: id)),
            ])
    }
}
