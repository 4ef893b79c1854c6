internal import JSON
internal import SessionStore

/// An exported session, written part by part.
struct SessionExport: AnswerParts {
    private enum Part {
        case head, steps, exercises
    }

    private let service: SessionService
    private let session: StoredSession
    private let isPinned: Bool
    private let exercises: ExerciseList
    private var steps: StepReader
    private var part = Part.head
    private var exercise = 0

    /// Returns nil if there is no such session.
    init?(_ id: String, _ service: SessionService) throws(SessionError) {
        let store = service.store
        guard let session = try service.noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        self.service = service
        self.session = session
        isPinned = try service.noted { () throws(StoreError) in try store.isPinned(id) }
        exercises = try service.noted { () throws(StoreError) in try store.exerciseList(id) }
        steps = store.stepReader(id)
    }

    mutating func write(to writer: inout JSONWriter) throws(SessionError) -> Bool {
        switch part {
        case .head:
            guard let document = try service.noted({ () throws(StoreError) in try service.store.document(session.id) }) else {
                throw .damaged(session.id, "its document is missing")
            }
            writer.beginObject()
            let head = SessionRecord.Head(
                id: session.id, name: session.name, root: session.root, tags: session.tags, createdAt: session.createdAt, isPinned: isPinned,
                options: session.options)
            writer.recordHead(head, document)
            writer.key("steps")
            writer.beginArray()
            part = .steps
        case .steps:
            if let step = try service.noted({ () throws(StoreError) in try steps.next() }) {
                writer.recordStep(step)
            } else {
                writer.endArray()
                writer.key("exercises")
                writer.beginArray()
                part = .exercises
            }
        case .exercises:
            if exercises.steps.indices.contains(exercise) {
                writer.recordExercise(try service.exercise(session.id, at: exercise, of: exercises))
                exercise += 1
            } else {
                writer.endArray()
                writer.endObject()
                return false
            }
        }
        return true
    }
}

/// A session with its document, events and the report of a step, written part by part.
struct SessionDescription: AnswerParts {
    private enum Part {
        case head, events, exercises
    }

    private let service: SessionService
    private let session: StoredSession
    private let step: Int
    private let isPinned: Bool
    private let exercises: ExerciseList
    private var events: EventsReader
    private var part = Part.head
    private var exercise = 0

    /// Returns nil if there is no such session or step.
    ///
    /// - Parameter step: nil for the newest.
    init?(_ id: String, step: Int?, _ service: SessionService) throws(SessionError) {
        let store = service.store
        guard let session = try service.noted({ () throws(StoreError) in try store.session(id) }), step ?? 0 <= session.step else { return nil }
        self.service = service
        self.session = session
        self.step = step ?? session.step
        isPinned = try service.noted { () throws(StoreError) in try store.isPinned(id) }
        exercises = try service.noted { () throws(StoreError) in try store.exerciseList(id) }
        events = store.eventsReader(id)
    }

    mutating func write(to writer: inout JSONWriter) throws(SessionError) -> Bool {
        switch part {
        case .head:
            guard let document = try service.noted({ () throws(StoreError) in try service.store.document(session.id) }) else {
                throw .damaged(session.id, "its document is missing")
            }
            writer.beginObject()
            writer.head(session, document, isPinned: isPinned)
            writer.key("events")
            writer.beginArray()
            part = .events
        case .events:
            if let step = try service.noted({ () throws(StoreError) in try events.next() }) {
                writer.object {
                    $0.member("step", step.number)
                    $0.member("events", raw: step.events)
                }
            } else {
                writer.endArray()
                writer.key("exercises")
                writer.beginArray()
                part = .exercises
            }
        case .exercises:
            if exercises.steps.indices.contains(exercise) {
                writer.exercise(try service.exercise(session.id, at: exercise, of: exercises), exercise)
                exercise += 1
            } else {
                guard let report = try service.noted({ () throws(StoreError) in try service.store.report(session.id, step: step) }) else {
                    throw .damaged(session.id, "step \(step) is missing")
                }
                writer.endArray()
                writer.member("report", raw: report.report)
                writer.endObject()
                return false
            }
        }
        return true
    }
}
