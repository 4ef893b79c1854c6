internal import JSON
internal import LayoutModel

extension ReportWriter {
    /// Writes the provenance of a captured layout, and each disagreement between the running app and the layout's constraints.
    func observed(_ analysis: Analysis, _ writer: inout JSONWriter) {
        if let capture = document.capture {
            writer.key("capture")
            writer.object {
                if let tool = capture.tool { $0.member("tool", tool) }
                if let os = capture.os { $0.member("os", os) }
                if let device = capture.device { $0.member("device", device) }
                if let scale = capture.scale { $0.member("scale", length: scale) }
                if let date = capture.date { $0.member("date", date) }
            }
        }
        guard let observations = Observations(analysis, of: document) else { return }
        writer.key("observed")
        writer.object { writer in
            writer.member("frames", observations.frames)
            writer.member("ambiguities", observations.ambiguities)
            writer.key("differences")
            writer.array(observations.differences) { writer, difference in
                writer.object { writer in
                    writer.member("view", viewID(difference.view))
                    writer.member("kind", difference.word)
                    writer.member("sentence", difference.sentence)
                    switch difference.kind {
                    case .frame(let observed, let computed):
                        writer.key("observed")
                        writer.frame(observed)
                        writer.key("computed")
                        writer.frame(computed)
                    case .ambiguity(let isAmbiguous):
                        writer.member("observed", isAmbiguous)
                        writer.member("computed", !isAmbiguous)
                    }
                }
            }
        }
    }
}
