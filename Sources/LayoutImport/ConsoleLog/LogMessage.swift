internal import LayoutModel

/// The contents of one message of a log, from which a document is built.
struct LogMessage {
    /// The line of its header, or of its first constraint if it has none, from 1.
    var line = 0
    var hasHeader = false
    /// Whether the beginning of the message is missing, as in a copied part of it: only the advice of its header precedes the list, or the text
    /// begins with the list, quoted as the system quotes it.
    var isCut = false
    var constraints: [PrintedConstraint] = []
    /// Whether it continues the list of a message that has more constraints than one may have.
    var isContinuation = false
    /// Whether a debugger's command or the form of a collection announces a list.
    var isAnnouncedAsList = false
    /// The constraint that the system reports as broken.
    var broken: PrintedConstraint?
    var skipped: [SkippedLine] = []
    /// The number of skipped lines beyond those in `skipped`.
    var unreportedCount = 0
    /// The addresses in the list, by which repeated mentions are recognized.
    private(set) var addresses: Set<UInt64> = []

    /// Whether it is a list that a developer printed, and not a message of a conflict. Such messages have a header, and without
    /// one they contain only required, active constraints.
    var isList: Bool {
        guard !hasHeader, broken == nil else { return false }
        return isAnnouncedAsList
            || constraints.contains { constraint in
                guard let relation = constraint.relation else { return true }
                return !constraint.isActive || relation.priority < LayoutPriority.required || constraint.isContentSize
            }
    }

    /// Adds the contents of another list that was printed at the same moment.
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
