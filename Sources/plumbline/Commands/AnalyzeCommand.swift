internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline analyze FILE`: prints the JSON report, whatever the verdict.
struct AnalyzeCommand {
    private let path: String
    private let analyzer: SourceAnalyzer
    private let files: InputFiles
    private let isBatch: Bool
    /// The pass whose document is printed instead of the report.
    private let pass: Int?
    private let composed: ComposedFiles
    private let canvases: SceneCanvases

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'analyze' takes one file ('-' is standard input)")
        }
        self.path = path
        analyzer = try arguments.sourceAnalyzer()
        isBatch = arguments.has("--batch")
        pass = try arguments.integer("--pass-document", in: 1...2)
        if isBatch, pass != nil { throw arguments.usage("'--batch' and '--pass-document' cannot be combined; give one of them") }
        files = try arguments.inputFiles()
        composed = ComposedFiles(arguments, files: files)
        canvases = SceneCanvases(arguments)
    }

    func run() throws -> ExitStatus {
        try LinkReach.check(path)
        if isBatch { return try BatchCommand(path: path, batch: BatchAnalyzer(analyzer), lineLimit: files.byteLimit).run() }
        let layouts: [AnalyzedLayout]
        switch InputReader(files: files, analyzer: analyzer).analyze(path) {
        case .success(let input): layouts = input.layouts
        case .failure(let failure): throw failure.command
        }
        try composed.check(layouts, of: [path])
        try canvases.check(layouts, of: [path])
        if let pass { return try print(pass, of: layouts) }
        let reports = layouts.map { $0.report() }
        try Console.output(line: reports.count == 1 ? reports[0] : ReportWriter.combined(reports))
        return .success
    }

    /// Prints the document of a pass, which a report can be compared with.
    private func print(_ pass: Int, of layouts: [AnalyzedLayout]) throws -> ExitStatus {
        guard let layout = layouts.first, layouts.count == 1 else {
            throw CommandFailure.input(
                "\(InputReader.name(of: path).terminalSafe()) contains \(layouts.count) layouts: '--pass-document' prints the document of one")
        }
        let document = pass == 1 ? layout.document.firstPass() : layout.document
        try Console.output(line: CanonicalDocument.json(document.ofOnePass()))
        return .success
    }
}
