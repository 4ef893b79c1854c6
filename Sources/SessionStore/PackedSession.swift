internal import Digest

/// A new session with everything that can be computed before it is written.
struct PackedSession: Sendable {
    let session: NewSession
    let id: String
    let tags: [String]
    let views: [String]
    let searchText: String
    let body: PackedPart
    let canonical: PackedPart
    let report: PackedReport
    let findings: StepFindings
    /// The part of step 0's seal that does not depend on the time.
    let seal: Seal.Step
    /// The digest of what was posted.
    let content: [UInt8]
    let viewList: [UInt8]
    /// Later steps without views and words: those of all steps are in the lists above.
    let laterSteps: [PackedStep]
    /// The base for the next step's report.
    let lastBase: DeltaBases.Base?
    let exercises: [PackedExercise]

    /// - Parameter known: a body that is packed already, which this session may have, too.
    init(_ session: NewSession, body known: PackedPart? = nil) throws(StoreError) {
        guard StoredBounds.times.contains(session.createdAt) else { throw .invalidSession("its creation time \(session.createdAt) is out of range") }
        var session = session
        session.name = StoredBounds.name(session.name)
        self.session = session
        id = session.original?.id ?? session.id ?? RandomToken.make()
        tags = Set(session.tags.map(SearchText.normal)).sorted()
        // The views and words of all steps, so that the lists are written once and not with every step.
        let laterViews = PackedSession.further(session.laterSteps.map(\.views), than: session.views)
        views = ViewList.fitting(session.views + laterViews)
        if let known, known.bytes == session.body { body = known } else { body = PackedPart(session.body, digest: SHA256.digest(of: session.body)) }
        canonical = PackedPart(session.canonical, digest: session.canonicalDigest ?? SHA256.digest(of: session.canonical))
        let laterWords = laterViews + PackedSession.further(session.laterSteps.map(\.identifiers), than: session.identifiers)
        searchText = session.original?.index.text ?? SearchText.text(id: id, session, laterWords: laterWords)
        report = PackedReport(session.report, of: 0, createdAt: session.createdAt)
        findings = .new(session.findings)
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

    /// Returns sessions that a request makes, packed. Mostly all of them have the same body, which holds a layout for each.
    ///
    /// - Parameter isWanted: whether somebody still waits for them.
    static func all(
        _ sessions: [NewSession], for request: KeyedRequest?, while isWanted: () -> Bool
    ) throws(StoreError) -> [PackedSession] {
        var packed: [PackedSession] = []
        for (place, session) in sessions.enumerated() {
            guard isWanted() else { throw .overdue }
            var session = session
            if let request { session.creation = KeyedCreation(request: request, place: place, count: sessions.count) }
            packed.append(try PackedSession(session, body: packed.last?.body))
        }
        return packed
    }

    /// Returns the session as stored.
    ///
    /// - Parameter sequence: its unique time of creation.
    func stored(at sequence: Int64) -> StoredSession {
        let last = session.laterSteps.last?.step
        let newest = session.laterSteps.last?.findings ?? session.findings
        var stored = StoredSession(
            id: id, name: session.name, root: session.root, tags: tags, verdict: last?.verdict ?? session.verdict, step: last?.number ?? 0,
            engine: last?.engine ?? session.engine, createdAt: sequence, options: session.options, firstFinding: newest.first?.summary)
        stored.importState = if let original = session.original { original.importState } else { session.arrivedAt.map { _ in .notYet } }
        stored.arrivedAt = session.arrivedAt
        stored.content = content
        stored.exerciseCount = exercises.count
        return stored
    }

    /// Returns the elements of later lists that are not in the first, in order.
    private static func further(_ lists: [[String]], than first: [String]) -> [String] {
        var known = Set(first)
        return lists.joined().filter { known.insert($0).inserted }
    }
}

/// A body or layout with its stored form.
struct PackedPart: Sendable {
    /// The SHA-256 of the bytes.
    let digest: [UInt8]
    let bytes: [UInt8]
    /// The stored form.
    let packed: [UInt8]
    let packing: Int64

    init(_ bytes: [UInt8], digest: [UInt8]) {
        self.digest = digest
        self.bytes = bytes
        (packed, packing) = StoredForm.values(for: bytes)
    }
}
