/// What a log says in one message, before it becomes a document.
struct LogMessage {
    /// Where it begins, from 1: at its header, or at its first constraint.
    var line = 0
    var hasHeader = false
    var constraints: [PrintedConstraint] = []
    /// What announced it was a debugger's or a collection's way to print a list.
    var isAnnouncedAsList = false
    /// The constraint that the system says it breaks.
    var broken: PrintedConstraint?
    var skipped: [SkippedLine] = []
    /// Lines that were skipped beyond those kept.
    var unreportedCount = 0
    /// Addresses in the list, to know what is mentioned again.
    private(set) var addresses: Set<UInt64> = []

    /// A list that somebody had printed, and no message of a conflict: those have a header, and no content sizes.
    var isList: Bool {
        let hasContentSize = constraints.contains {
            if case .contentSize = $0.body { true } else { false }
        }
        return !hasHeader && broken == nil && (isAnnouncedAsList || hasContentSize)
    }

    mutating func append(_ constraint: PrintedConstraint) {
        constraints.append(constraint)
        if let address = constraint.address { addresses.insert(address) }
    }
}
