internal import SQLite

extension SQLiteSessionStore {
    public func append(
        _ step: NewStep, to id: String, while isWanted: @escaping @Sendable () -> Bool, claim: @escaping @Sendable () -> Bool,
        meanwhile: () -> Void
    ) throws(StoreError) -> StepOutcome? {
        let base = bases.base(of: id, for: step.step)
        let packed = PackedStep(step, of: id, by: base)
        let work = { @Sendable [bases] (connection: Connection) throws(StoreError) -> StepOutcome? in
            let parts = StoredParts(id: id)
            guard let row = try SQLiteSessionStore.sealedRow(of: parts, connection) else { return nil }
            let found = (sequence: row.createdAt, step: Int64(row.step))
            if let request = step.request, let outcome = try SQLiteSessionStore.outcome(of: request, in: id, found.sequence, connection) {
                return outcome
            }
            let present = try parts.step(found.step)
            guard present + 1 == step.step.number else { return .moved(to: present) }
            guard isWanted() else { throw .overdue }
            let isThere = try base.map { base throws(StoreError) in try SQLiteSessionStore.holds(base, found.sequence, connection) } ?? true
            if !isThere { bases.forget(id) }
            try SQLiteSessionStore.insert(isThere ? packed : PackedStep(step, of: id), found.sequence, parts, after: row, connection)
            guard claim() else { throw .overdue }
            return .stored
        }
        let outcome = try found { () throws(StoreError) in try write(to: [id], work, meanwhile: meanwhile) }
        if outcome == .stored, let base = packed.report.asBase { bases.keep(base, of: id) }
        return outcome
    }

    /// Returns whether a base is still stored in full, byte by byte: if it is damaged, no report could be read that is compressed relative to it.
    /// Another program may have reset the session to an earlier state, too.
    private static func holds(_ base: DeltaBases.Base, _ sequence: Int64, _ connection: Connection) throws(StoreError) -> Bool {
        let sql = "SELECT report FROM step WHERE session = ? AND number = ? AND created_at = ? AND length(report) = ? AND base IS NULL"
        let values: [Value] = [
            .integer(sequence), .integer(Int64(base.number)), .integer(base.createdAt), .integer(Int64(base.packed.count)),
        ]
        return try storing { () throws(SQLiteError) in
            try connection.first(sql, values, repairing: true) { row throws(SQLiteError) in try row.value(0) }
        } == .blob(base.packed)
    }

    public func outcome(of request: KeyedRequest, in id: String) throws(StoreError) -> StepOutcome? {
        try readers.read { connection throws(StoreError) in
            guard let row = try SQLiteSessionStore.sealedRow(of: StoredParts(id: id), connection) else { return nil }
            return try SQLiteSessionStore.outcome(of: request, in: id, row.createdAt, connection)
        }
    }

    private static func outcome(
        of request: KeyedRequest, in id: String, _ sequence: Int64, _ connection: Connection
    ) throws(StoreError) -> StepOutcome? {
        let parts = StoredParts(id: id)
        let sql = """
            SELECT r.sha256, r.step, r.seal, s.content IS NOT NULL FROM step_request AS r JOIN session AS s ON s.sequence = r.session
            WHERE r.session = ? AND r.key = ?
            """
        let values: [Value] = [.integer(sequence), .text(request.key)]
        let known = try parts.rows(connection, sql, values, { "the request for \(StoredParts.step($0, 1))" }) { row throws(SQLiteError) in
            (digest: try row.blob(0), step: try row.integer(1), seal: try row.optionalBlob(2), isOfSealedSession: try row.integer(3) != 0)
        }
        if known.isEmpty { try MissedRow.check(request, in: id, sequence, connection) }
        return try known.first.map { known throws(StoreError) in
            let stored = KeyedRequest(key: request.key, digest: known.digest)
            try parts.check(stored, known.step, known.seal, isOfSealedSession: known.isOfSealedSession)
            return request.isSame(known.digest) ? .repeated(step: try parts.step(known.step)) : .keyTaken
        }
    }

    /// - Parameter before: the session's row; nil for a new session, whose row has the seal of its last step already.
    static func insert(
        _ packed: PackedStep, _ sequence: Int64, _ parts: StoredParts, after before: StoredSession? = nil, _ connection: Connection
    ) throws(StoreError) {
        let new = packed.new
        let step = new.step
        let insertion = """
            INSERT INTO step (session, number, event, report, verdict, engine, created_at, packing, base, found, seal)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        let values: [Value] = [
            .integer(sequence), .integer(Int64(step.number)), step.events.map { .blob($0) } ?? .null, .blob(packed.report.bytes), .text(step.verdict),
            .text(step.engine), .integer(step.createdAt), .integer(packed.report.packing), packed.report.base.map { .integer($0) } ?? .null,
            .blob(packed.findings.digest),
            .blob(packed.seal.seal(createdAt: step.createdAt)),
        ]
        do throws(SQLiteError) { try connection.execute(insertion, values) } catch {
            throw error.isConstraint ? parts.damage("step \(step.number) exists, but the session's row says that there are fewer") : StoreError(error)
        }
        if let before {
            try update(before, to: new, connection)
        } else {
            try connection.change(
                "UPDATE session SET step = ?, verdict = ?, engine = ? WHERE sequence = ?",
                [.integer(Int64(step.number)), .text(step.verdict), .text(step.engine), .integer(sequence)])
        }
        try insert(packed.findings, sequence, step.number, at: step.createdAt, connection)
        if let request = new.request {
            try connection.change(
                "INSERT INTO step_request (session, key, sha256, step, seal) VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(sequence), .text(request.key), .blob(request.digest), .integer(Int64(step.number)),
                    .blob(Seal.request(request, Int64(step.number), of: parts.id)),
                ])
        }
        if !new.views.isEmpty {
            let views = try ViewList.readableViews(of: sequence, connection)
            let added = ViewList.fitting(new.views, beside: views ?? [])
            try SessionKeys.insert(views: added, tags: [], sequence, connection)
            // With a damaged list, the index alone has the views.
            if let views {
                let all = Set(views).union(added).sorted()
                try connection.change("UPDATE session SET views = ? WHERE sequence = ?", [.blob(ViewList.value(all)), .integer(sequence)])
            }
        }
        let words = SearchText.further(new.views + new.identifiers)
        if !words.isEmpty {
            try connection.change(
                "UPDATE session_search SET text = ? || text WHERE rowid = ? AND length(text) < ?",
                [.text(words), .integer(sequence), .integer(Int64(SearchText.greatestLength))])
        }
    }

    /// Updates a session's row after a step was stored.
    private static func update(_ before: StoredSession, to new: NewStep, _ connection: Connection) throws(StoreError) {
        let step = new.step
        let seal = Value.blob(Seal.session(before.following(new)))
        if before.verdict == step.verdict, before.engine == step.engine {
            // SQLite rewrites the index of an assigned column even if its value is unchanged.
            try connection.change(
                "UPDATE session SET step = ?, seal = ? WHERE sequence = ?", [.integer(Int64(step.number)), seal, .integer(before.createdAt)])
        } else {
            try connection.change(
                "UPDATE session SET step = ?, verdict = ?, engine = ?, seal = ? WHERE sequence = ?",
                [.integer(Int64(step.number)), .text(step.verdict), .text(step.engine), seal, .integer(before.createdAt)])
        }
    }

    // MARK: - Exercises

    public func add(_ exercise: StoredExercise, to id: String, claim: @escaping @Sendable () -> Bool) throws(StoreError) -> Int? {
        let packed = PackedExercise(exercise, of: id)
        return try write(to: [id]) { connection throws(StoreError) in
            guard var row = try SQLiteSessionStore.sealedRow(of: StoredParts(id: id), connection), exercise.step <= row.step else { return nil }
            let sequence = row.createdAt
            let known = try SQLiteSessionStore.row(of: exercise, sequence, connection)
            let earlier = "SELECT count(*) FROM exercise WHERE session = ? AND id < ?"
            let place = StoredBounds.count(try connection.number(earlier, [.integer(sequence), .integer(known ?? .max)]) ?? 0)
            if known == nil {
                try SQLiteSessionStore.insert(packed, at: place, sequence, connection)
                // Rows of before version 9 have no seal that could count them.
                if row.content != nil {
                    row.exerciseCount = place + 1
                    try connection.change("UPDATE session SET seal = ? WHERE sequence = ?", [.blob(Seal.session(row)), .integer(sequence)])
                }
            }
            guard claim() else { throw .overdue }
            return place
        }
    }

    /// Returns the row of an equal exercise of the same step with the same answer, if there is one.
    private static func row(of exercise: StoredExercise, _ sequence: Int64, _ connection: Connection) throws(StoreError) -> Int64? {
        let asked = try storing { () throws(SQLiteError) in
            try connection.query(
                "SELECT id, answer, packing FROM exercise WHERE session = ? AND step = ? AND request = ? ORDER BY id",
                [.integer(sequence), .integer(Int64(exercise.step)), .blob(exercise.request)], repairing: true
            ) { row throws(SQLiteError) in (id: try row.integer(0), answer: try row.blob(1), packing: try row.integer(2)) }
        }
        return asked.first { (try? StoredForm.bytes($0.answer, packing: $0.packing, limit: exercise.answer.count)) == exercise.answer }?.id
    }

    /// - Parameter place: its index among the session's exercises.
    static func insert(_ packed: PackedExercise, at place: Int, _ sequence: Int64, _ connection: Connection) throws(StoreError) {
        let exercise = packed.new
        let answer = packed.answer
        try connection.change(
            "INSERT INTO exercise (session, step, request, answer, engine, created_at, packing, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(sequence), .integer(Int64(exercise.step)), .blob(exercise.request), .blob(answer.bytes), .text(exercise.engine),
                .integer(exercise.createdAt), .integer(answer.packing), .blob(Seal.exercise(packed.content, at: place)),
            ])
    }
}
