internal import PostgreSQL

extension PostgreSQLSessionStore {
    public func stepPortion(
        of id: String, from first: Int, through last: Int, withReports: Bool, isSealed: Bool
    ) throws(StoreError) -> StepPortion {
        let parts = StoredParts(id: id)
        return try read { transaction throws(StoreError) -> StepPortion in
            guard let session = isSealed ? try parts.sealedRow(transaction) : try parts.row(transaction) else { return .empty }
            let newest = try parts.step(Int64(session.step))
            // Watchers ask for what follows the newest step twice a second.
            if isSealed, first > newest { return StepPortion(newest: newest, rows: [], bases: [:]) }
            let sizes = try parts.sizes(session.createdAt, from: first, through: last, withReports: withReports, transaction)
            let limit = StepPortion.count(sizes)
            let rows = try parts.stepRows(session.createdAt, from: first, limit: limit, withReports: withReports, transaction)
            guard withReports else { return StepPortion(newest: newest, rows: rows, bases: [:]) }
            // The bases of reports are mostly among them.
            var bases = Dictionary(rows.map { (Int64($0.number), $0.form) }, uniquingKeysWith: { first, _ in first })
            let further = Set(rows.compactMap(\.form.base)).subtracting(bases.keys)
            bases.merge(try parts.bases(further, session.createdAt, transaction)) { known, _ in known }
            return StepPortion(newest: newest, rows: rows, bases: bases)
        }
    }

    public func lastStep(_ id: String) throws(StoreError) -> Int? {
        let sql = "SELECT max(t.number) FROM session AS s JOIN step AS t ON t.session = s.sequence WHERE s.id = $1"
        let parts = StoredParts(id: id)
        return try read(isSingle: true) { transaction throws(StoreError) in
            let found = try parts.rows(transaction, sql, [.text(id)], "a step") { row throws(PostgreSQLError) in try row.optionalInteger(0) }
            return found.first?.map { Int($0) }
        }
    }

    public func exerciseList(_ id: String, isSealed: Bool) throws(StoreError) -> ExerciseList {
        let sql = "SELECT step, place FROM exercise WHERE session = $1 ORDER BY place"
        let parts = StoredParts(id: id)
        return try read { transaction throws(StoreError) -> ExerciseList in
            guard let session = isSealed ? try parts.sealedRow(transaction) : try parts.row(transaction) else { return .empty }
            let found = try parts.rows(transaction, sql, [.integer(session.createdAt)], "an exercise") { row throws(PostgreSQLError) in
                (step: Int(try row.integer(0)), row: try row.integer(1))
            }
            if isSealed, found.count != session.exerciseCount { throw parts.damage("an exercise is missing, or there is one too many") }
            return ExerciseList(steps: found.map(\.step), rows: found.map(\.row))
        }
    }

    public func exercise(_ id: String, at place: Int, of list: ExerciseList, isSealed: Bool) throws(StoreError) -> StoredExercise {
        let sql = "SELECT step, request, answer, engine, created_at, packing, seal FROM exercise WHERE session = $1 AND place = $2"
        let parts = StoredParts(id: id)
        let found = try read { transaction throws(StoreError) -> ExerciseRow? in
            guard let session = isSealed ? try parts.sealedRow(transaction) : try parts.row(transaction) else { return nil }
            let values: [Value] = [.integer(session.createdAt), .integer(list.rows[place])]
            let row = try parts.rows(transaction, sql, values, "an exercise") { row throws(PostgreSQLError) in
                ExerciseRow(
                    exercise: StoredExercise(
                        step: Int(try row.integer(0)), request: try row.bytes(1), answer: try row.bytes(2), engine: try row.text(3),
                        createdAt: try row.integer(4)),
                    packing: try row.integer(5), seal: try row.bytes(6), isOfSealedSession: true)
            }.first
            guard let row else { throw parts.missing(list, place) }
            return row
        }
        guard let found else { throw .deletedMeanwhile }
        return try parts.exercise(found, at: place, isSealed: isSealed)
    }
}

extension StoredParts {
    /// Returns the lengths of the steps from one on, as many as a portion may have.
    ///
    /// - Parameters:
    ///   - last: the last step.
    ///   - withReports: whether the reports are to be read.
    fileprivate func sizes(
        _ session: Int64, from first: Int, through last: Int, withReports: Bool, _ transaction: Transaction
    ) throws(StoreError) -> [Int64] {
        let sql = """
            SELECT coalesce(octet_length(event), 0)::bigint\(withReports ? " + octet_length(report)" : "") FROM step
            WHERE session = $1 AND number >= $2 AND number <= $3 ORDER BY number LIMIT \(StepPortion.mostRows)
            """
        let values: [Value] = [.integer(session), .integer(Int64(first)), .integer(Int64(clamping: last))]
        return try rows(transaction, sql, values, "a step") { row throws(PostgreSQLError) in try row.integer(0) }
    }
}
