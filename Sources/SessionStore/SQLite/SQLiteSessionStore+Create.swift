internal import SQLite

extension SQLiteSessionStore {
    public func createAll(
        _ sessions: [NewSession], while isWanted: @escaping @Sendable () -> Bool, claim: @escaping @Sendable () -> Bool
    ) throws(StoreError) -> [StoredSession] {
        var prepared: [PackedSession] = []
        // Hash and compress here, on the caller's thread, not on the writer's.
        for session in sessions { prepared.append(try PackedSession(session)) }
        let insertions = prepared
        let stored = try write(to: []) { connection throws(StoreError) in
            // Checked before any write, so that jobs behind this one do not wait for unwanted work.
            guard isWanted() else { throw .overdue }
            var stored: [StoredSession] = []
            for insertion in insertions { stored.append(try insertion.insert(into: connection, after: stored.last?.createdAt)) }
            guard claim() else { throw .overdue }
            return stored
        }
        for (insertion, session) in zip(insertions, stored) {
            guard var base = insertion.lastBase else { continue }
            if base.number == 0 { base.createdAt = session.createdAt }
            bases.keep(base, of: session.id)
        }
        return stored
    }
}

extension PackedSession {
    func insert(into connection: Connection, after previous: Int64?) throws(StoreError) -> StoredSession {
        let sequence = try freeSequence(connection, from: max(session.createdAt, previous.map { $0 + 1 } ?? 0))
        let stored = stored(at: sequence)
        let document = try SharedRow(body).document(mediaType: session.mediaType, createdAt: session.createdAt, connection)
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
        if session.isPinned { try connection.change("INSERT INTO pin (session) VALUES (?)", [.integer(sequence)]) }
        return stored
    }

    /// Returns the first free time at or shortly after the given one; if none is left after it, the last free one before.
    private func freeSequence(_ connection: Connection, from first: Int64) throws(StoreError) -> Int64 {
        let end = StoredBounds.times.upperBound
        var candidate = min(first, end - 1)
        func isTaken() throws(StoreError) -> Bool {
            try connection.number("SELECT 1 FROM session WHERE sequence = ?", [.integer(candidate)]) != nil
        }
        while try isTaken() {
            // Skip the whole next millisecond at once, so that many sessions with one time don't cause a long search.
            let taken = try connection.number(
                "SELECT max(sequence) FROM session WHERE sequence >= ? AND sequence < ?", [.integer(candidate), .integer(candidate + 1000)])
            candidate = min(end, (taken ?? candidate) + 1)
            if candidate == end { break }
        }
        guard candidate >= end else { return candidate }
        candidate = end - 1
        while try isTaken() {
            let taken = try connection.number(
                "SELECT min(sequence) FROM session WHERE sequence > ? AND sequence <= ?", [.integer(candidate - 1000), .integer(candidate)])
            candidate = (taken ?? candidate) - 1
        }
        return candidate
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
