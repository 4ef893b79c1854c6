internal import Digest
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

    private(set) var groups: [Group] = []
    /// The number of conflict messages.
    private(set) var count = 0
    /// The number of messages that were counted but not grouped, as there were too many groups.
    private(set) var beyond = 0
    private let analyzer: SourceAnalyzer
    /// The time that the analysis of the last message took, with its continuations.
    private var spent = Duration.zero
    /// The number of continuations that were not analyzed since their message had spent its time, and the line of the first.
    private var unread: (count: Int, line: Int)?
    private var places: [String: Int] = [:]
    /// The group of each message text seen, by the text's digest, or nil for texts that are not conflicts. Most messages of a run
    /// are verbatim repetitions, which are not analyzed again, however long they are.
    private var texts: [String: Int?] = [:]

    init(analyzer: SourceAnalyzer) {
        self.analyzer = analyzer
    }

    mutating func add(_ message: ConsoleLogStream.Message) {
        let digest = SHA256.hex(of: Array(message.text.utf8))
        if let known = texts[digest] {
            // nil: the text is a list of constraints without a conflict.
            if let known {
                count += 1
                groups[known].count += 1
            }
            return
        }
        // A log with ever other messages must not make a scan slow.
        guard groups.count < MessageGroups.mostGroups else {
            count += message.isCertain ? 1 : 0
            beyond += 1
            return
        }
        guard let layout = layout(of: message) else { return }
        if texts.count >= MessageGroups.mostTexts { texts.removeAll(keepingCapacity: true) }
        guard message.isCertain || layout.analysis.isConflicting || layout.analysis.isUndecided else {
            texts[digest] = .some(nil)
            return
        }
        count += 1
        let fingerprint = layout.analysis.log?.fingerprint ?? ""
        if let known = places[fingerprint] {
            groups[known].count += 1
        } else {
            places[fingerprint] = groups.count
            groups.append(Group(layout: layout, line: message.line, count: 1))
        }
        texts[digest] = .some(places[fingerprint])
    }

    /// Returns the analyzed layout of a message, or nil if it continues one that has spent its time.
    private mutating func layout(of message: ConsoleLogStream.Message) -> AnalyzedLayout? {
        if !message.isContinuation { spent = .zero }
        var analyzer = analyzer
        let rest = analyzer.options.deadline - spent / .seconds(1)
        guard rest > 0 || !message.isContinuation else {
            unread = ((unread?.count ?? 0) + 1, unread?.line ?? message.line)
            return nil
        }
        analyzer.options.deadline = rest
        let begun = ContinuousClock.now
        defer { spent += begun.duration(to: .now) }
        return analyzer.analyze(message.document)
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
                    message:
                        "\(beyond) more messages were counted but not analyzed: there are more than \(MessageGroups.mostGroups) different messages",
                    place: FilePlace(file: file), count: beyond))
        }
        if let unread {
            findings.append(
                Finding(
                    kind: .unproven, severity: .warning, fingerprint: "u1:continued",
                    message: "a message has more constraints than could be analyzed within the time limit; allow more time with --deadline",
                    place: FilePlace(file: file, line: unread.line), count: unread.count))
        }
        if let unreadable {
            findings.append(
                Finding(
                    kind: .incomplete, severity: .note, fingerprint: "i1:unreadable",
                    message: "no constraint in a conflict message could be read; the message may be redacted",
                    place: FilePlace(file: file, line: unreadable.line), count: unreadable.count))
        }
        return findings
    }
}
