internal import SQLite
internal import Synchronization

// The requests with a key that made sessions.

extension SQLiteSessionStore {
    public func outcome(of request: KeyedRequest) throws(StoreError) -> CreationOutcome? {
        try repairing { () throws(StoreError) in
            try readers.read { connection throws(StoreError) in try SQLiteSessionStore.outcome(of: request, connection) }
        }
    }

    /// - Parameter isIndexed: whether the request is found by its index, and not in the table itself, all of which is read then.
    static func outcome(of request: KeyedRequest, isIndexed: Bool = true, _ connection: Connection) throws(StoreError) -> CreationOutcome? {
        let rows = try rows(in: isIndexed ? "" : "NOT INDEXED", "r.key = ? ORDER BY r.place", request.key, connection)
        let places = rows.map(\.creation.place)
        // An index may lead to a row twice.
        if zip(places, places.dropFirst()).contains(where: { $0 >= $1 }) { throw MissedRow.damage }
        if let outcome = try CreationOutcome(of: request, rows) { return outcome }
        if isIndexed { try MissedRow.check(request, connection) }
        return nil
    }

    /// Returns whether the index of the requests for sessions leads to all of them. The first call compares it with them, since a request that
    /// is not found makes a second session, and has it made again if it does not.
    func findsRequests() throws(StoreError) -> Bool {
        try requestIndex.withLock { known throws(StoreError) in
            if let known { return known }
            var isWhole = true
            do throws(StoreError) {
                try repairing { () throws(StoreError) in
                    try readers.read(notesDamage: false) { connection throws(StoreError) in try MissedRow.checkRequests(connection) }
                }
            } catch {
                if error.isTemporary { throw error }
                // Other damage is that of the table, in which nothing would be found either.
                isWhole = error != MissedRow.damage
            }
            known = isWhole
            return isWhole
        }
    }

    public func keyedCreation(of id: String) throws(StoreError) -> KeyedCreation? {
        try readers.read { connection throws(StoreError) in
            try SQLiteSessionStore.rows("s.id = ?", id, connection).first.map { row throws(StoreError) in try row.checked() }
        }
    }

    /// - Parameter index: the clause of SQL for the index that is used.
    private static func rows(
        in index: String = "", _ condition: String, _ value: String, _ connection: Connection
    ) throws(StoreError) -> [CreationRow] {
        let sql = """
            SELECT s.id, r.key, r.sha256, r.place, r.sessions, r.seal FROM session_request AS r \(index)
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
