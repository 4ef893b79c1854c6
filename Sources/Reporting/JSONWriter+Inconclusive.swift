public import JSON
public import LayoutModel

extension JSONWriter {
    /// The member `inconclusive`: what could not be proven, and why.
    public mutating func inconclusive(_ entries: [Inconclusive]) {
        key("inconclusive")
        array(entries) { writer, entry in
            writer.object {
                $0.member("subject", entry.subject)
                $0.member("reason", entry.reason)
            }
        }
    }
}
