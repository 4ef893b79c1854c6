internal import LayoutCheck
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// Other layouts of a step's set of optima, stored with the session.

extension SessionService {
    struct ExerciseRequest {
        var count = 5
        var seed: UInt64 = 1
        /// Views of which at least one must move; empty if any view may.
        var views: [String] = []

        init(_ body: [UInt8]) throws(ImportError) {
            if body.isEmpty { return }
            let tree = try JSONTree(imported: body)
            func invalid(_ key: String, _ code: String, _ message: String) -> ImportError {
                ImportError(.invalid, code: code, message, pointer: "/\(JSONPointer.escaped(key))")
            }
            guard let members = tree.members else { throw ImportError(.invalid, code: "wrong-type", "expected an object", pointer: "") }
            for member in members {
                if member.value == .null, ["count", "seed", "views"].contains(member.key) { continue }
                switch member.key {
                case "count":
                    guard let value = member.value.wholeNumber, (1...InputLimits.alternates).contains(value) else {
                        throw invalid("count", "out-of-range", "expected a whole number from 1 to \(InputLimits.alternates)")
                    }
                    count = value
                case "seed":
                    guard let value = member.value.wholeNumber, value >= 0 else {
                        throw invalid("seed", "out-of-range", "expected a whole number from 0 to \(Int.max)")
                    }
                    seed = UInt64(value)
                case "views":
                    guard let list = member.value.elements, !list.contains(where: { $0.string == nil }) else {
                        throw invalid("views", "wrong-type", "expected an array of view ids")
                    }
                    views = list.compactMap(\.string)
                default: throw invalid(member.key, "unknown-key", "unknown key \"\(member.key)\" in an exercise")
                }
            }
        }

        /// Returns the error that the stored form of a request has too many bytes.
        static func tooLong(_ count: Int, pointer: String) -> ImportError {
            ImportError(
                .invalid, code: "too-long",
                "the request for an exercise has \(count) bytes, but at most \(StoredBounds.exerciseRequestBytes) are stored", pointer: pointer)
        }

        /// The stored form, with each view once.
        var json: [UInt8] {
            var known: Set<String> = []
            let views = views.filter { known.insert($0).inserted }
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("count", count)
                writer.key("seed")
                writer.number(String(seed))
                writer.member("views", views)
            }
            return writer.bytes
        }
    }

    /// Returns other layouts of a step's set of optima, which are stored with it; nil if there is no such session or step.
    func exercise(_ body: [UInt8], _ id: String, step: Int?, for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        let request = try importing { () throws(ImportError) in try ExerciseRequest(body) }
        guard let found = try document(id, step: step, for: caller) else { return nil }
        let known = Set(found.document.views.map(\.id))
        for (index, view) in request.views.enumerated() where !known.contains(view) {
            throw .input(ImportError(.invalid, code: "unknown-item", "there is no view \"\(view)\"", pointer: "/views/\(index)"))
        }
        let stored = request.json
        guard stored.count <= StoredBounds.exerciseRequestBytes else { throw .input(ExerciseRequest.tooLong(stored.count, pointer: "/views")) }
        let answer = SessionService.answer(to: request, found.document, options(of: found.session, for: caller), id: id, step: found.step)
        let exercise = StoredExercise(
            step: found.step, request: stored, answer: answer, engine: EngineVersion.text, createdAt: surroundings.now())
        let place = try noted { () throws(StoreError) in try store.add(exercise, to: id, claim: caller.claim) }
        return place.map { ExerciseNames.named(answer, place: $0) }
    }

    /// Returns an exercise of a session with the names of its alternates.
    ///
    /// - Parameters:
    ///   - place: its index in the list.
    ///   - isSealed: whether an exercise that differs from its digest is an error.
    func exercise(_ id: String, at place: Int, of list: ExerciseList, isSealed: Bool = true) throws(SessionError) -> StoredExercise {
        var exercise = try noted { () throws(StoreError) in try store.exercise(id, at: place, of: list, isSealed: isSealed) }
        exercise.answer = ExerciseNames.named(exercise.answer, place: place)
        return exercise
    }

    /// Returns the answer to an exercise of a step's layout, which is deterministic. Its alternates have no names yet
    /// (`ExerciseNames`).
    static func answer(
        to request: ExerciseRequest, _ document: LayoutDocument, _ options: AnalysisOptions, id: String, step: Int
    ) -> [UInt8] {
        var options = options
        options.alternates = request.count
        options.alternateViews = Set(request.views)
        options.seed = request.seed
        let document = Analyzer(options: options).secondPass(of: document)
        let analysis = Analyzer(options: options).analyze(document)
        let description = AlternateDescription(document, analysis)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", step)
            writer.member("verdict", analysis.verdict.rawValue)
            writer.member("degreesOfFreedom", optional: analysis.degreesOfFreedom)
            writer.member("count", request.count)
            writer.key("seed")
            writer.number(String(request.seed))
            writer.key("alternates")
            writer.array(analysis.alternates) { writer, alternate in description.write(alternate, &writer) }
            if !analysis.inconclusive.isEmpty { writer.inconclusive(analysis.inconclusive) }
        }
        return writer.bytes
    }
}

extension JSONTree {
    /// The value as an integer, even if it is written as 24.0.
    fileprivate var wholeNumber: Int? { integer ?? double.flatMap { Int(exactly: $0) } }
}
