public import LayoutDrawing
public import Reporting

extension DrawnFindings {
    /// Creates the findings of a report.
    ///
    /// - Parameters:
    ///   - alternate: the id of an alternate whose frames to draw; nil for the layout in the report.
    ///   - exercise: the answer that contains it; nil for the report itself.
    public init?(_ report: ParsedReport, alternate: String? = nil, of exercise: ParsedReport? = nil) {
        func drawn(_ frames: [ParsedReport.Frame]) -> [String: Frame] {
            let frames = frames.map { ($0.view, Frame(x: $0.lengths.x, y: $0.lengths.y, width: $0.lengths.z, height: $0.lengths.w)) }
            return Dictionary(frames, uniquingKeysWith: { _, last in last })
        }
        var shown = drawn(report.frames)
        var moved: [String: Frame] = [:]
        if let alternate {
            guard let frames = (exercise ?? report).frames(ofAlternate: alternate) else { return nil }
            moved = drawn(frames)
            shown.merge(moved) { $1 }
        }
        var loose: [String: Set<String>] = [:]
        var tied = Set<String>()
        for ambiguity in report.ambiguities {
            loose[ambiguity.view, default: []].formUnion(ambiguity.attributes)
            tied.formUnion(ambiguity.tied)
        }
        self.init(
            verdict: report.verdict ?? "", frames: shown, conflicting: Set(report.conflicts.flatMap(\.members)), broken: Set(report.broken),
            loose: loose, tied: tied, moved: Set(moved.keys))
    }
}
