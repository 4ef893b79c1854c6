internal import Digest
internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func createAll(
        _ sessions: [NewSession], for request: KeyedRequest?, while isWanted: @escaping @Sendable () -> Bool,
        claim: @escaping @Sendable () -> Bool
    ) throws(StoreError) -> CreationOutcome {
        let insertions = try PackedSession.all(sessions, for: request, while: isWanted)
        let outcome = try write { transaction, isAgain throws(StoreError) -> CreationOutcome in
            if isAgain, let stored = try PostgreSQLSessionStore.stored(insertions, transaction) { return .stored(stored) }
            if let request, let outcome = try transaction.outcome(of: request) {
                try transaction.writeForStandbys()
                return outcome
            }
            guard isWanted() else { throw .overdue }
            var stored: [StoredSession] = []
            for insertion in insertions { stored.append(try insertion.insert(into: transaction, after: stored.last?.createdAt)) }
            guard claim() else { throw .overdue }
            return .stored(stored)
        }
        if case .stored(let stored) = outcome { bases.keep(insertions, stored) }
        return outcome
    }

    /// Returns the sessions if a former attempt stored them. If its transaction is still in progress, the insertion of the same ids
    /// waits for it, fails as a duplicate, and this is called again.
    private static func stored(_ sessions: [PackedSession], _ transaction: Transaction) throws(StoreError) -> [StoredSession]? {
        var stored: [StoredSession] = []
        for session in sessions {
            let sequence = try transaction.number("SELECT sequence FROM session WHERE id = $1", [.text(session.id)])
            guard let sequence else { return nil }
            stored.append(session.stored(at: sequence))
        }
        return stored
    }
}

extension PackedSession {
    func insert(into transaction: Transaction, after previous: Int64?) throws(StoreError) -> StoredSession {
        let first = max(session.createdAt, previous.map { $0 + 1 } ?? 0)
        // If another service takes it meanwhile, the insertion fails as a duplicate, and the transaction is repeated.
        let sequence = try StoredBounds.freeTime(from: first) { range, extreme throws(StoreError) in
            try transaction.number(
                "SELECT sequence FROM session WHERE sequence >= $1 AND sequence < $2 ORDER BY sequence \(extreme.rawValue) LIMIT 1",
                [.integer(range.lowerBound), .integer(range.upperBound)])
        }
        let stored = stored(at: sequence)
        let orderedTags = stored.tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        try transaction.change(
            """
            INSERT INTO session (sequence, id, name, root, tags, options, verdict, step, engine, first_finding, exercises, arrived_at, imported,
                is_pinned, seal, content)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            """,
            [
                .integer(sequence), .text(id), .text(session.name), .text(session.root), .texts(orderedTags), .bytes(session.options),
                .text(stored.verdict), .integer(Int64(stored.step)), .text(stored.engine), stored.firstFinding.map { .text($0) } ?? .null,
                .integer(Int64(exercises.count)), session.arrivedAt.map { .integer($0) } ?? .null,
                stored.importState.map { .integer($0.rawValue) } ?? .null, .boolean(session.isPinned), .bytes(Seal.session(stored)),
                .bytes(content),
            ])
        if let creation = session.creation { try transaction.insert(creation, sequence, of: id, isCopy: session.original != nil) }
        try insertDocument(transaction, sequence)
        try insertSteps(transaction, sequence)
        return stored
    }

    private func insertDocument(_ transaction: Transaction, _ sequence: Int64) throws(StoreError) {
        try transaction.change(
            """
            INSERT INTO document (session, sha256, media_type, body, packing, canonical, canonical_packing)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .integer(sequence), .bytes(body.digest), .text(session.mediaType), .bytes(body.packed), .integer(body.packing),
                .bytes(canonical.packed), .integer(canonical.packing),
            ])
        try transaction.change(
            "INSERT INTO session_search (session, views, keys, text) VALUES ($1, $2, $3, $4)",
            [.integer(sequence), .bytes(viewList), .uuids(SearchKey.keys(views: views, tags: tags)), .text(searchText)])
    }

    private func insertSteps(_ transaction: Transaction, _ sequence: Int64) throws(StoreError) {
        try transaction.change(
            """
            INSERT INTO step (session, number, report, verdict, engine, created_at, packing, found, seal)
            VALUES ($1, 0, $2, $3, $4, $1, $5, $6, $7)
            """,
            [
                .integer(sequence), .bytes(report.bytes), .text(session.verdict), .text(session.engine), .integer(report.packing),
                .bytes(findings.digest), .bytes(seal.seal(createdAt: sequence)),
            ])
        try transaction.insert(findings, sequence, 0, at: sequence)
        for step in laterSteps { try transaction.insert(step, sequence, of: id) }
        for (place, exercise) in exercises.enumerated() { try transaction.insert(exercise, at: place, sequence) }
    }
}

/// A digest by which the sessions with a view or a tag are found.
enum SearchKey {
    static func keys(views: [String], tags: [String]) -> [[UInt8]] { views.map(key(view:)) + tags.map(key(tag:)) }

    static func key(view: String) -> [UInt8] { key(UInt8(ascii: "v"), view) }

    static func key(tag: String) -> [UInt8] { key(UInt8(ascii: "t"), tag) }

    private static func key(_ kind: UInt8, _ name: String) -> [UInt8] {
        Array(SHA256.digest(of: [kind] + Array(name.utf8)).prefix(16))
    }
}
