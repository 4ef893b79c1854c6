internal import Digest
internal import SQLite

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
        let stored = try createAll([session], while: isWanted, claim: claim)
        guard let first = stored.first else { throw .unavailable("the writing thread returned no result") }
        return first
    }

    /// Stores several sessions, all or none, in order: each is newer than the one before.
    ///
    /// - Parameters:
    ///   - isWanted: called before anything is written; if it returns false, nothing is stored.
    ///   - claim: called when everything is written but not committed; if it returns false, nothing is stored.
    /// - Throws: `overdue` if either returns false.
    public func createAll(
        _ sessions: [NewSession], while isWanted: @escaping @Sendable () -> Bool = { true }, claim: @escaping @Sendable () -> Bool = { true }
    ) throws(StoreError) -> [StoredSession] {
        var prepared: [SessionInsertion] = []
        // Hash and compress here, on the caller's thread, not on the writer's.
        for session in sessions { prepared.append(try SessionInsertion(session)) }
        let insertions = prepared
        let stored = try write(to: []) { connection throws(StoreError) in
            // Checked before any write, so that jobs behind this one do not wait for unwanted work.
            guard isWanted() else { throw .overdue }
            var stored: [StoredSession] = []
            for insertion in insertions { stored.append(try insertion.insert(into: connection, after: stored.last?.createdAt)) }
            guard claim() else { throw .overdue }
            return stored
        }
        for (insertion, session) in zip(insertions, stored) {
            guard var base = insertion.lastBase else { continue }
            if base.number == 0 { base.createdAt = session.createdAt }
            bases.keep(base, of: session.id)
        }
        return stored
    }
}

/// A new session with everything that can be computed before it is written.
private struct SessionInsertion: Sendable {
    let session: NewSession
    let id = RandomToken.make()
    let tags: [String]
    let views: [String]
    let searchText: String
    let body: SharedRow
    let canonical: SharedRow
    let report: PackedReport
    let findings: StepFindings
    /// The part of step 0's seal that does not depend on the time.
    let seal: Seal.Step
    /// The digest of what was posted.
    let content: [UInt8]
    let viewList: Value
    /// Later steps without views and words: those of all steps are in the lists above.
    let laterSteps: [PackedStep]
    /// The base for the next step's report.
    let lastBase: DeltaBases.Base?
    let exercises: [PackedExercise]

    init(_ session: NewSession) throws(StoreError) {
        guard SessionStore.times.contains(session.createdAt) else { throw .invalidSession("its creation time \(session.createdAt) is out of range") }
        var session = session
        session.name = StoredBounds.name(session.name)
        self.session = session
        tags = Set(session.tags.map(SearchText.normal)).sorted()
        // The views and words of all steps, so that the lists are written once and not with every step.
        let laterViews = SessionInsertion.further(session.laterSteps.map(\.views), than: session.views)
        views = Set(session.views + laterViews).sorted()
        body = SharedRow(session.body, digest: SHA256.digest(of: session.body))
        canonical = SharedRow(session.canonical, digest: session.canonicalDigest ?? SHA256.digest(of: session.canonical))
        let laterWords = laterViews + SessionInsertion.further(session.laterSteps.map(\.identifiers), than: session.identifiers)
        searchText = SearchText.text(id: id, session, laterWords: laterWords)
        report = PackedReport(session.report, of: 0, createdAt: session.createdAt)
        findings = StepFindings(session.findings)
        viewList = ViewList.value(views)
        var base = report.asBase
        seal = Seal.Step(
            of: id, 0, events: nil, report: session.report, verdict: session.verdict, engine: session.engine, found: findings.digest)
        content = Seal.content(body: body.digest, mediaType: session.mediaType, canonical: canonical.digest)
        laterSteps = session.laterSteps.map { [id] step in
            let packed = PackedStep(
                NewStep(step.step, findings: step.findings, request: step.request), of: id,
                by: base.flatMap { DeltaBases.serves($0, step.step) ? $0 : nil })
            base = packed.report.asBase ?? base
            return packed
        }
        lastBase = base
        exercises = session.exercises.map { [id] in PackedExercise($0, of: id) }
    }

    func insert(into connection: Connection, after previous: Int64?) throws(StoreError) -> StoredSession {
        let sequence = try freeSequence(connection, from: max(session.createdAt, previous.map { $0 + 1 } ?? 0))
        let last = session.laterSteps.last?.step
        let newest = session.laterSteps.last?.findings ?? session.findings
        var stored = StoredSession(
            id: id, name: session.name, root: session.root, tags: tags, verdict: last?.verdict ?? session.verdict, step: last?.number ?? 0,
            engine: last?.engine ?? session.engine, createdAt: sequence, options: session.options, firstFinding: newest.first?.summary)
        stored.importState = session.arrivedAt.map { _ in .notYet }
        stored.arrivedAt = session.arrivedAt
        stored.content = content
        stored.exerciseCount = exercises.count
        let document = try body.document(mediaType: session.mediaType, createdAt: session.createdAt, connection)
        let layout = try canonical.layout(connection)
        try connection.change(
            """
            INSERT INTO session
            (sequence, id, name, root, document, layout, options, verdict, step, engine, views, arrived_at, seal, imported, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(sequence), .text(id), .text(session.name), .text(session.root), .integer(document),
                .integer(layout), .blob(session.options), .text(session.verdict), .text(session.engine), viewList,
                session.arrivedAt.map { .integer($0) } ?? .null, .blob(Seal.session(stored)),
                stored.importState.map { .integer($0.rawValue) } ?? .null, .blob(content),
            ])
        try insertSearch(connection, sequence)
        try insertSteps(connection, sequence)
        if session.isPinned { try connection.change("INSERT INTO pin (session) VALUES (?)", [.integer(sequence)]) }
        return stored
    }

    /// Returns the first free time at or shortly after the given one; if none is left after it, the last free one before.
    private func freeSequence(_ connection: Connection, from first: Int64) throws(StoreError) -> Int64 {
        let end = SessionStore.times.upperBound
        var candidate = min(first, end - 1)
        func isTaken() throws(StoreError) -> Bool {
            try connection.number("SELECT 1 FROM session WHERE sequence = ?", [.integer(candidate)]) != nil
        }
        while try isTaken() {
            // Skip the whole next millisecond at once, so that many sessions with one time don't cause a long search.
            let taken = try connection.number(
                "SELECT max(sequence) FROM session WHERE sequence >= ? AND sequence < ?", [.integer(candidate), .integer(candidate + 1000)])
            candidate = min(end, (taken ?? candidate) + 1)
            if candidate == end { break }
        }
        guard candidate >= end else { return candidate }
        candidate = end - 1
        while try isTaken() {
            let taken = try connection.number(
                "SELECT min(sequence) FROM session WHERE sequence > ? AND sequence <= ?", [.integer(candidate - 1000), .integer(candidate)])
            candidate = (taken ?? candidate) - 1
        }
        return candidate
    }

    /// Returns the elements of later lists that are not in the first, in order.
    private static func further(_ lists: [[String]], than first: [String]) -> [String] {
        var known = Set(first)
        return lists.joined().filter { known.insert($0).inserted }
    }

    private func insertSteps(_ connection: Connection, _ sequence: Int64) throws(StoreError) {
        try connection.change(
            "INSERT INTO step (session, number, event, report, verdict, engine, created_at, packing, found, seal) VALUES (?, 0, NULL, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(sequence), report.bytes, .text(session.verdict), .text(session.engine), .integer(sequence), report.packing,
                .blob(findings.digest), .blob(seal.seal(createdAt: sequence)),
            ])
        try SessionStore.insert(findings, sequence, 0, at: sequence, connection)
        for step in laterSteps { try SessionStore.insert(step, sequence, StoredParts(id: id), connection) }
        for (place, exercise) in exercises.enumerated() { try SessionStore.insert(exercise, at: place, sequence, connection) }
    }

    private func insertSearch(_ connection: Connection, _ sequence: Int64) throws(StoreError) {
        for tag in tags {
            try connection.change("INSERT INTO session_tag (session, tag) VALUES (?, ?)", [.integer(sequence), .text(tag)])
        }
        try SessionKeys.insert(views: views, tags: tags, sequence, connection)
        try connection.change("INSERT INTO session_search (rowid, text) VALUES (?, ?)", [.integer(sequence), .text(searchText)])
    }
}
