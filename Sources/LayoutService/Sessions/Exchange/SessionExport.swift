internal import JSON
internal import SessionStore

/// The parts that exports and descriptions of a session share: its row, its document and its exercises, which are read one by one.
private struct SessionOutline {
    let session: StoredSession
    let isPinned: Bool
    private let service: SessionService
    private let exercises: ExerciseList
    private var following = 0

    /// Returns nil if there is no such session or step.
    init?(_ id: String, step: Int = 0, _ service: SessionService) throws(SessionError) {
        let store = service.store
        guard let session = try service.noted({ () throws(StoreError) in try store.session(id) }), step <= session.step else { return nil }
        self.service = service
        self.session = session
        isPinned = try service.noted { () throws(StoreError) in try store.isPinned(id) }
        exercises = try service.noted { () throws(StoreError) in try store.exerciseList(id) }
    }

    func document() throws(SessionError) -> StoredDocument {
        guard let document = try service.noted({ () throws(StoreError) in try service.store.document(session.id) }) else {
            throw .damaged(session.id, "its document is missing")
        }
        return document
    }

    /// Returns the next exercise with its number; nil after the last one. Exercises of steps that the session has got meanwhile are left out.
    mutating func nextExercise() throws(SessionError) -> (number: Int, exercise: StoredExercise)? {
        while exercises.steps.indices.contains(following), exercises.steps[following] > session.step { following += 1 }
        guard exercises.steps.indices.contains(following) else { return nil }
        let number = following
        following += 1
        return (number, try service.exercise(session.id, at: number, of: exercises))
    }
}

/// An exported session, written part by part.
struct SessionExport: AnswerParts {
    private enum Part {
        case head, steps, exercises
    }

    private let service: SessionService
    private var outline: SessionOutline
    private var steps: StepReader
    private var part = Part.head

    /// Returns nil if there is no such session.
    init?(_ id: String, _ service: SessionService) throws(SessionError) {
        guard let outline = try SessionOutline(id, service) else { return nil }
        self.service = service
        self.outline = outline
        // The session may have grown since its row was read.
        steps = service.store.stepReader(id, through: outline.session.step)
    }

    mutating func write(to writer: inout JSONWriter) throws(SessionError) -> Bool {
        switch part {
        case .head:
            let (session, document) = (outline.session, try outline.document())
            writer.beginObject()
            let head = SessionRecord.Head(
                id: session.id, name: session.name, root: session.root, tags: session.tags, createdAt: session.createdAt,
                isPinned: outline.isPinned, options: session.options)
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
            if let next = try outline.nextExercise() {
                writer.recordExercise(next.exercise)
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
    private let step: Int
    private var outline: SessionOutline
    private var events: EventsReader
    private var part = Part.head

    /// Returns nil if there is no such session or step.
    ///
    /// - Parameter step: nil for the newest.
    init?(_ id: String, step: Int?, _ service: SessionService) throws(SessionError) {
        guard let outline = try SessionOutline(id, step: step ?? 0, service) else { return nil }
        self.service = service
        self.outline = outline
        self.step = step ?? outline.session.step
        // The session may have grown since its row was read.
        events = service.store.eventsReader(id, through: outline.session.step)
    }

    mutating func write(to writer: inout JSONWriter) throws(SessionError) -> Bool {
        switch part {
        case .head:
            let document = try outline.document()
            writer.beginObject()
            writer.head(outline.session, document, isPinned: outline.isPinned)
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
            if let next = try outline.nextExercise() {
                writer.exercise(next.exercise, next.number)
            } else {
                let id = outline.session.id
                guard let report = try service.noted({ () throws(StoreError) in try service.store.report(id, step: step) }) else {
                    throw .damaged(id, "step \(step) is missing")
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
