internal import JSON
internal import LayoutAnalysis
internal import LayoutDrawing
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

extension SessionService {
    /// Returns a step's layout as SVG, or one of the alternates of its report or of an exercise; nil if there is no such session
    /// or step.
    ///
    /// - Parameters:
    ///   - step: nil for the newest, or for that of the exercise.
    ///   - alternate: the alternate's id.
    ///   - isThumbnail: whether to draw it small, without names and constraints.
    func diagram(_ id: String, step: Int?, alternate: String?, isThumbnail: Bool = false) throws(SessionError) -> [UInt8]? {
        let exercise = try alternate.flatMap { name throws(SessionError) in try self.exercise(of: name, id) }
        guard let found = try document(id, step: step ?? exercise?.step) else { return nil }
        guard let report = try noted({ () throws(StoreError) in try store.report(id, step: found.step) }) else { return nil }
        let tree = try tree(report.report, id, found.step)
        // An exercise of another step does not count.
        let answer = exercise.flatMap { $0.step == found.step ? try? JSONTree(parsing: $0.answer) : nil }
        guard let findings = DrawnFindings(report: tree, alternate: alternate, of: answer) else { throw .noAlternate(alternate ?? "") }
        let drawing = LayoutDrawing(found.document, findings)
        return isThumbnail ? drawing.thumbnail : drawing.svg
    }

    /// Returns the exercise of an alternate's id, or nil if the session has none.
    private func exercise(of alternate: String, _ id: String) throws(SessionError) -> StoredExercise? {
        guard let place = ExerciseNames.place(ofAlternate: alternate) else { return nil }
        let exercises = try noted { () throws(StoreError) in try self.exercises(id) }
        return exercises.indices.contains(place) ? exercises[place] : nil
    }
}

extension SessionService {
    /// Returns a chart of the verdicts of a step's layout over a range of sizes as SVG; nil if there is no such session or step.
    func sizeChart(_ id: String, step: Int?, sizes: [SizeRange], for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        guard let (session, document, _) = try document(id, step: step) else { return nil }
        if document.isFragment {
            throw .partial("it has no sizes")
        }
        var options = options(of: session, for: caller)
        options.sizes = sizes
        return AnalyzedLayout(document, Analyzer(options: options).analyze(document)).sizeChart
    }
}

extension AnalyzedLayout {
    /// A chart of the verdicts at the requested sizes as SVG; nil if none were requested.
    public var sizeChart: [UInt8]? { SizeChart(document, analysis)?.svg }

    /// The layout as SVG.
    public var diagram: [UInt8] {
        guard let tree = try? JSONTree(parsing: report()), let findings = DrawnFindings(report: tree, alternate: nil) else { return [] }
        return LayoutDrawing(document, findings).svg
    }
}

extension DrawnFindings {
    /// Creates the findings of a report.
    ///
    /// - Parameters:
    ///   - alternate: the id of an alternate whose frames to draw; nil for the layout in the report.
    ///   - exercise: the answer that contains it; nil for the report itself.
    init?(report: JSONTree, alternate: String?, of exercise: JSONTree? = nil) {
        func frames(_ tree: JSONTree?) -> [String: Frame] {
            var frames: [String: Frame] = [:]
            for member in tree?.members ?? [] {
                frames[member.key] = Frame(
                    x: member.value["x"]?.double ?? 0, y: member.value["y"]?.double ?? 0, width: member.value["width"]?.double ?? 0,
                    height: member.value["height"]?.double ?? 0)
            }
            return frames
        }
        var shown = frames(report["frames"])
        var moved = Set<String>()
        if let alternate {
            guard let other = (exercise ?? report)["alternates"]?.elements?.first(where: { $0["id"]?.string == alternate }) else { return nil }
            for (view, frame) in frames(other["frames"]) {
                shown[view] = frame
                moved.insert(view)
            }
        }
        var loose: [String: Set<String>] = [:]
        var tied = Set<String>()
        for ambiguity in report["ambiguities"]?.elements ?? [] {
            guard let view = ambiguity["view"]?.string else { continue }
            loose[view, default: []].formUnion((ambiguity["attributes"]?.elements ?? []).compactMap { $0["attribute"]?.string })
            tied.formUnion((ambiguity["tied"]?.elements ?? []).compactMap(\.string))
        }
        self.init(
            verdict: report["verdict"]?.string ?? "", frames: shown,
            conflicting: Set((report["conflicts"]?.elements ?? []).flatMap { $0["members"]?.elements?.compactMap(\.string) ?? [] }),
            broken: Set((report["broken"]?.elements ?? []).compactMap(\.string)),
            loose: loose, tied: tied, moved: moved)
    }
}
