internal import Digest

/// Digests that bind stored data to its session and step. They detect damage and mistakes, such as an index that leads to another
/// session's row, but not manipulation: a program that can write the file can also write the digests.
///
/// A seal of the second form begins with its number, and a session's with 3 if it covers the number of exercises. Seals of version 8 are bare digests of fewer parts; older rows have none.
enum Seal {
    /// The parts of a step that its seal covers, except for the time of storage.
    struct Step: Sendable {
        /// The digest of the report, so that the other parts can be checked without unpacking it.
        fileprivate let report: [UInt8]
        private let content: [UInt8]

        /// - Parameter found: the digest of the step's findings.
        init(of id: String, _ number: Int, events: [UInt8]?, report: [UInt8], verdict: String, engine: String, found: [UInt8]) {
            self.init(of: id, number, events: events, reportDigest: SHA256.digest(of: report), verdict: verdict, engine: engine, found: found)
        }

        init(of id: String, _ number: Int, events: [UInt8]?, reportDigest: [UInt8], verdict: String, engine: String, found: [UInt8]) {
            report = reportDigest
            content = Seal.digest([
                Array(id.utf8), bytes(Int64(number)), events ?? [], reportDigest, Array(verdict.utf8), Array(engine.utf8), found,
            ])
        }

        /// Returns the seal.
        func seal(createdAt: Int64) -> [UInt8] {
            [Seal.form] + report + Seal.digest([content, bytes(createdAt)])
        }
    }

    private static let form: UInt8 = 2
    /// The form of the seals of sessions whose exercises are counted.
    private static let countingForm: UInt8 = 3

    /// Returns whether a seal is of the second form.
    static func isFull(_ seal: [UInt8]?) -> Bool { seal?.count ?? 0 > SHA256.length }

    /// Returns the digest of a report that a seal of the second form contains.
    static func report(in seal: [UInt8]) -> [UInt8] { Array(seal.dropFirst().prefix(SHA256.length)) }

    /// Returns a step's seal as version 8 made it.
    static func formerStep(
        of id: String, _ number: Int, events: [UInt8]?, report: [UInt8], verdict: String, engine: String, createdAt: Int64
    ) -> [UInt8] {
        let content = digest([Array(id.utf8), bytes(Int64(number)), events ?? [], report, Array(verdict.utf8), Array(engine.utf8)])
        return digest([content, bytes(createdAt)])
    }

    /// Returns the seal of a session's row, its tags and its first finding. It has the form of version 8 if the row has no digest of
    /// what was posted.
    static func session(_ session: StoredSession) -> [UInt8] {
        let begin = [Array(session.id.utf8), bytes(session.createdAt), Array(session.name.utf8), session.options]
        let end = [bytes(Int64(session.step)), Array(session.verdict.utf8), Array(StoredBounds.cut(session.engine).utf8)]
        guard let content = session.content else { return digest(begin + end) }
        let origin = [
            content, Array(StoredBounds.cut(session.root).utf8), bytes(session.importState.map(\.rawValue) ?? -1),
            bytes(session.arrivedAt ?? -1), Array((session.firstFinding ?? "").utf8), bytes(Int64(session.tags.count)),
        ]
        let tags = session.tags.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        guard let exercises = session.exerciseCount else { return [form] + digest(begin + end + origin + tags) }
        return [countingForm] + digest(begin + end + origin + tags + [bytes(Int64(exercises))])
    }

    /// Returns whether a session's seal covers the number of its exercises.
    static func countsExercises(_ seal: [UInt8]) -> Bool { seal.first == countingForm && isFull(seal) }

    /// Returns the digest of what was posted and of the layout in it.
    ///
    /// - Parameters:
    ///   - body: the digest of the body.
    ///   - canonical: the digest of the canonical form.
    static func content(body: [UInt8], mediaType: String, canonical: [UInt8]) -> [UInt8] {
        digest([body, Array(mediaType.utf8), canonical])
    }

    /// Returns the seal of an exercise.
    ///
    /// - Parameters:
    ///   - content: the digest of its content.
    ///   - place: its index among the session's exercises.
    static func exercise(_ content: [UInt8], at place: Int) -> [UInt8] {
        [form] + digest([content, bytes(Int64(place))])
    }

    /// Returns the digest of an exercise's content; seals without a place are only that.
    static func content(of exercise: StoredExercise, in id: String) -> [UInt8] {
        digest([
            Array(id.utf8), bytes(Int64(exercise.step)), exercise.request, exercise.answer, Array(exercise.engine.utf8),
            bytes(exercise.createdAt),
        ])
    }

    /// Returns the seal of a request for a step.
    static func request(_ request: KeyedRequest, _ step: Int64, of id: String) -> [UInt8] {
        digest([Array(id.utf8), Array(request.key.utf8), request.digest, bytes(step)])
    }

    /// Returns the seal of the request that made a session.
    static func creation(_ creation: KeyedCreation, of id: String) -> [UInt8] {
        let request = creation.request
        return digest([Array(id.utf8), Array(request.key.utf8), request.digest, bytes(Int64(creation.place)), bytes(Int64(creation.count))])
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Returns a digest of all parts with their lengths, so that no part can be confused with the end of another.
    private static func digest(_ parts: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(parts.reduce(0) { $0 + $1.count + 8 })
        for part in parts { text += bytes(Int64(part.count)) + part }
        return SHA256.digest(of: text)
    }
}
