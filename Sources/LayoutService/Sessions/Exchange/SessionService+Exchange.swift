public import LayoutCheck
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
public import SessionStore

extension SessionService {
    /// Returns the session as one JSON file, or nil if there is no such session.
    public func export(_ id: String) throws(SessionError) -> [UInt8]? {
        try SessionExport(id, self)?.whole()
    }

    /// Stores an exported session under a new id, if it can be replayed.
    ///
    /// - Parameters:
    ///   - keyed: the request, if it has an idempotency key: if it has made a session already, that is the answer.
    ///   - caller: asked repeatedly and before it is stored; if it does not wait any more, nothing is stored.
    public func importSession(_ body: [UInt8], keyed: KeyedRequest? = nil, for caller: Caller = Caller()) throws(SessionError) -> Created {
        let record = try importing { () throws(ImportError) in try SessionRecord(json: body) }
        let last = record.steps.count - 1
        if let keyed, let outcome = try noted({ () throws(StoreError) in try store.outcome(of: keyed) }),
            let created = try repeated(outcome, last: last)
        {
            return created
        }
        var history = try SessionService.history(of: record, documents, limits, for: caller)
        var later: [NewStep] = []
        var names: SearchNames?
        for step in record.steps {
            try caller.check(limits)
            if let events = step.events {
                let before = history.present
                do throws(SessionError) { try history.take(try importing { () throws(ImportError) in try StepInput.events(events) }) } catch {
                    guard case .input(var error) = error else { throw error }
                    error.pointer = "/steps/\(step.number)\(error.pointer ?? "")"
                    throw .input(error)
                }
                let (views, words) = SearchNames.take(history.present, after: before, nil, &names)
                later.append(
                    NewStep(step, findings: try findings(of: step), views: views, identifiers: words))
            }
        }
        let first = history.first
        let step = record.steps[0]
        var new = NewSession(
            name: record.name, root: first.views.indices.contains(first.root) ? first.views[first.root].id : "", tags: record.tags,
            options: record.options, body: record.document.body, mediaType: record.document.mediaType,
            canonical: CanonicalDocument.json(first), report: step.report, verdict: step.verdict, engine: step.engine,
            views: first.views.map(\.id), identifiers: first.searchWords,
            findings: try findings(of: step), createdAt: record.createdAt)
        new.laterSteps = later
        new.isPinned = record.isPinned
        new.arrivedAt = surroundings.now()
        let id = surroundings.newID()
        new.id = id
        new.exercises = SessionService.exercises(of: record, for: id)
        let finished = new
        let outcome = try noted { () throws(StoreError) in
            try store.createAll([finished], for: keyed, while: caller.isWaiting, claim: caller.claim)
        }
        if case .stored(let stored) = outcome, let first = stored.first { return try imported(first, last: last) }
        guard let created = try repeated(outcome, last: last) else { throw .contended }
        return created
    }

    /// Returns the exercises with the id of the new session in their answers: nothing shows whether the ids that they have are true. Of those that
    /// are the same then, there is only the first.
    private static func exercises(of record: SessionRecord, for id: String) -> [StoredExercise] {
        var known: Set<[[UInt8]]> = []
        return record.exercises.compactMap { exercise in
            var exercise = exercise
            exercise.answer = ExerciseNames.answer(exercise.answer, of: id)
            return known.insert([Array("\(exercise.step) ".utf8), exercise.request, exercise.answer]).inserted ? exercise : nil
        }
    }

    /// Returns the findings of an imported step. Throws if their texts are longer than any of the service: lists read them whole.
    private func findings(of step: StoredStep) throws(SessionError) -> [StoredFinding] {
        let findings = ReportSummary.findings(try parsed(step.report, "", step.number)).map(\.stored)
        for finding in findings {
            let isShort = [finding.fingerprint, finding.owner ?? ""].allSatisfy { $0.utf8.count <= 10 * SessionRecord.wordLimit }
            guard isShort, finding.summary.utf8.count <= StoredBounds.summaryBytes else {
                throw .input(
                    ImportError(
                        .invalid, code: "too-long",
                        "a finding's fingerprint and owner have at most \(10 * SessionRecord.wordLimit) bytes, and its sentence \(StoredBounds.summaryBytes)",
                        pointer: "/steps/\(step.number)/report"))
            }
        }
        return findings
    }

    /// Returns the answer about an import that was sent before; nil if its session was deleted.
    ///
    /// - Parameter last: the last imported step. The session may have others since.
    private func repeated(_ outcome: CreationOutcome, last: Int) throws(SessionError) -> Created? {
        guard case .repeated(let ids, _) = outcome else { throw .keyTaken }
        guard let id = ids.first, let stored = try noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        var created = try imported(stored, last: last)
        created.isRepeated = true
        return created
    }

    private func imported(_ stored: StoredSession, last: Int) throws(SessionError) -> Created {
        guard let report = try noted({ () throws(StoreError) in try store.report(stored.id, step: last) }) else {
            throw .damaged(stored.id, "step \(last) is missing")
        }
        var writer = JSONWriter(capacity: 512 + report.report.count)
        writer.created(stored, report: report.report, step: last)
        return Created(ids: [stored.id], json: writer.bytes)
    }

    /// Replays the session; returns nil if there is no such session.
    public func replay(_ id: String, for caller: Caller = Caller()) throws(SessionError) -> Replay? {
        guard var run = try replayRun(id, for: caller) else { return nil }
        let replay = try run.finish()
        // The analysis of the last step may have ended early.
        guard caller.isWaiting(), caller.secondsLeft() > 0 else { throw .store(.overdue) }
        return replay
    }

    /// Returns a replay of the session that has not begun; nil if there is no such session.
    ///
    /// - Parameter caller: asked before each step, and within it, whether it still waits.
    func replayRun(_ id: String, for caller: Caller) throws(SessionError) -> ReplayRun? {
        guard let session = try StoredReplay(id, self) else { return nil }
        return ReplayRun(session, documents: documents, limits: limits, for: caller)
    }

    /// Returns the newest layout of an exported session for a comparison.
    ///
    /// - Parameter name: its name in the answer.
    public static func differenceSide(
        exported bytes: [UInt8], named name: String, limits: InputLimits = InputLimits()
    ) throws(SessionError) -> LayoutDifference.Side {
        let record = try importing { () throws(ImportError) in try SessionRecord(json: bytes) }
        var history = try history(of: record, SessionCache(limits: limits), limits, for: Caller())
        for events in record.steps.compactMap(\.events) {
            try history.take(try importing { () throws(ImportError) in try StepInput.events(events) })
        }
        let report = record.steps.last.flatMap { try? ParsedReport(parsing: $0.report) }
        return LayoutDifference.Side(name, history.present, report: report ?? ParsedReport(.null))
    }

    /// Replays an exported session, without a database.
    public static func replay(exported bytes: [UInt8], limits: InputLimits = InputLimits()) throws(SessionError) -> Replay {
        let record = try importing { () throws(ImportError) in try SessionRecord(json: bytes) }
        var run = ReplayRun(ReplayOfFile(record), documents: SessionCache(limits: limits), limits: limits, for: Caller())
        return try run.finish()
    }

    /// Returns the documents of an exported session, of whose steps none was taken.
    private static func history(
        of record: SessionRecord, _ documents: SessionCache, _ limits: InputLimits, for caller: Caller
    ) throws(SessionError) -> History {
        let first = try importing { () throws(ImportError) in
            try documents.readFirstLayout(record.document, options: record.options, for: caller)
        }
        return History(first: first, EventLists(record.steps.map(\.events)), limits, for: caller)
    }
}

extension ReportSummary.Finding {
    var stored: StoredFinding {
        StoredFinding(kind: kind == "conflict" ? .conflict : .ambiguity, fingerprint: fingerprint, summary: summary, owner: owner)
    }
}
