public import JSON
public import LayoutDrawing

extension DrawnFindings {
    /// Creates the findings of a report.
    ///
    /// - Parameters:
    ///   - alternate: the id of an alternate whose frames to draw; nil for the layout in the report.
    ///   - exercise: the answer that contains it; nil for the report itself.
    public init?(report: JSONTree, alternate: String?, of exercise: JSONTree? = nil) {
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
