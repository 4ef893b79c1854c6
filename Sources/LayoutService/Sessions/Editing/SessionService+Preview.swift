internal import LayoutCheck
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Reporting
internal import SessionStore
internal import Simplex

// Previews of a step after a list of events, without storing it.

extension SessionService {
    /// The detail of a preview.
    enum PreviewDetail: String, CaseIterable {
        /// Verdict and frames, at the cost of a plain solve: for a layout that follows the pointer.
        case frames
        /// The whole report and the changes.
        case report
    }

    /// Returns the step (nil for the present one) after the events; nil if there is no such session or step.
    func preview(
        _ body: [UInt8], _ id: String, step: Int?, detail: PreviewDetail, for caller: Caller = Caller()
    ) throws(SessionError) -> [UInt8]? {
        let input = try importing { () throws(ImportError) in try StepInput(body) }
        guard let found = try present(id, step: step, for: caller) else { return nil }
        let document = try next(input, at: found.step, of: id, after: found.present, for: caller).next.document
        // A fragment's frames depend on the full analysis.
        if detail == .frames, !document.isFragment { return try frames(of: document, id, found.step, for: caller) }
        let options = options(of: found.session, for: caller)
        let layout = Analyzer(options: options).layout(of: document, editedFrom: found.present.source)
        guard let before = try noted({ () throws(StoreError) in try store.report(id, step: found.step) }) else { return nil }
        let report = layout.report()
        let former = ReportSummary(try parsed(before.report, id, found.step), verdict: before.verdict)
        let change = ReportChange(from: former, to: ReportSummary(layout)) { (found.present.document, document) }
        var writer = JSONWriter(capacity: 1024 + report.count)
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", found.step)
            writer.member("verdict", layout.analysis.verdict.rawValue)
            writer.key("changes")
            writer.change(change)
            writer.member("report", raw: report)
        }
        return writer.bytes
    }

    private func frames(of document: LayoutDocument, _ id: String, _ step: Int, for caller: Caller) throws(SessionError) -> [UInt8] {
        let end = ContinuousClock.now.advanced(by: .seconds(min(limits.deadline, caller.secondsLeft())))
        let document = Analyzer(options: AnalysisOptions(deadline: caller.secondsLeft())).secondPass(of: document)
        let system = LoweredSystem(lowering: document)
        let solved: PlainSolve
        do {
            solved = try PlainSolve(system, budget: Budget { ContinuousClock.now > end })
        } catch {
            throw .input(ImportError(.tooLarge, code: "budget-spent", "the time limit for the answer was reached"))
        }
        var writer = JSONWriter(capacity: 256 + 96 * document.views.count)
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", step)
            writer.member("verdict", solved.verdict.rawValue)
            writer.key("conflict")
            writer.array(solved.conflict?.members ?? []) { $0.string(system.id(of: $1)) }
            writer.key("frames")
            // Exactly the digits of a report.
            if solved.conflict == nil { writer.raw(RenderedFrames(document, solved.frames()).text) } else { writer.null() }
        }
        return writer.bytes
    }
}
