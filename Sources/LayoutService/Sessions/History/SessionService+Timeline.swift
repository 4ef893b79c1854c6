internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The events and changes of each step of a session.

extension SessionService {
    /// The length in bytes from which on a timeline lists no further steps, and no further exercises of the step.
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
        let exercises = try noted { () throws(StoreError) in try store.exerciseList(id) }
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
            let change = try before.map { before throws(SessionError) in
                try ReportChange(from: before, to: now) { () throws(SessionError) in try history.pair(step.number - 1, step.number) }
            }
            if tree == nil, step.events.map(StepInput.isUndo) ?? false { tree = try documents.steps(of: id, in: store, for: caller) }
            let takesBack = tree.flatMap { $0.count > step.number ? $0.undone(by: step.number) : nil }
            writer.beginObject()
            writer.step(step, report, change, takesBack: takesBack)
            try write(exercises, of: step.number, id, for: caller, &writer)
            writer.endObject()
            next = step.number + 1
        }
        writer.endArray()
        writer.key("next")
        if next > first, next <= session.step { writer.integer(next) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    /// Writes the exercises of a step. They are read one by one, since a step has any number of them.
    private func write(_ list: ExerciseList, of step: Int, _ id: String, for caller: Caller, _ writer: inout JSONWriter) throws(SessionError) {
        var places = list.steps.indices.filter { list.steps[$0] == step }[...]
        writer.key("exercises")
        writer.beginArray()
        while writer.byteCount < SessionService.mostTimelineBytes, let place = places.popFirst() {
            try caller.check(limits)
            let exercise = try exercise(id, at: place, of: list)
            writer.object {
                $0.member("id", ExerciseNames.exercise(place))
                $0.member("createdAt", Timestamp(microseconds: exercise.createdAt).text)
                $0.member("request", raw: exercise.request)
                $0.member("alternates", (try? ParsedReport(parsing: exercise.answer))?.alternateIDs ?? [])
            }
        }
        writer.endArray()
        if !places.isEmpty { writer.member("moreExercises", places.count) }
    }
}

extension JSONWriter {
    /// Writes the members of one step of a timeline; with its change if the previous step is known.
    fileprivate mutating func step(_ step: StoredStep, _ report: ParsedReport, _ change: ReportChange?, takesBack: Int?) {
        member("step", step.number)
        member("createdAt", Timestamp(microseconds: step.createdAt).text)
        member("engine", step.engine)
        member("verdict", step.verdict)
        key("events")
        if let events = step.events { raw(events) } else { array([String]()) { $0.string($1) } }
        if let takesBack { member("takesBack", takesBack) }
        key("decisions")
        tree(report.decisions)
        if let change {
            key("changes")
            self.change(change)
        }
    }
}
