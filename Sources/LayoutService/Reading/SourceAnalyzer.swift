internal import Digest
internal import Glibc
internal import LayoutAnalysis
public import LayoutImport
public import LayoutModel
internal import Reporting

/// The use case behind every route and command that analyses: from bytes to what was found.
public struct SourceAnalyzer: Sendable {
    public var options: AnalysisOptions
    public var limits: ServiceLimits

    public init(options: AnalysisOptions = AnalysisOptions(), limits: ServiceLimits = ServiceLimits()) {
        self.options = options
        self.limits = limits
    }

    /// The layouts of the source, analysed, in its order; one, but for a log with several messages.
    public func analyze(_ bytes: [UInt8], kind: SourceKind) throws(ImportError) -> [AnalyzedLayout] {
        let begun = ContinuousClock.now
        let start = SourceAnalyzer.milliseconds
        let documents = try read(bytes, kind: kind)
        let parse = (SourceAnalyzer.milliseconds - start) / Double(max(1, documents.count))
        var layouts: [AnalyzedLayout] = []
        var options = options
        for document in documents {
            // Reading counts, and the layouts of one source share what is left.
            let elapsed = begun.duration(to: .now).components
            let spent = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
            options.deadline = max(0, self.options.deadline - spent)
            var analysis = Analyzer(options: options).analyze(document)
            analysis.timing.parse = parse
            layouts.append(AnalyzedLayout(document, analysis))
        }
        return layouts
    }

    /// The layouts of the source, checked.
    func read(_ bytes: [UInt8], kind: SourceKind) throws(ImportError) -> [LayoutDocument] {
        let importLimits = ImportLimits(views: limits.views, constraints: limits.constraints)
        let documents = DocumentImporter(limits: importLimits)
        let logs = ConsoleLogImporter(limits: importLimits)
        switch kind {
        case .document:
            return [try documents.read(json: bytes)]
        case .text:
            let text = DecodedText(bytes)
            return logs.looksLikeLog(text.repaired) ? try logs.read(text.repaired).messages : [try documents.read(equations: try text.strict())]
        case .consoleLog:
            return try logs.read(DecodedText(bytes).repaired).messages
        case .interfaceBuilder:
            throw ImportError(.unsupported, code: "not-supported-yet", "Interface Builder files are not supported yet")
        }
    }

    /// CPU time of this thread.
    private static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
