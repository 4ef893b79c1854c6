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
    /// How an Interface Builder file is taken.
    public var interfaceBuilder: InterfaceBuilderOptions
    /// Whether a document's layout keeps what an event that comes to it goes on from.
    var keepsProgress = false

    public init(
        options: AnalysisOptions = AnalysisOptions(), limits: ServiceLimits = ServiceLimits(),
        interfaceBuilder: InterfaceBuilderOptions = InterfaceBuilderOptions()
    ) {
        self.options = options
        self.limits = limits
        self.interfaceBuilder = interfaceBuilder
    }

    /// The layouts of the source, analysed, in its order; one, but for a log with several messages or an Interface Builder file, which
    /// may also hold none.
    ///
    /// - Parameter file: What places in the source name as their file, where it has a name.
    public func analyze(_ bytes: [UInt8], kind: SourceKind, file: String? = nil) throws(ImportError) -> [AnalyzedLayout] {
        try analyze(bytes, kind: kind, file: file, as: LayoutVariation())
    }

    /// As above, each layout solved as the variation says.
    public func analyze(
        _ bytes: [UInt8], kind: SourceKind, file: String? = nil, as variation: LayoutVariation
    ) throws(ImportError) -> [AnalyzedLayout] {
        let begun = ContinuousClock.now
        let start = SourceAnalyzer.milliseconds
        let sources = try read(bytes, kind: kind, file: file, as: variation)
        let parse = (SourceAnalyzer.milliseconds - start) / Double(max(1, sources.count))
        var layouts: [AnalyzedLayout] = []
        var options = options
        for source in sources {
            // Reading counts, and the layouts of one source share what is left.
            let elapsed = begun.duration(to: .now).components
            let spent = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
            options.deadline = max(0, self.options.deadline - spent)
            var document = source.document
            // The scenes of an Interface Builder file were made for the size and direction already.
            if kind != .interfaceBuilder || variation != LayoutVariation() { variation.apply(to: &document) }
            if keepsProgress, kind == .document {
                layouts.append(LayoutProgress(options).begin(with: document, parse: parse))
                continue
            }
            var analysis = Analyzer(options: options).analyze(document)
            analysis.timing.parse = parse
            source.interfaceBuilder?.complete(&analysis)
            layouts.append(AnalyzedLayout(document, analysis))
        }
        return layouts
    }

    /// A layout that was read elsewhere.
    public func analyze(_ document: LayoutDocument) -> AnalyzedLayout {
        AnalyzedLayout(document, Analyzer(options: options).analyze(document))
    }

    /// A layout as it was read, and what its format adds to an analysis of it.
    enum ReadLayout {
        case document(LayoutDocument)
        case interfaceBuilder(InterfaceBuilderLayout)

        var document: LayoutDocument {
            switch self {
            case .document(let document): document
            case .interfaceBuilder(let layout): layout.document
            }
        }

        /// What the format tells beside the document; nil where that is all.
        var interfaceBuilder: InterfaceBuilderLayout? {
            if case .interfaceBuilder(let layout) = self { layout } else { nil }
        }
    }

    /// The layouts of the source, checked.
    func read(
        _ bytes: [UInt8], kind: SourceKind, file: String? = nil, as variation: LayoutVariation = LayoutVariation()
    ) throws(ImportError) -> [ReadLayout] {
        let documents = DocumentImporter(limits: limits.importLimits)
        let logs = ConsoleLogImporter(limits: limits.importLimits)
        switch kind {
        case .document:
            return [.document(warned(try documents.read(json: bytes)))]
        case .text:
            let text = DecodedText(bytes)
            guard logs.looksLikeLog(text.repaired) else {
                return [.document(warned(try documents.read(equations: try text.strict())))]
            }
            return try logs.read(text.repaired).messages.map { .document(warned($0)) }
        case .consoleLog:
            return try logs.read(DecodedText(bytes).repaired).messages.map { .document(warned($0)) }
        case .interfaceBuilder:
            let importer = InterfaceBuilderImporter(limits: limits.importLimits, options: variation.options(interfaceBuilder))
            return try importer.read(bytes, file: file).map(ReadLayout.interfaceBuilder)
        }
    }

    /// A layout of another format, with a warning for what was asked for and is about Interface Builder files alone.
    func warned(_ document: LayoutDocument) -> LayoutDocument {
        var document = document
        if interfaceBuilder.canvas != .stored { document.warnings.append("the canvas asked for is ignored: only Interface Builder files have one") }
        if interfaceBuilder.direction == .rtl, document.direction != .rtl || document.isFragment {
            document.warnings.append("the direction asked for is ignored: it is about Interface Builder files only")
        }
        return document
    }

    /// CPU time of this thread.
    private static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
