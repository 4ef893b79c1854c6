internal import SQLite

extension SQLiteSessionStore {
    public func createAll(
        _ sessions: [NewSession], for request: KeyedRequest?, while isWanted: @escaping @Sendable () -> Bool,
        claim: @escaping @Sendable () -> Bool
    ) throws(StoreError) -> CreationOutcome {
        // Hash and compress here, on the caller's thread, not on the writer's.
        let insertions = try PackedSession.all(sessions, for: request, while: isWanted)
        let isIndexed = request == nil ? true : try findsRequests()
        let outcome = try write(to: []) { connection throws(StoreError) -> CreationOutcome in
            if let request, let outcome = try SQLiteSessionStore.outcome(of: request, isIndexed: isIndexed, connection) { return outcome }
            // Checked before any write, so that jobs behind this one do not wait for unwanted work.
            guard isWanted() else { throw .overdue }
            var stored: [StoredSession] = []
            var documents = SharedDocuments()
            for insertion in insertions { stored.append(try insertion.insert(into: connection, after: stored.last?.createdAt, &documents)) }
            // A damaged page that is read, but not written, would hide sessions that are acknowledged.
            for session in stored where try SQLiteSessionStore.unsealedRow(of: StoredParts(id: session.id), connection) == nil {
                throw MissedRow.damage
            }
            guard claim() else { throw .overdue }
            return .stored(stored)
        }
        if case .stored(let stored) = outcome { bases.keep(insertions, stored) }
        return outcome
    }
}

extension PackedSession {
    /// - Parameter documents: the document of the session that was inserted before this one in the same transaction.
    func insert(into connection: Connection, after previous: Int64?, _ documents: inout SharedDocuments) throws(StoreError) -> StoredSession {
        let first = max(session.createdAt, previous.map { $0 + 1 } ?? 0)
        let sequence = try StoredBounds.freeTime(from: first) { range, extreme throws(StoreError) in
            try connection.number(
                "SELECT sequence FROM session WHERE sequence >= ? AND sequence < ? ORDER BY sequence \(extreme.rawValue) LIMIT 1",
                [.integer(range.lowerBound), .integer(range.upperBound)])
        }
        let stored = stored(at: sequence)
        let document = try documents.row(of: body, mediaType: session.mediaType, createdAt: session.createdAt, connection)
        let layout = try SharedRow(canonical).layout(connection)
        try connection.change(
            """
            INSERT INTO session
            (sequence, id, name, root, document, layout, options, verdict, step, engine, views, arrived_at, seal, imported, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(sequence), .text(id), .text(session.name), .text(session.root), .integer(document),
                .integer(layout), .blob(session.options), .text(session.verdict), .text(session.engine), .blob(viewList),
                session.arrivedAt.map { .integer($0) } ?? .null, .blob(Seal.session(stored)),
                stored.importState.map { .integer($0.rawValue) } ?? .null, .blob(content),
            ])
        try insertSearch(connection, sequence)
        try insertSteps(connection, sequence)
        if let creation = session.creation { try SQLiteSessionStore.insert(creation, sequence, of: id, isCopy: session.original != nil, connection) }
        if session.isPinned { try connection.change("INSERT INTO pin (session) VALUES (?)", [.integer(sequence)]) }
        return stored
    }

    private func insertSteps(_ connection: Connection, _ sequence: Int64) throws(StoreError) {
        try connection.change(
            "INSERT INTO step (session, number, event, report, verdict, engine, created_at, packing, found, seal) VALUES (?, 0, NULL, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(sequence), .blob(report.bytes), .text(session.verdict), .text(session.engine), .integer(sequence), .integer(report.packing),
                .blob(findings.digest), .blob(seal.seal(createdAt: sequence)),
            ])
        try SQLiteSessionStore.insert(findings, sequence, 0, at: sequence, connection)
        for step in laterSteps { try SQLiteSessionStore.insert(step, sequence, StoredParts(id: id), connection) }
        for (place, exercise) in exercises.enumerated() { try SQLiteSessionStore.insert(exercise, at: place, sequence, connection) }
    }

    private func insertSearch(_ connection: Connection, _ sequence: Int64) throws(StoreError) {
        for tag in tags {
            try connection.change("INSERT INTO session_tag (session, tag) VALUES (?, ?)", [.integer(sequence), .text(tag)])
        }
        try SessionKeys.insert(views: views, tags: tags, sequence, connection)
        try connection.change("INSERT INTO session_search (rowid, text) VALUES (?, ?)", [.integer(sequence), .text(searchText)])
    }
}
