public import LayoutCheck
internal import JSON
internal import LayoutModel
internal import Reporting
public import SessionStore

/// The caller's metadata for a new session.
public struct SessionRequest: Sendable, Hashable {
    /// Takes precedence over the document's name.
    public var name: String?
    public var tags: [String]
    /// The parameters for reading an Interface Builder file: `ib`, `canvas` and `direction`, if given.
    public var reading: [String: String]
    /// The name of the file that the layout comes from; one of several layouts in it is identified by its own name.
    public var file: String?

    public init(name: String? = nil, tags: [String] = [], reading: [String: String] = [:], file: String? = nil) {
        self.name = name
        self.tags = tags
        self.reading = reading
        self.file = file
    }
}

/// The use cases of stored sessions. Answers are JSON, as HTTP and the command line return them.
public struct SessionService: Sendable {
    let store: any SessionStore
    let limits: InputLimits
    let surroundings: Surroundings
    /// Shared by copies of the service.
    let documents: SessionCache
    /// The watchers of sessions, also shared by copies.
    let feed = StepFeed()
    /// A poller for steps that other processes store.
    let watch: StepWatch
    private let onFailure: @Sendable (StoreError) -> Void

    /// - Parameter onFailure: called for every failure of the store that is not the caller's fault, before it is thrown: the
    ///   operator needs details that the caller does not see.
    public init(
        store: any SessionStore, limits: InputLimits = InputLimits(), surroundings: Surroundings = .system,
        onFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) {
        self.store = store
        self.limits = limits
        self.surroundings = surroundings
        documents = SessionCache(limits: limits)
        watch = StepWatch(store, feed: feed)
        self.onFailure = onFailure
    }

    /// The database engine that runs.
    var engine: StoreEngine { store.engine }

    /// The error that prevents reading or storing; nil if there is none.
    var obstacle: StoreError? { store.obstacle() }

    /// The number of stored sessions; nil if the store fails.
    var count: Int? { try? store.count() }

    /// The size of the database in bytes; nil if the store fails.
    var storedBytes: Int? { try? store.byteCount() }

    /// Returns a page of sessions, newest first: `{"sessions": […], "next": cursor or null}`.
    public func list(_ query: SessionQuery) throws(StoreError) -> [UInt8] {
        let page = try page(query)
        var writer = JSONWriter(capacity: 64 + 400 * page.items.count)
        writer.object { writer in
            writer.key("sessions")
            writer.array(page.items) { $0.summary($1) }
            writer.member("next", optional: page.next)
        }
        return writer.bytes
    }

    /// Returns the sessions of a page as values.
    public func page(_ query: SessionQuery) throws(StoreError) -> SessionPage {
        try noting { () throws(StoreError) in try store.list(query) }
    }

    /// Returns the session with its document, events and the report of a step, or of the newest one; nil if there is no such
    /// session or step.
    public func session(_ id: String, step: Int? = nil) throws(SessionError) -> [UInt8]? {
        try SessionDescription(id, step: step, self)?.whole()
    }

    /// Returns the body as it was posted, or nil if there is no such session.
    func source(_ id: String) throws(SessionError) -> [UInt8]? {
        try noted { () throws(StoreError) in try store.document(id)?.body }
    }

    /// Returns whether there is such a session.
    func contains(_ id: String) throws(StoreError) -> Bool {
        try store.session(id) != nil
    }

    /// Returns the report of a step, or of the newest one; nil if there is none.
    public func report(_ id: String, step: Int?) throws(StoreError) -> [UInt8]? {
        try noting { () throws(StoreError) in try store.report(id, step: step)?.report }
    }

    /// Returns the decisions of a step in UIKit's console format, empty if nothing was broken; nil if there is no such step.
    public func log(_ id: String, step: Int?) throws(StoreError) -> [UInt8]? {
        guard let report = try report(id, step: step) else { return nil }
        guard let parsed = try? ParsedReport(parsing: report) else { throw .damagedSession(id: id, "its report is no longer valid JSON") }
        // An empty line between two of them.
        let text = parsed.logs.map { $0.utf8.last == UInt8(ascii: "\n") ? $0 : $0 + "\n" }.joined(separator: "\n")
        // Plain text is shown in terminals and printed in builds, so names must not contain control sequences or a runner's commands; the
        // report has the original names.
        return Array(RunnerCommands.text.breaking(text.terminalSafe(keeping: ["\n", "\t"])).utf8)
    }

    /// Returns findings across sessions, the last seen first: `{"findings": […], "next": cursor or null}`.
    ///
    /// - Parameter spans: the number of intervals of each history; nil for none.
    func findings(kind: String?, limit: Int, cursor: String?, spans: Int? = nil) throws(StoreError) -> [UInt8] {
        let page = try noting { () throws(StoreError) in try store.findings(kind: kind, limit: limit, cursor: cursor) }
        let histories = try noting { () throws(StoreError) -> [String: FindingHistory] in
            guard let spans else { return [:] }
            return try store.histories(of: page.items.map(\.fingerprint), spans: spans, now: surroundings.now())
        }
        var writer = JSONWriter(capacity: 64 + 300 * page.items.count)
        writer.object { writer in
            writer.key("findings")
            writer.array(page.items) { writer, finding in
                writer.object {
                    $0.member("kind", finding.kind)
                    $0.member("fingerprint", finding.fingerprint)
                    $0.member("summary", finding.summary)
                    $0.member("sessions", finding.sessions)
                    $0.member("firstSeen", Timestamp(microseconds: finding.firstSeen).text)
                    $0.member("lastSeen", Timestamp(microseconds: finding.lastSeen).text)
                    $0.member("example", SessionAnswer.url(finding.example))
                    if let history = histories[finding.fingerprint] {
                        $0.key("history")
                        $0.object {
                            $0.member("since", Timestamp(microseconds: history.since).text)
                            $0.member("until", Timestamp(microseconds: history.until).text)
                            $0.key("counts")
                            $0.array(history.counts) { $0.integer($1) }
                        }
                    }
                }
            }
            writer.member("next", optional: page.next)
        }
        return writer.bytes
    }

    /// Returns the number of sessions for each verdict, tag, view, owner and fingerprint: `{"sessions", "complete", "verdict":
    /// [{"value", "sessions"}], …}`.
    func facets(_ query: SessionQuery) throws(StoreError) -> [UInt8] {
        let facets = try noting { () throws(StoreError) in try store.facets(query) }
        var writer = JSONWriter(capacity: 4096)
        writer.object { writer in
            writer.member("sessions", facets.sessions)
            writer.member("complete", facets.isComplete)
            writer.counts("verdict", facets.verdicts)
            writer.counts("tag", facets.tags)
            writer.counts("view", facets.views)
            writer.counts("owner", facets.owners)
            writer.counts("fingerprint", facets.fingerprints)
        }
        return writer.bytes
    }

    /// Exempts a session from pruning, or ends the exemption. Returns false if there is no such session.
    func setPinned(_ id: String, _ isPinned: Bool) throws(StoreError) -> Bool {
        try noting { () throws(StoreError) in try store.setPinned(id, isPinned) }
    }

    /// Deletes a session. Returns false if there is no such session.
    ///
    /// - Parameter steps: the steps at one of which the session must be; nil for any.
    /// - Throws: `moved` if it is at another one.
    public func delete(_ id: String, at steps: [Int]? = nil) throws(SessionError) -> Bool {
        documents.forget(id)
        switch try noted({ () throws(StoreError) in try store.delete(id, at: steps) }) {
        case .absent: return false
        case .moved(let step): throw .moved(to: step)
        case .deleted:
            feed.end(id)
            return true
        }
    }

    /// Runs `work` and converts its error to `SessionError`.
    func noted<T>(_ work: () throws(StoreError) -> T) throws(SessionError) -> T {
        do { return try noting(work) } catch { throw .store(error) }
    }

    private func noting<T>(_ work: () throws(StoreError) -> T) throws(StoreError) -> T {
        do {
            return try work()
        } catch {
            if !error.isCallersFault, error != .overdue { onFailure(error) }
            throw error
        }
    }
}

extension Analysis {
    /// The sentences of the diagnoses by the finding that they explain, `K1` or `U1`.
    var sentences: [String: String] {
        var sentences: [String: String] = [:]
        for diagnosis in diagnoses {
            for id in diagnosis.explains { sentences[id] = diagnosis.sentence }
        }
        return sentences
    }

    /// Returns the conflicts and ambiguities to store, each with the sentence of the diagnosis that explains it. A conflict's owner is that of
    /// its diagnosis, which knows who can end it.
    func storedFindings(of document: LayoutDocument) -> [StoredFinding] {
        let sentences = sentences
        var owners: [String: Diagnosis.Owner] = [:]
        for diagnosis in diagnoses {
            for id in diagnosis.explains { owners[id] = diagnosis.owner }
        }
        let conflicts = conflicts.map {
            StoredFinding(
                kind: .conflict, fingerprint: $0.fingerprint, summary: sentences[$0.id] ?? $0.explanation.text,
                owner: owners[$0.id]?.rawValue ?? $0.owner.rawValue)
        }
        let ambiguities = ambiguities.enumerated().map { index, ambiguity in
            let view = document.views.indices.contains(ambiguity.view) ? document.views[ambiguity.view].id : ""
            let attributes = ambiguity.attributes.map(\.dimension.attributeName).joined(separator: ", ")
            return StoredFinding(
                kind: .ambiguity, fingerprint: ambiguity.fingerprint, summary: sentences["U\(index + 1)"] ?? "\(view): \(attributes)")
        }
        return conflicts + ambiguities
    }
}
