internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline check FILE…`: what is wrong with each layout, and a status for scripts.
struct CheckCommand {
    private enum Format: String, CaseIterable {
        case text, json
    }

    private let operands: [String]
    private let format: Format
    private let failOn: FindingKinds
    private let allowsIncomplete: Bool
    private let analyzer: SourceAnalyzer
    private let files: InputFiles

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard !arguments.operands.isEmpty else { throw arguments.usage("'check' needs a file or folder ('-' is standard input)") }
        operands = arguments.operands
        format = try arguments.word("--format", Format.self) ?? .text
        if let words = arguments.text("--fail-on") {
            do throws(FindingKinds.UnknownKind) {
                failOn = try FindingKinds(words: words)
            } catch {
                throw arguments.usage("'--fail-on': \(error.message)")
            }
        } else {
            failOn = .standard
        }
        allowsIncomplete = arguments.has("--allow-incomplete")
        analyzer = try arguments.sourceAnalyzer()
        files = try arguments.inputFiles()
    }

    /// What has been seen so far.
    private struct Tally {
        var verdicts: [Analysis.Verdict] = []
        var reports: [[UInt8]] = []
        var unreadable = 0
        var hasFindings = false
    }

    func run() throws -> ExitStatus {
        let reader = InputReader(files: files, analyzer: analyzer)
        let found = files.find(operands)
        let reporter = TextReporter(style: TextStyle(isColored: Console.isColored))
        var tally = Tally()
        for file in found {
            switch reader.analyze(file) {
            case .failure(let failure):
                Console.message("plumbline: \(failure.message)")
                tally.unreadable += 1
            case .success(let layouts):
                try take(layouts, of: file.path, isOne: found.count == 1 && layouts.count == 1, reporter, &tally)
            }
        }
        try finish(tally, fileCount: found.count, reporter)
        if tally.unreadable > 0 { return .usage }
        return tally.hasFindings ? .findings : .success
    }

    private func take(
        _ layouts: [AnalyzedLayout], of path: String, isOne: Bool, _ reporter: TextReporter, _ tally: inout Tally
    ) throws {
        for (index, layout) in layouts.enumerated() {
            let analysis = layout.analysis
            tally.verdicts.append(analysis.verdict)
            if failOn.contains(anyOf: analysis) || !(allowsIncomplete || analysis.inconclusive.isEmpty) { tally.hasFindings = true }
            switch format {
            case .text:
                let name = InputReader.name(of: path)
                var title = layouts.count > 1 ? "\(name) (\(index + 1) of \(layouts.count))" : name
                if analysis.source != nil, let scene = layout.document.name { title += ", \(scene)" }
                try Console.output(reporter.text(analysis, of: layout.document, title: title))
            case .json:
                tally.reports.append(isOne ? layout.report() : layout.report(isNamed: true, file: path))
            }
        }
    }

    private func finish(_ tally: Tally, fileCount: Int, _ reporter: TextReporter) throws {
        switch format {
        case .json where fileCount == 1 && tally.reports.count == 1:
            try Console.output(line: tally.reports[0])
        case .json:
            try Console.output(line: ReportWriter.combined(tally.reports))
        case .text:
            let isSeveral = fileCount != 1 || tally.verdicts.count > 1
            if isSeveral { try Console.output(reporter.summary(tally.verdicts, unreadable: tally.unreadable)) }
        }
    }
}
