internal import SQLite

/// The exercises of a session in the order of storage, without their answers, which are read one at a time.
public struct ExerciseList: Sendable {
    /// The step of each exercise.
    public let steps: [Int]
    fileprivate let rows: [Int64]

    public static var empty: ExerciseList { ExerciseList(steps: [], rows: []) }
}

extension SessionStore {
    /// Returns the list of a session's exercises; empty if there is no such session.
    ///
    /// - Parameter isSealed: whether a session's row that differs from its digest is an error.
    public func exerciseList(_ id: String, isSealed: Bool = true) throws(StoreError) -> ExerciseList {
        let sql = "SELECT e.step, e.id FROM session AS s JOIN exercise AS e ON e.session = s.sequence WHERE s.id = ? ORDER BY e.id"
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SessionStore.sealedRow(of: parts, connection) }
            return try parts.rows(connection, sql, [.text(id)], { "an exercise of \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                (step: Int(try row.integer(0)), row: try row.integer(1))
            }
        }
        return ExerciseList(steps: found.map(\.step), rows: found.map(\.row))
    }

    /// Returns one of a session's exercises.
    ///
    /// - Parameters:
    ///   - place: its index in the list.
    ///   - isSealed: whether an exercise that differs from its digest is an error.
    public func exercise(_ id: String, at place: Int, of list: ExerciseList, isSealed: Bool = true) throws(StoreError) -> StoredExercise {
        let sql = """
            SELECT e.step, e.request, e.answer, e.engine, e.created_at, e.packing, e.seal, s.content IS NOT NULL FROM session AS s
            JOIN exercise AS e ON e.session = s.sequence WHERE s.id = ? AND e.id = ?
            """
        let parts = StoredParts(id: id)
        let found = try readers.read { connection throws(StoreError) in
            if isSealed { try SessionStore.sealedRow(of: parts, connection) }
            let values: [Value] = [.text(id), .integer(list.rows[place])]
            return try parts.rows(connection, sql, values, { "an exercise of \(StoredParts.step($0))" }) { row throws(SQLiteError) in
                (
                    exercise: StoredExercise(
                        step: Int(try row.integer(0)), request: try row.blob(1), answer: try row.blob(2), engine: try row.text(3),
                        createdAt: try row.integer(4)),
                    packing: try row.integer(5), seal: try row.optionalBlob(6), isOfSealedSession: try row.integer(7) != 0
                )
            }.first
        }
        guard let found else { throw .unavailable("the session was deleted while it was read") }
        var exercise = found.exercise
        _ = try parts.json(exercise.request, "the request for an exercise of step \(exercise.step)")
        exercise.answer = try parts.json(exercise.answer, packing: found.packing, "the exercise of step \(exercise.step)")
        if isSealed { try parts.check(exercise, at: place, found.seal, isOfSealedSession: found.isOfSealedSession) }
        return exercise
    }
}
