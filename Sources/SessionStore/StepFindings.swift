internal import Digest

/// The findings of a step, ready to be stored.
struct StepFindings: Sendable {
    /// The maximum number of pending findings in all sessions: every page of findings reads them. One session may have as many.
    static let mostPending = StoredBounds.mostFindings

    let list: [StoredFinding]
    /// A digest that is equal for steps with equal findings.
    let digest: [UInt8]

    /// Returns those of a new step, of which the first are stored.
    static func new(_ list: [StoredFinding]) -> StepFindings { StepFindings(Array(list.prefix(StoredBounds.mostFindings))) }

    /// - Parameter list: all that are stored. Older versions stored more of a step.
    init(_ list: [StoredFinding]) {
        self.list = list
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128 * list.count)
        for finding in list {
            for text in [finding.kind.rawValue, finding.fingerprint, finding.summary, finding.owner ?? ""] {
                withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { bytes += $0 }
                bytes += text.utf8
            }
            bytes.append(finding.owner == nil ? 0 : 1)
        }
        digest = Array(SHA256.digest(of: bytes).prefix(16))
    }
}
