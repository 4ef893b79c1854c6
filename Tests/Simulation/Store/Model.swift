internal import SessionStore

/// A session as a client knows it.
struct ModelSession {
    let id: String
    var name: String
    var root: String
    var tags: [String]
    var body: [UInt8]
    var mediaType: String
    var canonical: [UInt8]
    var options: [UInt8]
    /// The unique time; nil until the session was read, if it was not acknowledged.
    var createdAt: Int64?
    var arrivedAt: Int64?
    var steps: [NewStep]
    var exercises: [StoredExercise]
    var isPinned: Bool

    init(_ new: NewSession, id: String) {
        self.id = id
        name = new.name
        root = new.root
        tags = new.tags.sorted()
        (body, mediaType, canonical, options) = (new.body, new.mediaType, new.canonical, new.options)
        arrivedAt = new.arrivedAt
        let first = StoredStep(
            number: 0, events: nil, report: new.report, verdict: new.verdict, engine: new.engine, createdAt: new.createdAt)
        steps = [NewStep(first, findings: new.findings, views: new.views)] + new.laterSteps
        exercises = new.exercises
        isPinned = new.isPinned
    }

    var arrival: Int64 { arrivedAt ?? createdAt ?? 0 }
    var newest: NewStep { steps[steps.count - 1] }
    var views: Set<String> { Set(steps.flatMap(\.views)) }
    var fingerprints: Set<String> { Set(steps.flatMap { $0.findings.map(\.fingerprint) }) }
    var owners: Set<String> { Set(steps.flatMap { $0.findings.compactMap(\.owner) }) }

    /// The step that a request with the key made, and the request.
    func step(of key: String) -> NewStep? { steps.first { $0.request?.key == key } }
}

/// A change of one transaction.
enum Change {
    case create([ModelSession])
    case append(NewStep, String)
    case exercise(StoredExercise, String)
    case delete(String)
    case pin(String, Bool)
}

/// All sessions as the clients know them.
struct Model {
    private(set) var sessions: [String: ModelSession] = [:]

    /// The sessions, the newest first.
    var newestFirst: [ModelSession] { sessions.values.sorted { ($0.createdAt ?? 0) > ($1.createdAt ?? 0) } }

    subscript(id: String) -> ModelSession? { sessions[id] }

    var ids: [String] { sessions.keys.sorted() }

    mutating func apply(_ change: Change) {
        switch change {
        case .create(let new): for session in new { sessions[session.id] = session }
        case .append(let step, let id): sessions[id]?.steps.append(step)
        case .exercise(let exercise, let id): sessions[id]?.exercises.append(exercise)
        case .delete(let id): sessions[id] = nil
        case .pin(let id, let isPinned): sessions[id]?.isPinned = isPinned
        }
    }

    /// Returns the ids of sessions that are too many, in the order in which they are deleted.
    func excess(keeping count: Int) -> [String] {
        let unpinned = sessions.values.filter { !$0.isPinned }.sorted { ($0.arrival, $0.createdAt ?? 0) > ($1.arrival, $1.createdAt ?? 0) }
        return unpinned.dropFirst(count).reversed().map(\.id)
    }
}
