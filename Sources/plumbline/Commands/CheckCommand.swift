internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline check FILE…`: what is wrong with each layout, and a status for scripts.
struct CheckCommand {
    private let operands: [String]
    private let format: ReportFormat
    private let failOn: FindingKinds
    private let allowsIncomplete: Bool
    private let analyzer: SourceAnalyzer
    private let files: InputFiles
    private let outputPath: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard !arguments.operands.isEmpty else { throw arguments.usage("'check' needs a file or folder ('-' is standard input)") }
        operands = arguments.operands
        format = try arguments.reportFormat()
        failOn = try arguments.failOn(standard: .standard)
        allowsIncomplete = arguments.has("--allow-incomplete")
        analyzer = try arguments.sourceAnalyzer()
        files = try arguments.inputFiles()
        outputPath = arguments.text("--output")
    }

    /// What has been seen so far.
    private struct Tally {
        var verdicts: [Analysis.Verdict] = []
        var reports: [[UInt8]] = []
        var subjects: [CheckedSubject] = []
        var unreadable = 0
        var hasFindings = false
    }

    func run() throws -> ExitStatus {
        let reader = InputReader(files: files, analyzer: analyzer)
        let found = files.find(operands)
        var output = ReportOutput(path: outputPath)
        let reporter = TextReporter(style: TextStyle(isColored: output.isColored))
        var tally = Tally()
        for file in found {
            switch reader.analyze(file) {
            case .failure(let failure):
                Console.message("plumbline: \(failure.message)")
                take(failure, of: file.path, &tally)
            case .success(let input):
                try take(input, of: file.path, isOne: found.count == 1 && input.layouts.count == 1, reporter, &output, &tally)
            }
        }
        try finish(tally, fileCount: found.count, reporter, &output)
        if tally.unreadable > 0 { return .usage }
        return tally.hasFindings ? .findings : .success
    }

    private func take(_ failure: InputReader.Failure, of path: String, _ tally: inout Tally) {
        tally.unreadable += 1
        let file = InputReader.name(of: path)
        let place = FilePlace(file: file, line: failure.line, column: failure.column)
        let finding = Finding(kind: .unreadable, severity: .error, fingerprint: "r1:unreadable", message: failure.message, place: place)
        tally.subjects.append(CheckedSubject(file: file, checks: [.unreadable], findings: [finding]))
    }

    private func take(
        _ input: InputReader.Input, of path: String, isOne: Bool, _ reporter: TextReporter, _ output: inout ReportOutput, _ tally: inout Tally
    ) throws {
        let file = InputReader.name(of: path)
        let isSeveral = input.layouts.count > 1
        for (index, layout) in input.layouts.enumerated() {
            let analysis = layout.analysis
            tally.verdicts.append(analysis.verdict)
            if failOn.contains(anyOf: analysis) || !(allowsIncomplete || analysis.inconclusive.isEmpty) { tally.hasFindings = true }
            switch format {
            case .text:
                var title = isSeveral ? "\(file) (\(index + 1) of \(input.layouts.count))" : file
                if analysis.source != nil, let scene = layout.document.name { title += ", \(scene)" }
                try output.write(reporter.text(analysis, of: layout.document, title: title))
            case .json:
                tally.reports.append(isOne ? layout.report() : layout.report(isNamed: true, file: path))
            case .sarif, .junit, .github:
                let name = isSeveral ? layout.document.name ?? "layout \(index + 1)" : nil
                tally.subjects.append(subject(layout, input, file: file, name: name))
            }
        }
    }

    private func subject(_ layout: AnalyzedLayout, _ input: InputReader.Input, file: String, name: String?) -> CheckedSubject {
        let maker = FindingMaker(layout.analysis, of: layout.document, file: file, places: input.places(of: layout, file: file))
        let findings = maker.findings().map { finding in
            var finding = finding
            finding.isFailure = finding.fails(failOn, allowsIncomplete: allowsIncomplete)
            return finding
        }
        return CheckedSubject(file: file, name: name, checks: maker.checks, findings: findings)
    }

    private func finish(_ tally: Tally, fileCount: Int, _ reporter: TextReporter, _ output: inout ReportOutput) throws {
        switch format {
        case .json where fileCount == 1 && tally.reports.count == 1:
            try output.write(line: tally.reports[0])
        case .json:
            try output.write(line: ReportWriter.combined(tally.reports))
        case .text:
            let isSeveral = fileCount != 1 || tally.verdicts.count > 1
            if isSeveral { try output.write(reporter.summary(tally.verdicts, unreadable: tally.unreadable)) }
        case .sarif, .junit, .github:
            try output.write(format.reporter?.report(tally.subjects) ?? "")
        }
        try output.finish()
    }
}
