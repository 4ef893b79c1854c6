internal import LayoutModel

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

    /// A list that somebody had printed, and no message of a conflict: those have a header, and required constraints that are active alone.
    var isList: Bool {
        guard !hasHeader, broken == nil else { return false }
        return isAnnouncedAsList
            || constraints.contains { constraint in
                guard let relation = constraint.relation else { return true }
                return !constraint.isActive || relation.priority < LayoutPriority.required
            }
    }

    /// Takes what another list of the same moment prints.
    mutating func join(_ other: LogMessage) {
        for constraint in other.constraints { append(constraint) }
        skipped += other.skipped.prefix(max(0, FragmentBuilder.warningLimit - skipped.count))
        unreportedCount += other.unreportedCount
        isAnnouncedAsList = isAnnouncedAsList || other.isAnnouncedAsList
    }

    mutating func append(_ constraint: PrintedConstraint) {
        constraints.append(constraint)
        if let address = constraint.address { addresses.insert(address) }
    }
}
