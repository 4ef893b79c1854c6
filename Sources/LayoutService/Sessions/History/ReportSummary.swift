internal import LayoutCheck
internal import LayoutModel
internal import Reporting

/// The parts of a report that a change is computed from: verdict, findings and frames.
struct ReportSummary: Sendable {
    struct Finding: Hashable {
        var kind: String
        var fingerprint: String
        /// `K1`, or the view's id.
        var name: String
        /// The sentence of the diagnosis that explains it, if one does.
        var summary: String
        /// The owner of a conflict.
        var owner: String?
        /// The subject, which distinguishes it from others with its fingerprint: the members of a conflict in alphabetical order, or the view.
        var subject: [String]
    }

    var verdict: String
    /// Conflicts, then ambiguities, in the report's order.
    var findings: [Finding]
    /// Whether all conflicts, and all ambiguities, are listed.
    var listsAllConflicts: Bool
    var listsAllAmbiguities: Bool
    /// The frames in the report's order: `x y width height`, in points.
    var frames: [SIMD4<Double>]
    /// The views of the frames.
    var views: [String]

    /// - Parameter verdict: the step's verdict, if its report has none: an imported report may be any object.
    init(_ report: ParsedReport, verdict: String) {
        self.verdict = report.verdict ?? verdict
        findings = ReportSummary.findings(report)
        listsAllConflicts = report.listsAllConflicts
        listsAllAmbiguities = report.listsAllAmbiguities
        let shown = report.frames
        views = shown.map(\.view)
        frames = shown.map(\.lengths)
    }

    /// Creates the summary of a layout's report.
    init(_ layout: AnalyzedLayout) {
        let analysis = layout.analysis
        let views = layout.document.views
        verdict = analysis.verdict.rawValue
        let sentences = analysis.sentences
        findings = analysis.conflicts.map {
            Finding(
                kind: "conflict", fingerprint: $0.fingerprint, name: $0.id, summary: sentences[$0.id] ?? $0.explanation.text,
                subject: $0.members.sorted())
        }
        listsAllConflicts = analysis.conflictsComplete
        listsAllAmbiguities = !analysis.inconclusive.contains { Inconclusive.leavesAmbiguities($0.subject) }
        findings += analysis.ambiguities.enumerated().map { index, ambiguity in
            let attributes = ambiguity.attributes.map(\.dimension.attributeName).joined(separator: ", ")
            let view = views[ambiguity.view].id
            return Finding(
                kind: "ambiguity", fingerprint: ambiguity.fingerprint, name: view, summary: sentences["U\(index + 1)"] ?? "\(view): \(attributes)",
                subject: [view])
        }
        frames = layout.frames?.lengths ?? analysis.frames.map(RenderedFrames.rounded)
        self.views = layout.frames?.views ?? views.prefix(frames.count).map(\.id)
    }

    static func findings(_ report: ParsedReport) -> [Finding] {
        let sentences = report.sentences
        let conflicts = report.conflicts.map {
            Finding(
                kind: "conflict", fingerprint: $0.fingerprint, name: $0.id, summary: sentences[$0.id] ?? $0.explanation, owner: $0.owner,
                subject: $0.members.sorted())
        }
        let ambiguities = report.ambiguities.map {
            Finding(
                kind: "ambiguity", fingerprint: $0.fingerprint, name: $0.view,
                summary: sentences[$0.id] ?? "\($0.view): \($0.attributes.joined(separator: ", "))", subject: [$0.view])
        }
        return conflicts + ambiguities
    }
}
