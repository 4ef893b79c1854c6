internal import LayoutModel

/// The parts of a text: its messages and lists, the hierarchy that they share, and its notices.
struct TextParts {
    /// The messages and lists. A text without constraints has one message without any.
    let messages: [LogMessage]
    let hierarchy: FragmentViews.Hierarchy?
    /// The notices in the order of their lines.
    private let notices: [TextNotice]

    /// The maximum number of views that are added to all messages together. It bounds the cost of many messages with a large
    /// hierarchy.
    private static let mostAddedViews = 20_000
    /// The lower bound of a message's own limit, for the superviews of its views and their superviews.
    private static let fewestAddedViews = 4

    /// - Throws: `ImportError` (invalid) if no part of the text concerns a layout.
    init(_ reader: LogReader) throws(ImportError) {
        let tree = reader.readHierarchy.tree
        var found = reader.notices.finished
        let messages = TextParts.joined(reader.messages)
        if !tree.isEmpty {
            let ambiguous = found.count { $0.finding.name == TreeNotices.ambiguousView }
            let summary = TreeNotices.summary(reader.readHierarchy, ambiguous: ambiguous, besideConstraints: !messages.isEmpty)
            if let summary { found.append(summary) }
        }
        let names = TextParts.names(of: reader.commands.compactMap(\.command.address), in: messages, tree)
        found += reader.commands.map {
            $0.command.notice(line: $0.line, name: $0.command.address.flatMap { names[$0] }, isEmpty: messages.isEmpty)
        }
        guard !messages.isEmpty || !found.isEmpty else {
            let first = reader.skipped.first
            throw ImportError(
                .invalid, code: "no-constraints",
                first.map { "no constraint could be read: \($0.reason)" } ?? SourceCode.textWithoutConstraints,
                line: first?.line, excerpt: first?.text)
        }
        var empty = LogMessage()
        empty.skipped = Array(reader.skipped.prefix(FragmentBuilder.warningLimit))
        self.messages = messages.isEmpty ? [empty] : messages
        hierarchy =
            tree.isEmpty
            ? nil : FragmentViews.Hierarchy(tree: tree, mostAdded: max(TextParts.mostAddedViews / self.messages.count, TextParts.fewestAddedViews))
        notices = found.enumerated().sorted { ($0.element.finding.line, $0.offset) < ($1.element.finding.line, $1.offset) }.map(\.element)
    }

    /// Returns the notices of a message: those between it and the next one, and for the first message also those before it.
    func notices(of number: Int) -> [TextNotice] {
        let start = number == 0 ? Int.min : messages[number].line
        let end = number + 1 < messages.count ? messages[number + 1].line : Int.max
        return notices.filter { start <= $0.finding.line && $0.finding.line < end }
    }

    /// Returns the names of the views at these addresses, as far as constraints or the hierarchy print them.
    private static func names(of addresses: [UInt64], in messages: [LogMessage], _ tree: ViewTree) -> [UInt64: String] {
        let sought = Set(addresses)
        if sought.isEmpty { return [:] }
        var names: [UInt64: String] = [:]
        for item in messages.lazy.flatMap(\.constraints).flatMap(\.items) {
            guard let address = item.address, sought.contains(address), let className = item.className else { continue }
            let view = PrintedView(className: className, address: address, title: item.title)
            if names[address] == nil || view.title != nil { names[address] = view.nameAndAddress }
        }
        for address in sought where names[address] == nil {
            names[address] = tree.place(of: address).map { tree.nodes[$0].view.nameAndAddress }
        }
        return names
    }

    // MARK: Lists

    /// Returns the messages, with adjacent lists joined if they may be of one moment: lists of several views, or of both axes of
    /// one view.
    private static func joined(_ messages: [LogMessage]) -> [LogMessage] {
        var joined: [LogMessage] = []
        var moment = ListMoment()
        for message in messages {
            guard message.isList else {
                joined.append(message)
                continue
            }
            // Only adjacent lists are joined. A conflict between two lists separates them.
            if let last = joined.last, last.isList, moment.take(message) {
                joined[joined.count - 1].join(message)
            } else {
                moment = ListMoment()
                _ = moment.take(message)
                joined.append(message)
            }
        }
        return joined
    }
}

/// The constraints of lists that were printed at one moment.
private struct ListMoment {
    private var texts: [UInt64: String] = [:]
    private var addresses: [String: UInt64] = [:]

    /// Adds a list and returns true, unless it has another text for a known constraint, or a known text for another constraint,
    /// which indicates that the constraint was created again.
    mutating func take(_ list: LogMessage) -> Bool {
        let entries = list.constraints.compactMap { constraint in constraint.address.map { (address: $0, text: constraint.text) } }
        for entry in entries {
            if let known = texts[entry.address], known != entry.text { return false }
            if let known = addresses[ListMoment.meaning(entry.text)], known != entry.address { return false }
        }
        for entry in entries {
            texts[entry.address] = entry.text
            addresses[ListMoment.meaning(entry.text)] = entry.address
        }
        return true
    }

    /// Returns the description without its own address.
    private static func meaning(_ text: String) -> String {
        String(text.drop { $0 != ":" }.drop { !$0.isWhitespace })
    }
}
