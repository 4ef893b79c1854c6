internal import Digest
internal import Glibc
internal import LayoutAnalysis
public import LayoutImport
public import LayoutModel
internal import Reporting

/// The use case behind every route and command that analyzes: from bytes to analyzed layouts.
public struct SourceAnalyzer: Sendable {
    public var options: AnalysisOptions
    public var limits: InputLimits
    /// The options for importing an Interface Builder file.
    public var interfaceBuilder: InterfaceBuilderOptions
    /// Whether a document's layout retains the incremental state for a later event.
    public var keepsProgress = false

    public init(
        options: AnalysisOptions = AnalysisOptions(), limits: InputLimits = InputLimits(),
        interfaceBuilder: InterfaceBuilderOptions = InterfaceBuilderOptions()
    ) {
        self.options = options
        self.limits = limits
        self.interfaceBuilder = interfaceBuilder
    }

    /// Analyzes the layouts of the source, in its order. There is one layout, except for a log with several messages, a view
    /// hierarchy, or an Interface Builder file, which may also have none.
    ///
    /// - Parameter file: the file name in places of the source, if it has one.
    public func analyze(_ bytes: [UInt8], kind: SourceKind, file: String? = nil) throws(ImportError) -> [AnalyzedLayout] {
        try analyze(bytes, kind: kind, file: file, as: LayoutVariation())
    }

    /// Analyzes the layouts under a variation.
    public func analyze(
        _ bytes: [UInt8], kind: SourceKind, file: String? = nil, as variation: LayoutVariation
    ) throws(ImportError) -> [AnalyzedLayout] {
        let begun = ContinuousClock.now
        let start = SourceAnalyzer.milliseconds
        let sources = try read(bytes, kind: kind, file: file, as: variation)
        let parse = (SourceAnalyzer.milliseconds - start) / Double(max(1, sources.count))
        // A session has one scene, whose later steps could not follow its container.
        if kind == .interfaceBuilder, !keepsProgress {
            return analyze(scenes: sources.compactMap(\.interfaceBuilder), as: variation, parse: parse, begun: begun)
        }
        var layouts: [AnalyzedLayout] = []
        var options = options
        for source in sources {
            // Parsing counts, and the layouts of one source share the time left.
            options.deadline = max(0, self.options.deadline - begun.duration(to: .now) / .seconds(1))
            var document = source.document
            // The scenes of an Interface Builder file were already imported for the size and direction.
            if kind != .interfaceBuilder || variation != LayoutVariation() { variation.apply(to: &document) }
            if keepsProgress, kind == .document {
                layouts.append(SessionAnalyzer(options).begin(with: document, parse: parse))
                continue
            }
            document = Analyzer(options: options).secondPass(of: document)
            var analysis = Analyzer(options: options).analyze(document)
            analysis.timing.parse = parse
            source.interfaceBuilder?.complete(&analysis)
            if kind == .text, layouts.isEmpty, document.isFragment, !keepsProgress { SourceAnalyzer.noteUnread(bytes, &analysis) }
            layouts.append(AnalyzedLayout(document, analysis))
        }
        return layouts
    }

    /// Notes that a text has constraints of which nothing is known, since it was read as a log.
    private static func noteUnread(_ bytes: [UInt8], _ analysis: inout Analysis) {
        guard let line = TextContent.firstConstraint(in: DecodedText(bytes).repaired) else { return }
        let reason = "line \(line) is one, and only the log is read: keep both in two files, or name the file .log if an app printed it"
        analysis.inconclusive.append(Inconclusive(subject: "listed", reason: reason))
    }

    /// Analyzes a layout that was read elsewhere.
    public func analyze(_ document: LayoutDocument) -> AnalyzedLayout {
        Analyzer(options: options).layout(of: document)
    }

    /// An imported layout, with what its format adds to an analysis.
    public enum ReadLayout {
        case document(LayoutDocument)
        case interfaceBuilder(InterfaceBuilderLayout)

        public var document: LayoutDocument {
            switch self {
            case .document(let document): document
            case .interfaceBuilder(let layout): layout.document
            }
        }

        /// The format's contents besides the document, or nil if it has none.
        public var interfaceBuilder: InterfaceBuilderLayout? {
            if case .interfaceBuilder(let layout) = self { layout } else { nil }
        }
    }

    /// Imports and validates the layouts of the source. A byte order mark of UTF-8 is skipped.
    public func read(
        _ bytes: [UInt8], kind: SourceKind, file: String? = nil, as variation: LayoutVariation = LayoutVariation()
    ) throws(ImportError) -> [ReadLayout] {
        let content = kind == .document && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        do throws(ImportError) {
            let layouts = try layouts(content, kind: kind, file: file, as: variation)
            for layout in layouts { try limits.importLimits.checkNames(of: layout.document) }
            return layouts
        } catch {
            throw ContentMismatch.explained(error, content, readAs: kind)
        }
    }

    private func layouts(
        _ bytes: [UInt8], kind: SourceKind, file: String?, as variation: LayoutVariation
    ) throws(ImportError) -> [ReadLayout] {
        let documents = DocumentImporter(limits: limits.importLimits)
        let logs = ConsoleLogImporter(limits: limits.importLimits)
        switch kind {
        case .document:
            return [.document(warned(try documents.read(json: bytes)))]
        case .text:
            let text = DecodedText(bytes)
            switch TextContent(of: text.repaired) {
            case .constraints: return [.document(warned(try documents.read(equations: try text.strict())))]
            case .log: return try logs.read(text.repaired).messages.map { .document(warned($0)) }
            case .mixed(let line):
                throw ImportError(
                    .malformed, code: "mixed-text",
                    "this line is a constraint, but the text also has a log: keep them in two files, or make the lines of the log comments with #",
                    line: line)
            }
        case .consoleLog:
            return try logs.read(DecodedText(bytes).repaired).messages.map { .document(warned($0)) }
        case .interfaceBuilder:
            let importer = InterfaceBuilderImporter(limits: limits.importLimits, options: variation.options(interfaceBuilder))
            return try importer.read(bytes, file: file).map(ReadLayout.interfaceBuilder)
        case .viewHierarchy:
            return try ViewHierarchyImporter(limits: limits.importLimits).read(zip: bytes).map { .document(warned($0)) }
        }
    }

    /// Returns a layout of another format, with warnings for options that apply only to Interface Builder files.
    public func warned(_ document: LayoutDocument) -> LayoutDocument {
        var document = document
        if interfaceBuilder.canvas != .stored || !interfaceBuilder.sceneCanvases.isEmpty {
            document.warnings.append("the canvas is ignored: only Interface Builder files have one")
        }
        if interfaceBuilder.direction == .rtl, document.direction != .rtl || document.isFragment {
            document.warnings.append("the direction is ignored: it applies only to Interface Builder files")
        }
        return document
    }

    /// The CPU time of this thread in milliseconds.
    private static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
