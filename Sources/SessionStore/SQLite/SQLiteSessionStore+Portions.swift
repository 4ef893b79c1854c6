internal import SQLite

extension SQLiteSessionStore {
    public func stepPortion(
        of id: String, from first: Int, through last: Int, withReports: Bool, isSealed: Bool
    ) throws(StoreError) -> StepPortion {
        let read = { () throws(StoreError) in try self.readPortion(of: id, from: first, through: last, withReports: withReports, isSealed: isSealed) }
        let (portion, isWhole) = try completing(read)
        return isWhole || !completeIndexes(of: id) ? portion : try read().portion
    }

    /// Returns a portion, and whether the index leads to all steps that it should have.
    private func readPortion(
        of id: String, from first: Int, through last: Int, withReports: Bool, isSealed: Bool
    ) throws(StoreError) -> (portion: StepPortion, isWhole: Bool) {
        let parts = StoredParts(id: id)
        let (report, size) = withReports ? ("t.report, t.packing, t.base", "length(t.report)") : ("x'', 0, NULL", "0")
        let sql = """
            SELECT t.number, t.event, t.verdict, t.engine, t.created_at, \(report), \(SealedStep.columns) FROM session AS s
            JOIN step AS t ON t.session = s.sequence WHERE s.id = ? AND t.number >= ? ORDER BY t.number LIMIT ?
            """
        return try readers.read { connection throws(StoreError) -> (StepPortion, Bool) in
            let newest =
                isSealed
                ? try SQLiteSessionStore.sealedRow(of: parts, connection)?.step : try SQLiteSessionStore.newestStep(of: id, connection)
            guard let newest else { return (.empty, true) }
            let sizes = try parts.sizes("ifnull(length(t.event), 0) + \(size)", from: first, through: last, connection)
            let isWhole = sizes.count >= min(StepPortion.mostRows, min(newest, last) - first + 1)
            let values: [Value] = [.text(id), .integer(Int64(first)), .integer(Int64(StepPortion.count(sizes)))]
            let rows = try parts.rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in
                let number = Int(try row.integer(0))
                return StepRow(
                    number: number, events: number == 0 || !withReports ? try row.optionalBlob(1) : try row.blob(1), verdict: try row.text(2),
                    engine: try row.text(3), createdAt: try row.integer(4), form: try StoredReportForm(row, at: 5),
                    sealed: try SealedStep(row, at: 8))
            }
            guard withReports else { return (StepPortion(newest: newest, rows: rows, bases: [:]), isWhole) }
            // The bases of reports are mostly among them.
            var bases = Dictionary(rows.map { (Int64($0.number), $0.form) }, uniquingKeysWith: { first, _ in first })
            let further = Set(rows.compactMap(\.form.base)).subtracting(bases.keys)
            bases.merge(try StoredReportForm.bases(further, of: parts, connection)) { known, _ in known }
            return (StepPortion(newest: newest, rows: rows, bases: bases), isWhole)
        }
    }

    public func lastStep(_ id: String) throws(StoreError) -> Int? {
        let parts = StoredParts(id: id)
        return try readers.read { connection throws(StoreError) in
            let sql = "SELECT max(t.number) FROM session AS s JOIN step AS t ON t.session = s.sequence WHERE s.id = ?"
            let found = try parts.rows(connection, sql, [.text(id)], { _ in "its row" }) { row throws(SQLiteError) -> Int? in
                if case .integer(let number) = try row.value(0) { Int(number) } else { nil }
            }
            return found.first ?? nil
        }
    }

    public func exerciseList(_ id: String, isSealed: Bool) throws(StoreError) -> ExerciseList {
        try completing { () throws(StoreError) in try readExerciseList(id, isSealed: isSealed) }
    }

    private func readExerciseList(_ id: String, isSealed: Bool) throws(StoreError) -> ExerciseList {
        let sql = "SELECT e.step, e.id FROM session AS s JOIN exercise AS e ON e.session = s.sequence WHERE s.id = ? ORDER BY e.id"
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SQLiteSessionStore.sealedRow(of: parts, connection) }
            return try parts.rows(connection, sql, [.text(id)], { "an exercise of \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                (step: Int(try row.integer(0)), row: try row.integer(1))
            }
        }
        return ExerciseList(steps: found.map(\.step), rows: found.map(\.row))
    }

    public func exercise(_ id: String, at place: Int, of list: ExerciseList, isSealed: Bool) throws(StoreError) -> StoredExercise {
        let sql = """
            SELECT e.step, e.request, e.answer, e.engine, e.created_at, e.packing, e.seal, s.content IS NOT NULL FROM session AS s
            JOIN exercise AS e ON e.session = s.sequence WHERE s.id = ? AND e.id = ?
            """
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SQLiteSessionStore.sealedRow(of: parts, connection) }
            let values: [Value] = [.text(id), .integer(list.rows[place])]
            let row = try parts.rows(connection, sql, values, { "an exercise of \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                ExerciseRow(
                    exercise: StoredExercise(
                        step: Int(try row.integer(0)), request: try row.blob(1), answer: try row.blob(2), engine: try row.text(3),
                        createdAt: try row.integer(4)),
                    packing: try row.integer(5), seal: try row.optionalBlob(6), isOfSealedSession: try row.integer(7) != 0)
            }.first
            // An exercise is deleted only with its session.
            if row == nil, try SQLiteSessionStore.newestStep(of: id, connection) != nil { throw parts.missing(list, place) }
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
    ///   - size: the length of what is read of a row, an expression of SQL.
    ///   - last: the last step.
    fileprivate func sizes(_ size: String, from first: Int, through last: Int, _ connection: Connection) throws(StoreError) -> [Int64] {
        let sql = """
            SELECT t.number, \(size) FROM session AS s JOIN step AS t ON t.session = s.sequence
            WHERE s.id = ? AND t.number >= ? AND t.number <= ? ORDER BY t.number LIMIT \(StepPortion.mostRows)
            """
        let values: [Value] = [.text(id), .integer(Int64(first)), .integer(Int64(clamping: last))]
        return try rows(connection, sql, values, { StoredParts.step($0) }) { row throws(SQLiteError) in try row.integer(1) }
    }
}
