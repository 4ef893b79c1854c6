public import LayoutCheck
internal import JSON
public import LayoutModel
internal import Reporting
public import SessionStore

extension SessionService {
    /// The answer about created sessions, with their ids in order.
    public struct Created: Sendable {
        public var ids: [String]
        /// Whether an earlier request with the same idempotency key made them.
        public var isRepeated = false
        public var json: [UInt8]
    }

    /// Stores a session for each layout of a body, all or none. They are durable when this returns.
    ///
    /// - Parameters:
    ///   - keyed: the request, if it has an idempotency key: if it has made sessions already, they are the answer.
    ///   - caller: asked before they are stored; if the caller no longer waits, none is stored.
    public func create(
        _ layouts: [AnalyzedLayout], of body: [UInt8], mediaType: String, options: AnalysisOptions, request: SessionRequest,
        keyed: KeyedRequest? = nil, for caller: Caller = Caller()
    ) throws(SessionError) -> Created {
        let reports = layouts.map { $0.report(isAwaited: caller.interest.isAwaited) }
        let now = surroundings.now()
        let sessions = zip(layouts, reports).map { layout, report in
            var new = NewSession(layout, report: report, body: body, mediaType: mediaType, options: options, request: request, createdAt: now)
            new.id = surroundings.newID()
            return new
        }
        for _ in 0..<SessionService.mostAttempts {
            let before = store.state
            let outcome = try noted { () throws(StoreError) in
                try store.createAll(sessions, for: keyed, while: caller.isWaiting, claim: caller.claim)
            }
            guard case .stored(let stored) = outcome else {
                if let created = try repeated(outcome) { return created }
                // Its sessions were deleted meanwhile.
                continue
            }
            keep(layouts, of: stored, since: before)
            return Created(zip(stored, reports).map { ($0, $1) }, isSeveral: layouts.count > 1)
        }
        throw .contended
    }

    /// Returns the answer to a request that was sent before, as it was; nil if it is new or its sessions were deleted.
    func created(by request: KeyedRequest) throws(SessionError) -> Created? {
        guard let outcome = try noted({ () throws(StoreError) in try store.outcome(of: request) }) else { return nil }
        return try repeated(outcome)
    }

    private func repeated(_ outcome: CreationOutcome) throws(SessionError) -> Created? {
        guard case .repeated(let ids, let count) = outcome else { throw .keyTaken }
        let created = try noted { () throws(StoreError) in
            var created: [(StoredSession, report: [UInt8])] = []
            for id in ids {
                guard let session = try store.session(id), let first = try store.report(id, step: 0) else { continue }
                created.append((session, first.report))
            }
            return created
        }
        guard !created.isEmpty else { return nil }
        return Created(created, isSeveral: count > 1, isRepeated: true)
    }

    /// Caches the layouts of sessions that were stored.
    ///
    /// - Parameter before: the store's state before that.
    private func keep(_ layouts: [AnalyzedLayout], of stored: [StoredSession], since before: StoreState?) {
        let after = store.state
        for (session, layout) in zip(stored, layouts) {
            guard let progress = layout.progress else { continue }
            // If this was the only commit, by any process, the row is as it was stored.
            let row = after.flatMap { now in
                before.flatMap { now.isNext(after: $0) ? SessionCache.Row(session: session, state: now) : nil }
            }
            documents.begin(layout.document, ReportSummary(layout), progress, row, of: session.id)
        }
    }
}

extension SessionService.Created {
    /// - Parameters:
    ///   - sessions: each with the report of its first step.
    ///   - isSeveral: whether the body had several layouts.
    fileprivate init(_ sessions: [(StoredSession, report: [UInt8])], isSeveral: Bool, isRepeated: Bool = false) {
        var writer = JSONWriter(capacity: 256 + sessions.reduce(0) { $0 + $1.report.count + 256 })
        if isSeveral {
            writer.object { writer in
                writer.key("sessions")
                writer.array(sessions) { $0.created($1.0, report: $1.report, step: 0) }
            }
        } else {
            for (session, report) in sessions { writer.created(session, report: report, step: 0) }
        }
        self.init(ids: sessions.map(\.0.id), isRepeated: isRepeated, json: writer.take())
    }
}

extension NewSession {
    /// Creates a session from an analyzed layout.
    fileprivate init(
        _ layout: AnalyzedLayout, report: [UInt8], body: [UInt8], mediaType: String, options: AnalysisOptions, request: SessionRequest,
        createdAt: Int64
    ) {
        let document = layout.document
        self.init(
            name: request.name ?? document.name ?? "", root: document.views.indices.contains(document.root) ? document.views[document.root].id : "",
            tags: request.tags, options: StoredOptions.json(options, reading: request.reading, file: request.file),
            body: body, mediaType: mediaType, canonical: layout.canonical,
            report: report, verdict: layout.analysis.verdict.rawValue, engine: EngineVersion.text, views: document.views.map(\.id),
            identifiers: document.searchWords,
            findings: layout.analysis.storedFindings(of: document), createdAt: createdAt)
        canonicalDigest = layout.digest
    }
}
