internal import JSON
internal import SessionStore

/// A session to be replayed, of which only one step or exercise at a time is in memory.
protocol ReplaySource {
    var id: String { get }
    var document: StoredDocument { get }
    var options: [UInt8] { get }
    /// The number of the last step.
    var last: Int { get }
    /// The step of each exercise.
    var exerciseSteps: [Int] { get }
    var lists: EventLists { get }
    /// The session's row; nil for a file.
    var row: StoredSession? { get }
    /// The number of bytes that it holds in memory, about.
    var byteCount: Int { get }

    /// Returns the next step; nil after the last one.
    mutating func nextStep() throws(SessionError) -> StoredStep?

    /// - Parameter place: its index in `exerciseSteps`.
    func exercise(at place: Int) throws(SessionError) -> StoredExercise

    /// Returns the stored findings of a step; nil for a file.
    mutating func findings(of step: Int) throws(SessionError) -> [FindingName]?
}

/// An exported session to be replayed.
struct ReplayOfFile: ReplaySource {
    private let record: SessionRecord
    private var following = 0

    init(_ record: SessionRecord) { self.record = record }

    var id: String { record.id }
    var document: StoredDocument { record.document }
    var options: [UInt8] { record.options }
    var last: Int { record.steps.count - 1 }
    var exerciseSteps: [Int] { record.exercises.map(\.step) }
    var lists: EventLists { EventLists(record.steps.map(\.events)) }
    var row: StoredSession? { nil }
    var byteCount: Int { record.steps.reduce(document.body.count) { $0 + $1.report.count } }

    mutating func nextStep() -> StoredStep? {
        guard record.steps.indices.contains(following) else { return nil }
        defer { following += 1 }
        return record.steps[following]
    }

    func exercise(at place: Int) -> StoredExercise { record.exercises[place] }

    func findings(of step: Int) -> [FindingName]? { nil }
}

/// A stored session to be replayed. An altered part is a difference like others, and no error.
struct StoredReplay: ReplaySource {
    let id: String
    let document: StoredDocument
    let last: Int
    let row: StoredSession?
    let options: [UInt8]
    private let service: SessionService
    private let exercises: ExerciseList
    private var steps: StepReader
    private var reader: FindingReader?

    /// Returns nil if there is no such session.
    init?(_ id: String, _ service: SessionService) throws(SessionError) {
        let store = service.store
        let found = try service.noted { () throws(StoreError) in
            (
                try store.session(id, isSealed: false), try store.document(id, isSealed: false), try store.lastStep(id),
                try store.exerciseList(id, isSealed: false)
            )
        }
        guard case (let row?, let document?, let last, let exercises) = found else { return nil }
        guard let last else { throw .damaged(id, "step 0 is missing") }
        self.id = id
        self.document = document
        self.last = last
        self.row = row
        self.service = service
        self.exercises = exercises
        options = row.options
        steps = store.stepReader(id, through: last, isSealed: false)
        // The findings are only available up to the row's step.
        reader = row.step >= last ? FindingReader(store, id, isSealed: false) : nil
    }

    var exerciseSteps: [Int] { exercises.steps }
    var lists: EventLists { EventLists(of: id, in: service.store, isSealed: false) }
    var byteCount: Int { document.body.count + document.canonical.count + steps.byteCount }

    mutating func nextStep() throws(SessionError) -> StoredStep? {
        try service.noted { () throws(StoreError) in try steps.next() }
    }

    func exercise(at place: Int) throws(SessionError) -> StoredExercise {
        try service.exercise(id, at: place, of: exercises, isSealed: false)
    }

    mutating func findings(of step: Int) throws(SessionError) -> [FindingName]? {
        guard var reader else { return nil }
        self.reader = nil
        defer { self.reader = reader }
        return try service.noted { () throws(StoreError) in try reader.names(of: step) }
    }
}
