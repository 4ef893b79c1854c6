internal import LayoutCheck
internal import Digest
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

extension SessionService {
    /// The answer about a step.
    struct Stepped {
        var step: Int
        /// Whether an earlier request with the same idempotency key made the step.
        var isRepeated = false
        var json: [UInt8]
    }

    /// Applies a list of events, completely or not at all, and stores the resulting step; returns nil if there is no session. The
    /// step is durable when this returns.
    ///
    /// - Parameters:
    ///   - expected: the steps at which the caller expects the session to be.
    ///   - key: the idempotency key: the same key with the same events makes one step, however often it is sent.
    ///   - caller: asked before the step is stored; if the caller no longer waits, nothing is stored.
    func append(
        _ body: [UInt8], to id: String, expected: [Int]?, key: String?, for caller: Caller = Caller()
    ) throws(SessionError) -> Stepped? {
        let input = try importing { () throws(ImportError) in try StepInput(body) }
        let request = key.map {
            // Older versions identified requests by their spelling.
            KeyedRequest(key: $0, digest: SHA256.digest(of: input.canonical), formerDigest: SHA256.digest(of: input.json))
        }
        for _ in 0..<SessionService.mostAttempts {
            if let request, let outcome = try noted({ () throws(StoreError) in try store.outcome(of: request, in: id) }) {
                return try repeated(outcome, id, for: caller)
            }
            let state = store.state
            guard let session = try session(id, at: state) else { return nil }
            if let expected, !expected.contains(session.step) { throw .moved(to: session.step) }
            if session.step >= StoredBounds.mostSteps { throw .tooManySteps }
            let present = try documents.present(of: session, in: store, for: caller)
            let before = present.document
            var (after, events, change) = try next(input, at: session.step, of: id, after: present, for: caller)
            // Without any time left nothing would be proven, and no step is stored.
            guard caller.secondsLeft() > 0 else { throw .store(.overdue) }
            // Before anything is stored: if it is damaged, the answer is an error.
            let former = try summary(id, session.step)
            let layout = documents.analyze(after, change, of: session.id, options: options(of: session, for: caller))
            var new = step(layout, number: session.step + 1, events: events, after: before, change, &after.names)
            new.request = request
            let finished = new
            let summary = ReportSummary(layout)
            var answer: [UInt8] = []
            let outcome = try noted { () throws(StoreError) in
                try store.append(finished, to: id, while: caller.isWaiting, claim: caller.claim) {
                    let change = ReportChange(from: former, to: summary) { (before, layout.document) }
                    answer = SessionService.answer(session, StoredReport(finished.step), change)
                }
            }
            switch outcome {
            case nil: return nil
            case .stored:
                // If this was the only commit, by any process, the row is unchanged except for the step.
                let row = store.state.flatMap { now in
                    state.flatMap { now.isNext(after: $0) ? SessionCache.Row(session: session.following(finished), state: now) : nil }
                }
                documents.keep(after, summary, after: change, row, of: id, step: finished.step.number)
                feed.publish(id, step: finished.step.number, verdict: finished.step.verdict)
                return Stepped(step: finished.step.number, json: answer)
            case .moved(let step): if expected != nil { throw .moved(to: step) }
            case let other?: return try repeated(other, id, for: caller)
            }
        }
        throw .contended
    }

    /// With concurrent requests to one session, one of them succeeds at each attempt.
    static let mostAttempts = 100

    /// Returns a session's row, cached or from the store.
    ///
    /// - Parameter state: the store's state, read before.
    private func session(_ id: String, at state: StoreState?) throws(SessionError) -> StoredSession? {
        if let known = documents.session(id, at: state) { return known }
        return try noted { () throws(StoreError) in try store.session(id) }
    }

    private func repeated(_ outcome: StepOutcome, _ id: String, for caller: Caller) throws(SessionError) -> Stepped? {
        guard case .repeated(let step) = outcome else { throw .keyTaken }
        return try answer(id, step, isRepeated: true, for: caller)
    }

    /// Returns the document after the events, and the events to store, with the ids that constraints got.
    ///
    /// - Parameter present: the document at the step.
    func next(
        _ input: StepInput, at step: Int, of id: String, after present: SessionCache.Present, for caller: Caller
    ) throws(SessionError) -> (next: SessionCache.Present, events: [UInt8], change: DocumentChange?) {
        func going(to document: LayoutDocument, past: [UndoEntry]) -> SessionCache.Present {
            SessionCache.Present(document: document, source: present.source, names: present.names, past: past)
        }
        var former = documents.takeFormer(of: id, step: step)
        let before = present.document
        if input.events == [.undo] {
            if let back = present.past.last?.document(from: before, reusing: &former) {
                return (going(to: back.document, past: present.past.dropLast()), input.json, back.change)
            }
            let (document, past) = try undone(id, at: step, for: caller)
            return (going(to: document, past: past), input.json, nil)
        }
        var limits = limits.importLimits
        limits.interest = caller.interest
        let after = try importing { () throws(ImportError) in
            do throws(ImportError) {
                return try EventApplication(limits: limits).apply(input.events, to: before, reusing: &former)
            } catch {
                throw input.placed(error)
            }
        }
        let back = after.change.map { UndoEntry(before: $0) } ?? UndoEntry(to: before)
        return (going(to: after.document, past: present.past + [back]), input.json(naming: after.added), after.change)
    }

    /// Returns the document to which `undo` would return from a step, and how it could be undone further.
    private func undone(_ id: String, at step: Int, for caller: Caller) throws(SessionError) -> (document: LayoutDocument, past: [UndoEntry]) {
        var history = try documents.documents(of: id, in: store, for: caller)
        guard step < history.steps.count else { throw .damaged(id, "step \(step) is missing") }
        guard let earlier = history.steps.stepBefore(step) else {
            throw .input(ImportError(.invalid, code: "nothing-to-undo", "there is nothing to undo", pointer: "/events/0/op"))
        }
        let past = try history.undoEntries(at: earlier)
        return (try history.document(of: earlier), past)
    }

    /// Creates a step from an analyzed layout.
    ///
    /// - Parameter names: the names by which the session has been found so far; nil if they are computed from the document
    ///   before.
    private func step(
        _ layout: AnalyzedLayout, number: Int, events: [UInt8]?, after before: LayoutDocument, _ change: DocumentChange?,
        _ names: inout SearchNames?
    ) -> NewStep {
        let document = layout.document
        let step = StoredStep(
            number: number, events: events, report: layout.report(), verdict: layout.analysis.verdict.rawValue,
            engine: EngineVersion.text, createdAt: surroundings.now())
        let findings = layout.analysis.storedFindings(of: document)
        // Only new names are indexed.
        let (views, words) = SearchNames.take(document, after: before, change, &names)
        return NewStep(step, findings: findings, views: views, identifiers: words)
    }

    /// Returns the session's own options, with the caller's remaining time as the deadline.
    func options(of session: StoredSession, for caller: Caller) -> AnalysisOptions {
        var options = StoredOptions(session.options).analysis(limits)
        options.deadline = min(options.deadline, caller.secondsLeft())
        options.interest = caller.interest
        return options
    }

    private func answer(_ id: String, _ number: Int, isRepeated: Bool, for caller: Caller) throws(SessionError) -> Stepped? {
        let found = try noted { () throws(StoreError) in (try store.session(id), try store.report(id, step: number)) }
        guard case (let session?, let report?) = found else { return nil }
        let earlier = max(number - 1, 0)
        let change = try ReportChange(
            from: try summary(id, earlier), to: ReportSummary(try parsed(report.report, id, number), verdict: report.verdict)
        ) {
            () throws(SessionError) in
            var history = try documents.documents(of: id, in: store, for: caller)
            return try history.pair(earlier, number, of: id)
        }
        return Stepped(step: number, isRepeated: isRepeated, json: SessionService.answer(session, report, change))
    }

    /// `{"id","url","step","createdAt","name","verdict","changes","report"}`
    private static func answer(_ session: StoredSession, _ step: StoredReport, _ change: ReportChange) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024 + step.report.count)
        writer.object { writer in
            writer.member("id", session.id)
            writer.member("url", SessionAnswer.url(session.id))
            writer.member("step", step.step)
            writer.member("createdAt", Timestamp(microseconds: step.createdAt).text)
            writer.member("name", optional: session.name.isEmpty ? nil : session.name)
            writer.member("verdict", step.verdict)
            writer.key("changes")
            writer.change(change)
            writer.member("report", raw: step.report)
        }
        return writer.bytes
    }

    /// Returns the summary of a step's report, cached or from the store.
    func summary(_ id: String, _ step: Int) throws(SessionError) -> ReportSummary {
        if let cached = documents.summary(of: id, step: step) { return cached }
        guard let stored = try noted({ () throws(StoreError) in try store.report(id, step: step) }) else {
            throw .damaged(id, "step \(step) is missing")
        }
        return ReportSummary(try parsed(stored.report, id, step), verdict: stored.verdict)
    }

    func parsed(_ report: [UInt8], _ id: String, _ step: Int) throws(SessionError) -> ParsedReport {
        guard let parsed = try? ParsedReport(parsing: report) else { throw .damaged(id, "the report of step \(step) is no longer valid JSON") }
        return parsed
    }
}
