internal import LayoutCheck
internal import LayoutAnalysis
internal import LayoutDrawing
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

extension SessionService {
    /// Returns a step's layout as SVG, or one of the alternates of its report or of an exercise; nil if there is no such session
    /// or step. The drawing of a console log, which has no frames, only says so.
    ///
    /// - Parameters:
    ///   - step: nil for the newest, or for that of the exercise.
    ///   - alternate: the alternate's id.
    ///   - isThumbnail: whether to draw it small, without names and constraints.
    func diagram(
        _ id: String, step: Int?, alternate: String?, isThumbnail: Bool = false, for caller: Caller = Caller()
    ) throws(SessionError) -> [UInt8]? {
        let exercise = try alternate.flatMap { name throws(SessionError) in try self.exercise(of: name, id) }
        guard let found = try document(id, step: step ?? exercise?.step, for: caller) else { return nil }
        guard let report = try noted({ () throws(StoreError) in try store.report(id, step: found.step) }) else { return nil }
        let parsed = try parsed(report.report, id, found.step)
        // An exercise of another step does not count.
        let answer = exercise.flatMap { $0.step == found.step ? try? ParsedReport(parsing: $0.answer) : nil }
        guard let findings = DrawnFindings(parsed, alternate: alternate, of: answer) else { throw .noAlternate(alternate ?? "") }
        if found.document.isFragment, !isThumbnail {
            return LayoutDrawing.notice(["A console log shows only part of a layout and has no frames,", "so there is nothing to draw."])
        }
        let drawing = LayoutDrawing(found.document, findings)
        return isThumbnail ? drawing.thumbnail : drawing.svg
    }

    /// Returns the exercise of an alternate's id, or nil if the session has none.
    private func exercise(of alternate: String, _ id: String) throws(SessionError) -> StoredExercise? {
        guard let place = ExerciseNames.place(ofAlternate: alternate) else { return nil }
        let list = try noted { () throws(StoreError) in try store.exerciseList(id) }
        return list.steps.indices.contains(place) ? try exercise(id, at: place, of: list) : nil
    }
}

extension SessionService {
    /// Returns a chart of the verdicts of a step's layout over a range of sizes as SVG; nil if there is no such session or step.
    func sizeChart(_ id: String, step: Int?, sizes: [SizeRange], for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        guard let (session, document, _) = try document(id, step: step, for: caller) else { return nil }
        if document.isFragment {
            throw .partial("so it has no sizes")
        }
        var options = options(of: session, for: caller)
        options.sizes = sizes
        return Analyzer(options: options).layout(of: document).sizeChart
    }
}
