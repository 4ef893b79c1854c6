internal import Glibc
internal import LayoutImport
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline scan-log [FILE]`: the conflicts in the output of a test run.
struct ScanLogCommand {
    private let path: String
    private let format: ReportFormat
    private let failOn: FindingKinds
    private let allowsIncomplete: Bool
    private let analyzer: SourceAnalyzer
    private let isQuiet: Bool
    private let outputPath: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count <= 1 else { throw arguments.usage("'scan-log' takes one file ('-' is standard input)") }
        path = arguments.operands.first ?? "-"
        format = try arguments.reportFormat()
        failOn = try arguments.failOn(standard: FindingKinds(kinds: [.conflict, .incomplete]))
        allowsIncomplete = arguments.has("--allow-incomplete")
        analyzer = try arguments.sourceAnalyzer()
        isQuiet = arguments.has("--quiet")
        outputPath = arguments.text("--output")
    }

    func run() throws -> ExitStatus {
        let source = try LogSource(path: path, isPassing: !isQuiet)
        var stream = ConsoleLogStream { source.next() }
        var groups = MessageGroups(analyzer: analyzer)
        while let message = stream.next() { groups.add(message) }
        var output = ReportOutput(path: outputPath, standard: isQuiet ? STDOUT_FILENO : STDERR_FILENO)
        let findings = try report(groups, unreadable: stream.unreadable, &output)
        try output.finish()
        if let failure = source.failure { throw CommandFailure.input("\(InputReader.name(of: path).terminalSafe()): \(failure)") }
        return findings.contains(where: \.isFailure) ? .findings : .success
    }

    private func report(
        _ groups: MessageGroups, unreadable: (count: Int, line: Int)?, _ output: inout ReportOutput
    ) throws -> [Finding] {
        let file = InputReader.name(of: path)
        let findings = groups.findings(file: file, unreadable: unreadable).map { finding in
            var finding = finding
            finding.isFailure = finding.fails(failOn, allowsIncomplete: allowsIncomplete)
            return finding
        }
        switch format {
        case .text:
            let reporter = TextReporter(style: TextStyle(isColored: output.isColored))
            for group in groups.groups {
                let times = group.count == 1 ? "once" : "\(group.count) times"
                try output.write(reporter.text(group.layout.analysis, of: group.layout.document, title: "\(file):\(group.line), \(times)"))
            }
            try output.write(summary(groups, unreadable))
        case .json:
            try output.write(
                line: ReportWriter.combined(groups.groups.map { $0.layout.report(isNamed: true, occurrences: ($0.count, $0.line)) }))
        case .sarif, .junit, .github:
            let subject = CheckedSubject(file: file, checks: [.conflict, .incomplete], findings: findings)
            try output.write(format.reporter?.report([subject]) ?? "")
        }
        return findings
    }

    private func summary(_ groups: MessageGroups, _ unreadable: (count: Int, line: Int)?) -> String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var text = "plumbline: \(counted(groups.count, "conflict message"))"
        if groups.count > 0 { text += ", \(groups.groups.count) different" }
        if groups.beyond > 0 { text += " and \(counted(groups.beyond, "more message")) that were only counted" }
        if let unreadable { text += "; of \(counted(unreadable.count, "more")) no constraint could be read, first in line \(unreadable.line)" }
        return text + "\n"
    }
}

/// Messages that say the same, as one; holds no more than so many of them, however long the stream.
struct MessageGroups {
    struct Group {
        var layout: AnalyzedLayout
        /// The line of the first.
        var line: Int
        var count: Int
    }

    private static let mostGroups = 1000
    private static let mostTexts = 4096
    private static let longestText = 1 << 15

    private(set) var groups: [Group] = []
    /// All messages.
    private(set) var count = 0
    /// Messages of further kinds, which were only counted.
    private(set) var beyond = 0
    private let analyzer: SourceAnalyzer
    private var places: [String: Int] = [:]
    /// By their text, the groups of messages met, nil for none: most messages of a run are repeated word by word.
    private var texts: [String: Int?] = [:]

    init(analyzer: SourceAnalyzer) {
        self.analyzer = analyzer
    }

    mutating func add(_ message: ConsoleLogStream.Message) {
        if let known = texts[message.text] {
            // nil: a list that is no conflict.
            if let known {
                count += 1
                groups[known].count += 1
            }
            return
        }
        let layout = analyzer.analyze(message.document)
        if texts.count >= MessageGroups.mostTexts { texts.removeAll(keepingCapacity: true) }
        guard message.isCertain || layout.analysis.isConflicting else {
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

    /// One for each group, in the order of the stream.
    func findings(file: String, unreadable: (count: Int, line: Int)?) -> [Finding] {
        var findings = groups.flatMap { group in
            let document = group.layout.document
            let places = LayoutPlaces(linesOf: document, file: file) ?? LayoutPlaces()
            let maker = FindingMaker(group.layout.analysis, of: document, file: file, places: places)
            return [maker.message(count: group.count)].compactMap(\.self) + maker.findings().filter { $0.kind == .unproven }
        }
        if beyond > 0 {
            findings.append(
                Finding(
                    kind: .unproven, severity: .warning, fingerprint: "u1:messages",
                    message: "\(beyond) more messages were only counted: there are more than \(MessageGroups.mostGroups) different ones",
                    place: FilePlace(file: file), count: beyond))
        }
        if let unreadable {
            findings.append(
                Finding(
                    kind: .incomplete, severity: .note, fingerprint: "i1:unreadable",
                    message: "a conflict message prints no constraint that could be read; it may be redacted",
                    place: FilePlace(file: file, line: unreadable.line), count: unreadable.count))
        }
        return findings
    }
}
