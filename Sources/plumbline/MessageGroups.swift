internal import Digest
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// Groups of equal messages. Their number and memory are bounded, however long the stream is.
struct MessageGroups {
    /// The form of report for which messages are grouped.
    enum Form {
        case findings
        case text(TextReporter)
        case json
    }

    /// A group with the parts of its report. Its layout would take many times as much memory.
    struct Group {
        /// The findings of a message that occurs once.
        fileprivate var findings: [Finding]
        /// The text of its layout without a title; empty for other forms of reports.
        var text = ""
        /// The JSON report of a message that occurs once; empty for other forms of reports.
        fileprivate var json: [UInt8] = []
        /// The line of the group's first message.
        var line: Int
        var count = 1

        /// The JSON report.
        var report: [UInt8] { ReportWriter.report(json, occurring: count) }

        /// About the number of bytes of memory that it takes.
        fileprivate var weight: Int { findings.reduce(text.utf8.count + json.count) { $0 + $1.weight } }
    }

    private static let mostGroups = 1000
    private static let mostTexts = 4096
    /// The greatest weight of all groups, even if there is more memory. A message of some dozen constraints has 10 to 30 thousand.
    private static let mostBytes = 32 << 20

    private(set) var groups: [Group] = []
    /// The number of conflict messages.
    private(set) var count = 0
    /// The number of messages that were counted but not grouped, as there were too many groups.
    private(set) var beyond = 0
    private let analyzer: SourceAnalyzer
    /// The name of the log in places.
    private let file: String
    private let form: Form
    /// The weight from which no further group is added.
    private let mostBytes: Int
    /// The weight of all groups.
    private var bytes = 0
    /// The time that the analysis of the last message took, with its continuations.
    private var spent = Duration.zero
    /// The number of continuations that were not analyzed since their message had spent its time, and the line of the first.
    private var unread: (count: Int, line: Int)?
    private var places: [String: Int] = [:]
    /// The group of each message text seen, by the text's digest, or nil for texts that are not conflicts. Most messages of a run
    /// are verbatim repetitions, which are not analyzed again, however long they are.
    private var texts: [String: Int?] = [:]

    init(analyzer: SourceAnalyzer, file: String, form: Form) {
        self.analyzer = analyzer
        self.file = file
        self.form = form
        // Several copies of a report are in memory when it is written.
        mostBytes = min(MessageGroups.mostBytes, analyzer.limits.memory.map { $0.greatestPart / 2 } ?? .max)
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
        guard groups.count < MessageGroups.mostGroups, bytes < mostBytes else {
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
            let group = group(of: layout, line: message.line)
            bytes += group.weight
            groups.append(group)
        }
        texts[digest] = .some(places[fingerprint])
    }

    /// Returns the group of a message, with what the report needs of its layout.
    private func group(of layout: AnalyzedLayout, line: Int) -> Group {
        let document = layout.document
        let places = LayoutPlaces(linesOf: document, file: file) ?? LayoutPlaces()
        let maker = FindingMaker(layout.analysis, of: document, file: file, places: places)
        let findings = [maker.message(count: 1)].compactMap(\.self) + maker.findings().filter { $0.kind == .unproven }
        switch form {
        case .findings: return Group(findings: findings, line: line)
        case .text(let reporter):
            return Group(findings: findings, text: reporter.untitled(layout.analysis, of: document), line: line)
        case .json: return Group(findings: findings, json: layout.report(occurrences: (1, line)), line: line)
        }
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
    func findings(of notices: [SourceFinding]) -> [Finding] {
        notices.map { Finding(of: $0, file: file) }
    }

    /// Returns the findings of each group, in the order of the stream.
    func findings(unreadable: (count: Int, line: Int)?) -> [Finding] {
        var findings = groups.flatMap { group in
            group.findings.map { finding in
                var finding = finding
                finding.count = group.count
                return finding
            }
        }
        findings += open
        if let unreadable {
            findings.append(
                Finding(
                    kind: .incomplete, severity: .note, fingerprint: "i1:unreadable",
                    message: "no constraint in a conflict message could be read; the message may be redacted",
                    place: FilePlace(file: file, line: unreadable.line), count: unreadable.count))
        }
        return findings
    }

    /// The findings that messages were not analyzed, which have no reports of their own.
    var open: [Finding] {
        var findings: [Finding] = []
        if beyond > 0 {
            let reason =
                groups.count < MessageGroups.mostGroups
                ? "the different messages before them have too many constraints together"
                : "there are more than \(MessageGroups.mostGroups) different messages"
            findings.append(
                Finding(
                    kind: .unproven, severity: .warning, fingerprint: "u1:messages",
                    message: "\(beyond) more message\(beyond == 1 ? " was" : "s were") counted but not analyzed: \(reason)",
                    place: FilePlace(file: file), count: beyond))
        }
        if let unread {
            findings.append(
                Finding(
                    kind: .unproven, severity: .warning, fingerprint: "u1:continued",
                    message: "a message has more constraints than could be analyzed within the time limit; allow more time with --deadline",
                    place: FilePlace(file: file, line: unread.line), count: unread.count))
        }
        return findings
    }
}
