internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension ReportWriter {
    /// Writes the two passes of a layout whose texts wrap.
    func passes(_ analysis: Analysis, _ writer: inout JSONWriter) {
        guard let passes = analysis.passes else { return }
        writer.key("passes")
        writer.object { writer in
            writer.key("views")
            writer.array(passes.entries) { writer, entry in
                writer.object {
                    $0.member("view", document.views[entry.view].id)
                    $0.member("width", length: entry.width)
                    $0.member("height", length: entry.height)
                    if let later = laterWidth(of: entry, analysis) { $0.member("laterWidth", length: later) }
                }
            }
            if passes.regions.isEmpty { return }
            let views = document.wrappingViews
            writer.key("regions")
            writer.array(passes.regions) { writer, region in
                writer.object { writer in
                    writer.member("dimension", region.dimension.rawValue)
                    writer.member("span", region.span.text)
                    writer.key("heights")
                    writer.object { writer in
                        for (view, height) in zip(views, region.heights) {
                            writer.key(text: document.views[view].id)
                            writer.decimal(height, places: 6)
                        }
                    }
                }
            }
        }
    }

    private func laterWidth(of entry: TextPasses.Entry, _ analysis: Analysis) -> Rational? {
        entry.laterWidth(in: document, analysis)
    }
}

extension TextPasses.Entry {
    /// Returns the view's width in the second pass if it differs from that of the first.
    func laterWidth(in document: LayoutDocument, _ analysis: Analysis) -> Rational? {
        guard analysis.frames.indices.contains(view) else { return nil }
        let later = document.views[view].contentWidth(ofFrame: analysis.frames[view].width)
        return later == width ? nil : later
    }
}

extension TextReporter {
    /// Returns the lines about the two passes.
    func passes(_ analysis: Analysis, of document: LayoutDocument, _ names: ViewNames) -> [String] {
        guard let passes = analysis.passes else { return [] }
        if passes.entries.isEmpty { return [indented("the first pass was not solved in time, so views with text have their natural heights", 1)] }
        return passes.entries.map { entry in
            var line = "\(names.name(of: entry.view)) is \(entry.width.readingText) wide in the first pass, so its content is "
            line += "\(entry.height.readingText) tall in the second"
            if let later = entry.laterWidth(in: document, analysis) {
                line += "; there it is \(later.readingText) wide, and its height would only be computed in a third pass"
            }
            return indented(line.terminalSafe(), 1)
        }
    }
}
