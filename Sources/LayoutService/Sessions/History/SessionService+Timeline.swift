internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The events and changes of each step of a session.

extension SessionService {
    /// The length in bytes from which on a timeline lists no further steps.
    private static let mostTimelineBytes = 4 << 20

    /// Returns the events and changes of steps: `{"id","step","steps":[…],"next":step or null}`; nil if there is no session.
    ///
    /// - Parameters:
    ///   - first: the first step to list.
    ///   - limit: the maximum number of steps to list. Fewer are listed if they are long.
    func timeline(_ id: String, from first: Int, limit: Int, for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        guard let session = try noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        // One step before, to compute the first change.
        var steps = store.stepReader(id, from: max(first - 1, 0), through: first + limit - 1)
        var before: ReportSummary?
        var exercises: [Int: [TimelineExercise]] = [:]
        var tree: StepTree?
        var history = LazyHistory(id, self, for: caller)
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.member("id", session.id)
        writer.member("step", session.step)
        writer.key("steps")
        writer.beginArray()
        var next = first
        while writer.byteCount < SessionService.mostTimelineBytes, let step = try noted({ () throws(StoreError) in try steps.next() }) {
            try caller.check(limits)
            let report = try parsed(step.report, id, step.number)
            let now = ReportSummary(report, verdict: step.verdict)
            defer { before = now }
            if step.number < first { continue }
            if next == first { exercises = try timelineExercises(id, steps: first..<first + limit, for: caller) }
            let change = try before.map { before throws(SessionError) in
                try ReportChange(from: before, to: now) { () throws(SessionError) in try history.pair(step.number - 1, step.number) }
            }
            if tree == nil, step.events.map(StepInput.isUndo) ?? false { tree = try documents.steps(of: id, in: store, for: caller) }
            let takesBack = tree.flatMap { $0.count > step.number ? $0.undone(by: step.number) : nil }
            writer.step(step, report, change, exercises[step.number, default: []], takesBack: takesBack)
            next = step.number + 1
        }
        writer.endArray()
        writer.key("next")
        if next > first, next <= session.step { writer.integer(next) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    /// Returns the exercises of some steps by step.
    private func timelineExercises(_ id: String, steps: Range<Int>, for caller: Caller) throws(SessionError) -> [Int: [TimelineExercise]] {
        let list = try noted { () throws(StoreError) in try store.exerciseList(id) }
        var found: [Int: [TimelineExercise]] = [:]
        for (place, step) in list.steps.enumerated() where steps.contains(step) {
            try caller.check(limits)
            found[step, default: []].append(TimelineExercise(try exercise(id, at: place, of: list), place))
        }
        return found
    }
}

/// An exercise in a timeline.
private struct TimelineExercise {
    /// Its index among the session's exercises.
    let place: Int
    let createdAt: Int64
    let request: [UInt8]
    /// The ids of its alternates.
    let alternates: [String]

    init(_ exercise: StoredExercise, _ place: Int) {
        self.place = place
        createdAt = exercise.createdAt
        request = exercise.request
        alternates = (try? ParsedReport(parsing: exercise.answer))?.alternateIDs ?? []
    }
}

extension JSONWriter {
    /// Writes one step of a timeline; with its change if the previous step is known.
    fileprivate mutating func step(
        _ step: StoredStep, _ report: ParsedReport, _ change: ReportChange?, _ exercises: [TimelineExercise], takesBack: Int?
    ) {
        object { writer in
            writer.member("step", step.number)
            writer.member("createdAt", Timestamp(microseconds: step.createdAt).text)
            writer.member("engine", step.engine)
            writer.member("verdict", step.verdict)
            writer.key("events")
            if let events = step.events { writer.raw(events) } else { writer.array([String]()) { $0.string($1) } }
            if let takesBack { writer.member("takesBack", takesBack) }
            writer.key("decisions")
            writer.tree(report.decisions)
            if let change {
                writer.key("changes")
                writer.change(change)
            }
            writer.key("exercises")
            writer.array(exercises) { writer, exercise in
                writer.object {
                    $0.member("id", ExerciseNames.exercise(exercise.place))
                    $0.member("createdAt", Timestamp(microseconds: exercise.createdAt).text)
                    $0.member("request", raw: exercise.request)
                    $0.member("alternates", exercise.alternates)
                }
            }
        }
    }
}
