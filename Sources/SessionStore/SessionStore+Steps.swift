internal import SQLite

extension SessionStore {
    /// Stores the next step of a session if it follows the session's current step. Returns nil if there is no such session.
    ///
    /// - Parameters:
    ///   - isWanted: called before anything is written; if it returns false, nothing is stored.
    ///   - claim: called when everything is written but not committed; if it returns false, nothing is stored.
    ///   - meanwhile: called while the step waits for the disk.
    public func append(
        _ step: NewStep, to id: String, while isWanted: @escaping @Sendable () -> Bool = { true },
        claim: @escaping @Sendable () -> Bool = { true }, meanwhile: () -> Void = {}
    ) throws(StoreError) -> StepOutcome? {
        let base = bases.base(of: id, for: step.step)
        let packed = PackedStep(step, of: id, by: base)
        let work = { @Sendable [bases] (connection: Connection) throws(StoreError) -> StepOutcome? in
            let parts = StoredParts(id: id)
            guard let row = try SessionStore.sealedRow(of: parts, connection) else { return nil }
            let found = (sequence: row.createdAt, step: Int64(row.step))
            if let request = step.request, let outcome = try SessionStore.outcome(of: request, in: id, found.sequence, connection) { return outcome }
            let present = try parts.step(found.step)
            guard present + 1 == step.step.number else { return .moved(to: present) }
            guard isWanted() else { throw .overdue }
            let isThere = try base.map { base throws(StoreError) in try SessionStore.holds(base, found.sequence, connection) } ?? true
            if !isThere { bases.forget(id) }
            try SessionStore.insert(isThere ? packed : PackedStep(step, of: id), found.sequence, parts, after: row, connection)
            guard claim() else { throw .overdue }
            return .stored
        }
        let outcome = try write(to: [id], work, meanwhile: meanwhile)
        if outcome == .stored, let base = packed.report.asBase { bases.keep(base, of: id) }
        return outcome
    }

    /// Returns whether a base is still stored in full, as far as its length shows. Another program may have reset the session to
    /// an earlier state.
    private static func holds(_ base: DeltaBases.Base, _ sequence: Int64, _ connection: Connection) throws(StoreError) -> Bool {
        let sql = "SELECT 1 FROM step WHERE session = ? AND number = ? AND created_at = ? AND length(report) = ? AND base IS NULL"
        let values: [Value] = [
            .integer(sequence), .integer(Int64(base.number)), .integer(base.createdAt), .integer(Int64(base.packedLength)),
        ]
        return try connection.number(sql, values) != nil
    }

    /// Returns the outcome of a request that was sent before, or nil if it is new or there is no such session.
    public func outcome(of request: StepRequest, in id: String) throws(StoreError) -> StepOutcome? {
        try readers.read { connection throws(StoreError) in
            guard let row = try SessionStore.sealedRow(of: StoredParts(id: id), connection) else { return nil }
            return try SessionStore.outcome(of: request, in: id, row.createdAt, connection)
        }
    }

    private static func outcome(
        of request: StepRequest, in id: String, _ sequence: Int64, _ connection: Connection
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
        return try known.first.map { known throws(StoreError) in
            let stored = StepRequest(key: request.key, digest: known.digest)
            try parts.check(stored, known.step, known.seal, isOfSealedSession: known.isOfSealedSession)
            return known.digest == request.digest || known.digest == request.formerDigest ? .repeated(step: try parts.step(known.step)) : .keyTaken
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
            .integer(sequence), .integer(Int64(step.number)), step.events.map { .blob($0) } ?? .null, packed.report.bytes, .text(step.verdict),
            .text(step.engine), .integer(step.createdAt), packed.report.packing, packed.report.base, .blob(packed.findings.digest),
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
            let views = try ViewList.views(of: sequence, parts, connection)
            let all = Set(views).union(new.views).sorted()
            try SessionKeys.insert(views: Set(new.views).subtracting(views).sorted(), tags: [], sequence, connection)
            try connection.change("UPDATE session SET views = ? WHERE sequence = ?", [ViewList.value(all), .integer(sequence)])
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

    /// The maximum number of steps of a session: a replay runs all of them in one request.
    public static let mostSteps = 10_000

    /// Returns steps of a session in ascending order; empty if there is no such session.
    ///
    /// - Parameter isSealed: whether a step that differs from its digest is an error.
    public func steps(
        _ id: String, from first: Int = 0, limit: Int = mostSteps + 1, isSealed: Bool = true
    ) throws(StoreError) -> [StoredStep] {
        let sql = """
            SELECT t.number, t.event, t.verdict, t.engine, t.created_at, t.report, t.packing, t.base, \(SealedStep.columns) FROM session AS s
            JOIN step AS t ON t.session = s.sequence WHERE s.id = ? AND t.number >= ? ORDER BY t.number LIMIT ?
            """
        let values: [Value] = [.text(id), .integer(Int64(first)), .integer(Int64(limit))]
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SessionStore.sealedRow(of: parts, connection) }
            let found = try parts.rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in
                let number = Int(try row.integer(0))
                return (
                    number: number, events: number == 0 ? try row.optionalBlob(1) : try row.blob(1), verdict: try row.text(2),
                    engine: try row.text(3), createdAt: try row.integer(4), form: try StoredReportForm(row, at: 5),
                    sealed: try SealedStep(row, at: 8)
                )
            }
            if let newest = try SessionStore.newestStep(of: id, connection) {
                try parts.check(found.map(\.number), from: first, to: min(newest, first + limit - 1))
            }
            // The bases of reports are mostly among them.
            var bases = Dictionary(found.map { (Int64($0.number), $0.form) }, uniquingKeysWith: { first, _ in first })
            let further = Set(found.compactMap(\.form.base)).subtracting(bases.keys)
            bases.merge(try StoredReportForm.bases(further, of: parts, connection)) { known, _ in known }
            return (steps: found, bases: bases)
        }
        var unpacked: (step: Int64, report: [UInt8])?
        return try found.steps.map { step throws(StoreError) in
            let events = try step.events.map { events throws(StoreError) in try parts.events(events, step.number) }
            let report = try parts.report(step.number, step.form, bases: found.bases, unpacked: &unpacked)
            if isSealed {
                try parts.check(
                    step.sealed, step.number, events: events, report: report, verdict: step.verdict, engine: step.engine,
                    createdAt: step.createdAt)
            }
            return StoredStep(
                number: step.number, events: events, report: report, verdict: step.verdict, engine: step.engine, createdAt: step.createdAt)
        }
    }

    /// Returns the lists of events of a session's steps after the first, in order, without their reports.
    public func events(_ id: String) throws(StoreError) -> [[UInt8]] {
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) -> [Head] in
            guard let row = try SessionStore.sealedRow(of: parts, connection) else { return [] }
            let found = try SessionStore.heads(parts, after: 0, limit: nil, connection)
            try parts.check(found.map(\.number), from: 1, to: row.step)
            return found
        }
        return try found.map { step throws(StoreError) in
            let events = try parts.events(step.events, step.number)
            try step.check(parts)
            return events
        }
    }

    /// Returns the verdicts of a session's steps after a given one, in ascending order; empty if there is no such session.
    public func verdicts(_ id: String, after step: Int, limit: Int) throws(StoreError) -> [(number: Int, verdict: String)] {
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            try SessionStore.sealedRow(of: parts, connection)
            return try SessionStore.heads(parts, after: step, limit: limit, connection)
        }
        return try found.map { step throws(StoreError) in
            try step.check(parts)
            return (try parts.step(Int64(step.number)), step.verdict)
        }
    }

    /// A step without its report.
    private struct Head {
        let number: Int
        let events: [UInt8]
        let verdict: String
        let engine: String
        let createdAt: Int64
        let sealed: SealedStep

        func check(_ parts: StoredParts) throws(StoreError) {
            try parts.check(sealed, number, events: events, report: nil, verdict: verdict, engine: engine, createdAt: createdAt)
        }
    }

    /// Returns the steps after a given one, in ascending order.
    ///
    /// - Parameter step: at least 0.
    private static func heads(_ parts: StoredParts, after step: Int, limit: Int?, _ connection: Connection) throws(StoreError) -> [Head] {
        let sql = """
            SELECT t.number, t.event, t.verdict, t.engine, t.created_at, \(SealedStep.columns) FROM session AS s
            JOIN step AS t ON t.session = s.sequence WHERE s.id = ? AND t.number > ? ORDER BY t.number LIMIT ?
            """
        let values: [Value] = [.text(parts.id), .integer(Int64(step)), .integer(limit.map(Int64.init) ?? -1)]
        return try parts.rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in
            Head(
                number: Int(try row.integer(0)), events: try row.optionalBlob(1) ?? [], verdict: try row.text(2), engine: try row.text(3),
                createdAt: try row.integer(4), sealed: try SealedStep(row, at: 5))
        }
    }

    // MARK: - Exercises

    /// Stores an exercise, once for equal requests and answers. Returns its index among the session's, or nil if there is no such
    /// session or step.
    ///
    /// - Parameter claim: called when everything is written but not committed; if it returns false, nothing is stored.
    public func add(
        _ exercise: StoredExercise, to id: String, claim: @escaping @Sendable () -> Bool = { true }
    ) throws(StoreError) -> Int? {
        let packed = PackedExercise(exercise, of: id)
        return try write(to: [id]) { connection throws(StoreError) in
            guard var row = try SessionStore.sealedRow(of: StoredParts(id: id), connection), exercise.step <= row.step else { return nil }
            let sequence = row.createdAt
            let known = try SessionStore.row(of: exercise, sequence, connection)
            let earlier = "SELECT count(*) FROM exercise WHERE session = ? AND id < ?"
            let place = StoredBounds.count(try connection.number(earlier, [.integer(sequence), .integer(known ?? .max)]) ?? 0)
            if known == nil {
                try SessionStore.insert(packed, at: place, sequence, connection)
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
        return asked.first { (try? StoredForm.bytes($0.answer, packing: $0.packing)) == exercise.answer }?.id
    }

    /// - Parameter place: its index among the session's exercises.
    static func insert(_ packed: PackedExercise, at place: Int, _ sequence: Int64, _ connection: Connection) throws(StoreError) {
        let exercise = packed.new
        let answer = packed.answer
        try connection.change(
            "INSERT INTO exercise (session, step, request, answer, engine, created_at, packing, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(sequence), .integer(Int64(exercise.step)), .blob(exercise.request), answer.bytes, .text(exercise.engine),
                .integer(exercise.createdAt), answer.packing, .blob(Seal.exercise(packed.content, at: place)),
            ])
    }

    /// Returns the exercises of a session in the order of storage.
    ///
    /// - Parameter isSealed: whether an exercise that differs from its digest is an error.
    public func exercises(_ id: String, isSealed: Bool = true) throws(StoreError) -> [StoredExercise] {
        let sql = """
            SELECT e.step, e.request, e.answer, e.engine, e.created_at, e.packing, e.seal, s.content IS NOT NULL FROM session AS s
            JOIN exercise AS e ON e.session = s.sequence WHERE s.id = ? ORDER BY e.id
            """
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SessionStore.sealedRow(of: parts, connection) }
            return try parts.rows(connection, sql, [.text(id)], { "an exercise of \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                (
                    exercise: StoredExercise(
                        step: Int(try row.integer(0)), request: try row.blob(1), answer: try row.blob(2), engine: try row.text(3),
                        createdAt: try row.integer(4)),
                    packing: try row.integer(5), seal: try row.optionalBlob(6), isOfSealedSession: try row.integer(7) != 0
                )
            }
        }
        return try found.enumerated().map { entry throws(StoreError) in
            let (place, row) = entry
            var exercise = row.exercise
            _ = try parts.json(exercise.request, "the request for an exercise of step \(exercise.step)")
            exercise.answer = try parts.json(exercise.answer, packing: row.packing, "the exercise of step \(exercise.step)")
            if isSealed { try parts.check(exercise, at: place, row.seal, isOfSealedSession: row.isOfSealedSession) }
            return exercise
        }
    }
}
