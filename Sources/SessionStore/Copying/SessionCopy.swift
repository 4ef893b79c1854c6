/// A copy of all sessions of one store to another, with their ids, steps, exercises, pins and keys.
///
/// Both stores may be in use. A session that grows meanwhile is extended at the next pass, so passes are repeated until one changes
/// nothing. A copy that was interrupted is continued by a new one: a session that is there already is compared, not written again.
public struct SessionCopy {
    /// A session that is not copied, or not as it is stored.
    public struct Problem: Sendable, Equatable {
        public let id: String
        /// The reason, a clause.
        public let reason: String
    }

    /// A failure of one of the stores.
    public struct Failure: Error {
        public enum Side: Sendable { case source, target }

        public let side: Side
        public let error: StoreError
    }

    /// The bytes and the number of sessions that one transaction creates, about.
    private static let mostBytes = 4 << 20
    private static let mostSessions = 100

    private let source: any SessionStore
    private let target: any SessionStore
    /// Sessions that the target lacks, to be created in one transaction.
    private var waiting: [WaitingSession] = []
    private var waitingBytes = 0

    /// The number of sessions that were created at the target.
    public private(set) var created = 0
    /// The number of times that a session of the target got further steps or other values.
    public private(set) var extended = 0
    /// The number of sessions that were there already.
    public private(set) var unchanged = 0
    public private(set) var problems: [Problem] = []
    /// The ids of some of the created sessions: the first, and each hundredth.
    public private(set) var sample: [String] = []

    public init(from source: any SessionStore, to target: any SessionStore) {
        self.source = source
        self.target = target
    }

    /// Copies what the target lacks. Returns the number of sessions that changed at the target.
    ///
    /// - Parameters:
    ///   - isComparing: whether sessions that seem to be the same are compared byte by byte.
    ///   - progress: called after each page of sessions.
    public mutating func pass(isComparing: Bool, progress: (SessionCopy) -> Void = { _ in }) throws(Failure) -> Int {
        let before = created + extended
        do throws(Failure) { try copyListed(isComparing: isComparing, progress) } catch {
            // A damaged page of the list hides the sessions behind it, too.
            guard error.side == .source, case .damaged = error.error else { throw error }
            guard try copyIndexed(isComparing: isComparing, progress) else { throw error }
        }
        return created + extended - before
    }

    private mutating func copyListed(isComparing: Bool, _ progress: (SessionCopy) -> Void) throws(Failure) {
        problems = []
        unchanged = 0
        var query = SessionQuery(limit: SessionQuery.greatestLimit)
        repeat {
            let page = try asking(.source) { store throws(StoreError) in try store.list(query) }
            var missed: Set<String> = []
            for session in page.items {
                try noting(session.id) { copy throws(Failure) in
                    if try !copy.take(session.id, isComparing: isComparing) { missed.insert(session.id) }
                }
                if waiting.count >= SessionCopy.mostSessions || waitingBytes >= SessionCopy.mostBytes { try create() }
            }
            try create()
            try report(missed, query)
            progress(self)
            query.cursor = page.next
        } while query.cursor != nil
        problems += try asking(.source) { store throws(StoreError) in try StoreCheck.lostSessions(store) }
    }

    /// Does the same by the index of ids. Returns false if there is none. Sessions whose rows are lost are not found.
    private mutating func copyIndexed(isComparing: Bool, _ progress: (SessionCopy) -> Void) throws(Failure) -> Bool {
        problems = []
        unchanged = 0
        let ids = try asking(.source) { store throws(StoreError) in try store.indexedSessions() }
        for id in ids {
            try noting(id) { copy throws(Failure) in _ = try copy.take(id, isComparing: isComparing) }
            if waiting.count < SessionCopy.mostSessions, waitingBytes < SessionCopy.mostBytes { continue }
            try create()
            progress(self)
        }
        try create()
        return !ids.isEmpty
    }

    // MARK: - One session

    /// Reports the sessions of a page that were not found by their ids, if they are still listed, so that they were not deleted.
    private mutating func report(_ missed: Set<String>, _ query: SessionQuery) throws(Failure) {
        guard !missed.isEmpty else { return }
        let page = try asking(.source) { store throws(StoreError) in try store.list(query) }
        for session in page.items where missed.contains(session.id) {
            try noting(session.id) { copy throws(Failure) in
                let isThere = try copy.asking(.source) { store throws(StoreError) in try store.session(session.id) } != nil
                if !isThere { copy.problems.append(Problem(id: session.id, reason: SessionCopy.missedRow)) }
            }
        }
    }

    /// The reason for a session that is listed and not found.
    static let missedRow = "its row is not found by its id"

    /// The reason for a session that is not listed.
    static let lostRow = "the index of ids has it, but its row is missing"

    /// Copies a session, or decides that it is created together with others. Returns false if it is not found.
    private mutating func take(_ id: String, isComparing: Bool) throws(Failure) -> Bool {
        // Not the listed row, which is from before the copies of the sessions above it.
        guard let row = try asking(.source, { store throws(StoreError) in try store.session(id) }) else { return false }
        guard let there = try asking(.target, { store throws(StoreError) in try store.session(id) }) else {
            guard let new = try asking(.source, { store throws(StoreError) in try WaitingSession(row, store) }) else { return false }
            waiting.append(new)
            waitingBytes += new.byteCount
            return true
        }
        guard there.step <= row.step else {
            throw Failure(side: .target, error: .damagedSession(id: id, "it has step \(there.step), and the original only \(row.step)"))
        }
        let isChanged = try extend(row, there, isComparing: isComparing)
        if isChanged || isComparing { try compare(id, (isComparing ? 0 : min(row.step, there.step + 1))...row.step) }
        if isChanged { extended += 1 } else { unchanged += 1 }
        return true
    }

    /// Stores what the target's session lacks. Returns whether that was anything.
    ///
    /// - Parameter isComparing: whether the index is compared even if nothing else is lacking, as a copy may have been interrupted before it.
    private func extend(_ row: StoredSession, _ there: StoredSession, isComparing: Bool) throws(Failure) -> Bool {
        let id = row.id
        var isChanged = false
        let list = try asking(.source) { store throws(StoreError) in try store.exerciseList(id) }
        let exercises = try exerciseCount(of: id)
        if there.step < row.step || exercises < list.steps.count {
            // One that somebody changed at the target must not get steps of another.
            try compare(id, 0...there.step, exercises: min(exercises, list.steps.count))
        }
        if there.step < row.step {
            var steps = source.stepReader(id, from: there.step + 1, through: row.step)
            try append(&steps, to: id)
            isChanged = true
        }
        if try addExercises(list, from: exercises, to: id) { isChanged = true }
        // A pin that was set at the target since stays.
        if try asking(.source, { store throws(StoreError) in try store.isPinned(id) }),
            try !asking(.target, { store throws(StoreError) in try store.isPinned(id) })
        {
            _ = try asking(.target) { store throws(StoreError) in try store.setPinned(id, true) }
            isChanged = true
        }
        if let state = row.importState, state != .notYet, there.importState == .notYet {
            try asking(.target) { store throws(StoreError) in try store.note(state, of: id) }
            isChanged = true
        }
        // Only steps change an index.
        if isChanged || isComparing, try setIndex(of: id) { isChanged = true }
        return isChanged
    }

    private func append(_ steps: inout StepReader, to id: String) throws(Failure) {
        while let step = try asking(.source, { _ throws(StoreError) in try steps.next() }) {
            let new = try asking(.source) { store throws(StoreError) in try NewStep(step, of: id, in: store) }
            let outcome = try asking(.target) { store throws(StoreError) in try store.append(new, to: id) }
            switch outcome {
            case .stored?, .repeated?: continue
            default: throw Failure(side: .target, error: .damagedSession(id: id, "another program changes it while it is copied"))
            }
        }
    }

    /// Returns the number of exercises that the target's session has.
    private func exerciseCount(of id: String) throws(Failure) -> Int {
        try asking(.target) { store throws(StoreError) in try store.exerciseList(id) }.steps.count
    }

    /// Stores the exercises of a list from a place on. Returns whether there are any.
    private func addExercises(_ list: ExerciseList, from first: Int, to id: String) throws(Failure) -> Bool {
        guard first < list.steps.count else { return false }
        for place in first..<list.steps.count {
            let exercise = try asking(.source) { store throws(StoreError) in try store.exercise(id, at: place, of: list) }
            _ = try asking(.target) { store throws(StoreError) in try store.add(exercise, to: id) }
        }
        return true
    }

    private func setIndex(of id: String) throws(Failure) -> Bool {
        let index = try asking(.source) { store throws(StoreError) in try store.index(of: id) }
        guard let index, try index != asking(.target, { store throws(StoreError) in try store.index(of: id) }) else { return false }
        try asking(.target) { store throws(StoreError) in try store.setIndex(index, of: id) }
        return true
    }

    /// Compares some steps of a copied session with the original, and a number of exercises; nil for all that the original has.
    private func compare(_ id: String, _ steps: ClosedRange<Int>, exercises: Int? = nil) throws(Failure) {
        let original = try asking(.source) { store throws(StoreError) in try SessionDigest(of: id, steps: steps, exercises: exercises, store) }
        let copy = try asking(.target) { store throws(StoreError) in
            try SessionDigest(of: id, steps: steps, exercises: original?.exercises, store)
        }
        if let original, copy != original { throw Failure(side: .target, error: .damagedSession(id: id, "it differs from the original")) }
    }

    // MARK: - Creation

    /// Creates the waiting sessions.
    private mutating func create() throws(Failure) {
        // Created in the order of their times, which a store makes ascending.
        let sessions = waiting.sorted { $0.row.createdAt < $1.row.createdAt }
        (waiting, waitingBytes) = ([], 0)
        guard !sessions.isEmpty else { return }
        do throws(Failure) {
            try asking(.target) { store throws(StoreError) in _ = try store.createAll(sessions.map(\.new)) }
        } catch {
            guard !error.error.isTemporary, sessions.count > 1 else { throw error }
            // One of them cannot be stored: it is found by storing each alone.
            for session in sessions {
                waiting = [session]
                try noting(session.row.id) { copy throws(Failure) in try copy.create() }
            }
            return
        }
        for session in sessions {
            try noting(session.row.id) { copy throws(Failure) in
                try copy.finish(session)
                if copy.created % 100 == 0 { copy.sample.append(session.row.id) }
                copy.created += 1
            }
        }
    }

    /// Stores what a created session still lacks, and compares it with the original.
    private func finish(_ session: WaitingSession) throws(Failure) {
        var steps = session.furtherSteps
        try append(&steps, to: session.row.id)
        let id = session.row.id
        let list = try asking(.source) { store throws(StoreError) in try store.exerciseList(id) }
        _ = try addExercises(list, from: exerciseCount(of: id), to: id)
        try compare(id, 0...session.row.step)
    }

    // MARK: - Failures

    private func asking<T>(_ side: Failure.Side, _ ask: (any SessionStore) throws(StoreError) -> T) throws(Failure) -> T {
        do throws(StoreError) { return try ask(side == .source ? source : target) } catch { throw Failure(side: side, error: error) }
    }

    /// Does the work for a session, and notes a failure that is of this session alone.
    private mutating func noting(_ id: String, _ work: (inout SessionCopy) throws(Failure) -> Void) throws(Failure) {
        do throws(Failure) { try work(&self) } catch {
            guard !error.error.isTemporary || error.error == .deletedMeanwhile else { throw error }
            switch error.error {
            case .damagedSession(_, let reason, _), .damaged(let reason, _):
                problems.append(Problem(id: id, reason: (error.side == .source ? "" : "in the target, ") + reason))
            case .invalidSession(let reason), .refused(let reason): problems.append(Problem(id: id, reason: reason))
            case .tooLong: problems.append(Problem(id: id, reason: "a part of it is too long"))
            // Deleted at the source, or at the target by another program: the next pass decides.
            case .deletedMeanwhile: break
            default: throw error
            }
        }
    }
}

/// A session that the target lacks.
private struct WaitingSession {
    let row: StoredSession
    let new: NewSession
    /// The steps after those of `new`, of a long session.
    let furtherSteps: StepReader
    let byteCount: Int

    /// Reads a session; nil if it was deleted.
    init?(_ row: StoredSession, _ store: any SessionStore) throws(StoreError) {
        let id = row.id
        var steps = store.stepReader(id, through: row.step)
        guard let document = try store.document(id), let index = try store.index(of: id), let first = try steps.next() else { return nil }
        var new = NewSession(
            name: row.name, root: row.root, tags: row.tags, options: row.options, body: document.body, mediaType: document.mediaType,
            canonical: document.canonical, report: first.report, verdict: first.verdict, engine: first.engine, views: index.views,
            findings: try store.findings(id, step: 0), createdAt: row.createdAt)
        new.original = OriginalSession(id: id, importState: row.importState, index: index)
        new.arrivedAt = row.arrivedAt
        new.isPinned = try store.isPinned(id)
        new.creation = try store.keyedCreation(of: id)
        var bytes = document.body.count + document.canonical.count + first.report.count
        while bytes < WaitingSession.mostBytes, let step = try steps.next() {
            new.laterSteps.append(try NewStep(step, of: id, in: store))
            bytes += step.report.count + (step.events?.count ?? 0)
        }
        self.row = row
        self.new = new
        furtherSteps = steps
        byteCount = bytes
    }

    /// The bytes up to which steps are stored together with the session.
    private static let mostBytes = 2 << 20
}

extension NewStep {
    /// The copy of a stored step.
    fileprivate init(_ step: StoredStep, of id: String, in store: any SessionStore) throws(StoreError) {
        let number = step.number
        let findings = try store.findings(id, step: number)
        self.init(step, findings: findings, request: try store.keyedSteps(of: id, from: number, through: number).first?.request)
    }
}
