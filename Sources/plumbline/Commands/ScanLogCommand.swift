internal import Glibc
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// `plumbline scan-log [FILE]`: reports the conflicts in the output of a test run.
struct ScanLogCommand {
    private let path: String
    private let format: ReportFormat
    private let failOn: FindingKinds
    private let allowsIncomplete: Bool
    private let analyzer: SourceAnalyzer
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let color: Console.Color
    private let outputPath: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count <= 1 else { throw arguments.usage("'scan-log' takes one file ('-' is standard input)") }
        path = arguments.operands.first ?? "-"
        format = try arguments.reportFormat()
        failOn = try arguments.failOn(standard: FindingKinds(kinds: [.conflict, .incomplete, .reportedError]))
        allowsIncomplete = arguments.has("--allow-incomplete")
        analyzer = try arguments.sourceAnalyzer()
        isQuiet = arguments.has("--quiet")
        isVerbose = arguments.has("--verbose")
        color = try arguments.word("--color", Console.Color.self) ?? .auto
        outputPath = arguments.text("--output")
    }

    func run() throws -> ExitStatus {
        let files = InputFiles(byteLimit: InputLimits().bodyBytes)
        if let outputPath, outputPath != "-" { try OutputGuard(inputs: [path], files).expectReplaceable(outputPath) }
        let source = try LogSource(path: path, isPassing: !isQuiet)
        var stream = ConsoleLogStream { source.next() }
        let isStandard = outputPath == "-"
        var output = ReportOutput(
            path: isStandard ? nil : outputPath, standard: isQuiet || isStandard ? STDOUT_FILENO : STDERR_FILENO, color: color)
        output.commands = format.commands
        let reporter = TextReporter(style: TextStyle(isColored: output.isColored))
        let form: MessageGroups.Form = format == .json ? .json : format == .text && isVerbose ? .text(reporter) : .findings
        var groups = MessageGroups(analyzer: analyzer, file: InputReader.name(of: path), form: form)
        while let message = stream.next() { groups.add(message) }
        // The log before it may lack its last line end.
        if isStandard, !isQuiet { try output.write("\n") }
        let findings = try report(groups, notices: stream.notices, unreadable: stream.unreadable, reporter, &output)
        try output.finish()
        if let failure = source.failure { throw CommandFailure.input(failure) }
        if groups.count == 0, stream.notices.isEmpty, stream.unreadable == nil {
            if let mistake = source.mistake { throw CommandFailure.input(mistake) }
            noteNoLog(files)
        }
        return findings.contains(where: \.isFailure) ? .findings : .success
    }

    /// Prints what a text is in which there are no messages, if it is no log.
    private func noteNoLog(_ files: InputFiles) {
        guard path != "-", case .success(let bytes) = files.read(path), let nature = FileNature(bytes, path: path), nature != .log,
            let mistake = FileNature.mistake(bytes, path: path, not: "a console log")
        else { return }
        Console.message("plumbline: \(mistake)")
    }

    private func report(
        _ groups: MessageGroups, notices: [SourceFinding], unreadable: (count: Int, line: Int)?, _ reporter: TextReporter,
        _ output: inout ReportOutput
    ) throws -> [Finding] {
        let file = InputReader.name(of: path)
        let others = groups.findings(of: notices)
        let findings = (groups.findings(unreadable: unreadable) + others).map { finding in
            var finding = finding
            finding.isFailure = failOn.contains(finding, allowsIncomplete: allowsIncomplete)
            return finding
        }
        switch format {
        case .text:
            if isVerbose {
                for group in groups.groups {
                    let times = group.count == 1 ? "once" : "\(group.count) times"
                    try output.write(lines: reporter.titled(group.text, "\(file):\(group.line), \(times)"))
                }
                for notice in notices { try output.write(lines: reporter.text(notice, file: file)) }
            } else {
                try output.write(lines: FindingsText(style: reporter.style, isBrief: true).text(findings))
            }
            try output.write(lines: summary(groups, notices, unreadable, findings))
        case .json:
            let reports = groups.groups.map(\.report)
            let others = groups.open + others
            try output.write(line: others.isEmpty ? ReportWriter.combined(reports) : ReportWriter.combined(reports, findings: others))
        default:
            // If anything is not proven, the report lists no check as passed.
            let isOpen = findings.contains { $0.kind == .unproven }
            let subject = CheckedSubject(file: file, checks: isOpen ? [] : [.conflict, .incomplete], findings: findings)
            try output.write(format.reporter(folder: InputFiles.workingDirectory)?.report([subject]) ?? "")
            if format == .github { try StepSummary.write([subject]) }
        }
        return findings
    }

    private func summary(
        _ groups: MessageGroups, _ notices: [SourceFinding], _ unreadable: (count: Int, line: Int)?, _ findings: [Finding]
    ) -> String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var text = "plumbline: \(counted(groups.count, "conflict message"))"
        if groups.count > groups.groups.count { text += " (\(groups.groups.count) distinct)" }
        if groups.beyond > 0 { text += " and \(counted(groups.beyond, "more message")) that were counted but not analyzed" }
        if let unreadable {
            let first = unreadable.count == 1 ? "in line" : "the first in line"
            text += "; \(counted(unreadable.count, "message")) without a readable constraint, \(first) \(unreadable.line)"
        }
        let others = notices.reduce(0) { $0 + $1.count }
        if others > 0 { text += "; \(counted(others, "other layout message"))" + (others > notices.count ? " (\(notices.count) distinct)" : "") }
        let severities = Severity.allCases.compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : counted(count, severity.name)
        }
        if !severities.isEmpty { text += "; \(severities.joined(separator: ", "))" }
        return text + "\n"
    }
}
