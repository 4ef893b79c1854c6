public import LayoutCheck
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

extension SessionService {
    /// Returns the complete session, or nil if there is no such session.
    ///
    /// - Parameter isSealed: whether data that differs from its digest is an error.
    func record(_ id: String, isSealed: Bool = true) throws(SessionError) -> SessionRecord? {
        let found = try noted { () throws(StoreError) in
            (
                try store.session(id, isSealed: isSealed), try store.document(id, isSealed: isSealed), try store.steps(id, isSealed: isSealed),
                try exercises(id, isSealed: isSealed), try store.isPinned(id)
            )
        }
        guard case (let session?, let document?, let steps, let exercises, let isPinned) = found else { return nil }
        return SessionRecord(
            id: session.id, name: session.name, root: session.root, tags: session.tags, createdAt: session.createdAt, options: session.options,
            document: document, steps: steps, exercises: exercises, isPinned: isPinned)
    }

    /// Returns the session as one JSON file, or nil if there is no such session.
    public func export(_ id: String) throws(SessionError) -> [UInt8]? {
        try record(id)?.json
    }

    /// Stores an exported session under a new id, if it can be replayed.
    ///
    /// - Parameter caller: asked repeatedly and before it is stored; if it does not wait any more, nothing is stored.
    public func importSession(_ body: [UInt8], for caller: Caller = Caller()) throws(SessionError) -> Created {
        let record = try importing { () throws(ImportError) in try SessionRecord(json: body) }
        var history: History
        do throws(ImportError) { history = History(first: try documents.readFirstLayout(record.document, options: record.options)) } catch {
            throw .input(error)
        }
        var later: [NewStep] = []
        var names: SearchNames?
        for step in record.steps {
            guard caller.secondsLeft() > 0 else { throw .store(.overdue) }
            if let events = step.events {
                let before = history.present
                do throws(ImportError) { try history.take(try StepInput.events(events), limits.importLimits) } catch {
                    var error = error
                    error.pointer = "/steps/\(step.number)\(error.pointer ?? "")"
                    throw .input(error)
                }
                let (views, words) = SearchNames.take(history.present, after: before, nil, &names)
                later.append(
                    NewStep(
                        step, findings: ReportSummary.findings(try parsed(step.report, "", step.number)).map(\.stored), views: views,
                        identifiers: words))
            }
        }
        let first = history.states[0]
        let step = record.steps[0]
        var new = NewSession(
            name: record.name, root: first.views.indices.contains(first.root) ? first.views[first.root].id : "", tags: record.tags,
            options: record.options, body: record.document.body, mediaType: record.document.mediaType,
            canonical: CanonicalDocument.json(first), report: step.report, verdict: step.verdict, engine: step.engine,
            views: first.views.map(\.id), identifiers: first.searchWords,
            findings: ReportSummary.findings(try parsed(step.report, "", 0)).map(\.stored), createdAt: record.createdAt)
        new.laterSteps = later
        new.exercises = record.exercises
        new.isPinned = record.isPinned
        new.arrivedAt = Timestamp.now.microseconds
        let finished = new
        let stored = try noted { () throws(StoreError) in try store.create(finished, while: caller.isWaiting, claim: caller.claim) }
        guard let report = try noted({ () throws(StoreError) in try store.report(stored.id) }) else { throw .damaged(stored.id, "it is missing") }
        var writer = JSONWriter(capacity: 512 + report.report.count)
        writer.created(stored, report: report.report)
        return Created(ids: [stored.id], json: writer.bytes)
    }

    /// Writes a copy of the database, while it is in use, to a file that does not exist yet.
    public func backUp(to path: String) throws(SessionError) {
        try noted { () throws(StoreError) in try store.backUp(to: path) }
    }

    /// Replays the session; returns nil if there is no such session.
    public func replay(_ id: String) throws(SessionError) -> Replay? {
        guard var run = try replayRun(id) else { return nil }
        return run.finish()
    }

    /// Returns a replay of the session that has not begun; nil if there is no such session.
    ///
    /// - Parameter interest: whether its result is still needed, which each analysis checks.
    func replayRun(_ id: String, interest: AnalysisOptions.Interest = AnalysisOptions.Interest()) throws(SessionError) -> ReplayRun? {
        // An altered part is a difference like others.
        guard let record = try record(id, isSealed: false),
            let row = try noted({ () throws(StoreError) in try store.session(id, isSealed: false) })
        else { return nil }
        // The findings are only available up to the row's step.
        let isWhole = row.step >= record.steps.count - 1
        let names =
            isWhole ? try noted { () throws(StoreError) in try store.findingNames(of: id, steps: 0..<record.steps.count, isSealed: false) } : nil
        var options = StoredOptions(record.options).analysis(limits)
        options.interest = interest
        return ReplayRun(record, row, findings: names, documents: documents, options: options, limits: limits)
    }

    /// Returns the newest layout of an exported session for a comparison.
    ///
    /// - Parameter name: its name in the answer.
    public static func differenceSide(
        exported bytes: [UInt8], named name: String, limits: InputLimits = InputLimits()
    ) throws(SessionError) -> LayoutDifference.Side {
        let record = try importing { () throws(ImportError) in try SessionRecord(json: bytes) }
        let documents = SessionCache(limits: limits)
        let history = try importing { () throws(ImportError) in
            var history = History(first: try documents.readFirstLayout(record.document, options: record.options))
            for events in record.steps.compactMap(\.events) { try history.take(try StepInput.events(events), limits.importLimits) }
            return history
        }
        let report = record.steps.last.flatMap { try? ParsedReport(parsing: $0.report) }
        return LayoutDifference.Side(name, history.present, report: report ?? ParsedReport(.null))
    }

    /// Replays an exported session, without a database.
    public static func replay(exported bytes: [UInt8], limits: InputLimits = InputLimits()) throws(SessionError) -> Replay {
        let record = try importing { () throws(ImportError) in try SessionRecord(json: bytes) }
        let options = StoredOptions(record.options).analysis(limits)
        var run = ReplayRun(record, documents: SessionCache(limits: limits), options: options, limits: limits)
        return run.finish()
    }
}

extension ReportSummary.Finding {
    var stored: StoredFinding {
        StoredFinding(kind: kind == "conflict" ? .conflict : .ambiguity, fingerprint: fingerprint, summary: summary, owner: owner)
    }
}
