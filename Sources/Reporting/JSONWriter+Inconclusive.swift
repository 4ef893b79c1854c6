public import JSON
public import LayoutModel

extension JSONWriter {
    /// Writes the member `inconclusive`: the results that were not proven, with reasons.
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
