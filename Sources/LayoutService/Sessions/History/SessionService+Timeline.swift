internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The events and changes of each step of a session.

extension SessionService {
    /// Returns the events and changes of steps: `{"id","step","steps":[…],"next":step or null}`; nil if there is no session.
    ///
    /// - Parameters:
    ///   - first: the first step to list.
    ///   - limit: the maximum number of steps to list.
    func timeline(_ id: String, from first: Int, limit: Int) throws(SessionError) -> [UInt8]? {
        guard let session = try noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        // One step before, to compute the first change, and one after, to see whether there are more.
        var steps = try noted { () throws(StoreError) in try store.steps(id, from: max(first - 1, 0), limit: limit + 2) }
        var before: ReportSummary?
        if first > 0, let earlier = steps.first, earlier.number < first {
            before = ReportSummary(try parsed(earlier.report, id, earlier.number), verdict: earlier.verdict)
            steps.removeFirst()
        }
        let next = steps.count > limit ? steps[limit].number : nil
        steps = Array(steps.prefix(limit))
        let exercises = try noted { () throws(StoreError) in try self.exercises(id) }
        let isAnyUndone = steps.contains { $0.events.map(SessionService.isUndo) ?? false }
        let takenBack = isAnyUndone ? SessionService.takenBack(try noted { () throws(StoreError) in try store.events(id) }) : [:]
        var history = LazyHistory(id, self)
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.member("id", session.id)
        writer.member("step", session.step)
        writer.key("steps")
        writer.beginArray()
        for step in steps {
            let report = try parsed(step.report, id, step.number)
            let now = ReportSummary(report, verdict: step.verdict)
            let change = try before.map { before throws(SessionError) in
                try ReportChange(from: before, to: now) { () throws(SessionError) in try history.pair(step.number - 1, step.number) }
            }
            writer.step(step, report, change, exercises.enumerated().filter { $0.element.step == step.number }, takesBack: takenBack[step.number])
            before = now
        }
        writer.endArray()
        writer.key("next")
        if let next { writer.integer(next) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    /// Returns whether a list is nothing but an undo, which is short.
    private static func isUndo(_ list: [UInt8]) -> Bool { list.count < 64 && (try? StepInput.events(list)) == [.undo] }

    /// Returns, for each undo by its step, the step whose list of events it reverted.
    private static func takenBack(_ lists: [[UInt8]]) -> [Int: Int] {
        var taken: [Int: Int] = [:]
        var left: [Int] = []
        for (place, list) in lists.enumerated() {
            if isUndo(list) { taken[place + 1] = left.popLast() } else { left.append(place + 1) }
        }
        return taken
    }
}

extension JSONWriter {
    /// Writes one step of a timeline; with its change if the previous step is known.
    ///
    /// - Parameter exercises: the step's exercises, each with its index among the session's.
    fileprivate mutating func step(
        _ step: StoredStep, _ report: ParsedReport, _ change: ReportChange?, _ exercises: [(offset: Int, element: StoredExercise)], takesBack: Int?
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
            writer.array(exercises) { writer, entry in
                let (place, exercise) = entry
                let alternates = (try? ParsedReport(parsing: exercise.answer))?.alternateIDs ?? []
                writer.object {
                    $0.member("id", ExerciseNames.exercise(place))
                    $0.member("createdAt", Timestamp(microseconds: exercise.createdAt).text)
                    $0.member("request", raw: exercise.request)
                    $0.member("alternates", alternates)
                }
            }
        }
    }
}
