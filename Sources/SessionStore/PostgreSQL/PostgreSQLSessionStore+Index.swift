internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func index(of id: String) throws(StoreError) -> SessionIndex? {
        let parts = StoredParts(id: id)
        return try read { transaction throws(StoreError) in
            guard let row = try parts.sealedRow(transaction) else { return nil }
            let sql = "SELECT text FROM session_search WHERE session = $1"
            let text = try parts.rows(transaction, sql, [.integer(row.createdAt)], "its searched text") { row throws(PostgreSQLError) in
                try row.text(0)
            }
            return SessionIndex(views: try parts.readableViews(row.createdAt, transaction) ?? [], text: text.first ?? "")
        }
    }

    public func setIndex(_ index: SessionIndex, of id: String) throws(StoreError) {
        let parts = StoredParts(id: id)
        try write { transaction, _ throws(StoreError) in
            guard let row = try parts.sealedRow(transaction, isLocked: true) else { return }
            let views = try parts.readableViews(row.createdAt, transaction) ?? []
            let added = ViewList.fitting(index.views, beside: views)
            try transaction.change(
                "UPDATE session_search SET views = $1, keys = keys || $2::uuid[], text = $3 WHERE session = $4",
                [
                    .bytes(ViewList.value(Set(views).union(added).sorted())), .uuids(SearchKey.keys(views: added, tags: [])),
                    .text(index.text), .integer(row.createdAt),
                ])
        }
    }

    public func keyedSteps(of id: String, from first: Int, through last: Int) throws(StoreError) -> [KeyedStep] {
        let parts = StoredParts(id: id)
        let sql = "SELECT step, key, sha256, seal FROM step_request WHERE session = $1 AND step >= $2 AND step <= $3 ORDER BY step, key"
        return try read { transaction throws(StoreError) in
            guard let session = try parts.sealedRow(transaction) else { return [] }
            let values: [Value] = [.integer(session.createdAt), .integer(Int64(first)), .integer(Int64(last))]
            let found = try parts.rows(transaction, sql, values, "the request for a step") { row throws(PostgreSQLError) in
                (step: try row.integer(0), request: KeyedRequest(key: try row.text(1), digest: try row.bytes(2)), seal: try row.bytes(3))
            }
            return try found.map { found throws(StoreError) in
                try parts.check(found.request, found.step, found.seal, isOfSealedSession: true)
                return KeyedStep(step: try parts.step(found.step), request: found.request)
            }
        }
    }
}
