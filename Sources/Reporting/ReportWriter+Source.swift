internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension ReportWriter {
    /// Writes details of the source's format: its findings, the place of each view, and the values that it does not state.
    func source(_ analysis: Analysis, _ writer: inout JSONWriter) {
        guard let source = analysis.source else { return }
        writer.key("findings")
        writer.array(source.findings) { writer, finding in
            writer.object {
                $0.member("kind", finding.kind.rawValue)
                if let view = finding.view { $0.member("view", view) }
                if let constraint = finding.constraint { $0.member("constraint", constraint) }
                $0.member("message", finding.message)
                $0.member("line", finding.line)
                $0.member("column", finding.column)
                if let name = finding.name { $0.member("name", name) }
                if let remedy = finding.remedy { $0.member("remedy", remedy) }
                if finding.count > 1 { $0.member("count", finding.count) }
                if let place = finding.place { self.place(place, &$0) }
            }
        }
        if document.isFragment { return hierarchy(&writer) }
        if !source.composed.isEmpty {
            writer.key("composed")
            writer.array(source.composed) { $0.string($1) }
        }
        if let embedding = source.embedding {
            writer.key("embedded")
            writer.object {
                $0.member("scene", embedding.scene)
                $0.member("root", embedding.root)
                $0.member("container", embedding.container)
                if let line = embedding.line { $0.member("line", line) }
                if let width = embedding.size?.width { $0.member("width", length: width) }
                if let height = embedding.size?.height { $0.member("height", length: height) }
                if let reason = embedding.reason { $0.member("reason", reason) }
            }
        }
        views(&writer)
        taken(source.taken, &writer)
    }

    private func place(_ place: SourceReference, _ writer: inout JSONWriter) {
        writer.key("place")
        writer.object {
            $0.member("file", place.file)
            if let line = place.line { $0.member("line", line) }
            if let column = place.column { $0.member("column", column) }
        }
    }

    /// Writes the views of a printed hierarchy: the superview of each, and its frame if that is printed.
    private func hierarchy(_ writer: inout JSONWriter) {
        if document.printedFrames.isEmpty { return }
        writer.key("views")
        writer.object { writer in
            for (view, frame) in zip(document.views, document.printedFrames) {
                guard let parent = view.parent else { continue }
                writer.key(text: view.id)
                writer.object {
                    $0.member("class", optional: view.className)
                    $0.member("superview", optional: parent == document.root ? nil : document.views[parent].id)
                    if let frame {
                        $0.key("frame")
                        $0.frame(frame)
                    }
                }
            }
        }
    }

    private func views(_ writer: inout JSONWriter) {
        let file = document.views.indices.contains(document.root) ? document.views[document.root].source?.file : nil
        writer.key("views")
        writer.object { writer in
            for view in document.views {
                guard let place = view.source else { continue }
                writer.key(text: view.id)
                writer.object {
                    $0.member("class", optional: view.className)
                    if let label = view.label { $0.member("label", label) }
                    if place.file != file { $0.member("file", place.file) }
                    if let line = place.line { $0.member("line", line) }
                    if let column = place.column { $0.member("column", column) }
                }
            }
        }
    }

    /// Writes the number of values by origin, and the values that stored frames influenced.
    private func taken(_ values: [TakenValue], _ writer: inout JSONWriter) {
        writer.key("values")
        writer.object { writer in
            for origin in TakenValue.Origin.allCases {
                writer.key(text: origin.rawValue)
                writer.integer(values.count { $0.origin == origin })
            }
            writer.key("fromStoredFrames")
            writer.array(values.filter { $0.origin != .model }) { writer, value in
                writer.object {
                    $0.member("view", value.view)
                    $0.member("value", value.value)
                    $0.member("length", length: value.length)
                    $0.member("origin", value.origin.rawValue)
                }
            }
        }
    }
}
