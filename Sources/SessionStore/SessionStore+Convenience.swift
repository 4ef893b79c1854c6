// The same operations with the usual values of some parameters.

extension SessionStore {
    /// Stores a session and returns it with its new id when it is durable.
    ///
    /// - Parameters:
    ///   - isWanted: called before anything is written; if it returns false, nothing is stored.
    ///   - claim: called when everything is written but not committed; if it returns false, nothing is stored.
    /// - Throws: `overdue` if either returns false.
    public func create(
        _ session: NewSession, while isWanted: @escaping @Sendable () -> Bool = { true }, claim: @escaping @Sendable () -> Bool = { true }
    ) throws(StoreError) -> StoredSession {
        let outcome = try createAll([session], for: nil, while: isWanted, claim: claim)
        guard case .stored(let stored) = outcome, let first = stored.first else { throw .unavailable("the session was not stored") }
        return first
    }

    /// Stores several sessions, all or none, in order.
    public func createAll(_ sessions: [NewSession]) throws(StoreError) -> [StoredSession] {
        guard case .stored(let stored) = try createAll(sessions, for: nil) else { throw .unavailable("the sessions were not stored") }
        return stored
    }

    /// Stores several sessions, unless the request has made them already.
    public func createAll(_ sessions: [NewSession], for request: KeyedRequest?) throws(StoreError) -> CreationOutcome {
        try createAll(sessions, for: request, while: { true }, claim: { true })
    }

    /// Deletes a session at whatever step. Returns false if there is no such session.
    public func delete(_ id: String) throws(StoreError) -> Bool {
        try delete(id, at: nil) == .deleted
    }

    /// Returns none: a server's own programs check its tables.
    public func lostSessions() throws(StoreError) -> [String] { [] }

    /// Returns none, as ``lostSessions()``.
    public func indexedSessions() throws(StoreError) -> [String] { [] }

    /// Stores the next step of a session.
    public func append(
        _ step: NewStep, to id: String, while isWanted: @escaping @Sendable () -> Bool = { true },
        claim: @escaping @Sendable () -> Bool = { true }
    ) throws(StoreError) -> StepOutcome? {
        try append(step, to: id, while: isWanted, claim: claim, meanwhile: {})
    }

    /// Stores an exercise.
    public func add(_ exercise: StoredExercise, to id: String) throws(StoreError) -> Int? {
        try add(exercise, to: id, claim: { true })
    }

    /// Returns a session by its id.
    public func session(_ id: String) throws(StoreError) -> StoredSession? {
        try session(id, isSealed: true)
    }

    /// Returns the document of a session.
    public func document(_ id: String) throws(StoreError) -> StoredDocument? {
        try document(id, isSealed: true)
    }

    /// Returns the report of the current step.
    public func report(_ id: String) throws(StoreError) -> StoredReport? {
        try report(id, step: nil)
    }

    /// Returns the list of a session's exercises.
    public func exerciseList(_ id: String) throws(StoreError) -> ExerciseList {
        try exerciseList(id, isSealed: true)
    }

    /// Returns one of a session's exercises.
    public func exercise(_ id: String, at place: Int, of list: ExerciseList) throws(StoreError) -> StoredExercise {
        try exercise(id, at: place, of: list, isSealed: true)
    }

    /// Returns the findings of some steps of a session.
    public func findingNames(of id: String, steps: Range<Int>) throws(StoreError) -> [[FindingName]] {
        try findingNames(of: id, steps: steps, isSealed: true)
    }

    /// Returns the first page of findings across sessions.
    public func findings(kind: String? = nil, limit: Int = 50) throws(StoreError) -> FindingPage {
        try findings(kind: kind, limit: limit, cursor: nil)
    }

    /// Returns a page of findings of both kinds.
    public func findings(limit: Int = 50, cursor: String?) throws(StoreError) -> FindingPage {
        try findings(kind: nil, limit: limit, cursor: cursor)
    }

    /// Returns the numbers of times at which findings were seen: the newest thousand of each.
    public func histories(of fingerprints: [String], spans: Int, now: Int64) throws(StoreError) -> [String: FindingHistory] {
        try histories(of: fingerprints, spans: spans, now: now, times: 1000)
    }

    /// Deletes sessions that are too old or too many.
    public func prune(_ rule: RetentionRule) throws(StoreError) -> Int {
        try prune(rule, onDamage: { _ in })
    }

    /// Returns the first imported sessions whose steps have not been run again.
    public func importsToVerify(after sequence: Int64 = .min) throws(StoreError) -> [PendingImport] {
        try importsToVerify(after: sequence, limit: 16)
    }
}
