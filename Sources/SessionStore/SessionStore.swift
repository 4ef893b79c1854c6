/// A store of sessions. Every call blocks until it is done, and may come from any thread.
///
/// Writes are durable when they return, and reads see one snapshot. Other processes may use the same database at the same time.
/// `SQLiteSessionStore` has it in one file.
public protocol SessionStore: AnyObject, Sendable {
    /// Finishes pending work and closes the database. Later calls fail as `closed`.
    func close()

    /// Returns why the database cannot be read or written, or nil if it can. After a failure to write, this tries a write.
    func obstacle() -> StoreError?

    /// The database engine that runs.
    var engine: StoreEngine { get }

    /// The present state, read without a query; nil if it is unknown.
    var state: StoreState? { get }

    /// The present state, without ever blocking; nil also if that would require waiting for another thread.
    var stateAtOnce: StoreState? { get }

    /// Sets the observer, which is called after each commit of this store, before the commit is acknowledged. It replaces the
    /// previous observer, and must not wait for the store. A store whose `state` is unknown never calls it.
    func observe(_ work: @escaping @Sendable (StoreChange) -> Void)

    // MARK: - Writing

    /// Stores several sessions, all or none, in order: each is newer than the one before.
    ///
    /// - Parameters:
    ///   - request: the request for them, if it was sent with a key: if it has made sessions already, nothing is stored.
    ///   - isWanted: called before anything is written; if it returns false, nothing is stored.
    ///   - claim: called when everything is written but not committed; if it returns false, nothing is stored.
    /// - Throws: `overdue` if either returns false.
    func createAll(
        _ sessions: [NewSession], for request: KeyedRequest?, while isWanted: @escaping @Sendable () -> Bool,
        claim: @escaping @Sendable () -> Bool
    ) throws(StoreError) -> CreationOutcome

    /// Returns the outcome of a request for sessions that was sent before, or nil if it is new or all its sessions were deleted.
    func outcome(of request: KeyedRequest) throws(StoreError) -> CreationOutcome?

    /// Stores the next step of a session if it follows the session's current step. Returns nil if there is no such session.
    ///
    /// - Parameters:
    ///   - isWanted: called before anything is written; if it returns false, nothing is stored.
    ///   - claim: called when everything is written but not committed; if it returns false, nothing is stored.
    ///   - meanwhile: called once if the step is stored, while it waits for the disk or afterwards.
    func append(
        _ step: NewStep, to id: String, while isWanted: @escaping @Sendable () -> Bool, claim: @escaping @Sendable () -> Bool,
        meanwhile: () -> Void
    ) throws(StoreError) -> StepOutcome?

    /// Returns the outcome of a request for a step that was sent before, or nil if it is new or there is no such session.
    func outcome(of request: KeyedRequest, in id: String) throws(StoreError) -> StepOutcome?

    /// Stores an exercise, once for equal requests and answers. Returns its index among the session's, or nil if there is no such
    /// session or step.
    ///
    /// - Parameter claim: called when everything is written but not committed; if it returns false, nothing is stored.
    func add(_ exercise: StoredExercise, to id: String, claim: @escaping @Sendable () -> Bool) throws(StoreError) -> Int?

    /// Deletes a session with all its steps.
    ///
    /// - Parameter steps: the steps at one of which the session must be; nil for any.
    func delete(_ id: String, at steps: [Int]?) throws(StoreError) -> DeletionOutcome

    // MARK: - Reading a session

    /// Returns a session by its id, or nil if there is none.
    ///
    /// - Parameter isSealed: whether a row that differs from its digest is an error.
    func session(_ id: String, isSealed: Bool) throws(StoreError) -> StoredSession?

    /// Returns the document of a session, as posted and in canonical form, or nil if there is no such session.
    ///
    /// - Parameter isSealed: whether a document that differs from its digest is an error.
    func document(_ id: String, isSealed: Bool) throws(StoreError) -> StoredDocument?

    /// Returns how long a session's document is, its events up to a step or the current one, and the report of that step, without decompressing
    /// them; nil if there is no such session.
    func lengths(_ id: String, step: Int?) throws(StoreError) -> StoredLengths?

    /// Returns how long a session's longest report and exercise are, without decompressing them; 0 without any.
    func greatestLengths(_ id: String) throws(StoreError) -> GreatestLengths

    /// Returns the report of a step, or of the current one; nil if there is no such session or step.
    func report(_ id: String, step: Int?) throws(StoreError) -> StoredReport?

    /// Returns the first steps from a given one on, as many as a portion has; ``stepReader(_:from:through:isSealed:)`` and
    /// ``eventsReader(_:from:through:isSealed:)`` read all of them.
    ///
    /// - Parameters:
    ///   - last: the last step to read.
    ///   - isSealed: whether a session's row that differs from its digest is an error.
    func stepPortion(
        of id: String, from first: Int, through last: Int, withReports: Bool, isSealed: Bool
    ) throws(StoreError) -> StepPortion

    /// Returns the number of the last step that is stored, whatever the session's row says; nil if there is none.
    func lastStep(_ id: String) throws(StoreError) -> Int?

    /// Returns the list of a session's exercises; empty if there is no such session.
    ///
    /// - Parameter isSealed: whether a session's row that differs from its digest is an error.
    func exerciseList(_ id: String, isSealed: Bool) throws(StoreError) -> ExerciseList

    /// Returns one of a session's exercises.
    ///
    /// - Parameters:
    ///   - place: its index in the list.
    ///   - isSealed: whether an exercise that differs from its digest is an error.
    func exercise(_ id: String, at place: Int, of list: ExerciseList, isSealed: Bool) throws(StoreError) -> StoredExercise

    /// Returns the findings of a step, in the order of its report; empty if there is no such session or step.
    func findings(_ id: String, step: Int) throws(StoreError) -> [StoredFinding]

    /// Returns the findings of some steps of a session, for each step in the order of its report.
    ///
    /// - Parameter isSealed: whether findings that differ from their digest are an error.
    func findingNames(of id: String, steps: Range<Int>, isSealed: Bool) throws(StoreError) -> [[FindingName]]

    // MARK: - Reading across sessions

    /// Returns a page of a query's sessions, newest first. Every page costs about the same; it is shorter if its texts are long.
    /// Malformed text is returned with U+FFFD in it.
    ///
    /// - Throws: `malformedCursor` or `invalidQuery` for a query that cannot be answered.
    func list(_ query: SessionQuery) throws(StoreError) -> SessionPage

    /// Counts the sessions of a query, whose page is ignored. Malformed text is returned with U+FFFD in it.
    func facets(_ query: SessionQuery) throws(StoreError) -> SessionFacets

    /// Returns a page of findings across sessions, the last seen first; it is shorter if their sentences are long. Malformed text is
    /// returned with U+FFFD in it.
    ///
    /// - Parameters:
    ///   - kind: only conflicts, or only ambiguities.
    ///   - cursor: the position after the last page.
    func findings(kind: String?, limit: Int, cursor: String?) throws(StoreError) -> FindingPage

    /// Returns the numbers of times at which findings were seen, by fingerprint and interval. Findings that no longer exist are
    /// omitted.
    ///
    /// - Parameters:
    ///   - spans: the number of intervals, 1 to 100.
    ///   - now: the end of the last interval, unless something was seen later.
    ///   - times: the maximum number of times of one finding (the newest are used), which bounds the cost in a large store.
    func histories(of fingerprints: [String], spans: Int, now: Int64, times: Int) throws(StoreError) -> [String: FindingHistory]

    /// Returns the number of sessions.
    func count() throws(StoreError) -> Int

    /// Returns the size of the database in bytes, without its log.
    func byteCount() throws(StoreError) -> Int

    // MARK: - Retention

    /// Exempts a session from pruning, or ends the exemption. Returns false if there is no such session.
    func setPinned(_ id: String, _ isPinned: Bool) throws(StoreError) -> Bool

    /// Returns whether the session is pinned; false also if there is no such session.
    func isPinned(_ id: String) throws(StoreError) -> Bool

    /// Deletes sessions that are too old or too many, except pinned ones. The sessions that arrived first are deleted first. It
    /// deletes a few at a time, so that no other write waits for long.
    ///
    /// - Parameter onDamage: called with the id of each session that is not deleted because its row, which has its age, differs from its digest,
    ///   or because its deletion fails as something is damaged.
    /// - Returns: The number of deleted sessions.
    func prune(_ rule: RetentionRule, onDamage: (String) -> Void) throws(StoreError) -> Int

    /// Returns the number of sessions that arrived before a time, not counting pinned ones; the number of all sessions; and whether
    /// any session, pinned or not, arrived later.
    func countArrived(before time: Int64) throws(StoreError) -> (old: Int, all: Int, hasLater: Bool)

    /// Returns freed space to the operating system if the engine does not do that by itself; a little at a time, so that no other
    /// write waits for long.
    func giveBackSpace() throws(StoreError)

    // MARK: - Work for all services

    /// Takes a lease for three minutes, or renews it. Returns false if another service has it; never for a file, where each service
    /// does the work.
    func take(_ lease: StoreLease) throws(StoreError) -> Bool

    /// Gives up a lease, if this service has it.
    func giveUp(_ lease: StoreLease) throws(StoreError)

    // MARK: - Imports

    /// Returns imported sessions whose steps have not been run again, in ascending order after a given one.
    func importsToVerify(after sequence: Int64, limit: Int) throws(StoreError) -> [PendingImport]

    /// Returns whether an imported session is still stored and its steps have not been run again.
    func isToVerify(_ session: PendingImport) throws(StoreError) -> Bool

    /// Records whether the steps of an imported session give the imported results.
    func note(_ state: StoredSession.ImportState, of id: String) throws(StoreError)

    // MARK: - Copying

    /// Returns the ids of sessions whose rows are lost, as far as the store can detect it: their ids are still in an index.
    func lostSessions() throws(StoreError) -> [String]

    /// Returns the ids of all sessions, newest first, without reading their rows; none if the store cannot.
    func indexedSessions() throws(StoreError) -> [String]

    /// Returns the values by which searches find a session; nil if there is no such session.
    func index(of id: String) throws(StoreError) -> SessionIndex?

    /// Replaces the searched text of a session, and adds views by which it is found.
    func setIndex(_ index: SessionIndex, of id: String) throws(StoreError)

    /// Returns the requests with an `Idempotency-Key` that made some steps of a session, in the order of the steps; none if there is
    /// no such session.
    func keyedSteps(of id: String, from first: Int, through last: Int) throws(StoreError) -> [KeyedStep]

    /// Returns the request with an `Idempotency-Key` that made a session; nil if there is none.
    func keyedCreation(of id: String) throws(StoreError) -> KeyedCreation?
}

/// A database engine.
public struct StoreEngine: Sendable, Equatable {
    /// The name in lower case, such as `sqlite`.
    public let name: String
    /// The version that runs, such as `3.40.1`.
    public let version: String
    /// A clause about what works worse than it could; nil if nothing does.
    public var note: String?
}

/// The kind of access to a database.
public enum StoreAccess: Sendable {
    /// Read and write; create the database or migrate its schema if necessary.
    case create
    /// Read an existing database.
    case readOnly
}
