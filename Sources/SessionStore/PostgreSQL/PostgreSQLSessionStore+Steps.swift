internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func append(
        _ step: NewStep, to id: String, while isWanted: @escaping @Sendable () -> Bool, claim: @escaping @Sendable () -> Bool,
        meanwhile: () -> Void
    ) throws(StoreError) -> StepOutcome? {
        let base = bases.base(of: id, for: step.step)
        let packed = PackedStep(step, of: id, by: base)
        let outcome = try write { [bases] transaction, isAgain throws(StoreError) -> StepOutcome? in
            let parts = StoredParts(id: id)
            guard let row = try parts.sealedRow(transaction, isLocked: true) else { return nil }
            let sequence = row.createdAt
            // The outcome of the former attempt, whose transaction has ended, as it had locked the same row.
            if isAgain, try parts.holds(packed, sequence, transaction) { return .stored }
            if let request = step.request, let outcome = try parts.outcome(of: request, sequence, transaction) { return outcome }
            let present = try parts.step(Int64(row.step))
            guard present + 1 == step.step.number else { return .moved(to: present) }
            guard isWanted() else { throw .overdue }
            let isThere = try base.map { base throws(StoreError) in try parts.holds(base, sequence, transaction) } ?? true
            if !isThere { bases.forget(id) }
            try transaction.insert(isThere ? packed : PackedStep(step, of: id), sequence, of: id, after: row)
            guard claim() else { throw .overdue }
            return .stored
        }
        if outcome == .stored {
            meanwhile()
            if let base = packed.report.asBase { bases.keep(base, of: id) }
        }
        return outcome
    }

    public func outcome(of request: KeyedRequest, in id: String) throws(StoreError) -> StepOutcome? {
        let parts = StoredParts(id: id)
        let found = try read { transaction throws(StoreError) -> StepOutcome? in
            guard let row = try parts.sealedRow(transaction) else { return nil }
            return try parts.outcome(of: request, row.createdAt, transaction)
        }
        return try replicated(found)
    }

    // MARK: - Exercises

    public func add(_ exercise: StoredExercise, to id: String, claim: @escaping @Sendable () -> Bool) throws(StoreError) -> Int? {
        let packed = PackedExercise(exercise, of: id)
        let parts = StoredParts(id: id)
        return try write { transaction, _ throws(StoreError) -> Int? in
            guard var row = try parts.sealedRow(transaction, isLocked: true), exercise.step <= row.step else { return nil }
            let sequence = row.createdAt
            if let place = try parts.place(of: exercise, sequence, transaction) {
                guard claim() else { throw .overdue }
                return place
            }
            let place = row.exerciseCount ?? 0
            try transaction.insert(packed, at: place, sequence)
            row.exerciseCount = place + 1
            try transaction.change(
                "UPDATE session SET seal = $1, exercises = $2 WHERE sequence = $3",
                [.bytes(Seal.session(row)), .integer(Int64(place + 1)), .integer(sequence)])
            guard claim() else { throw .overdue }
            return place
        }
    }

    // MARK: - Deletion

    public func delete(_ id: String, at steps: [Int]?) throws(StoreError) -> DeletionOutcome {
        bases.forget(id)
        return try write { transaction, isAgain throws(StoreError) in
            let sequence = try transaction.number("SELECT sequence FROM session WHERE id = $1 FOR UPDATE", [.text(id)])
            // If a former attempt had found none, it would not have been repeated.
            guard let sequence else { return isAgain ? .deleted : .absent }
            if let steps, let step = try transaction.number("SELECT step FROM session WHERE sequence = $1", [.integer(sequence)]) {
                let step = try StoredParts(id: id).step(step)
                guard steps.contains(step) else { return .moved(to: step) }
            }
            return try PostgreSQLSessionStore.delete(sequence, transaction) ? .deleted : .absent
        }
    }

    /// Deletes a session that the transaction has locked.
    static func delete(_ sequence: Int64, _ transaction: Transaction) throws(StoreError) -> Bool {
        try transaction.noteDeletion(of: sequence)
        return try transaction.change("DELETE FROM session WHERE sequence = $1", [.integer(sequence)]) > 0
    }
}

extension StoredParts {
    /// Returns whether the session has exactly this step.
    func holds(_ packed: PackedStep, _ sequence: Int64, _ transaction: Transaction) throws(StoreError) -> Bool {
        let step = packed.new.step
        let sql = "SELECT 1 FROM step WHERE session = $1 AND number = $2 AND seal = $3"
        let values: [Value] = [.integer(sequence), .integer(Int64(step.number)), .bytes(packed.seal.seal(createdAt: step.createdAt))]
        return try transaction.number(sql, values) != nil
    }

    /// Returns whether a base is still stored in full, as far as its length shows.
    func holds(_ base: DeltaBases.Base, _ sequence: Int64, _ transaction: Transaction) throws(StoreError) -> Bool {
        let sql = """
            SELECT 1 FROM step WHERE session = $1 AND number = $2 AND created_at = $3 AND octet_length(report) = $4 AND base IS NULL
            """
        let values: [Value] = [
            .integer(sequence), .integer(Int64(base.number)), .integer(base.createdAt), .integer(Int64(base.packed.count)),
        ]
        return try transaction.number(sql, values) != nil
    }

    func outcome(of request: KeyedRequest, _ sequence: Int64, _ transaction: Transaction) throws(StoreError) -> StepOutcome? {
        let sql = "SELECT sha256, step, seal FROM step_request WHERE session = $1 AND key = $2"
        let known = try rows(transaction, sql, [.integer(sequence), .text(request.key)], "the request for a step") { row throws(PostgreSQLError) in
            (digest: try row.bytes(0), step: try row.integer(1), seal: try row.bytes(2))
        }
        return try known.first.map { known throws(StoreError) in
            try check(KeyedRequest(key: request.key, digest: known.digest), known.step, known.seal, isOfSealedSession: true)
            return request.isSame(known.digest) ? .repeated(step: try step(known.step)) : .keyTaken
        }
    }

    /// Returns the place of an equal exercise of the same step with the same answer, if there is one.
    func place(of exercise: StoredExercise, _ sequence: Int64, _ transaction: Transaction) throws(StoreError) -> Int? {
        let sql = "SELECT place, answer, packing FROM exercise WHERE session = $1 AND step = $2 AND request = $3 ORDER BY place"
        let values: [Value] = [.integer(sequence), .integer(Int64(exercise.step)), .bytes(exercise.request)]
        let asked = try transaction.query(sql, values) { row throws(PostgreSQLError) in
            (place: Int(try row.integer(0)), answer: try row.bytes(1), packing: try row.integer(2))
        }
        return asked.first { (try? StoredForm.bytes($0.answer, packing: $0.packing, limit: exercise.answer.count)) == exercise.answer }?.place
    }
}

extension Transaction {
    /// - Parameter before: the session's row; nil for a new session, whose row is that after its last step already.
    func insert(_ packed: PackedStep, _ sequence: Int64, of id: String, after before: StoredSession? = nil) throws(StoreError) {
        let new = packed.new
        let step = new.step
        let sql = """
            INSERT INTO step (session, number, event, report, verdict, engine, created_at, packing, base, found, seal)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING
            """
        let inserted = try change(
            sql,
            [
                .integer(sequence), .integer(Int64(step.number)), step.events.map { .bytes($0) } ?? .null, .bytes(packed.report.bytes),
                .text(step.verdict), .text(step.engine), .integer(step.createdAt), .integer(packed.report.packing),
                packed.report.base.map { .integer($0) } ?? .null, .bytes(packed.findings.digest),
                .bytes(packed.seal.seal(createdAt: step.createdAt)),
            ])
        guard inserted == 1 else {
            throw StoredParts(id: id).damage("step \(step.number) exists, but the session's row says that there are fewer")
        }
        if let before { try update(before.following(new)) }
        try insert(packed.findings, sequence, step.number, at: step.createdAt)
        if let request = new.request {
            try change(
                "INSERT INTO step_request (session, key, sha256, step, seal) VALUES ($1, $2, $3, $4, $5)",
                [
                    .integer(sequence), .text(request.key), .bytes(request.digest), .integer(Int64(step.number)),
                    .bytes(Seal.request(request, Int64(step.number), of: id)),
                ])
        }
        try insertWords(of: new, sequence, StoredParts(id: id))
    }

    /// Updates a session's row after a step was stored.
    private func update(_ session: StoredSession) throws(StoreError) {
        try change(
            """
            UPDATE session SET step = $1, verdict = $2, engine = $3, first_finding = $4, seal = $5 WHERE sequence = $6
            """,
            [
                .integer(Int64(session.step)), .text(session.verdict), .text(session.engine),
                session.firstFinding.map { .text($0) } ?? .null, .bytes(Seal.session(session)), .integer(session.createdAt),
            ])
    }

    /// Adds what the session is found by: the views and words of a step.
    private func insertWords(of new: NewStep, _ sequence: Int64, _ parts: StoredParts) throws(StoreError) {
        if !new.views.isEmpty {
            let views = try parts.readableViews(sequence, self)
            let added = ViewList.fitting(new.views, beside: views ?? [])
            // With a damaged list, the keys alone have the views.
            let list = views.map { Value.bytes(ViewList.value(Set($0).union(added).sorted())) } ?? .null
            try change(
                "UPDATE session_search SET views = coalesce($1::bytea, views), keys = keys || $2::uuid[] WHERE session = $3",
                [list, .uuids(SearchKey.keys(views: added, tags: [])), .integer(sequence)])
        }
        let words = SearchText.further(new.views + new.identifiers)
        if !words.isEmpty {
            try change(
                "UPDATE session_search SET text = $1 || text WHERE session = $2 AND length(text) < $3",
                [.text(words), .integer(sequence), .integer(Int64(SearchText.greatestLength))])
        }
    }

    /// - Parameter place: its index among the session's exercises.
    func insert(_ packed: PackedExercise, at place: Int, _ sequence: Int64) throws(StoreError) {
        let exercise = packed.new
        try change(
            """
            INSERT INTO exercise (session, place, step, request, answer, engine, created_at, packing, seal)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                .integer(sequence), .integer(Int64(place)), .integer(Int64(exercise.step)), .bytes(exercise.request),
                .bytes(packed.answer.bytes), .text(exercise.engine), .integer(exercise.createdAt), .integer(packed.answer.packing),
                .bytes(Seal.exercise(packed.content, at: place)),
            ])
    }
}
