internal import PostgreSQL

// The requests with a key that made sessions.

extension PostgreSQLSessionStore {
    public func outcome(of request: KeyedRequest) throws(StoreError) -> CreationOutcome? {
        try replicated(read(isSingle: true) { transaction throws(StoreError) in try transaction.outcome(of: request) })
    }

    public func keyedCreation(of id: String) throws(StoreError) -> KeyedCreation? {
        try read(isSingle: true) { transaction throws(StoreError) in
            try transaction.creations("s.id = $1", id).first.map { row throws(StoreError) in try row.checked() }
        }
    }
}

extension Transaction {
    func outcome(of request: KeyedRequest) throws(StoreError) -> CreationOutcome? {
        try CreationOutcome(of: request, creations("r.key = $1 ORDER BY r.place", request.key))
    }

    fileprivate func creations(_ condition: String, _ value: String) throws(StoreError) -> [CreationRow] {
        let sql = """
            SELECT s.id, r.key, r.sha256, r.place, r.sessions, r.seal FROM session_request AS r
            JOIN session AS s ON s.sequence = r.session WHERE \(condition)
            """
        return try query(sql, [.text(value)]) { row throws(PostgreSQLError) in
            let request = KeyedRequest(key: try row.text(1), digest: try row.bytes(2))
            let creation = KeyedCreation(request: request, place: Int(try row.integer(3)), count: Int(try row.integer(4)))
            return CreationRow(id: try row.text(0), creation: creation, seal: try row.bytes(5))
        }
    }

    /// Stores the request that makes a session. If another service stores one with the same key, this waits for its transaction, and
    /// then fails as a duplicate, so that the transaction is repeated and finds the other one's sessions.
    ///
    /// - Parameter isCopy: whether the session is a copy, which remains without its key if another session has it here.
    func insert(_ creation: KeyedCreation, _ sequence: Int64, of id: String, isCopy: Bool) throws(StoreError) {
        let sql = "INSERT INTO session_request (session, key, place, sessions, sha256, seal) VALUES ($1, $2, $3, $4, $5, $6)"
        try change(
            sql + (isCopy ? " ON CONFLICT DO NOTHING" : ""),
            [
                .integer(sequence), .text(creation.request.key), .integer(Int64(creation.place)), .integer(Int64(creation.count)),
                .bytes(creation.request.digest), .bytes(Seal.creation(creation, of: id)),
            ])
    }
}
