/// What a log says in one message, before it becomes a document.
struct LogMessage {
    /// Where it begins, from 1: at its header, or at its first constraint.
    var line = 0
    var hasHeader = false
    var constraints: [PrintedConstraint] = []
    /// The constraint that the system says it breaks.
    var broken: PrintedConstraint?
    var skipped: [SkippedLine] = []
    /// Lines that were skipped beyond those kept.
    var unreportedCount = 0
    /// Addresses in the list, to know what is mentioned again.
    private(set) var addresses: Set<UInt64> = []

    mutating func append(_ constraint: PrintedConstraint) {
        constraints.append(constraint)
        if let address = constraint.address { addresses.insert(address) }
    }
}
