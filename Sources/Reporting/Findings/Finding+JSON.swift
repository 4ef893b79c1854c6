internal import JSON
internal import LayoutModel

extension Finding {
    /// Writes the finding's members into an open object.
    func write(to writer: inout JSONWriter) {
        writer.member("rule", kind.rawValue)
        writer.member("severity", severity.name)
        writer.member("fingerprint", fingerprint)
        writer.member("message", message)
        writer.key("place")
        writer.object { place.write(to: &$0) }
        if !views.isEmpty { writer.member("views", views) }
        if !constraints.isEmpty { writer.member("constraints", constraints) }
        if !variants.isEmpty { writer.member("variants", variants) }
        if furtherVariants > 0 { writer.member("furtherVariants", furtherVariants) }
        if let shownAt { writer.member("shownAt", shownAt) }
        if !parts.isEmpty {
            writer.key("parts")
            writer.array(parts) { writer, part in
                writer.object { writer in
                    writer.member("id", part.id)
                    writer.member("text", part.text)
                    guard let place = part.place else { return }
                    writer.key("place")
                    writer.object { place.write(to: &$0) }
                }
            }
        }
        if !remedies.isEmpty { writer.member("remedies", remedies) }
        writer.member("fails", isFailure)
        if let suppression {
            writer.key("suppressed")
            writer.object {
                $0.member("by", suppression.origin.rawValue)
                $0.member("reason", suppression.reason)
            }
        }
    }
}

extension FilePlace {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("file", file)
        if let line { writer.member("line", line) }
        if let column { writer.member("column", column) }
        if let endLine { writer.member("endLine", endLine) }
        if let endColumn { writer.member("endColumn", endColumn) }
    }
}
