internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// Groups of equal messages. Their number is bounded, however long the stream is.
struct MessageGroups {
    struct Group {
        var layout: AnalyzedLayout
        /// The line of the group's first message.
        var line: Int
        var count: Int
    }

    private static let mostGroups = 1000
    private static let mostTexts = 4096
    private static let longestText = 1 << 15

    private(set) var groups: [Group] = []
    /// The number of conflict messages.
    private(set) var count = 0
    /// The number of messages that were counted but not grouped, as there were too many groups.
    private(set) var beyond = 0
    private let analyzer: SourceAnalyzer
    private var places: [String: Int] = [:]
    /// The group of each message text seen, or nil for texts that are not conflicts. Most messages of a run are verbatim
    /// repetitions.
    private var texts: [String: Int?] = [:]

    init(analyzer: SourceAnalyzer) {
        self.analyzer = analyzer
    }

    mutating func add(_ message: ConsoleLogStream.Message) {
        if let known = texts[message.text] {
            // nil: the text is a list of constraints without a conflict.
            if let known {
                count += 1
                groups[known].count += 1
            }
            return
        }
        let layout = analyzer.analyze(message.document)
        if texts.count >= MessageGroups.mostTexts { texts.removeAll(keepingCapacity: true) }
        guard message.isCertain || layout.analysis.isConflicting || layout.analysis.isUndecided else {
            remember(message, nil)
            return
        }
        count += 1
        let fingerprint = layout.analysis.log?.fingerprint ?? ""
        if let known = places[fingerprint] {
            groups[known].count += 1
        } else if groups.count < MessageGroups.mostGroups {
            places[fingerprint] = groups.count
            groups.append(Group(layout: layout, line: message.line, count: 1))
        } else {
            beyond += 1
            return
        }
        remember(message, places[fingerprint])
    }

    private mutating func remember(_ message: ConsoleLogStream.Message, _ group: Int?) {
        if message.text.utf8.count <= MessageGroups.longestText { texts[message.text] = .some(group) }
    }

    /// Returns findings of the other messages about layouts, in the order of the stream.
    static func findings(of notices: [SourceFinding], file: String) -> [Finding] {
        notices.map { Finding(of: $0, file: file) }
    }

    /// Returns the findings of each group, in the order of the stream.
    func findings(file: String, unreadable: (count: Int, line: Int)?) -> [Finding] {
        var findings = groups.flatMap { group in
            let document = group.layout.document
            let places = LayoutPlaces(linesOf: document, file: file) ?? LayoutPlaces()
            let maker = FindingMaker(group.layout.analysis, of: document, file: file, places: places)
            let unproven = maker.findings().filter { $0.kind == .unproven }.map { finding in
                var finding = finding
                finding.count = group.count
                return finding
            }
            return [maker.message(count: group.count)].compactMap(\.self) + unproven
        }
        if beyond > 0 {
            findings.append(
                Finding(
                    kind: .unproven, severity: .warning, fingerprint: "u1:messages",
                    message: "\(beyond) more messages were counted but not analyzed: there are more than \(MessageGroups.mostGroups) different ones",
                    place: FilePlace(file: file), count: beyond))
        }
        if let unreadable {
            findings.append(
                Finding(
                    kind: .incomplete, severity: .note, fingerprint: "i1:unreadable",
                    message: "a conflict message contains no constraint that could be read; it may be redacted",
                    place: FilePlace(file: file, line: unreadable.line), count: unreadable.count))
        }
        return findings
    }
}
