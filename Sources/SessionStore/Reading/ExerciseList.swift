/// The exercises of a session in the order of storage, without their answers, which are read one at a time.
public struct ExerciseList: Sendable {
    /// The step of each exercise.
    public let steps: [Int]
    /// The key of each exercise's row.
    let rows: [Int64]

    public static var empty: ExerciseList { ExerciseList(steps: [], rows: []) }
}

/// An exercise as it is stored.
struct ExerciseRow: Sendable {
    /// The exercise, with its answer in the stored form.
    let exercise: StoredExercise
    let packing: Int64
    let seal: [UInt8]?
    /// As for a step (``SealedStep``).
    let isOfSealedSession: Bool
}

extension StoredParts {
    /// Returns the error that an exercise of a list is not in the database.
    func missing(_ list: ExerciseList, _ place: Int) -> StoreError {
        missing("an exercise of step \(list.steps[place])")
    }

    /// Returns an exercise with its answer decompressed.
    ///
    /// - Parameters:
    ///   - place: its index among the session's.
    ///   - isSealed: whether an exercise that differs from its digest is an error.
    func exercise(_ row: ExerciseRow, at place: Int, isSealed: Bool) throws(StoreError) -> StoredExercise {
        var exercise = row.exercise
        _ = try json(exercise.request, "the request for an exercise of step \(exercise.step)")
        exercise.answer = try json(exercise.answer, packing: row.packing, "the exercise of step \(exercise.step)")
        if isSealed { try check(exercise, at: place, row.seal, isOfSealedSession: row.isOfSealedSession) }
        return exercise
    }
}
